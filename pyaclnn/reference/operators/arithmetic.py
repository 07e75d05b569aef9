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
from ..arithmetic_kernels import ADD, AXPY, AXPY_INT32, AXPY_V2, MUL, MULS, RELU, SUB
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import ADDED_ON_CORE, MULTIPLIED_ON_CORE, NUMERIC, Dtypes, per_chip
from ..in_place import FITS_SELF, in_place
from ..kernels import are_mixed_floats
from ..lowering import Buffer, Lowering
from ..meta import ScalarValue
from ..patterns import operands
from ..rules import (
    Broadcast,
    Call,
    Castable,
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
)

# alpha is part of the addition's kernel for these, else it is a multiplication of its own.
AXPY_DTYPES = per_chip((FLOAT32, FLOAT16, INT32), A950=(FLOAT32, FLOAT16, BFLOAT16))
AXPY_V2_DTYPES = per_chip((), A950=(FLOAT32, BFLOAT16, FLOAT16, INT32, INT64, INT8, UINT8, BOOL))
AXPY_V2_DIFFERENCES = per_chip((), A950=(INT32, INT64, INT8))
# The kernels of Ascend950 that take strides take them up to this rank.
STRIDED_RANK = 4


_PAIR = ("self", "other")


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
        NotNull("self", "other", "alpha", "out"),
        DtypeIn(dtypes, "self", "other"),
        Promote("self", "other"),
        ScalarFits("alpha"),
        Castable("out"),
        MaxRank("self", "other"),
        Broadcast("self", "other", to="out"),
        DoneIfEmpty("self", "other"),
    )


SCALAR_SUM_RULES = (
    NotNull("self", "other", "alpha", "out"),
    DtypeIn(NUMERIC, "self"),
    PromoteScalar("self", "other", _computed_in, within=NUMERIC),
    ScalarFits("alpha"),
    Castable("out"),
    Infer("out", dtype=_result_with_scalar),
    MaxRank("self"),
    SameShape("self", "out"),
    DoneIfEmpty("self"),
)


def _have(low: Lowering, dtype: DType) -> bool:
    """Whether no operand needs a cast."""
    return all(low.args[n].dtype == dtype for n in _PAIR if not isinstance(low.args[n], ScalarValue))


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


def subtract_scaled(low: Lowering, first: Buffer, second: Buffer) -> Buffer:
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
    first, second = (low.strided(name) for name in _PAIR)
    takes_strides = low.family is Family.A950
    if are_mixed_floats(first.dtype, second.dtype) and scalars.is_one(low.family, alpha, FLOAT32):
        result = ADD(low, *operands(low, _PAIR, strided=takes_strides))
    else:
        plain = scalars.is_one(low.family, alpha, dtype) and dtype in ADDED_ON_CORE[low.family]
        strided = takes_strides and plain and _have(low, dtype)
        result = _add_scaled(low, *operands(low, _PAIR, dtype, strided=strided))
    low.write(result, "out")


def _add_scalar(low: Lowering, call: Call) -> None:
    dtype = call.common
    x, other, alpha = (call.args[n] for n in ("self", "other", "alpha"))
    fused = dtype in (*AXPY_DTYPES[low.family], *AXPY_V2_DTYPES[low.family])
    plain = (scalars.is_one(low.family, alpha, dtype) or not fused) and dtype in ADDED_ON_CORE[low.family]
    strided = low.family is Family.A950 and plain and _have(low, dtype)
    result = _add_scaled(low, *operands(low, _PAIR, dtype, strided=strided))
    if x.dtype == other.dtype == alpha.dtype == BOOL and other.value and alpha.value:
        result = low.cast(low.cast(result, low.tensor("out").dtype), BOOL)
    low.write(result, "out")


def _subtract(low: Lowering, call: Call) -> None:
    dtype, alpha = call.common, call.args["alpha"]
    if low.family is not Family.A950 and dtype.is_floating and not scalars.is_one(low.family, alpha, FLOAT32):
        dtype = FLOAT64 if dtype == FLOAT64 else FLOAT32
    low.write(subtract_scaled(low, *operands(low, _PAIR, dtype)), "out")


def _subtract_scalar(low: Lowering, call: Call) -> None:
    low.write(subtract_scaled(low, *operands(low, _PAIR, call.common)), "out")


add = Definition("aclnnAdd", "out = self + alpha * other", sum_rules(NUMERIC), _add, families=ALL_BUT_310B)
adds = Definition("aclnnAdds", "out = self + alpha * other", SCALAR_SUM_RULES, _add_scalar, families=ALL_BUT_310B)
sub = Definition("aclnnSub", "out = self - alpha * other", sum_rules(NUMERIC), _subtract)
subs = Definition("aclnnSubs", "out = self - alpha * other", SCALAR_SUM_RULES, _subtract_scalar, families=ALL_BUT_310B)


def _add_relu(low: Lowering, call: Call) -> None:
    dtype = call.common
    buffers = operands(low, _PAIR)
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
    first, second = (low.tensor(name) if in_place else low.strided(name) for name in _PAIR)
    takes_strides = low.family is Family.A950 and not in_place
    if are_mixed_floats(first.dtype, second.dtype) and (low.family is Family.A950 or not in_place):
        result = MUL(low, *operands(low, _PAIR, strided=takes_strides))
    else:
        small = first.ndim <= STRIDED_RANK and second.ndim <= STRIDED_RANK
        plain = small and _have(low, dtype) and dtype in MULTIPLIED_ON_CORE[low.family]
        result = MUL(low, *operands(low, _PAIR, dtype, strided=takes_strides and plain))
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
        result = MUL(low, *operands(low, _PAIR, dtype, strided=is_950 and plain and not in_place))
    low.write(result, "out")


# Ascend950 casts a product to whatever the output is.
_PRODUCT_FITS = When(lambda call: call.family is not Family.A950, Castable("out"))
_SCALAR_PRODUCT = PromoteScalar("self", "other", _multiplied_in, within=NUMERIC)
# The others cast a product with a scalar to whatever the output is.
_SCALAR_PRODUCT_FITS = When(lambda call: call.family is Family.A950, Castable("out"))

mul = Definition(
    "aclnnMul",
    "out = self * other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(NUMERIC, "self", "other", "out"),
        Promote("self", "other"),
        _PRODUCT_FITS,
        Infer("out", dtype=lambda call: call.common),
        MaxRank("self", "other"),
        Broadcast("self", "other", to="out"),
        DoneIfEmpty("self", "other"),
    ),
    _multiply,
    families=ALL_BUT_310B,
)
muls = Definition(
    "aclnnMuls",
    "out = self * other",
    (
        NotNull("self", "other", "out"),
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

OPERATORS = (
    add,
    in_place(add, *FITS_SELF),
    adds,
    in_place(adds),
    sub,
    in_place(sub),
    subs,
    in_place(subs),
    add_relu,
    in_place(add_relu, *FITS_SELF),
    mul,
    in_place(
        mul,
        rules=(
            NotNull("self", "other"),
            DtypeIn(NUMERIC, "self", "other"),
            Promote("self", "other"),
            _PRODUCT_FITS,
            Broadcast("self", "other", to="out"),
            DoneIfEmpty("self", "other"),
        ),
        lower=partial(_multiply, in_place=True),
    ),
    muls,
    in_place(
        muls,
        rules=(
            NotNull("self", "other"),
            DtypeIn(NUMERIC, "self"),
            _SCALAR_PRODUCT,
            _SCALAR_PRODUCT_FITS,
            DoneIfEmpty("self"),
        ),
        lower=partial(_multiply_scalar, in_place=True),
    ),
)
