"""Complex numbers: made of their parts, or taken apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
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
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import per_chip
from ..kernels.arithmetic import MUL
from ..lowering import Array, Buffer, Lowering
from ..patterns.unary import PLAIN_ON_950
from ..rules import (
    INNER_NULL,
    PLAIN_FORMATS,
    Broadcast,
    Call,
    DoneIfEmpty,
    DtypeIn,
    DtypeIs,
    FormatIn,
    MaxRank,
    NotNull,
    NotPrivate,
    Refusal,
    SameDtype,
    SameFormat,
    SameShape,
    When,
    on_950,
)
from ..shapes import broadcast
from .trigonometric import COS, SIN

_OF_PARTS = {FLOAT16: COMPLEX32, FLOAT32: COMPLEX64, FLOAT64: COMPLEX128}
_PART_OF = {whole: part for part, whole in _OF_PARTS.items()}
_HALVES = np.dtype([("real", np.float16), ("imag", np.float16)])


def _from_parts(real: Array, imag: Array, out: Array | None = None) -> Array:
    shape = np.broadcast_shapes(real.shape, imag.shape)
    if real.dtype == np.float16:
        # NumPy has no complex type of halves: it sees four bytes.
        halves = np.empty(shape, _HALVES)
        halves["real"], halves["imag"] = real, imag
        return halves.view(COMPLEX32.storage)
    result = np.empty(shape, np.result_type(real, np.complex64)) if out is None else out
    result.real, result.imag = real, imag
    return result


def _real_of(x: Array) -> Array:
    if x.dtype == COMPLEX32.storage:
        return np.asarray(x.view(_HALVES)["real"])
    return np.asarray(x.real)


def _complex(low: Lowering, real: Buffer, imag: Buffer, dtype: DType) -> Buffer:
    on_core = low.family in SINCE_910B and real.dtype != FLOAT64
    if dtype == COMPLEX32 and not on_core:
        raise Refusal(INNER_NULL, f"{low.family.value} has no kernel that makes complex32")
    shape = broadcast(real.shape, imag.shape)
    assert shape is not None
    takes_out = dtype != COMPLEX32
    return low.kernel(
        "Complex", _from_parts, (real, imag), shape, dtype, raw=True, takes_out=takes_out, aicpu=not on_core
    )


def _lower_complex(low: Lowering, call: Call) -> None:
    low.view_copy(_complex(low, low.contiguous("real"), low.contiguous("imag"), call.dtypes["out"]), "out")


complex_ = Definition(
    "aclnnComplex",
    "out = real + imag * i",
    (
        NotNull("real", "imag", "out"),
        DoneIfEmpty("real", "imag"),
        DtypeIn(per_chip(tuple(_OF_PARTS)), "real", "imag"),
        SameDtype("real", "imag"),
        DtypeIs("out", lambda call: _OF_PARTS[call.common], "the complex dtype of such parts"),
        MaxRank("real", "imag"),
        Broadcast("real", "imag", to="out"),
        When(on_950, SameFormat("real", "imag", "out"), NotPrivate("real")),
    ),
    _lower_complex,
    families=ALL_BUT_310B,
)


def _polar_of(size: Array, angle: Array, out: Array | None = None) -> Array:
    return _from_parts(size * np.cos(angle), size * np.sin(angle), out)


def _lower_polar(low: Lowering, call: Call) -> None:
    size, angle = low.contiguous("input"), low.contiguous("angle")
    if low.family is Family.A950:
        result = low.kernel("Polar", _polar_of, (size, angle), call.shape, COMPLEX64, takes_out=True, elementwise=True)
    else:
        sine, cosine = SIN(low, angle), COS(low, angle)
        imag, real = MUL(low, sine, size), MUL(low, cosine, size)
        result = _complex(low, real, imag, COMPLEX64)
    low.view_copy(result, "out")


polar = Definition(
    "aclnnPolar",
    "out = input * cos(angle) + input * sin(angle) * i",
    (
        NotNull("input", "angle", "out"),
        DtypeIn(per_chip((FLOAT32,)), "input", "angle"),
        DtypeIs("out", lambda call: COMPLEX64, "that of a complex number of float32 parts"),
        MaxRank("input", "angle", "out"),
        Broadcast("input", "angle", to="out"),
        When(on_950, SameFormat("out", "input", "angle"), NotPrivate("input")),
        DoneIfEmpty("input", "angle"),
    ),
    _lower_polar,
    families=ALL_BUT_310B,
)


def _part_dtype(call: Call) -> DType:
    dtype = call.args["self"].dtype
    return _PART_OF.get(dtype, dtype)


def _lower_real(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    if x.dtype.is_complex:
        on_core = low.family in SINCE_910B and x.dtype != COMPLEX128
        x = low.kernel("Real", _real_of, (x,), x.shape, _PART_OF[x.dtype], raw=True, aicpu=not on_core)
    low.view_copy(x, "out")


real = Definition(
    "aclnnReal",
    "out = the real part of self; self itself if it is real",
    (
        NotNull("self", "out"),
        DtypeIn(
            per_chip(
                (COMPLEX64, COMPLEX128),
                since_910b=(FLOAT32, FLOAT16, COMPLEX32),
                A950=(FLOAT32, FLOAT16, COMPLEX32, COMPLEX64),
            ),
            "self",
        ),
        DtypeIs("out", _part_dtype, "the dtype of self's real part"),
        MaxRank("self"),
        SameShape("self", "out"),
        PLAIN_ON_950,
        DoneIfEmpty("self"),
    ),
    _lower_real,
    families=ALL_BUT_310B,
)

_ANGLES = {FLOAT16: FLOAT16, FLOAT32: FLOAT32, BFLOAT16: BFLOAT16}
_WITH_ANGLES = (*_ANGLES, COMPLEX64, BOOL, UINT8, INT8, INT16, INT32, INT64)


def _angle_of(x: Array) -> Any:
    """Pi for what is below zero; minus zero is not."""
    if x.dtype.kind == "c":
        return np.arctan2(x.imag, x.real)
    result = np.asarray(np.multiply(x < 0, np.float32(np.pi)))
    if x.dtype.kind == "f" and (unordered := np.isnan(x)).any():
        np.copyto(result, np.nan, where=unordered)
    return result


def _lower_angle(low: Lowering, call: Call) -> None:
    x = low.contiguous("x")
    dtype = _ANGLES.get(x.dtype, FLOAT32)
    low.view_copy(low.kernel("AngleV2", _angle_of, (x,), x.shape, dtype, elementwise=True), "out")


angle_v2 = Definition(
    "aclnnAngleV2",
    "out = the angle of x in radians: atan2 of the imaginary and the real part; for reals pi below 0, else 0",
    (
        NotNull("x", "out"),
        DtypeIn(per_chip(_WITH_ANGLES), "x"),
        DtypeIs("out", lambda call: _ANGLES.get(call.args["x"].dtype, FLOAT32), "the dtype of the angles of x"),
        FormatIn(PLAIN_FORMATS, "x", "out"),
        MaxRank("x"),
        SameShape("x", "out"),
        DoneIfEmpty("out"),
    ),
    _lower_angle,
    families=SINCE_910B,
)

OPERATORS = (complex_, polar, real, angle_v2)
