"""Parameters of operators: kinds, roles, optionality."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from pyaclnn.abi import signatures
from pyaclnn.abi.headers import own_headers
from pyaclnn.abi.scanner import scan
from pyaclnn.abi.signatures import (
    INTEGER_RANGES,
    Kind,
    Role,
    Signature,
    parse,
    parse_parameters,
    unknown_types,
    with_roles_of,
)

TAIL = "uint64_t *workspaceSize, aclOpExecutor **executor"

KINDS = {
    "const aclTensor*": Kind.TENSOR,
    "aclTensor*": Kind.TENSOR,
    "int64_t": Kind.INT,
    "const aclIntArray*": Kind.INT_ARRAY,
    "bool": Kind.BOOL,
    "const aclTensorList*": Kind.TENSOR_LIST,
    "double": Kind.FLOAT,
    "const aclScalar*": Kind.SCALAR,
    "const char*": Kind.STRING,
    "char*": Kind.STRING,
    "float": Kind.FLOAT,
    "aclTensorList*": Kind.TENSOR_LIST,
    "int8_t": Kind.INT,
    "const bool": Kind.BOOL,
    "int": Kind.INT,
    "int32_t": Kind.INT,
    "const int64_t": Kind.INT,
    "const aclBoolArray*": Kind.BOOL_ARRAY,
    "aclDataType": Kind.DTYPE,
    "const aclDataType": Kind.DTYPE,
    "const aclScalarList*": Kind.SCALAR_LIST,
    "const double": Kind.FLOAT,
    "uint64_t": Kind.INT,
    "aclIntArray*": Kind.INT_ARRAY,
    "const int32_t": Kind.INT,
    "const float": Kind.FLOAT,
    "aclScalar*": Kind.SCALAR,
    "aclFloatArray*": Kind.FLOAT_ARRAY,
    "const int8_t": Kind.INT,
    "const aclFloatArray*": Kind.FLOAT_ARRAY,
}

OTHERS = (
    "aclFormat",
    "int64_t*",
    "const float*",
    "uint8_t**",
    "aclTensor**",
    "unsigned int",
    "long",
    "void*",
    "aclOpExecutor*",
    "aclrtStream",
)


def signature(parameters: str, *, annotated: bool = True, name: str = "aclnnFoo") -> Signature:
    text = f"ACLNN_API aclnnStatus {name}GetWorkspaceSize({parameters}, {TAIL});"
    (prototype,) = scan(text).prototypes.values()
    return parse(prototype, "aclnnop/aclnn_foo.h", annotated=annotated)


@pytest.mark.parametrize(("ctype", "kind"), KINDS.items())
@pytest.mark.parametrize("annotated", [True, False])
def test_kinds(ctype: str, kind: Kind, annotated: bool) -> None:
    (parameter,) = signature(f"{ctype} gradOut", annotated=annotated).parameters
    assert parameter.kind is kind
    assert parameter.ctype.replace(" *", "*") == ctype
    assert (parameter.name, parameter.python_name) == ("gradOut", "grad_out")


def test_there_are_thirty_types() -> None:
    assert len(KINDS) == 30


@pytest.mark.parametrize("ctype", OTHERS)
def test_types_without_a_python_form(ctype: str) -> None:
    (parameter,) = signature(f"{ctype} value").parameters
    assert parameter.kind is Kind.OTHER
    assert parameter.role is Role.IN


@pytest.mark.parametrize("spelling", ["const aclTensor* x", "aclTensor const *x", "const aclTensor *const x"])
def test_spellings_of_one_type(spelling: str) -> None:
    (parameter,) = signature(spelling).parameters
    assert (parameter.kind, parameter.ctype) == (Kind.TENSOR, "const aclTensor *")


def test_ranges_of_integers() -> None:
    assert INTEGER_RANGES == {
        "int8_t": (-128, 127),
        "int16_t": (-32768, 32767),
        "int32_t": (-2147483648, 2147483647),
        "int64_t": (-9223372036854775808, 9223372036854775807),
        "uint8_t": (0, 255),
        "uint16_t": (0, 65535),
        "uint32_t": (0, 4294967295),
        "uint64_t": (0, 18446744073709551615),
        "int": (-2147483648, 2147483647),
        "size_t": (0, 18446744073709551615),
    }


def test_annotated_roles() -> None:
    found = signature(
        "const aclTensor *self, ACLNN_OPTIONAL const aclTensor *maskOptional, aclTensor *plain, const aclTensor *xRef, "
        "ACLNN_INOUT const aclTensor *selfRef, ACLNN_OPTIONAL ACLNN_INOUT aclTensor *state, "
        "ACLNN_OUT const aclTensor *out, ACLNN_OPTIONAL ACLNN_OUT aclTensorList *outs, bool flagOptional"
    )
    assert [(p.name, p.role, p.optional, p.is_written) for p in found.parameters] == [
        ("self", Role.IN, False, False),
        ("maskOptional", Role.IN, True, False),
        ("plain", Role.IN, False, False),
        ("xRef", Role.IN, False, False),
        ("selfRef", Role.INOUT, False, True),
        ("state", Role.INOUT, True, True),
        ("out", Role.OUT, False, True),
        ("outs", Role.OUT, True, True),
        ("flagOptional", Role.IN, False, False),
    ]
    assert [p.name for p in found.outputs] == ["out", "outs"]
    assert [p.name for p in found.written] == ["selfRef", "state", "out", "outs"]


def test_guessed_roles() -> None:
    found = signature(
        "const aclTensor *self, const aclTensor *maskOptional, aclTensor *out, const aclTensor *selfRef, "
        "aclTensor *stateRef, aclTensorList *outs, const aclTensorList *xs, aclTensor *outOptional, "
        "aclScalar *alpha, aclIntArray *dims, char *mode, int64_t countRef, aclFloatArray *scalesOptional",
        annotated=False,
    )
    assert [(p.name, p.role, p.optional) for p in found.parameters] == [
        ("self", Role.IN, False),
        ("maskOptional", Role.IN, True),
        ("out", Role.OUT, False),
        ("selfRef", Role.INOUT, False),
        ("stateRef", Role.INOUT, False),
        ("outs", Role.OUT, False),
        ("xs", Role.IN, False),
        ("outOptional", Role.OUT, True),
        ("alpha", Role.IN, False),
        ("dims", Role.IN, False),
        ("mode", Role.IN, False),
        ("countRef", Role.IN, False),
        ("scalesOptional", Role.IN, True),
    ]


def test_macros_count_only_in_annotated_headers() -> None:
    (parameter,) = signature("ACLNN_OUT const aclTensor *x", annotated=False).parameters
    assert parameter.role is Role.IN


def test_installed_types_with_our_roles() -> None:
    ours = signature("const aclTensor *self, ACLNN_OUT const aclTensor *out, ACLNN_OPTIONAL const char *mode, float p")
    theirs = signature(
        "const aclTensor *self, double p, char *mode, const aclTensor *out, aclTensor *extra", annotated=False
    )
    found = with_roles_of(theirs, ours)
    assert [(p.name, p.ctype, p.role, p.optional) for p in found.parameters] == [
        ("self", "const aclTensor *", Role.IN, False),
        ("p", "double", Role.IN, False),
        ("mode", "char *", Role.IN, True),
        ("out", "const aclTensor *", Role.OUT, False),
        ("extra", "aclTensor *", Role.OUT, False),
    ]
    assert found.text == theirs.text


def test_names_of_a_signature() -> None:
    found = signature("const aclTensor *from, int64_t lambda", name="aclnnSmoothL1Loss")
    assert (found.name, found.python_name) == ("aclnnSmoothL1Loss", "smooth_l1_loss")
    assert found.header == "aclnnop/aclnn_foo.h"
    assert [p.python_name for p in found.parameters] == ["from_", "lambda_"]


def test_an_operator_may_have_no_parameters_of_its_own() -> None:
    (prototype,) = scan(f"aclnnStatus aclnnFooGetWorkspaceSize({TAIL});").prototypes.values()
    assert parse(prototype, "a.h", annotated=True).parameters == ()


def test_prototype_text() -> None:
    found = signature(
        "const aclTensor *self, ACLNN_OPTIONAL const aclTensor *mask, ACLNN_INOUT aclTensor *stateRef, "
        "const int64_t dim, ACLNN_OPTIONAL ACLNN_OUT aclTensor *out"
    )
    assert found.prototype() == (
        "aclnnStatus aclnnFooGetWorkspaceSize(\n"
        "    const aclTensor * self,\n"
        "    ACLNN_OPTIONAL const aclTensor * mask,\n"
        "    ACLNN_INOUT aclTensor * stateRef,\n"
        "    const int64_t dim,\n"
        "    ACLNN_OPTIONAL ACLNN_OUT aclTensor * out,\n"
        "    uint64_t *workspaceSize,\n"
        "    aclOpExecutor **executor);"
    )


@pytest.mark.parametrize(
    "parameters",
    [
        "void",
        "",
        "const aclTensor *self, aclTensor *out",
        "const aclTensor *self, uint64_t *workspaceSize",
        "const aclTensor *self, aclOpExecutor **executor",
        "const aclTensor *self, aclOpExecutor **executor, uint64_t *workspaceSize",
        "const aclTensor *self, uint64_t workspaceSize, aclOpExecutor **executor",
        "const aclTensor *self, uint64_t *workspaceSize, aclOpExecutor *executor",
        "const aclTensor *self, uint64_t *workspaceSize, aclOpExecutor **executor, int more",
    ],
)
def test_a_first_phase_ends_in_workspace_size_and_executor(parameters: str) -> None:
    (prototype,) = scan(f"aclnnStatus aclnnFooGetWorkspaceSize({parameters});").prototypes.values()
    with pytest.raises(
        ValueError, match=r"aclnnFooGetWorkspaceSize in aclnn_foo\.h does not end in workspaceSize and executor"
    ):
        parse(prototype, "aclnn_foo.h", annotated=True)


def test_two_parameters_of_one_python_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two parameters of one Python name"):
        signature("const aclTensor *gradOut, const aclTensor *grad_out")


@pytest.mark.parametrize(
    "text",
    [
        "",
        ";",
        "int",
        "int x;",
        "int f(",
        "int f(int a",
        "int f(std::vector<int> a);",
        "int f(const aclTensor &x);",
        "int f(int a = 3);",
        "int f(int a, ...);",
        "int f(a, b);",
        "} int f(int a);",
        "int f(int a;",
        "int f(" + "(" * 5000 + "int a" + ")" * 5000 + ");",
        "int f(int " + "*" * 20_000 + "(a);",
        "\0",
        "int f(int \xff\xfe);",
        '"unclosed',
        "/* unclosed",
    ],
)
def test_what_is_no_prototype_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a (C )?prototype"):
        parse_parameters(text)


def test_types_of_other_headers_are_taken_as_they_come() -> None:
    assert parse_parameters("int f(MyType a, const Other *b, Third **, int64_t Fourth);") == [
        ("MyType", "a"),
        ("const Other *", "b"),
        ("Third **", "arg2"),
        ("int64_t", "Fourth"),
    ]
    assert unknown_types("int f(MyType a, const Other *b, MyType c, unsigned int d, const aclTensor *e);") == [
        "MyType",
        "Other",
    ]


def test_the_short_way_says_what_the_parser_says() -> None:
    texts = [p.text for h in own_headers().operator_headers for p in own_headers().declarations(h).prototypes.values()]
    assert len(texts) > 2000
    quick = {t: signatures._plain_parameters(t) for t in texts}
    assert [t for t, found in quick.items() if not found] == ["int32_t aclnnGetPytorchRandom(void);"]
    assert [t for t in texts if quick[t] and quick[t] != signatures._parsed_parameters(t)] == []


@pytest.mark.parametrize(
    "parameters",
    ["", "void", "int", "int int", "int const", "int a[3]", "int (a)", "unsigned int a", "My a", "inta", "int*"],
)
def test_the_short_way_leaves_the_rest_to_the_parser(parameters: str) -> None:
    assert signatures._plain_parameters(f"int f(bool first, {parameters});") == []
    assert signatures._plain_parameters(f"int f({parameters});") == []


def test_parameters_without_names_get_some() -> None:
    assert parse_parameters("int f(int, const aclTensor *, float [3], bool b[]);") == [
        ("int", "arg0"),
        ("const aclTensor *", "arg1"),
        ("float *", "arg2"),
        ("bool *", "b"),
    ]


def test_a_parameter_that_is_a_function_or_structure() -> None:
    assert [name for _, name in parse_parameters("int f(int (*callback)(int), struct S s, enum E e);")] == [
        "callback",
        "s",
        "e",
    ]


def test_a_failed_parse_leaves_the_next_one_alone() -> None:
    with pytest.raises(ValueError, match="not a C prototype"):
        parse_parameters("int f(int a { typedef int aclTensor;")
    assert parse_parameters("int f(aclTensor *x);") == [("aclTensor *", "x")]


def test_many_threads_may_parse() -> None:
    def check(i: int) -> None:
        names = [f"p{i}_{j}" for j in range(30)]
        text = f"int f{i}({', '.join(f'const aclTensor *{n}' for n in names)});"
        assert parse_parameters(text) == [("const aclTensor *", n) for n in names]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(check, range(100)))
