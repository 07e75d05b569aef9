"""Losses: outputs that are left out, chips that lack a kernel, sequences of kernels, and formats."""

from __future__ import annotations

from dataclasses import replace

import ml_dtypes
import numpy as np
import pytest

from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer, meta_of, refused
from .measured import plan

NONE, MEAN, SUM = 0, 1, 2
F32 = np.float32


@pytest.mark.parametrize(
    ("operator", "reduction", "shape"),
    [
        ("aclnnSmoothL1Loss", NONE, (4, 3)),
        ("aclnnSmoothL1Loss", MEAN, ()),
        ("aclnnMseLoss", NONE, (4, 3)),
        ("aclnnMseLoss", SUM, ()),
        ("aclnnMseLossOut", NONE, (4, 3)),
        ("aclnnMseLossOut", MEAN, (3,)),
    ],
)
def test_outputs_left_out(operator: str, reduction: int, shape: tuple[int, ...]) -> None:
    name = "result" if operator == "aclnnSmoothL1Loss" else "out"
    for rows in (4, 0):
        x, target = np.ones((rows, 1), np.float16), np.ones((1, 3), F32)
        args = {"self": x, "target": target, "reduction": reduction, "beta": 1.0, name: MISSING}
        found, dtype = infer(operator, args)[name]
        assert found == ((rows, *shape[1:]) if reduction == NONE else shape)
        assert dtype.name == "float32"


def test_gradients_left_out() -> None:
    x, row = np.ones((4, 1), np.float16), np.ones((1, 3), np.float16)
    args = {"self": x, "target": row, "reduction": MEAN, "beta": 1.0}
    for operator, grad, out in (
        ("aclnnMseLossBackward", "gradOutput", "out"),
        ("aclnnSmoothL1LossBackward", "gradOut", "gradInput"),
    ):
        shape, dtype = infer(operator, {**args, grad: np.ones((), np.float16), out: MISSING})[out]
        assert (shape, dtype.name) == ((4, 3), "float16")


def test_bfloat16_needs_a_newer_chip() -> None:
    x = np.ones(2, ml_dtypes.bfloat16)
    args = {"gradOutput": x, "self": x, "target": x, "reduction": NONE, "out": np.empty_like(x)}
    for soc in ("Ascend910A", "Ascend310P3"):
        assert refused("aclnnMseLossBackward", args, soc) == 161002
    for soc in ("Ascend910B1", "Ascend910_9382", "Ascend950PR_9599"):
        compute("aclnnMseLossBackward", args, soc)


def test_the_chip_without_kernels_checks_arguments_first() -> None:
    x = np.ones(1, F32)
    args = {"self": x, "target": x, "reduction": NONE, "beta": 1.0, "result": np.zeros(1, F32)}
    assert refused("aclnnSmoothL1Loss", args, "Ascend310B1") == 561003
    assert refused("aclnnSmoothL1Loss", {**args, "beta": -1.0}, "Ascend310B1") == 161002
    assert refused("aclnnSmoothL1Loss", {**args, "self": None}, "Ascend310B1") == 161001


def test_kernel_sequences() -> None:
    x, half = np.ones((4, 1), F32), np.ones((1, 3), np.float16)
    args = {"self": x, "target": half, "reduction": NONE, "beta": 1.0, "result": np.empty((4, 3), F32)}
    assert compute("aclnnSmoothL1Loss", args) == ["BroadcastTo", "BroadcastTo", "Cast", "SmoothL1LossV2"]
    out = np.empty(3, np.float16)
    args = {"self": x, "target": half, "reduction": MEAN, "out": out}
    expected = ["Cast", "BroadcastTo", "BroadcastTo", "MseLoss", "ReduceMean", "Cast"]
    assert compute("aclnnMseLossOut", args) == expected
    assert out.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("format", "rank", "reduction", "codes"),
    [
        # 910B first, then 950. The older chips pack NCHW and NHWC into blocks, which takes four dimensions.
        (Format.NCHW, 4, NONE, ("0", "0")),
        (Format.NCHW, 2, NONE, ("561103", "561103")),
        (Format.NCHW, 4, SUM, ("561103", "561103")),  # the 0-d sum can't be labelled NCHW
        (Format.NCL, 3, NONE, ("0", "0")),
        (Format.NCL, 2, NONE, ("561103", "561103")),
        (Format.FRACTAL_NZ, 2, NONE, ("0", "0")),
    ],
)
def test_smooth_l1_of_formats(format: Format, rank: int, reduction: int, codes: tuple[str, str]) -> None:
    x = replace(meta_of(np.ones((2,) * rank, F32)), format=format)
    out = x if reduction == NONE else replace(meta_of(np.ones((), F32)), format=format)
    args = {"self": x, "target": x, "reduction": reduction, "beta": 1.0, "result": out}
    assert tuple(plan("aclnnSmoothL1Loss", args, s)[0] for s in ("Ascend910B1", "Ascend950PR_9599")) == codes
    if rank == 2 and format == Format.NCHW:
        # Only the input is labelled: 950 takes it for ND.
        plain = replace(x, format=Format.ND)
        args |= {"target": plain, "result": plain}
        assert plan("aclnnSmoothL1Loss", args, "Ascend910B1")[0] == "561103"
        assert plan("aclnnSmoothL1Loss", args, "Ascend950PR_9599")[0] == "0"
