"""Products with vectors: the outer product, and products that a scaled vector or matrix is added to."""

from __future__ import annotations

import numpy as np

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
from ...formats import Format
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import BASE, per_chip
from ..kernels.arithmetic import ADD, MUL
from ..kernels.comparison import LOGICAL_AND, LOGICAL_OR
from ..kernels.reduction import REDUCE_ANY, REDUCE_SUM
from ..lowering import Array, Buffer, Lowering
from ..meta import ScalarValue
from ..patterns.added_product import is_about
from ..patterns.cube import product
from ..patterns.cube_math import ALLOW_DOWN, FLOAT32_ADD, KEEP_AND_WIDEN, USE_FP16
from ..patterns.in_place import in_place
from ..promotion import promote
from ..rules import (
    INVALID,
    Call,
    Castable,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Finished,
    Infer,
    NotNull,
    Promote,
    PromoteBy,
    RankIn,
    RankIs,
    Refusal,
    ShapeIs,
    When,
    require,
)
from ..scalars import number
from ..shapes import broadcast

_ADDMV = per_chip((FLOAT32, INT32, INT64, FLOAT16, BFLOAT16, INT16, INT8, UINT8, FLOAT64, BOOL))
_ADDR = per_chip((FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT8, BOOL), since_910b=(BFLOAT16,))
_GER = per_chip(BASE, A950=(*BASE, BFLOAT16))
_CUBE = (FLOAT32, FLOAT16, BFLOAT16)
_GER_KERNEL = per_chip((FLOAT32, FLOAT16), A950=_CUBE)
_ADDR_KERNEL = per_chip((), A950=(*_CUBE, INT8, UINT8, BOOL))


def _times(low: Lowering, first: Buffer, second: Buffer) -> Buffer:
    return (LOGICAL_AND if first.dtype == BOOL else MUL)(low, first, second)


def _plus(low: Lowering, first: Buffer, second: Buffer) -> Buffer:
    return (LOGICAL_OR if first.dtype == BOOL else ADD)(low, first, second)


# beta * self + alpha * mat @ vec.


def _promoted_by_scalar(call: Call, dtype: DType | None, name: str) -> DType | None:
    """The dtype of a tensor times a scalar; one is left out, whatever its dtype."""
    return dtype if dtype is None or is_about(call, name, 1) else promote(call.args[name].dtype, dtype)


def _dtype_of_sum(call: Call) -> DType | None:
    product_dtype = promote(call.args["mat"].dtype, call.args["vec"].dtype)
    scaled_product = _promoted_by_scalar(call, product_dtype, "alpha")
    scaled_self = _promoted_by_scalar(call, call.args["self"].dtype, "beta")
    return None if scaled_product is None or scaled_self is None else promote(scaled_self, scaled_product)


def _check_addmv_shapes(call: Call) -> None:
    x, matrix, vector = (call.args[name].shape for name in ("self", "mat", "vec"))
    require(matrix[1] == vector[0], f"mat {list(matrix)} has {matrix[1]} columns, vec has {vector[0]} elements")
    call.expect_shape("out", matrix[:1], "the rows of mat")
    stretches = x == (1,) and not is_about(call, "alpha", 0)
    fits = not x or x[0] == matrix[0] or stretches
    require(fits, f"self has shape {list(x)}, but mat has {matrix[0]} rows")


def _check_addmv_mode(call: Call) -> None:
    mode, matrix, vector = call.args["cubeMathType"], call.args["mat"].dtype, call.args["vec"].dtype
    require(
        KEEP_AND_WIDEN <= mode <= FLOAT32_ADD,
        f"cubeMathType is {mode}; allowed are {KEEP_AND_WIDEN} to {FLOAT32_ADD}",
    )
    if call.family not in SINCE_910B | {Family.B310}:
        dtype = FLOAT32 if FLOAT32 in (matrix, vector) else matrix
        narrows = mode in (ALLOW_DOWN, USE_FP16)
        fits = dtype not in (FLOAT32, BFLOAT16) or (dtype == FLOAT32 and narrows)
        require(fits, f"cubeMathType is {mode}, with which {call.family.value} does not multiply {dtype.name}")


