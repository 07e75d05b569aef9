"""Dropout by a mask of bits, of which 128 are made at a time. They are reproducible, but not a chip's."""

from __future__ import annotations

import math

import numpy as np

from ...dtypes import (
    BFLOAT16,
    FLOAT16,
    FLOAT32,
    UINT8,
)
from ..chips import ALL_BUT_310B
from ..definition import Definition
from ..dtype_lists import FLOATS, per_chip
from ..kernels.random import generator
from ..lowering import Array, Lowering
from ..rules import (
    Call,
    Castable,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    SameShape,
    Satisfies,
    require,
)


def _mask_bytes(size: int) -> int:
    return (size + 127) // 128 * 16


def _probability(name: str) -> Satisfies:
    return Satisfies(name, lambda chance: not (chance > 1 or chance < 0), "a number from 0 to 1")


def _lower_gen_mask(low: Lowering, call: Call) -> None:
    out, chance = call.args["out"], float(call.args["prob"])

    def compute() -> Array:
        rng = generator(call.args["seed"], call.args["offset"])
        return np.packbits(rng.random(out.size * 8) >= chance, bitorder="little").reshape(out.shape)

    low.view_copy(low.kernel("DSAGenBitMask", compute, (), out.shape, UINT8, raw=True), "out")


def _check_mask(call: Call) -> None:
    out, size = call.args["out"], math.prod(call.args["shape"])
    call.shapes["out"] = (_mask_bytes(size),)
    if not call.is_missing("out"):
        require(out.size == _mask_bytes(size), f"out has {out.size} elements, must have {_mask_bytes(size)}")


dropout_gen_mask = Definition(
    "aclnnDropoutGenMask",
    "out = a bit for each element, 0 with the probability prob, reproducible by seed and offset, but not the chip's",
    (
        NotNull("shape", "out"),
        DtypeIn(per_chip((UINT8,)), "out"),
        _probability("prob"),
        Check(_check_mask),
        Infer("out", dtype=lambda call: UINT8),
        DoneIfEmpty("out"),
    ),
    _lower_gen_mask,
    families=ALL_BUT_310B,
)
dropout_gen_mask_v2 = Definition(
    "aclnnDropoutGenMaskV2",
    dropout_gen_mask.formula,
    (
        *dropout_gen_mask.rules[:2],
        DtypeIn(per_chip((FLOAT16, BFLOAT16, FLOAT32)), "probDataType"),
        *dropout_gen_mask.rules[2:],
    ),
    _lower_gen_mask,
    families=ALL_BUT_310B,
)


def _check_mask_size(call: Call) -> None:
    need = _mask_bytes(call.args["self"].size)
    require(call.args["mask"].size >= need, f"mask has {call.args['mask'].size} elements, must have {need}")


def _lower_do_mask(low: Lowering, call: Call) -> None:
    x, mask, chance = low.contiguous("self"), low.contiguous("mask"), np.float32(call.args["prob"])

    def compute(a: Array, bits: Array) -> Array:
        kept = np.unpackbits(np.ascontiguousarray(bits).reshape(-1), bitorder="little")[: a.size].reshape(a.shape)
        return np.asarray(np.where(kept, a / (np.float32(1) - chance), 0))

    low.write(low.kernel("DropOutDoMask", compute, (x, mask), x.shape, x.dtype), "out")


dropout_do_mask = Definition(
    "aclnnDropoutDoMask",
    "out = self / (1 - prob) where the bit of mask is 1, else 0",
    (
        NotNull("self", "mask", "out"),
        DoneIfEmpty("self"),
        Castable("out", "self"),
        DtypeIn(FLOATS, "self"),
        DtypeIn(per_chip((UINT8,)), "mask"),
        _probability("prob"),
        MaxRank("self"),
        SameShape("self", "out"),
        Check(_check_mask_size),
    ),
    _lower_do_mask,
    families=ALL_BUT_310B,
)

OPERATORS = (dropout_gen_mask, dropout_gen_mask_v2, dropout_do_mask)
