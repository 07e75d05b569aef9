"""Paddings and their gradients: against PyTorch, and by hand where it has none."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, INT32
from pyaclnn.formats import Format
from pyaclnn.reference.meta import ScalarValue
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A910, A950, B310, B910, code_of, tensor
from .tolerances import assert_close
from .torch_values import from_torch, numbers, to_torch

torch = pytest.importorskip("torch")

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
INTEGERS = (np.int8, np.uint8, np.int16, np.int32, np.int64)

# PyTorch's mode, and the largest border that it takes on an extent of 4 to 6.
MODES = {"Replication": "replicate", "Reflection": "reflect", "Circular": "circular"}
PADDINGS: dict[int, list[tuple[int, ...]]] = {
    1: [(1, 2), (0, 3), (-1, 2)],
    2: [(1, 2, 2, 1), (0, 1, 3, 0)],
    3: [(1, 2, 2, 1, 1, 0), (0, 3, 1, 0, 0, 2)],
}
SHAPES: dict[int, list[tuple[int, ...]]] = {
    1: [(3, 6), (2, 3, 6)],
    2: [(3, 4, 6), (2, 3, 4, 6)],
    3: [(2, 3, 4, 6), (2, 2, 3, 4, 6)],
}
FORWARD = [
    ("aclnnReplicationPad1d", 1),
    ("aclnnReplicationPad2d", 2),
    ("aclnnReplicationPad3d", 3),
    ("aclnnReflectionPad1d", 1),
    ("aclnnReflectionPad2d", 2),
    ("aclnnReflectionPad3d", 3),
    ("aclnnCircularPad2d", 2),
    ("aclnnCircularPad3d", 3),
]
BACKWARD = [
    ("aclnnReplicationPad1dBackward", 1),
    ("aclnnReplicationPad2dBackward", 2),
    ("aclnnReplicationPad3dBackward", 3),
    ("aclnnReflectionPad1dBackward", 1),
    ("aclnnReflectionPad2dBackward", 2),
    ("aclnnReflectionPad3dBackward", 3),
    ("aclnnCircularPad2dBackward", 2),
    ("aclnnCircularPad3dBackward", 3),
]


def mode_of(name: str) -> str:
    return next(mode for word, mode in MODES.items() if word in name)


def padded_by_torch(x: Array, padding: tuple[int, ...], mode: str) -> Array:
    """Where each element goes; PyTorch pads no integers, which float64 holds, and no complex ones in all modes."""
    if x.dtype.kind == "c":
        parts = [padded_by_torch(part, padding, mode) for part in (x.real.copy(), x.imag.copy())]
        return np.asarray(parts[0] + 1j * parts[1]).astype(x.dtype)
    # Circular padding wants a batch.
    batch = (2 * (len(padding) // 2 + 2) == 2 * x.ndim) or mode != "circular"
    wide = torch.from_numpy(np.array(x, F64, order="C"))
    want = torch.nn.functional.pad(wide if batch else wide[None], padding, mode=mode)
    return np.asarray((want if batch else want[0]).numpy().astype(x.dtype))


@pytest.mark.parametrize("dtype", [F32, BF16, np.int8, np.int32, np.complex64])
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize(("name", "axes"), FORWARD)
def test_borders(name: str, axes: int, layout: str, dtype: Any) -> None:
    if "Circular" in name and dtype == np.complex64:
        pytest.skip("circular padding takes no complex numbers")
    for shape in SHAPES[axes]:
        for padding in PADDINGS[axes]:
            if min(padding) < 0 and "Replication" not in name:
                continue
            x = laid_out(numbers(shape, dtype, 1), layout)
            want = padded_by_torch(x, padding, mode_of(name))
            spec = {"out": (want.shape, dtypes.from_numpy(np.dtype(dtype)))}
            assert infer(name, {"self": x, "padding": list(padding), "out": MISSING}) == spec
            for out_layout in ("contiguous", "backwards"):
                out = output(want.shape, dtype, out_layout)
                compute(name, {"self": x, "padding": list(padding), "out": out})
                np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("dtype", [F32, F16, BF16, F64])
@pytest.mark.parametrize("layout", ["contiguous", "transposed", "backwards", "expanded"])
@pytest.mark.parametrize(("name", "axes"), BACKWARD)
def test_border_gradients(name: str, axes: int, layout: str, dtype: Any) -> None:
    if "Circular" in name and dtype == F64:
        pytest.skip("circular padding takes no float64")
    for shape in SHAPES[axes]:
        for padding in PADDINGS[axes]:
            if min(padding) < 0:
                continue
            x = torch.from_numpy(numbers(shape, F64, 1)).requires_grad_()
            batch = len(shape) == axes + 2 or "Circular" not in name
            padded = torch.nn.functional.pad(x if batch else x[None], padding, mode=mode_of(name))
            padded = padded if batch else padded[0]
            grad = laid_out(numbers(tuple(padded.shape), dtype, 2), layout)
            (want,) = torch.autograd.grad(padded, x, torch.from_numpy(np.array(grad, F64, order="C")))
            out = output(shape, dtype, "sliced")
            x_values = numbers(shape, dtype, 1)
            compute(name, {"gradOutput": grad, "self": x_values, "padding": list(padding), "gradInput": out})
            assert_close(out, want.numpy(), roundings=2)


def test_borders_by_hand() -> None:
    def of(name: str, padding: list[int]) -> list[float]:
        out = np.zeros((1, 4 + sum(padding)), F32)
        compute(name, {"self": np.array([[1, 2, 3, 4]], F32), "padding": padding, "out": out})
        return list(out[0])

    assert of("aclnnReplicationPad1d", [2, 1]) == [1, 1, 1, 2, 3, 4, 4]
    assert of("aclnnReflectionPad1d", [3, 2]) == [4, 3, 2, 1, 2, 3, 4, 3, 2]
    # A negative border takes elements away.
    assert of("aclnnReplicationPad1d", [-1, 1]) == [2, 3, 4, 4]
    out = np.zeros((1, 1, 5), F32)
    compute("aclnnCircularPad2d", {"self": np.array([[[1, 2, 3]]], F32), "padding": [1, 1, 0, 0], "out": out})
    assert out.tolist() == [[[3, 1, 2, 3, 1]]]
    # The first element stands in three places, the last one in two.
    grad = np.zeros((1, 4), F32)
    call = {"gradOutput": np.array([[1, 2, 3, 4, 5, 6, 7]], F32), "self": grad.copy(), "padding": [2, 1]}
    compute("aclnnReplicationPad1dBackward", {**call, "gradInput": grad})
    assert grad.tolist() == [[1 + 2 + 3, 4, 5, 6 + 7]]


# Padding with one value


@pytest.mark.parametrize("dtype", [F32, F16, BF16, F64, *INTEGERS, np.bool_, np.complex64])
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("padding", [(), (0, 0), (1, 2), (-1, 2, 3, -2), (-2, -1), (0, 0, 1, 1, 2, 0)])
def test_constant(padding: tuple[int, ...], layout: str, dtype: Any) -> None:
    x = laid_out(numbers((3, 4, 6), dtype, 3), layout)
    want = from_torch(torch.nn.functional.pad(to_torch(x), padding, value=1))
    call = {"self": x, "pad": list(padding), "value": ScalarValue(FLOAT32, np.float32(1))}
    spec = {"out": (want.shape, dtypes.from_numpy(np.dtype(dtype)))}
    assert infer("aclnnConstantPadNd", {**call, "out": MISSING}) == spec
    for out_layout in DENSE:
        out = output(want.shape, dtype, out_layout)
        compute("aclnnConstantPadNd", {**call, "out": out})
        np.testing.assert_array_equal(out, want)


def test_constant_by_hand() -> None:
    def of(x: Array, pad: list[int], shape: tuple[int, ...]) -> Any:
        out = np.full(shape, 77, F32)
        compute("aclnnConstantPadNd", {"self": x, "pad": pad, "value": ScalarValue(FLOAT32, 9.0), "out": out})
        return out.tolist()

    # Cut in front and filled behind; of nothing, all is filled.
    assert of(np.array([1, 2, 3], F32), [-1, 1], (3,)) == [2, 3, 9]
    assert of(np.zeros((0, 2), F32), [0, 0, 1, 1], (2, 2)) == [[9, 9], [9, 9]]
    assert of(np.ones((1,) * 8, F32), [1, 0], (1, 1, 1, 1, 1, 1, 1, 2)) == [[[[[[[[9, 1]]]]]]]]


CONSTANT = {
    "self": tensor(2, 3),
    "pad": (1, 1),
    "value": ScalarValue(FLOAT32, np.float32(1)),
    "out": tensor(2, 5),
}
BORDER = {"self": tensor(2, 3, 4), "padding": (1, 2), "out": tensor(2, 3, 7)}
GRADIENT = {
    "gradOutput": tensor(2, 4, 7),
    "self": tensor(2, 2, 4),
    "padding": (1, 2, 1, 1),
    "gradInput": tensor(2, 2, 4),
}


@pytest.mark.parametrize(
    ("code", "name", "soc", "changes"),
    [
        (0, "ConstantPadNd", B910, {}),
        (161001, "ConstantPadNd", B910, {"value": None}),
        (161002, "ConstantPadNd", B910, {"pad": (1,)}),
        (161002, "ConstantPadNd", B910, {"pad": (1,) * 6}),
        (161002, "ConstantPadNd", B910, {"pad": (-4, 6)}),
        (161002, "ConstantPadNd", B910, {"out": tensor(2, 4)}),
        (161002, "ConstantPadNd", B910, {"out": tensor(2, 5, dtype=FLOAT16)}),
        (161002, "ConstantPadNd", A910, {"self": tensor(2, 3, dtype=BFLOAT16), "out": tensor(2, 5, dtype=BFLOAT16)}),
        (161002, "ConstantPadNd", B910, {"pad": (-3, 0, 0, 1), "out": tensor(3, 0)}),
        (0, "ConstantPadNd", B910, {"pad": (-3, 0), "out": tensor(2, 0)}),
        (561003, "ConstantPadNd", B310, {}),
        (0, "ReplicationPad1d", B910, {}),
        (161001, "ReplicationPad1d", B910, {"padding": None}),
        (161002, "ReplicationPad1d", B910, {"padding": (1, 2, 0, 0)}),
        (161002, "ReplicationPad1d", B910, {"self": tensor(4), "out": tensor(7)}),
        (161002, "ReplicationPad1d", B910, {"out": tensor(2, 4, 7)}),
        (161002, "ReplicationPad1d", B910, {"self": tensor(2, 3, 4, dtype=BOOL), "out": tensor(2, 3, 7, dtype=BOOL)}),
        (0, "ReplicationPad1d", A950, {"self": tensor(2, 3, 4, dtype=BOOL), "out": tensor(2, 3, 7, dtype=BOOL)}),
        (161002, "ReplicationPad1d", B910, {"out": tensor(2, 3, 7, format=Format.NCL)}),
        (0, "ReplicationPad1d", B910, {"self": tensor(0, 3, 4), "out": tensor(0, 3, 7)}),
        (161002, "ReplicationPad1d", B910, {"self": tensor(2, 0, 4), "out": tensor(2, 0, 7)}),
        (0, "ReflectionPad1d", B910, {}),
        (161002, "ReflectionPad1d", B910, {"padding": (4, 0), "out": tensor(2, 3, 8)}),
        (161002, "ReflectionPad1d", B910, {"out": tensor(2, 4, 7)}),
        (0, "ReplicationPad2dBackward", B910, {}),
        (161001, "ReplicationPad2dBackward", B910, {"self": None}),
        (161002, "ReplicationPad2dBackward", B910, {"gradInput": tensor(2, 2, 5)}),
        (161002, "ReplicationPad2dBackward", B910, {"gradOutput": tensor(2, 4, 8)}),
        (561103, "ReplicationPad2dBackward", B910, {"gradOutput": tensor(3, 4, 7)}),
        (161002, "ReplicationPad2dBackward", B910, {"gradOutput": tensor(2, 4, 7, dtype=INT32)}),
        (161002, "ReflectionPad2dBackward", B910, {"padding": (4, 0, 1, 1), "gradOutput": tensor(2, 4, 8)}),
    ],
)
def test_codes(code: int, name: str, soc: str, changes: dict[str, Any]) -> None:
    call = CONSTANT if name == "ConstantPadNd" else GRADIENT if name.endswith("Backward") else BORDER
    assert code_of("aclnn" + name, call, changes, soc) == code


def test_gradients_in_bfloat16_have_small_borders_only() -> None:
    def code(behind: int) -> int:
        grads = {n: tensor(2, 9, 4, dtype=BFLOAT16) for n in ("self", "gradInput")}
        call = {
            **GRADIENT,
            **grads,
            "padding": (0, 0, 1, behind),
            "gradOutput": tensor(2, 10 + behind, 4, dtype=BFLOAT16),
        }
        return code_of("aclnnReplicationPad2dBackward", call, {})

    assert code(7) == 0
    assert code(8) == 161002


def test_a_missing_argument_of_the_circular_gradient_is_an_inner_error() -> None:
    volume = {
        "gradOutput": tensor(1, 3, 4, 5),
        "self": tensor(1, 2, 3, 4),
        "padding": (1, 0, 1, 0, 1, 0),
        "gradInput": tensor(1, 2, 3, 4),
    }
    assert code_of("aclnnCircularPad3dBackward", volume, {}) == 0
    assert code_of("aclnnCircularPad3dBackward", volume, {"padding": None}) == 561103
