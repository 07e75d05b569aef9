"""The first operator, end to end: PyTorch's values on every chip, for every layout of the operands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import Device, KernelNotFoundError, ParameterInvalidError, Tensor

torch = pytest.importorskip("torch")

TOLERANCE = {"float32": 1e-6, "float16": 1e-3, "bfloat16": 8e-3}
REDUCTIONS = ("none", "mean", "sum")
CHIPS = {
    "Ascend910A": ("float32", "float16"),
    "Ascend310P3": ("float32", "float16"),
    "Ascend910B1": ("float32", "float16", "bfloat16"),
    "Ascend910_9391": ("float32", "float16", "bfloat16"),
    "Ascend950PR_9599": ("float32", "float16", "bfloat16"),
}
SHAPE = (4, 6)


def base(d: Device, seed: int, dtype: str, shape: tuple[int, ...]) -> Tensor:
    return d.tensor(np.random.default_rng(seed).standard_normal(shape) * 2, dtype)


LAYOUTS: dict[str, Callable[[Device, int, str], Tensor]] = {
    "contiguous": lambda d, s, t: base(d, s, t, (4, 6)),
    "transposed": lambda d, s, t: base(d, s, t, (6, 4)).T,
    "sliced": lambda d, s, t: base(d, s, t, (9, 14))[1::2, 2::2],
    "negative step": lambda d, s, t: base(d, s, t, (4, 6))[::-1, ::-1],
    "expanded": lambda d, s, t: base(d, s, t, (1, 6)).expand(4, 6),
    "row to broadcast": lambda d, s, t: base(d, s, t, (6,)),
    "0-d": lambda d, s, t: base(d, s, t, ()),
}


def expected(grad: Tensor, x: Tensor, target: Tensor, reduction: str, beta: float) -> np.ndarray[Any, Any]:
    """The gradient by PyTorch's autograd, in the operands' own dtype; the mean divides by x's own size."""
    dtype = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}[x.dtype.name]
    g, s, t = (torch.tensor(v.numpy().astype(np.float32)).to(dtype).expand(SHAPE) for v in (grad, x, target))
    leaf = s.clone().requires_grad_(True)
    loss = torch.nn.functional.smooth_l1_loss(leaf, t, reduction="none", beta=beta)
    (result,) = torch.autograd.grad(loss, leaf, g)
    factor = 1 / x.size if reduction == "mean" else 1
    return (result.float() * factor).numpy()


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize(("soc", "dtype"), [(s, t) for s, types in CHIPS.items() for t in types])
def test_values_are_pytorchs_on_every_chip(
    device_of: Callable[..., Device], soc: str, dtype: str, reduction: str
) -> None:
    d = device_of(soc)
    for name, layout in LAYOUTS.items():
        for beta in (0.5, 2.0):
            grad, x, target = (layout(d, seed, dtype) for seed in (1, 2, 3))
            full = base(d, 4, dtype, SHAPE)  # so that the common shape is the full one
            got = d.smooth_l1_loss_backward(full, x, target, reduction=reduction, beta=beta)
            want = expected(full, x, target, reduction, beta)
            np.testing.assert_allclose(
                got.numpy().astype(np.float32), want, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype], err_msg=name
            )
            got = d.smooth_l1_loss_backward(grad, full, target, reduction=reduction, beta=beta)
            want = expected(grad, full, target, reduction, beta)
            if grad.size > 1:  # one element takes the kernel's other branch, compared below
                np.testing.assert_allclose(
                    got.numpy().astype(np.float32), want, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype], err_msg=name
                )


