"""Sums, differences and products of two tensors, or of a tensor and a scalar."""

from __future__ import annotations

from functools import partial

from ...dtypes import (
    BFLOAT16,
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    DType,
)
from .. import scalars
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import ADDED_ON_CORE, MULTIPLIED_ON_CORE, NUMERIC, NUMERIC_BUT_BOOL, Dtypes, per_chip
from ..kernels import are_mixed_floats
from ..kernels.arithmetic import ADD, AXPY, AXPY_INT32, AXPY_V2, MUL, MULS, RELU, SUB
from ..lowering import Buffer, Lowering
from ..meta import ScalarValue
from ..patterns.binary import DONE_IF_EMPTY, PAIR, PAIR_SHAPES, Promotion, binary_rules, by_chip, promoted
from ..patterns.in_place import FITS_SELF, in_place
from ..patterns.lowerings import operands
from ..promotion import promote
from ..rules import (
    Broadcast,
    Call,
    Castable,
    CommonIn,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    Promote,
    PromoteScalar,
    Rule,
    SameShape,
    ScalarFits,
    When,
    before_950,
    on_950,
)

# alpha is part of the addition's kernel for these, else it is a multiplication of its own.
AXPY_DTYPES = per_chip((FLOAT32, FLOAT16, INT32), A950=(FLOAT32, FLOAT16, BFLOAT16))
AXPY_V2_DTYPES = per_chip((), A950=(FLOAT32, BFLOAT16, FLOAT16, INT32, INT64, INT8, UINT8, BOOL))
AXPY_V2_DIFFERENCES = per_chip((), A950=(INT32, INT64, INT8))
# The kernels of Ascend950 that take strides take them up to this rank.
STRIDED_RANK = 4


def _computed_in(call: Call) -> DType | None:
    """The dtype in which a tensor and the scalar ``other`` are computed."""
    output = None if call.is_missing("out") else call.args["out"].dtype
    factors = (call.args["alpha"],) if "alpha" in call.args else ()
    return scalars.common_dtype(call.family, call.args["self"].dtype, output, call.args["other"], *factors)


def _result_with_scalar(call: Call) -> DType:
    return scalars.result_dtype(call.args["self"].dtype, call.args["other"].dtype) or call.common


def sum_rules(dtypes: Dtypes) -> tuple[Rule, ...]:
    """Of ``self + alpha * other`` with two tensors."""
    return (
        NotNull(*PAIR, "alpha", "out"),
        DtypeIn(dtypes, *PAIR),
        Promote(*PAIR),
        ScalarFits("alpha"),
        Castable("out"),
        *PAIR_SHAPES,
        DONE_IF_EMPTY,
    )


SCALAR_SUM_RULES = (
    NotNull(*PAIR, "alpha", "out"),
    DtypeIn(NUMERIC, "self"),
    PromoteScalar(*PAIR, _computed_in, within=NUMERIC),
    ScalarFits("alpha"),
    Castable("out"),
    Infer("out", dtype=_result_with_scalar),
    MaxRank("self"),
    SameShape("self", "out"),
    DoneIfEmpty("self"),
)


def _have(low: Lowering, dtype: DType) -> bool:
    """Whether no operand needs a cast."""
    return all(low.args[n].dtype == dtype for n in PAIR if not isinstance(low.args[n], ScalarValue))


def _add_scaled(
    low: Lowering, first: Buffer, second: Buffer, *, axpy: Dtypes = AXPY_DTYPES, axpy_v2: Dtypes = AXPY_V2_DTYPES
) -> Buffer:
    """``first + alpha * second``, both of the dtype that is computed in."""
    alpha, dtype = low.args["alpha"], first.dtype
    if scalars.is_one(low.family, alpha, dtype):
        return ADD(low, first, second)
    if dtype in axpy[low.family]:
        kernel = AXPY_INT32 if dtype == INT32 else AXPY
        return kernel(low, first, second, attributes=(scalars.number(alpha),))
    if dtype in axpy_v2[low.family]:
        return AXPY_V2(low, first, second, attributes=(scalars.number(alpha, dtype),))
    return ADD(low, first, MUL(low, second, low.constant(alpha, dtype)))


def _subtract_scaled(low: Lowering, first: Buffer, second: Buffer) -> Buffer:
    """``first - alpha * second``."""
    alpha, dtype = low.args["alpha"], first.dtype
    if scalars.is_one(low.family, alpha, dtype):
        return SUB(low, first, second)
    if dtype in (FLOAT32, FLOAT16, BFLOAT16):
        return AXPY(low, first, second, attributes=(-scalars.number(alpha),))
    if dtype in AXPY_V2_DIFFERENCES[low.family]:
        negated = ScalarValue(INT64, -int(scalars.number(alpha, INT64)))
        return AXPY_V2(low, first, second, attributes=(scalars.number(negated, dtype),))
    return SUB(low, first, MUL(low, second, low.constant(alpha, dtype)))


