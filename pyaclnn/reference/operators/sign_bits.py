"""Signs packed into bits, and bits unpacked into numbers of their signs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import FLOAT16, FLOAT32, UINT8
from ...formats import Format
from .. import casts
from ..chips import SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import per_chip
from ..lowering import Array, Lowering
from ..rules import (
    Call,
    Check,
    DoneIfEmpty,
    DtypeGiven,
    DtypeIn,
    FormatIn,
    Infer,
    NotNull,
    RankIs,
    Satisfies,
    require,
)

_BITS_OF_BYTE = 8
_PACKING = SINCE_910B | {Family.P310}
_HAS_PACKING = Check(
    lambda call: require(call.family in _PACKING, f"{call.operator} is not taken on {call.family.value}")
)
_PACKED = per_chip((FLOAT32, FLOAT16))
_BYTES = per_chip((UINT8,))
_POSITIVE = Satisfies("size", lambda size: size > 0, "a positive number")


def _first_extent(call: Call) -> int:
    shape = call.args["self"].shape
    return shape[0] if shape else -1


def _rows(call: Call, length: int) -> None:
    """``size`` is the number of rows, which must share the elements evenly."""
    size, out = call.args["size"], call.args["out"]
    require(length % size == 0, f"size is {size}, which does not divide the {length} elements of out")
    if call.is_missing("out"):
        call.shapes["out"] = (size, length // size)
    else:
        require(out.shape[:1] == (size,), f"out has shape {list(out.shape)}, must have {size} rows")


def _packed_rows(call: Call) -> None:
    _rows(call, -(-_first_extent(call) // _BITS_OF_BYTE))


def _unpacked_rows(call: Call) -> None:
    _rows(call, _first_extent(call) * _BITS_OF_BYTE)


def _pack(low: Lowering, call: Call) -> None:
    size = call.args["size"]
    newest = low.family is Family.A950

    def pack(x: Array) -> Any:
        # Ascend950 notes what is negative, the first element in the highest bit; the others what is not, in the lowest.
        # Elements that are missing from the last byte count as negative.
        negative = np.concatenate((x < 0, np.ones(-x.size % _BITS_OF_BYTE, bool)))
        packed = np.packbits(negative) if newest else np.packbits(~negative, bitorder="little")
        return packed.reshape(size, -1)

    x = low.contiguous("self")
    shape = (size, -(-x.size // _BITS_OF_BYTE) // size)
    low.view_copy(low.kernel("SignBitsPack", pack, (x,), shape, UINT8), "out")


def _unpack(low: Lowering, call: Call) -> None:
    size, dtype = call.args["size"], call.args["dtype"]

    def unpack(x: Array) -> Any:
        bits = np.unpackbits(x, bitorder="little").reshape(size, -1)
        return casts.cast(np.where(bits, np.float32(1), np.float32(-1)), dtype)

    x = low.contiguous("self")
    shape = (size, x.size * _BITS_OF_BYTE // size)
    low.view_copy(low.kernel("SignBitsUnpack", unpack, (x,), shape, dtype), "out")


sign_bits_pack = Definition(
    "aclnnSignBitsPack",
    "out = bytes of eight signs each, in size rows: 1 for 0 and above, the first sign in the lowest bit; "
    "on Ascend950 1 below 0, the first sign in the highest",
    (
        NotNull("self", "out"),
        _HAS_PACKING,
        DtypeIn(_PACKED, "self"),
        DtypeIn(_BYTES, "out"),
        Infer("out", dtype=lambda call: UINT8),
        FormatIn((Format.ND,), "self", "out"),
        _POSITIVE,
        Check(_packed_rows),
        RankIs(1, "self"),
        RankIs(2, "out"),
        DoneIfEmpty("self", "out"),
    ),
    _pack,
    families=_PACKING,
)
sign_bits_unpack = Definition(
    "aclnnSignBitsUnpack",
    "out = 1 for each bit that is set and -1 for each that is not, the lowest of a byte first, in size rows",
    (
        NotNull("self", "out"),
        _HAS_PACKING,
        DtypeIn(_BYTES, "self"),
        DtypeIn(_PACKED, "out"),
        DtypeGiven("out"),
        FormatIn((Format.ND,), "self", "out"),
        _POSITIVE,
        Check(_unpacked_rows),
        RankIs(1, "self"),
        RankIs(2, "out"),
        DoneIfEmpty("self", "out"),
    ),
    _unpack,
    families=_PACKING,
)

OPERATORS = (sign_bits_pack, sign_bits_unpack)