@pytest.mark.parametrize("layout", ["transposed", "sliced", "negative step"])
def test_strided_outputs_get_the_values_and_nothing_else(device: Device, layout: str) -> None:
    grad, x, target = (base(device, seed, "float32", SHAPE) for seed in (1, 2, 3))
    out = LAYOUTS[layout](device, 9, "float32")
    whole = out.as_strided((out._storage.nbytes // 4,), (1,))
    before = whole.numpy()
    assert device.smooth_l1_loss_backward(grad, x, target, "sum", 1.0, out) is out
    np.testing.assert_allclose(out.numpy(), expected(grad, x, target, "sum", 1.0), rtol=1e-6)
    after = whole.numpy()
    touched = np.zeros(before.size, bool)
    low = out.offset
    for i in range(4):
        for j in range(6):
            touched[low + i * out.strides[0] + j * out.strides[1]] = True
    np.testing.assert_array_equal(after[~touched], before[~touched])


def test_result_is_cast_to_the_outputs_dtype(device: Device) -> None:
    x = device.tensor(np.array([0.1, 3.0], np.float16))
    y = device.tensor(np.array([0.0, 0.0], ml_dtypes.bfloat16))
    g = device.tensor(np.array([1.0, 1.0], np.float32))
    out = device.empty(2, "bfloat16")
    device.smooth_l1_loss_backward(g, x, y, "none", 1.0, out)
    # promoted to float32: 0.1 as float16 is 0.0999756, rounded to bfloat16 0.10009765625; sign(3) = 1
    np.testing.assert_array_equal(out.numpy().astype(np.float32), np.float32([0.10009765625, 1.0]))
    assert device.smooth_l1_loss_backward(g, x, y, "none", 1.0).dtype.name == "float32"


def test_beta_zero_depends_on_the_number_of_gradients(device: Device) -> None:
    x = np.float32([0.0, 2.0, -3.0])
    zero = np.zeros(3, np.float32)
    many = device.smooth_l1_loss_backward(np.ones(3, np.float32), x, zero, "none", 0.0).numpy()
    one = device.smooth_l1_loss_backward(np.ones(1, np.float32), x, zero, "none", 0.0).numpy()
    # 1/beta counts as NaN below 1e-6; |x| <= 0 holds for x = 0 only, |x| < 0 never does
    np.testing.assert_array_equal(many, np.float32([np.nan, 1, -1]))
    np.testing.assert_array_equal(one, np.float32([0, 1, -1]))


@pytest.mark.parametrize("shape", [(0,), (0, 3), (4, 0)])
def test_empty_inputs_succeed_without_workspace(device: Device, shape: tuple[int, ...]) -> None:
    empty = device.empty(shape)
    result = device.smooth_l1_loss_backward(empty, empty.T.T if len(shape) == 2 else empty, empty, "mean", 1.0)
    assert result.shape == shape
    assert result.numpy().shape == shape
    assert device.memory_stats()["last_workspace"] == 0


def test_the_gradient_may_be_broadcast_and_eight_dimensions_are_enough(device: Device) -> None:
    x = np.random.default_rng(0).standard_normal((2, 1, 2, 1, 2, 1, 2, 1)).astype(np.float32)
    y = np.zeros((1, 2) * 4, np.float32)
    got = device.smooth_l1_loss_backward(np.float32([2.0]), x, y, "mean", 1.0).numpy()
    np.testing.assert_allclose(got, np.broadcast_to(np.clip(x, -1, 1) * 2 / 16, (2,) * 8), rtol=1e-6)
    with pytest.raises(ParameterInvalidError, match="9 dimensions"):
        device.smooth_l1_loss_backward(np.float32([2.0]), x[None], y, "mean", 1.0)


@pytest.mark.parametrize("soc", ["Ascend910A", "Ascend310P3", "Ascend310B1"])
def test_bfloat16_is_refused_where_the_chip_lacks_it(device_of: Callable[..., Device], soc: str) -> None:
    d = device_of(soc)
    x = d.tensor([1.0], "bfloat16")
    with pytest.raises(ParameterInvalidError, match="bfloat16") as caught:
        d.smooth_l1_loss_backward(x, x, x, "none", 1.0, d.empty(1, "bfloat16"))
    assert caught.value.code == 161002


def test_a_chip_without_the_operator_checks_and_then_has_no_kernel(device_of: Callable[..., Device]) -> None:
    d = device_of("Ascend310B1")
    x = d.tensor([1.0])
    with pytest.raises(ParameterInvalidError):
        d.smooth_l1_loss_backward(x, x, x, "none", -1.0)
    with pytest.raises(KernelNotFoundError) as caught:
        d.smooth_l1_loss_backward(x, x, x, "none", 1.0)
    assert caught.value.code == 561003


@pytest.mark.parametrize("beta", [-1.0, float("nan"), float("-inf")])
def test_beta_must_be_a_number_from_zero(device: Device, beta: float) -> None:
    x = device.tensor([1.0])
    with pytest.raises(ParameterInvalidError, match="beta"):
        device.smooth_l1_loss_backward(x, x, x, "none", beta)


def test_null_comes_before_everything_else(device: Device) -> None:
    """The C interface itself: the binding never passes null where a tensor is required."""
    c = device.c_interface
    first, _ = c.phases("aclnnSmoothL1LossBackward")
    bad = device.empty((1,) * 9, "float64")
    size, executor = c.ffi.new("uint64_t *", 7), c.ffi.new("aclOpExecutor **")
    assert first(bad.handle, bad.handle, bad.handle, 9, -1.0, c.ffi.NULL, size, executor) == 161001
    assert first(bad.handle, bad.handle, bad.handle, 9, -1.0, bad.handle, c.ffi.NULL, executor) == 161001
    assert first(bad.handle, bad.handle, bad.handle, 9, -1.0, bad.handle, size, c.ffi.NULL) == 161001
    assert size[0] == 7
    assert executor[0] == c.ffi.NULL