def _add(low: Lowering, call: Call) -> None:
    dtype, alpha = call.common, call.args["alpha"]
    first, second = (low.strided(name) for name in PAIR)
    takes_strides = low.family is Family.A950
    if are_mixed_floats(first.dtype, second.dtype) and scalars.is_one(low.family, alpha, FLOAT32):
        result = ADD(low, *operands(low, PAIR, strided=takes_strides))
    else:
        plain = scalars.is_one(low.family, alpha, dtype) and dtype in ADDED_ON_CORE[low.family]
        strided = takes_strides and plain and _have(low, dtype)
        result = _add_scaled(low, *operands(low, PAIR, dtype, strided=strided))
    low.write(result, "out")


def _add_scalar(low: Lowering, call: Call) -> None:
    dtype = call.common
    x, other, alpha = (call.args[n] for n in (*PAIR, "alpha"))
    fused = dtype in (*AXPY_DTYPES[low.family], *AXPY_V2_DTYPES[low.family])
    plain = (scalars.is_one(low.family, alpha, dtype) or not fused) and dtype in ADDED_ON_CORE[low.family]
    strided = low.family is Family.A950 and plain and _have(low, dtype)
    result = _add_scaled(low, *operands(low, PAIR, dtype, strided=strided))
    if x.dtype == other.dtype == alpha.dtype == BOOL and other.value and alpha.value:
        result = low.cast(low.cast(result, low.tensor("out").dtype), BOOL)
    low.write(result, "out")


def _subtract(low: Lowering, call: Call) -> None:
    dtype, alpha = call.common, call.args["alpha"]
    if low.family is not Family.A950 and dtype.is_floating and not scalars.is_one(low.family, alpha, FLOAT32):
        dtype = FLOAT64 if dtype == FLOAT64 else FLOAT32
    low.write(_subtract_scaled(low, *operands(low, PAIR, dtype)), "out")


def _subtract_scalar(low: Lowering, call: Call) -> None:
    low.write(_subtract_scaled(low, *operands(low, PAIR, call.common)), "out")


add = Definition("aclnnAdd", "out = self + alpha * other", sum_rules(NUMERIC), _add, families=ALL_BUT_310B)
adds = Definition("aclnnAdds", "out = self + alpha * other", SCALAR_SUM_RULES, _add_scalar, families=ALL_BUT_310B)
sub = Definition("aclnnSub", "out = self - alpha * other", sum_rules(NUMERIC), _subtract)
subs = Definition("aclnnSubs", "out = self - alpha * other", SCALAR_SUM_RULES, _subtract_scalar, families=ALL_BUT_310B)


def _add_relu(low: Lowering, call: Call) -> None:
    dtype = call.common
    buffers = operands(low, PAIR)
    if are_mixed_floats(buffers[0].dtype, buffers[1].dtype) and scalars.is_one(low.family, call.args["alpha"], FLOAT32):
        result = ADD(low, *buffers)
    else:
        first, second = (low.cast(b, FLOAT32 if dtype.is_floating else dtype) for b in buffers)
        result = _add_scaled(low, first, second, axpy=per_chip((FLOAT32, INT32)), axpy_v2=per_chip(()))
    if result.dtype == INT16:
        result = low.cast(result, INT32)
    low.write(result if result.dtype == UINT8 else RELU(low, result), "out")


add_relu = Definition(
    "aclnnAddRelu",
    "out = max(self + alpha * other, 0)",
    sum_rules(per_chip((FLOAT32, FLOAT16, INT8, UINT8, INT16, INT32, INT64), since_910b=(BFLOAT16,))),
    _add_relu,
    families=ALL_BUT_310B,
)


def _multiplied_in(call: Call) -> DType | None:
    x, other = call.args["self"].dtype, call.args["other"].dtype
    if call.family is not Family.A950 and (
        (x == BFLOAT16 and not other.is_complex) or (x == BOOL and other == FLOAT64)
    ):
        return FLOAT32
    return _computed_in(call)


def _multiply(low: Lowering, call: Call, *, in_place: bool = False) -> None:
    dtype = call.common
    first, second = (low.tensor(name) if in_place else low.strided(name) for name in PAIR)
    takes_strides = low.family is Family.A950 and not in_place
    if are_mixed_floats(first.dtype, second.dtype) and (low.family is Family.A950 or not in_place):
        result = MUL(low, *operands(low, PAIR, strided=takes_strides))
    else:
        small = first.ndim <= STRIDED_RANK and second.ndim <= STRIDED_RANK
        plain = small and _have(low, dtype) and dtype in MULTIPLIED_ON_CORE[low.family]
        result = MUL(low, *operands(low, PAIR, dtype, strided=takes_strides and plain))
    low.write(result, "out")


