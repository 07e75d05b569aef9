"""What the sample programs are judged by: PyTorch's losses, by the numbers that C has for reductions."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")

from tools import samples_oracle

X = np.array([0.25, 0.5], np.float32)
Y = np.array([1, 0], np.float32)
NONE = np.array([1.3862944, 0.6931472], np.float32)  # -log(1/4) and -log(1 - 1/2)


@pytest.mark.parametrize(
    ("reduction", "out"),
    [(0, NONE), (1, np.float32(1.0397208)), (2, np.float32(2.0794415))],
    ids=["none", "mean", "sum"],
)
def test_binary_cross_entropy(reduction: int, out: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> None:
    before = {"self": X, "target": Y, "weight": None, "reduction": reduction, "out": np.zeros_like(out)}
    assert samples_oracle.compare("aclnnBinaryCrossEntropy", before, {**before, "out": np.asarray(out)}) == ""
    wrong = np.asarray(out) + np.float32(0.01)
    assert samples_oracle.compare("aclnnBinaryCrossEntropy", before, {**before, "out": wrong}) != ""


@pytest.mark.parametrize(("reduction", "out"), [(0, [1.0, 2.0]), (1, [1.5]), (2, [3.0])], ids=["none", "mean", "sum"])
def test_l1_loss(reduction: int, out: list[float]) -> None:
    """The distances are 1 and 2."""
    before = {
        "self": np.array([1.0, 4.0], np.float32),
        "target": np.array([2.0, 2.0], np.float32),
        "reduction": reduction,
        "out": np.zeros(len(out), np.float32),
    }
    after = {**before, "out": np.array(out, np.float32)}
    assert samples_oracle.compare("aclnnL1Loss", before, after) == ""


@pytest.mark.parametrize(
    ("reduction", "out"), [(0, [-2.0, -15.0]), (1, [-17 / 5]), (2, [-17.0])], ids=["none", "mean", "sum"]
)
@pytest.mark.parametrize("total", [5.0, 0.0])
def test_nll_loss(reduction: int, out: list[float], total: float) -> None:
    """-weight[t] * x[t] is -2 * 1 and -3 * 5; the weights add up to 5, which only the reductions give out."""
    before = {
        "self": np.array([[1, 2], [4, 5]], np.float32),
        "target": np.array([0, 1], np.int32),
        "weight": np.array([2, 3], np.float32),
        "reduction": reduction,
        "ignoreIndex": -100,
        "out": np.zeros(len(out), np.float32),
        "totalWeightOut": np.zeros(1, np.float32),
    }
    after = {**before, "out": np.array(out, np.float32), "totalWeightOut": np.array([total], np.float32)}
    is_right = total == 5 or reduction == 0
    assert (samples_oracle.compare("aclnnNLLLoss", before, after) == "") is is_right
