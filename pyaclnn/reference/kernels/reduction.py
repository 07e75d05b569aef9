"""The kernels that reduce axes, which operators of several families launch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ...dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, INT8, INT32, INT64, UINT8, DType
from ..dtype_lists import FLOATS_ON_ANY_CHIP, Dtypes, per_chip
from ..lowering import Array, Buffer, Lowering
from ..shapes import reduced_shape

Axis: TypeAlias = "tuple[int, ...]"


@dataclass(frozen=True)
class Reduction:
    """A kernel that reduces axes: called, it is launched on a buffer and gives the result's.

    ``function`` takes the array with ``axis`` and ``keepdims``, and ``out`` as the ufuncs' ``reduce`` does unless
    ``takes_out`` is unset. ``on_core`` None says that it always runs on the vector cores.
    """

    name: str
    function: Callable[..., Any]
    on_core: Dtypes | None = None
    takes_out: bool = True

    def __call__(
        self, low: Lowering, x: Buffer, axes: tuple[int, ...], keep: bool, *, dtype: DType | None = None
    ) -> Buffer:
        return low.kernel(
            self.name,
            lambda array, **out: self.function(array, axis=axes, keepdims=keep, **out),
            (x,),
            reduced_shape(x.shape, axes, keep),
            dtype or x.dtype,
            takes_out=self.takes_out,
            aicpu=self.on_core is not None and x.dtype not in self.on_core[low.family],
        )


def _sum(x: Array, axis: Axis, keepdims: bool, **out: Any) -> Any:
    return np.sum(x, axis=axis, keepdims=keepdims, dtype=x.dtype, **out)


def _product(x: Array, axis: Axis, keepdims: bool, **out: Any) -> Any:
    return np.prod(x, axis=axis, keepdims=keepdims, dtype=x.dtype, **out)


def _mean(x: Array, axis: Axis, keepdims: bool) -> Any:
    """Integers are summed in 64 bits, and the quotient loses its fraction."""
    count = max(1, int(np.prod([x.shape[a] for a in axis], dtype=np.int64)))
    if x.dtype.kind not in "iu":
        return np.sum(x, axis=axis, keepdims=keepdims, dtype=x.dtype) / x.dtype.type(count)
    total = np.sum(x, axis=axis, keepdims=keepdims, dtype=np.int64)
    return (np.sign(total) * (np.abs(total) // count)).astype(x.dtype)


def _nan_sum(x: Array, axis: Axis, keepdims: bool) -> Any:
    return np.nansum(x, axis=axis, keepdims=keepdims, dtype=x.dtype)


def _log_sum(x: Array, axis: Axis, keepdims: bool) -> Any:
    return np.log(np.sum(x, axis=axis, keepdims=keepdims))


def _log_sum_exp(x: Array, axis: Axis, keepdims: bool) -> Any:
    return np.log(np.sum(np.exp(x), axis=axis, keepdims=keepdims))


_OLDER_EXTREMES = (FLOAT16, FLOAT32, UINT8, INT32)
_MULTIPLIED = (FLOAT32, FLOAT16, INT8, UINT8, INT64, BFLOAT16)

REDUCE_SUM = Reduction(
    "ReduceSum",
    _sum,
    per_chip(
        (FLOAT32, FLOAT16, INT32),
        P310=(FLOAT32, FLOAT16, INT64),
        since_910b=(INT64, BFLOAT16),
        A950=(FLOAT32, FLOAT16, INT32, BFLOAT16, INT64, BOOL),
    ),
)
REDUCE_MEAN = Reduction("ReduceMean", _mean, FLOATS_ON_ANY_CHIP, takes_out=False)
REDUCE_PROD = Reduction(
    "ReduceProd", _product, per_chip(_MULTIPLIED, since_910b=(INT32,), A950=(*_MULTIPLIED, BOOL, INT32))
)
REDUCE_MAX = Reduction("ReduceMax", np.maximum.reduce, per_chip(_OLDER_EXTREMES, since_910b=(INT64, BFLOAT16, INT8)))
REDUCE_MIN = Reduction("ReduceMin", np.minimum.reduce, per_chip(_OLDER_EXTREMES, since_910b=(INT64, BFLOAT16, INT8)))
REDUCE_ANY = Reduction("ReduceAny", np.any, takes_out=False)
REDUCE_ALL = Reduction("ReduceAll", np.all, takes_out=False)
REDUCE_NAN_SUM = Reduction("ReduceNansum", _nan_sum, takes_out=False)
REDUCE_LOG_SUM = Reduction("ReduceLogSum", _log_sum, takes_out=False)
REDUCE_LOG_SUM_EXP = Reduction("ReduceLogSumExp", _log_sum_exp, takes_out=False)