def _multiply_scalar(low: Lowering, call: Call, *, in_place: bool = False) -> None:
    x, other, dtype = call.args["self"], call.args["other"], call.common
    is_950 = low.family is Family.A950
    if not in_place:
        low.strided("self")
    if (is_950 and x.dtype in (BFLOAT16, FLOAT16) and other.dtype.is_floating) or (
        not is_950 and x.dtype == BFLOAT16 and other.dtype == FLOAT64
    ):
        result = MULS(low, low.contiguous("self"), attributes=(scalars.number(other),))
    else:
        plain = x.ndim <= STRIDED_RANK and _have(low, dtype) and dtype in MULTIPLIED_ON_CORE[low.family]
        result = MUL(low, *operands(low, PAIR, dtype, strided=is_950 and plain and not in_place))
    low.write(result, "out")


# Ascend950 casts a product to whatever the output is.
_PRODUCT_FITS = When(before_950, Castable("out"))
_SCALAR_PRODUCT = PromoteScalar(*PAIR, _multiplied_in, within=NUMERIC)
# The others cast a product with a scalar to whatever the output is.
_SCALAR_PRODUCT_FITS = When(on_950, Castable("out"))

mul = Definition(
    "aclnnMul",
    "out = self * other",
    binary_rules((DtypeIn(NUMERIC, *PAIR, "out"),), promoted(*PAIR), (_PRODUCT_FITS,)),
    _multiply,
    families=ALL_BUT_310B,
)
muls = Definition(
    "aclnnMuls",
    "out = self * other",
    (
        NotNull(*PAIR, "out"),
        DtypeIn(NUMERIC, "self", "out"),
        _SCALAR_PRODUCT,
        _SCALAR_PRODUCT_FITS,
        Infer("out", dtype=_result_with_scalar),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _multiply_scalar,
    families=ALL_BUT_310B,
)

# other - alpha * self


def _is_one(low: Lowering) -> bool:
    alpha = low.args["alpha"]
    if alpha.dtype.is_integral:
        return int(scalars.number(alpha, INT32)) == 1
    return bool(alpha.dtype.is_floating and scalars.number(alpha) == 1)


def _reverse_subtract(low: Lowering, call: Call) -> None:
    x, other = operands(low, PAIR, call.common)
    low.write(
        _subtract_scaled(low, other, x) if low.family is Family.A950 else _subtract_multiple(low, other, x), "out"
    )


def _subtract_multiple(low: Lowering, first: Buffer, second: Buffer) -> Buffer:
    """The older chips multiply by any alpha but one."""
    factor = None if _is_one(low) else low.constant(low.args["alpha"], first.dtype)
    return SUB(low, first, second if factor is None else MUL(low, second, factor))


def _computed_in_on_950(call: Call) -> DType | None:
    x, other, alpha = (call.args[name] for name in (*PAIR, "alpha"))
    return scalars.common_dtype(call.family, x.dtype, None, other, alpha)


def _promoted_by_scalar(call: Call) -> DType | None:
    x, other = (call.args[name].dtype for name in PAIR)
    return promote(x, other) if other.is_floating and not x.is_floating else x


def _rsub(name: str, common: Promotion) -> Definition:
    fits: tuple[Rule, ...] = (ScalarFits("alpha"), When(on_950, CommonIn(NUMERIC_BUT_BOOL)), Castable("out"))
    null, *rules = binary_rules((DtypeIn(NUMERIC_BUT_BOOL, *PAIR),), common, fits)
    return Definition(
        name,
        "out = other - alpha * self",
        (NotNull(*PAIR, "alpha"), null, *rules),
        _reverse_subtract,
        families=ALL_BUT_310B,
    )


OPERATORS = (
    add,
    in_place("aclnnInplaceAdd", add, *FITS_SELF),
    adds,
    in_place("aclnnInplaceAdds", adds),
    sub,
    in_place("aclnnInplaceSub", sub),
    subs,
    in_place("aclnnInplaceSubs", subs),
    add_relu,
    in_place("aclnnInplaceAddRelu", add_relu, *FITS_SELF),
    mul,
    in_place(
        "aclnnInplaceMul",
        mul,
        rules=(
            NotNull(*PAIR),
            DtypeIn(NUMERIC, *PAIR),
            Promote(*PAIR),
            _PRODUCT_FITS,
            Broadcast(*PAIR, to="out"),
            DONE_IF_EMPTY,
        ),
        lower=partial(_multiply, in_place=True),
    ),
    muls,
    in_place(
        "aclnnInplaceMuls",
        muls,
        rules=(
            NotNull(*PAIR),
            DtypeIn(NUMERIC, "self"),
            _SCALAR_PRODUCT,
            _SCALAR_PRODUCT_FITS,
            DoneIfEmpty("self"),
        ),
        lower=partial(_multiply_scalar, in_place=True),
    ),
    _rsub("aclnnRsub", promoted(*PAIR)),
    _rsub("aclnnRsubs", by_chip(_computed_in_on_950, _promoted_by_scalar)),
)