def _no_fractal_format(call: Call) -> None:
    for name, tensor in call.tensors(("self", "mat", "vec", "out")):
        require(tensor.format is not Format.FRACTAL_NZ, f"{name} has format FRACTAL_NZ, which is not taken")


def _scaled(low: Lowering, call: Call, x: Buffer, name: str) -> Buffer:
    """The tensor times a scalar, in their common dtype."""
    if is_about(call, name, 1):
        return x
    dtype = promote(call.args[name].dtype, x.dtype)
    assert dtype is not None
    return _times(low, low.cast(x, dtype), low.constant(call.args[name], dtype))


def _row_products(low: Lowering, call: Call) -> Buffer:
    """The product of a matrix and a vector: by the matrix units, or by the vector cores for what those don't take."""
    vector, matrix = low.contiguous("vec"), low.contiguous("mat")
    dtype = promote(matrix.dtype, vector.dtype)
    assert dtype is not None
    matrix, vector = low.cast(matrix, dtype), low.cast(vector, dtype)
    if dtype in _CUBE:
        return low.cast(product(low, matrix, vector, dtype, call.args["cubeMathType"]), dtype)
    products = _times(low, matrix, vector)
    return (REDUCE_ANY if dtype == BOOL else REDUCE_SUM)(low, products, (1,), False)


def _lower_addmv(low: Lowering, call: Call) -> None:
    has_product = not is_about(call, "alpha", 0) and not (call.args["mat"].is_empty or call.args["vec"].is_empty)
    result = _scaled(low, call, _row_products(low, call), "alpha") if has_product else None
    if result is None or not is_about(call, "beta", 0):
        added = _scaled(low, call, low.contiguous("self"), "beta")
        if result is None:
            result = added
        else:
            dtype = promote(added.dtype, result.dtype)
            assert dtype is not None
            added = low.cast(added, dtype)
            result = _plus(low, low.cast(result, dtype), added)
    low.write(result, "out")


addmv = Definition(
    "aclnnAddmv",
    "out = beta * self + alpha * mat @ vec",
    (
        NotNull("self", "mat", "vec", "alpha", "beta", "out"),
        DtypeIn(_ADDMV, "self", "mat", "vec", "alpha", "beta", "out"),
        PromoteBy(_dtype_of_sum, "self", "mat", "vec", "alpha", "beta"),
        Castable("out"),
        RankIn(0, 1, "self"),
        RankIs(2, "mat"),
        RankIs(1, "vec", "out"),
        Check(_check_addmv_shapes),
        Check(_check_addmv_mode),
        Check(_no_fractal_format),
        DoneIfEmpty("self"),
    ),
    _lower_addmv,
    families=ALL_BUT_310B,
)


# beta * self + alpha * the outer product.


def _scalars(call: Call) -> list[tuple[str, ScalarValue]]:
    """The factors that the caller gives; one left out is one."""
    names = ("betaOptional", "alphaOptional")
    return [(name, call.args[name]) for name in names if call.args[name] is not None]


def _check_factors(call: Call) -> None:
    tensors = [call.args[name].dtype for name in ("self", "vec1", "vec2")]
    only_integers = all(dtype.is_integral or dtype == BOOL for dtype in tensors)
    for name, scalar in _scalars(call):
        truth = scalar.dtype == BOOL
        require(call.common == BOOL or not truth, f"{name} is bool, but the tensors are not all bool")
        fits = not only_integers or scalar.dtype.is_integral or truth
        require(fits, f"{name} is {scalar.dtype.name}, but the tensors are integers")


def _outer_shape(call: Call) -> tuple[int, ...]:
    return (*call.args["vec1"].shape, *call.args["vec2"].shape)


def _check_addr_shapes(call: Call) -> None:
    x, outer = call.args["self"].shape, _outer_shape(call)
    shape = x if "selfRef" in call.args else broadcast(x, outer)
    if shape != outer:
        raise Refusal(INVALID, f"self of shape {list(x)} does not broadcast to the outer product's {list(outer)}")


