"""Cutting headers into declarations."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyaclnn.abi import scanner
from pyaclnn.abi.scanner import decode, operators_in, scan
from pyaclnn.abi.signatures import parse, parse_parameters

PHASE_1 = "aclnnStatus aclnnFooGetWorkspaceSize(const aclTensor *x, aclTensor *out, uint64_t *w, aclOpExecutor **e)"
PHASE_2 = "aclnnStatus aclnnFoo(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)"
TEXT_1, TEXT_2 = f"{PHASE_1};", f"{PHASE_2};"


def texts(header: str) -> list[str]:
    return [p.text.replace("( ", "(") for p in scan(header).prototypes.values()]


@pytest.mark.parametrize(
    "header",
    [
        f"{PHASE_1};\n{PHASE_2};",
        f"// {PHASE_1}x;\n{PHASE_1};\n/* {PHASE_1} */{PHASE_2};",
        f"/* a ; b {{ c */ {PHASE_1}; /* multi\n * line; */\n{PHASE_2}; // end",
        f"{PHASE_1}; // continued \\\nint gone(int a);\n{PHASE_2};",
        f"{PHASE_1.replace('(', '( // the input' + chr(10), 1)};{PHASE_2};",
        f"#define X(a) \\\n    int f(a); \\\n    int g(a);\n{PHASE_1};{PHASE_2};",
        f"#define X(a) \\\r\n    int f(a);\r\n{PHASE_1};\r\n{PHASE_2};\r\n",
        f"  #  include <stdint.h>\n#if defined(A) && \\\n  defined(B)\n{PHASE_1};\n#endif\n{PHASE_2};",
        f"#error don't do \"this\n{PHASE_1};\n{PHASE_2};",
        f'#ifdef __cplusplus\nextern "C" {{\n#endif\n{PHASE_1};\n{PHASE_2};\n#ifdef __cplusplus\n}}\n#endif\n',
        f'extern "C" {{ {PHASE_1}; {PHASE_2}; }}',
        f'extern "C" {PHASE_1};\nextern "C" {PHASE_2};',
        f'extern"C"{{\n{PHASE_1};\n}}\nextern  "C"\n{{\n{PHASE_2};\n}}',
        f'extern "C++" {{ }} extern "C" {{ {PHASE_1}; }} {PHASE_2};',
        f"namespace op {{ {PHASE_1}; }}\nnamespace a::b {{ namespace {{ {PHASE_2}; }} }}",
        f"{PHASE_1};\n{PHASE_2};\n{PHASE_1};\n{PHASE_2};",
        f"static inline int twice(int x) {{ return 2 * x; }}\n{PHASE_1};\n{PHASE_2};",
        f"{PHASE_1};\ninline bool is_one(const int x) noexcept {{ if (x) {{ return x == 1; }} return 0; }}\n{PHASE_2};",
        f"static const int kNames[] = {{1, 2}};\n{PHASE_1};\n{PHASE_2};",
        f"constexpr int X = f(3);\n{PHASE_1};\n{PHASE_2};",
        f'static_assert(sizeof(int) == 4, "; }} (");\n{PHASE_1};\n{PHASE_2};',
        f"REGISTER(a);\nDECLARE(b, (c))\n{PHASE_1};\n{PHASE_2};",
        f"const char brace = '{{'; const char quote = '\"'; const char e = '\\'';\n{PHASE_1};\n{PHASE_2};",
        f'const char *text = "}} ; // no comment /* none \\" {{";\n{PHASE_1};\n{PHASE_2};',
        f"class Tensor {{ public: int f(int); }};\n{PHASE_1};\n{PHASE_2};",
        f"template <typename T> struct S {{ T t; }};\n{PHASE_1};\n{PHASE_2};",
        f"int broken(((;\n{PHASE_1};\n{PHASE_2};",
    ],
)
def test_both_phases_are_cut_out(header: str) -> None:
    assert [t for t in texts(header) if "aclnnFoo" in t] == [TEXT_1, TEXT_2]
    assert not {"gone", "f", "g", "twice", "is_one", "DECLARE", "REGISTER", "static_assert"} & set(
        scan(header).prototypes
    )


@pytest.mark.parametrize(
    "words",
    [
        "ACLNN_API",
        "ACL_FUNC_VISIBILITY",
        "OP_API_FUNC_VISIBILITY",
        "SOME_EXPORT",
        "extern",
        "extern ACLNN_API",
        "ACLNN_API extern",
        "constexpr",
        "inline",
        '__attribute__((visibility("default")))',
        '__attribute__ ((visibility ("default")))',
        '__attribute((visibility("default")))',
        '__attribute__((visibility("default"))) ACLNN_API',
        "__declspec(dllexport)",
        "_declspec(dllexport)",
        "ACL_DEPRECATED ACLNN_API",
        'ACL_DEPRECATED_MESSAGE("use aclnnBar instead") ACLNN_API',
        'ACL_DEPRECATED_MESSAGE("use aclnnBar(x, (y)) instead; see (1") ACLNN_API',
        'ACL_DEPRECATED_MESSAGE(JOIN("a", (b)))\nACL_FUNC_VISIBILITY',
        '__attribute__((deprecated("x )"), visibility("default")))',
        '[[deprecated("use ]] another")]] ACLNN_API',
        "[[nodiscard]]",
        'SOME_DEPRECATION("text", (2)) ACLNN_API',
    ],
)
def test_words_before_the_return_type_go(words: str) -> None:
    assert texts(f"{words} {PHASE_1};\n{words}\n{PHASE_2};") == [TEXT_1, TEXT_2]


def test_an_attribute_behind_a_prototype_goes() -> None:
    assert texts(f'{PHASE_1} __attribute__((deprecated("no")));') == [TEXT_1]


def test_an_all_capital_return_type_stays() -> None:
    assert texts("UINT32 f(int a);") == ["UINT32 f(int a);"]
    assert texts("const UINT32 *f(int a);") == ["const UINT32 * f(int a);"]


def test_a_byte_order_mark_and_odd_bytes_are_no_hindrance() -> None:
    assert texts(decode(b"\xef\xbb\xbf" + TEXT_1.encode())) == [TEXT_1]
    assert texts(decode(b"/* \xff\xfe\xc3 */" + TEXT_1.encode() + b"\0\0")) == [TEXT_1]
    assert texts(decode(b"// \xe5\xbe\n" + TEXT_1.encode())) == [TEXT_1]
    assert decode(b"") == ""


def test_the_first_of_repeated_prototypes_counts() -> None:
    assert texts("int f(int a); int f(int b); int g(void);") == ["int f(int a);", "int g(void);"]


def test_role_macros_are_read_and_taken_off() -> None:
    header = (
        "ACLNN_API aclnnStatus aclnnFooGetWorkspaceSize(const aclTensor *x, ACLNN_OPTIONAL const aclTensor *bias, "
        "ACLNN_INOUT aclTensor *selfRef, ACLNN_OPTIONAL ACLNN_OUT aclTensor *out, aclTensor * ACLNN_OUT last, "
        "uint64_t *w, aclOpExecutor **e);"
    )
    (prototype,) = scan(header).prototypes.values()
    assert [sorted(macros) for macros in prototype.macros] == [
        [],
        ["ACLNN_OPTIONAL"],
        ["ACLNN_INOUT"],
        ["ACLNN_OPTIONAL", "ACLNN_OUT"],
        ["ACLNN_OUT"],
        [],
        [],
    ]
    assert prototype.text == (
        "aclnnStatus aclnnFooGetWorkspaceSize(const aclTensor *x, const aclTensor *bias, aclTensor *selfRef, "
        "aclTensor *out, aclTensor * last, uint64_t *w, aclOpExecutor **e);"
    )


def test_a_name_that_contains_a_role_macro_is_none() -> None:
    (prototype,) = scan("int f(int ACLNN_OUT_COUNT, int NOT_ACLNN_OUT);").prototypes.values()
    assert prototype.macros == (frozenset(), frozenset())


@pytest.mark.parametrize(("parameters", "count"), [("", 0), ("void", 0), (" void ", 0), ("int a", 1)])
def test_functions_of_few_parameters(parameters: str, count: int) -> None:
    (prototype,) = scan(f"int f({parameters});").prototypes.values()
    assert len(prototype.macros) == count


def test_a_parameter_may_be_a_function() -> None:
    (prototype,) = scan("int f(int (*callback)(int, void *), ACLNN_OUT int *b);").prototypes.values()
    assert [sorted(macros) for macros in prototype.macros] == [[], ["ACLNN_OUT"]]


def test_types_are_kept_in_order() -> None:
    header = (
        "typedef int aclError; typedef enum { None = 0, ACL_A = 1U } Mode; struct S; int f(int a);\n"
        "enum Global { First, None2 };\ntypedef int (*Callback)(int, void *);\n"
        "typedef struct { int (*f)(int); struct { int a; } inner; } T; union U { int a; float b; };"
    )
    assert list(scan(header).types) == [
        "typedef int aclError;",
        "typedef enum { None = 0, ACL_A = 1U } Mode;",
        "struct S;",
        "enum Global { First, None2 };",
        "typedef int (*Callback)(int, void *);",
        "typedef struct { int (*f)(int); struct { int a; } inner; } T;",
        "union U { int a; float b; };",
    ]
    assert texts(header) == ["int f(int a);"]


def test_deprecation_inside_an_enum_goes() -> None:
    header = 'typedef enum { A ACL_DEPRECATED_MESSAGE("Use B (not A)") = 204, B ACL_DEPRECATED = 205 } E;'
    assert list(scan(header).types) == ["typedef enum { A = 204, B = 205 } E;"]


def test_operators_in_finds_each_once_outside_comments_and_strings() -> None:
    header = (
        "// aclnnGoneGetWorkspaceSize(\n/* aclnnGoneGetWorkspaceSize(x) */\n#define F aclnnGoneGetWorkspaceSize(1)\n"
        'ACL_DEPRECATED_MESSAGE("use aclnnGoneGetWorkspaceSize(x)") '
        "aclnnStatus aclnnBGetWorkspaceSize (int a); aclnnStatus aclnnAGetWorkspaceSize(int a); "
        "aclnnStatus aclnnBGetWorkspaceSize(int a); int myaclnnCGetWorkspaceSize(int a);"
    )
    assert list(operators_in(header)) == ["aclnnB", "aclnnA"]


def test_truncated_headers_lose_only_their_end() -> None:
    whole = f'extern "C" {{ {PHASE_1}; /* c */ typedef enum {{ A }} E; {PHASE_2}; }} // "end'
    for length in range(len(whole)):
        found = scan(whole[:length])
        assert set(texts(whole[:length])) <= {TEXT_1, TEXT_2}
        assert set(found.types) <= {"typedef enum { A } E;"}


MEGABYTE = {
    "a word": "a" * 10**6 + ";",
    "a word in capitals": "A" * 10**6 + "();",
    "escaped quotes": '"\\' * 500_000,
    "quotes": '"' * 10**6,
    "opening parentheses": "a(" * 500_000 + ");",
    "closing parentheses": ")" * 10**6 + ";",
    "nested parentheses": "int f(" + "(" * 400_000 + ")" * 400_000 + ");",
    "opening braces": "{" * 10**6,
    "empty braces": "{}" * 500_000,
    "comments": "/*" * 500_000,
    "macro calls": "A()" * 300_000 + "int f(int a);",
    "attributes": "__attribute__(" * 70_000,
    "brackets": "[[" * 500_000,
    "namespaces": "namespace a{" * 80_000,
    "operators": "aclnn" * 200_000 + "GetWorkspaceSize",
    "parameters": "int f(" + "int a," * 160_000 + "int a);",
    "spaces": " " * 10**6,
    "semicolons": ";" * 10**6,
    "null bytes": "\0" * 10**6,
    "continuations": "#\\\n" * 300_000,
}


@pytest.mark.parametrize("text", MEGABYTE.values(), ids=MEGABYTE.keys())
def test_a_line_of_a_megabyte_takes_linear_time(text: str) -> None:
    start = time.perf_counter()
    scan(text)
    list(operators_in(text))
    assert time.perf_counter() - start < 15


TOKENS = st.sampled_from(
    [
        *"(){}[];,*\"'\\\n#/= \t\0",
        "//", "/*", "*/", 'extern "C"', "typedef ", "enum ", "struct ", "const ", "int ", "x ", "aclTensor ",
        "ACLNN_OUT ", "ACLNN_API ", "__attribute__((", "ACL_DEPRECATED_MESSAGE(", "namespace ", "constexpr ",
        "[[", "]]", "aclnnFooGetWorkspaceSize(", "aclnnStatus ", "uint64_t *w", "aclOpExecutor **e", "...", "\xff",
        "中", "0x1", TEXT_1,
    ]
)  # fmt: skip


def check_everything(text: str) -> None:
    """Scans, and parses what comes out; a parse may only end in ValueError."""
    list(operators_in(text))
    for prototype in scan(text).prototypes.values():
        assert not any(macro in prototype.text.split() for macro in scanner.ROLE_MACROS)
        for annotated in (True, False):
            try:
                parse(prototype, "a.h", annotated=annotated)
            except ValueError:
                continue


@settings(derandomize=True, max_examples=400, deadline=None)
@given(st.lists(TOKENS, max_size=60).map("".join))
def test_any_sequence_of_tokens_is_scanned(text: str) -> None:
    check_everything(text)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_scanned(data: bytes) -> None:
    check_everything(decode(data))


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.lists(TOKENS, max_size=12).map("".join), st.integers(0, len(TEXT_1)))
def test_any_damage_to_a_prototype_is_scanned(junk: str, position: int) -> None:
    check_everything(f"{TEXT_1[:position]}{junk}{TEXT_1[position:]}")


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.lists(TOKENS, max_size=20).map("".join))
def test_any_text_is_a_prototype_or_a_value_error(text: str) -> None:
    try:
        found = parse_parameters(text)
    except ValueError:
        return
    assert all(isinstance(ctype, str) and isinstance(name, str) for ctype, name in found)