def _done_without_vectors(call: Call) -> None:
    if call.args["vec1"].is_empty or call.args["vec2"].is_empty:
        raise Finished


def _addr(x: Array, first: Array, second: Array, beta: Array, alpha: Array) -> Array:
    if x.dtype == np.bool_:
        return np.asarray((beta & x) | (alpha & first[:, None] & second))
    return np.asarray(beta * x + alpha * first[:, None] * second)


def _lower_addr(low: Lowering, call: Call) -> None:
    dtype = call.common
    x, first, second = (low.cast(low.contiguous(name), dtype) for name in ("self", "vec1", "vec2"))
    factors = {name: low.constant(scalar, dtype) for name, scalar in _scalars(call)}
    if dtype in _ADDR_KERNEL[low.family]:
        one = low.constant(ScalarValue(INT32, 1), dtype)
        beta, alpha = (factors.get(name, one) for name in ("betaOptional", "alphaOptional"))
        result = low.kernel("Addr", _addr, (x, first, second, beta, alpha), _outer_shape(call), dtype)
        # Truth values take a detour that makes all that are not zero one.
        low.write(low.cast(low.cast(result, INT8), BOOL) if dtype == BOOL else result, "out")
        return
    values = {name: float(number(scalar)) for name, scalar in _scalars(call)}
    column = low.reshape(first, (*first.shape, 1))
    row = low.reshape(second, (1, *second.shape))
    if values.get("alphaOptional", 1) != 1:
        column = _times(low, factors["alphaOptional"], column)
    result = _times(low, column, row)
    beta_value = values.get("betaOptional", 1)
    if beta_value != 0:
        scaled = x if beta_value == 1 else _times(low, x, factors["betaOptional"])
        result = _plus(low, scaled, result)
    low.write(result, "out")


def _promoted_of_three(call: Call) -> DType | None:
    x, first, second = (call.args[name].dtype for name in ("self", "vec1", "vec2"))
    vectors = promote(second, first)
    return None if vectors is None else promote(x, vectors)


addr = Definition(
    "aclnnAddr",
    "out = beta * self + alpha * outer(vec1, vec2)",
    (
        NotNull("self", "vec1", "vec2", "out"),
        DtypeIn(_ADDR, "self", "vec1", "vec2", "out", "betaOptional", "alphaOptional"),
        PromoteBy(_promoted_of_three, "self", "vec1", "vec2"),
        Check(_check_factors),
        RankIs(1, "vec1", "vec2"),
        RankIn(0, 2, "self"),
        When(lambda call: "selfRef" in call.args, RankIs(2, "self")),
        Check(_check_addr_shapes),
        Infer("out", dtype=lambda call: call.common),
        Check(_done_without_vectors),
        ShapeIs("out", _outer_shape, "the elements of vec1 by those of vec2"),
    ),
    _lower_addr,
    families=ALL_BUT_310B,
)


def _lower_ger(low: Lowering, call: Call) -> None:
    first, second = (low.cast(low.contiguous(name), call.common) for name in ("self", "vec2"))
    if call.common in _GER_KERNEL[low.family]:
        result = low.kernel("Ger", np.outer, (first, second), _outer_of_two(call), call.common)
    else:
        result = _times(low, low.reshape(first, (*first.shape, 1)), second)
    low.write(result, "out")


def _outer_of_two(call: Call) -> tuple[int, ...]:
    return (*call.args["self"].shape, *call.args["vec2"].shape)


ger = Definition(
    "aclnnGer",
    "out[i, j] = self[i] * vec2[j]",
    (
        NotNull("self", "vec2", "out"),
        DtypeIn(_GER, "self", "vec2"),
        Promote("self", "vec2", to="out"),
        RankIs(1, "self", "vec2"),
        ShapeIs("out", _outer_of_two, "the elements of self by those of vec2"),
        DoneIfEmpty("self", "vec2"),
    ),
    _lower_ger,
    families=ALL_BUT_310B,
)

OPERATORS = (addmv, addr, in_place("aclnnInplaceAddr", addr), ger)
