"""Calls of operators: how arguments are bound, converted and refused, and what errors tell."""

from __future__ import annotations

import inspect
import pydoc
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import (
    AclError,
    ArgumentTypeError,
    ArgumentValueError,
    ClosedError,
    Device,
    DeviceMismatchError,
    KernelNotFoundError,
    OperatorNotFoundError,
    ParameterInvalidError,
    PyaclnnError,
    Tensor,
    dtypes,
)
from pyaclnn.reference import registry

from ..routes import BACKEND
from .helpers import machine_of, raw_bytes

Refuses = Callable[..., Any]

X = np.array([[0.5, -3.0, 1.0], [2.0, 0.25, -1.0]], np.float32)
TARGET = np.array([[0.0, 1.0, 1.0], [-2.0, 0.0, 0.5]], np.float32)
GRAD = np.array([[1.0, 2.0, 3.0], [4.0, 8.0, 2.0]], np.float32)
# x - target is [[.5, -4, 0], [4, .25, -1.5]]; with beta 1 that is divided by 1 or replaced by its sign.
SLOPE = np.array([[0.5, -1.0, 0.0], [1.0, 0.25, -1.0]], np.float32)
EXPECTED = SLOPE * GRAD


@pytest.fixture
def x(device: Device) -> Tensor:
    return device.tensor(np.array([1.0, 2.0, 3.0, 4.0], np.float32))


# -- binding


def test_positional_and_keyword_arguments(device: Device) -> None:
    g, x, t = map(device.tensor, (GRAD, X, TARGET))
    out = device.empty((2, 3))
    for result in (
        device.smooth_l1_loss_backward(g, x, t, 0, 1.0),
        device.smooth_l1_loss_backward(g, x, t, "none", 1.0),
        device.smooth_l1_loss_backward(g, x, t, reduction="none", beta=1),
        device.smooth_l1_loss_backward(beta=1.0, reduction=0, target=t, self=x, grad_out=g),
        device.smooth_l1_loss_backward(g, x, t, 0, 1.0, out),
        device.smooth_l1_loss_backward(g, x, t, 0, 1.0, grad_input=out),
        device.ops["aclnnSmoothL1LossBackward"](g, x, t, 0, 1.0),
        device.ops["smooth_l1_loss_backward"](g, x, t, 0, beta=1.0),
        device.aclnnSmoothL1LossBackward(g, x, t, 0, 1.0),
    ):
        np.testing.assert_array_equal(result.numpy(), EXPECTED)


def test_words_stand_for_numbers(device: Device) -> None:
    mean = device.smooth_l1_loss_backward(GRAD, X, TARGET, "mean", 1.0).numpy()
    np.testing.assert_allclose(mean, EXPECTED / 6, rtol=1e-6)
    np.testing.assert_array_equal(device.smooth_l1_loss_backward(GRAD, X, TARGET, "sum", 1.0).numpy(), EXPECTED)


def test_an_output_that_is_passed_is_returned(device: Device, x: Tensor) -> None:
    out = device.empty(4)
    assert device.add(x, x, 1, out) is out
    assert device.add(x, x, out=out) is out
    assert out.numpy().tolist() == [2, 4, 6, 8]


def test_outputs_through_views(device: Device, x: Tensor) -> None:
    storage = device.tensor(np.zeros((4, 3), np.float32))
    device.add(x, x, out=storage[:, 1])
    device.add(x[::-1], x, alpha=2, out=storage[::-1, 2])
    expected = np.zeros((4, 3), np.float32)
    expected[:, 1] = [2, 4, 6, 8]
    expected[::-1, 2] = [6, 7, 8, 9]
    np.testing.assert_array_equal(storage.numpy(), expected)


def test_inputs_of_any_strides(device: Device) -> None:
    matrix = device.tensor(X)
    np.testing.assert_array_equal(device.add(matrix.T, matrix.T[::-1], alpha=2).numpy(), X.T + 2 * X.T[::-1])
    np.testing.assert_array_equal(device.add(matrix[:1].expand(2, 3), matrix).numpy(), X[:1] + X)


def test_in_place_operators_return_their_tensor(device: Device, x: Tensor) -> None:
    assert device.inplace_add(x, x, alpha=3) is x
    assert x.numpy().tolist() == [4, 8, 12, 16]


def test_several_outputs_are_a_named_tuple(device: Device) -> None:
    values = np.array([[1.0, 3.0], [2.0, 6.0]], np.float32)
    result = device.layer_norm(values, [2], None, None, 0.0)
    assert isinstance(result, tuple)
    assert result._fields == ("out", "mean_out_optional", "rstd_out_optional")
    out, mean, rstd = result
    assert result.out is out
    np.testing.assert_allclose(out.numpy(), [[-1, 1], [-1, 1]], rtol=1e-6)
    np.testing.assert_allclose(mean.numpy().ravel(), [2, 4], rtol=1e-6)
    np.testing.assert_allclose(rstd.numpy().ravel(), [1, 0.5], rtol=1e-6)


def test_lists_of_tensors(device: Device, x: Tensor) -> None:
    joined = device.cat([x, [5.0, 6.0], x[::-1]], 0)
    assert joined.numpy().tolist() == [1, 2, 3, 4, 5, 6, 4, 3, 2, 1]
    assert device.cat((x, x), dim=0).shape == (8,)
    assert device.cat(np.ones((2, 3), np.float32), 0).numpy().tolist() == [1] * 6
    parts = [device.empty(2), device.empty(2)]
    got = device.split_tensor(x, 2, 0, parts)
    assert [p.numpy().tolist() for p in parts] == [[1, 2], [3, 4]]
    assert all(a is b for a, b in zip(got, parts, strict=True))


def test_the_same_tensor_twice_in_a_list(device: Device, x: Tensor) -> None:
    for _ in range(3):
        assert device.cat([x, x], 0).shape == (8,)
    assert device.add(x, x).numpy().tolist() == [2, 4, 6, 8]


def test_array_likes_are_uploaded_for_inputs(device: Device, x: Tensor) -> None:
    assert device.add(x, [1.0, 1, 1, 1]).numpy().tolist() == [2, 3, 4, 5]
    assert device.add(np.float32(2), x).numpy().tolist() == [3, 4, 5, 6]
    assert device.add(X.T[::-1], X.T).numpy().tolist() == (X.T[::-1] + X.T).tolist()
    assert device.add(x, np.ones(4, ">f4")).numpy().tolist() == [2, 3, 4, 5]
    half = device.add(np.ones(2, ml_dtypes.bfloat16), np.ones(2, ml_dtypes.bfloat16))
    assert half.dtype.name == "bfloat16"


@pytest.mark.parametrize(
    "value",
    [
        2,
        2.0,
        np.float32(2),
        np.int8(2),
        np.array(2),
        np.array(2.0),
        np.array(2, ">i4"),
        np.uint64(2),
        ml_dtypes.bfloat16(2),
    ],
    ids=lambda v: f"{type(v).__name__}-{getattr(v, 'dtype', '')}",
)
def test_scalars(device: Device, x: Tensor, value: Any) -> None:
    assert device.add(x, x, alpha=value).numpy().tolist() == [3, 6, 9, 12]


def test_equal_scalars_of_different_types_stay_apart(device: Device) -> None:
    ints = device.tensor([1, 2])
    assert device.adds(ints, 1).dtype.name == "int64"
    assert device.adds(ints, 1.0).dtype.name == "float32"
    assert device.adds(ints, True).dtype.name == "int64"
    assert device.adds(ints, 1).dtype.name == "int64"


def test_integer_arrays(device: Device) -> None:
    for dims in ([0], (0,), np.array([0]), range(1), [np.int32(0)], [-2]):
        assert device.reduce_sum(X, dims, False, "float32").numpy().tolist() == X.sum(axis=0).tolist()


@pytest.mark.parametrize("keep", [True, 1, np.True_, np.int64(1)])
def test_booleans(device: Device, keep: Any) -> None:
    assert device.reduce_sum(X, [1], keep, "float32").shape == (2, 1)


@pytest.mark.parametrize("dtype", ["float32", "ACL_FLOAT", np.float32, np.dtype("f4"), 0, dtypes.FLOAT32, float])
def test_data_types(device: Device, dtype: Any) -> None:
    assert device.reduce_sum(X, [1], False, dtype).dtype is dtypes.FLOAT32


def test_integers_may_be_numpys(device: Device) -> None:
    assert device.cat([X, X], np.int8(1)).shape == (2, 6)


def test_defaults(device: Device, x: Tensor) -> None:
    assert device.add(x, x).numpy().tolist() == device.add(x, x, alpha=1).numpy().tolist() == [2, 4, 6, 8]


# -- refusals before C is called


def test_missing_arguments(refuses: Refuses, x: Tensor) -> None:
    error = refuses(ArgumentTypeError, "smooth_l1_loss_backward", x, x)
    assert str(error) == (
        "smooth_l1_loss_backward: target is missing (a tensor); usage: "
        "d.smooth_l1_loss_backward(grad_out, self, target, reduction, beta, grad_input=...)"
    )
    assert isinstance(error, TypeError)
    assert isinstance(error, PyaclnnError)
    assert "grad_out is missing" in str(refuses(ArgumentTypeError, "smooth_l1_loss_backward"))
    assert "beta is missing" in str(refuses(ArgumentTypeError, "smooth_l1_loss_backward", x, x, x, 0))
    assert "self is missing" in str(refuses(ArgumentTypeError, "add", other=[1.0]))


def test_too_many_arguments(refuses: Refuses, device: Device, x: Tensor) -> None:
    error = refuses(ArgumentTypeError, "add", x, x, 1, device.empty(4), 5, 6)
    assert str(error) == "add takes 4 arguments, 6 were given; usage: d.add(self, other, alpha=1, out=...)"


def test_unknown_keywords(refuses: Refuses, x: Tensor) -> None:
    error = refuses(ArgumentTypeError, "smooth_l1_loss_backward", x, x, x, 0, bta=1.0)
    assert "no parameter 'bta'; did you mean beta?" in str(error)
    error = refuses(ArgumentTypeError, "add", x, x, zzz=1)
    assert "add has no parameter 'zzz'" in str(error)
    assert "did you mean" not in str(error)
    refuses(ArgumentTypeError, "add", x, x, _d=1)


def test_an_argument_given_twice(refuses: Refuses, x: Tensor) -> None:
    assert "multiple values" in str(refuses(TypeError, "add", x, x, self=x))


@pytest.mark.parametrize(
    ("operator", "args", "name"),
    [
        ("add", (None, X), "self"),
        ("add", (X, None), "other"),
        ("add", (X, X, None), "alpha"),
        ("add", (X, X, 1, None), "out"),
        ("inplace_add", (None, X), "self_ref"),
        ("cat", (None, 0), "tensors"),
        ("cat", ([X], None), "dim"),
        ("smooth_l1_loss_backward", (X, X, X, None, 1.0), "reduction"),
        ("smooth_l1_loss_backward", (X, X, X, 0, None), "beta"),
        ("reduce_sum", (X, None, False, "float32"), "dims"),
        ("reduce_sum", (X, [0], None, "float32"), "keep_dims"),
        ("reduce_sum", (X, [0], False, None), "dtype"),
        ("gelu_backward_v2", (X, X, None), "approximate"),
    ],
)
def test_none_for_what_is_required(refuses: Refuses, operator: str, args: tuple[Any, ...], name: str) -> None:
    error = refuses(ArgumentTypeError, operator, *args)
    assert f"{operator}: {name} is None; allowed is a" in str(error)
    assert str(error).endswith("it is required")


class Broken:
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise RuntimeError("not today")


WRONG_TYPES = [
    # tensors
    ("add", (X, object()), {}, "other"),
    ("add", (X, "text"), {}, "other"),
    ("add", (X, {"a": 1}), {}, "other"),
    ("add", (X, Broken()), {}, "other"),
    ("add", (X, np.zeros(2, np.longdouble)), {}, "other"),
    ("add", (X, [[1, 2], [3]]), {}, "other"),
    # outputs are never made from host values
    ("add", (X, X, 1, X), {}, "out"),
    ("add", (X, X, 1, [1.0]), {}, "out"),
    ("add", (X, X), {"out": 1.0}, "out"),
    ("inplace_add", (X, X), {}, "self_ref"),
    ("inplace_add", ([1.0], X), {}, "self_ref"),
    ("split_tensor", (X, 1, 0, [X, X]), {}, "out"),
    # lists of tensors
    ("cat", (1, 0), {}, "tensors"),
    ("cat", ("ab", 0), {}, "tensors"),
    ("cat", (np.array(1.0), 0), {}, "tensors"),
    ("cat", ({1, 2}, 0), {}, "tensors"),
    ("cat", ((v for v in (X, X)), 0), {}, "tensors"),
    ("cat", ([X, None], 0), {}, "tensors"),
    ("cat", ([X, object()], 0), {}, "tensors"),
    # scalars
    ("add", (X, X, "1"), {}, "alpha"),
    ("add", (X, X, [1]), {}, "alpha"),
    ("add", (X, X, np.ones(1)), {}, "alpha"),
    ("add", (X, X, Fraction(1, 2)), {}, "alpha"),
    ("add", (X, X, np.longdouble(1)), {}, "alpha"),
    ("add", (X, X, np.datetime64("2020")), {}, "alpha"),
    ("add", (X, X, np.str_("1")), {}, "alpha"),
    ("add", (X, X, 2**64), {}, "alpha"),
    ("add", (X, X, -(2**63) - 1), {}, "alpha"),
    # lists of scalars
    ("foreach_mul_scalar_list", ([X], 1.0), {}, "scalars"),
    ("foreach_mul_scalar_list", ([X], [X]), {}, "scalars"),
    ("foreach_mul_scalar_list", ([X], ["a"]), {}, "scalars"),
    ("foreach_mul_scalar_list", ([X], [None]), {}, "scalars"),
    # ints
    ("cat", ([X], 1.0), {}, "dim"),
    ("cat", ([X], True), {}, "dim"),
    ("cat", ([X], np.True_), {}, "dim"),
    ("cat", ([X], np.float32(1)), {}, "dim"),
    ("cat", ([X], [1]), {}, "dim"),
    ("cat", ([X], 1j), {}, "dim"),
    # floats
    ("smooth_l1_loss_backward", (X, X, X, 0, "1"), {}, "beta"),
    ("smooth_l1_loss_backward", (X, X, X, 0, b"1"), {}, "beta"),
    ("smooth_l1_loss_backward", (X, X, X, 0, 1j), {}, "beta"),
    ("smooth_l1_loss_backward", (X, X, X, 0, [1.0]), {}, "beta"),
    ("smooth_l1_loss_backward", (X, X, X, 0, 10**400), {}, "beta"),
    # bools
    ("reduce_sum", (X, [0], 2, "float32"), {}, "keep_dims"),
    ("reduce_sum", (X, [0], 1.0, "float32"), {}, "keep_dims"),
    ("reduce_sum", (X, [0], "yes", "float32"), {}, "keep_dims"),
    # data types
    ("reduce_sum", (X, [0], False, "float33"), {}, "dtype"),
    ("reduce_sum", (X, [0], False, np.longdouble), {}, "dtype"),
    ("reduce_sum", (X, [0], False, 1000), {}, "dtype"),
    ("reduce_sum", (X, [0], False, True), {}, "dtype"),
    ("reduce_sum", (X, [0], False, object()), {}, "dtype"),
    # lists of int
    ("reduce_sum", (X, 0, False, "float32"), {}, "dims"),
    ("reduce_sum", (X, "0", False, "float32"), {}, "dims"),
    ("reduce_sum", (X, b"0", False, "float32"), {}, "dims"),
    ("reduce_sum", (X, [0.0], False, "float32"), {}, "dims"),
    ("reduce_sum", (X, [True], False, "float32"), {}, "dims"),
    ("reduce_sum", (X, np.array([0.0]), False, "float32"), {}, "dims"),
    ("reduce_sum", (X, np.array(0), False, "float32"), {}, "dims"),
    ("reduce_sum", (X, np.array([[0]]), False, "float32"), {}, "dims"),
    ("reduce_sum", (X, {0: 1}, False, "float32"), {}, "dims"),
    ("reduce_sum", (X, [None], False, "float32"), {}, "dims"),
    # lists of float and bool
    ("resize", (X, [1.0, "a"], "nearest", None), {}, "scales"),
    ("resize", (X, 1.0, "nearest", None), {}, "scales"),
    ("layer_norm_backward", (X, X, [3], X, X, None, None, [True, False, 2]), {}, "output_mask"),
    ("layer_norm_backward", (X, X, [3], X, X, None, None, True), {}, "output_mask"),
    # strings
    ("gelu_backward_v2", (X, X, 1), {}, "approximate"),
    ("gelu_backward_v2", (X, X, b"none"), {}, "approximate"),
    ("gelu_backward_v2", (X, X, "no\0ne"), {}, "approximate"),
]


@pytest.mark.parametrize(("operator", "args", "kwargs", "name"), WRONG_TYPES)
def test_wrong_types(refuses: Refuses, operator: str, args: tuple[Any, ...], kwargs: dict[str, Any], name: str) -> None:
    error = refuses(ArgumentTypeError, operator, *args, **kwargs)
    assert str(error).startswith(f"{operator}: {name}")
    assert isinstance(error, TypeError)


def test_tensors_where_something_else_is_wanted(refuses: Refuses, x: Tensor) -> None:
    for operator, args, name in (
        ("add", (x, x, x), "alpha"),
        ("cat", (x, 0), "tensors"),
        ("cat", ([x], x), "dim"),
        ("smooth_l1_loss_backward", (x, x, x, 0, x), "beta"),
        ("reduce_sum", (x, x, False, 0), "dims"),
        ("reduce_sum", (x, [x], False, 0), "dims"),
        ("reduce_sum", (x, [0], x, 0), "keep_dims"),
        ("reduce_sum", (x, [0], False, x), "dtype"),
        ("gelu_backward_v2", (x, x, x), "approximate"),
    ):
        assert f"{operator}: {name} is float32[4]" in str(refuses(ArgumentTypeError, operator, *args))


@pytest.mark.parametrize(
    ("operator", "args", "name", "low", "high"),
    [
        ("cat", lambda v: ([X], v), "dim", -(2**63), 2**63 - 1),
        ("div_mod", lambda v: (X, X, v), "mode", -(2**31), 2**31 - 1),
        ("split_tensor", lambda v: (X, v, 0, []), "split_sections", 0, 2**64 - 1),
        ("matmul", lambda v: {"self": X, "mat2": X.T, "cube_math_type": v}, "cube_math_type", -128, 127),
    ],
)
def test_ranges_of_integers(
    refuses: Refuses, operator: str, args: Callable[[int], Any], name: str, low: int, high: int
) -> None:
    for value in (low - 1, high + 1, 2**100, -(2**100)):
        given = args(value)
        positional, named = ((), given) if isinstance(given, dict) else (given, {})
        error = refuses(ArgumentValueError, operator, *positional, **named)
        assert str(error) == f"{operator}: {name} is {value}; allowed is an int from {low} to {high}"
        assert isinstance(error, ValueError)


@pytest.mark.parametrize("value", [-128, 127, -(2**31), 2**31 - 1])
def test_the_ends_of_a_range_reach_c(device: Device, value: int) -> None:
    """They fit the C type, so it is the operator that refuses them."""
    if abs(value) < 200:
        with pytest.raises(ParameterInvalidError):
            device.matmul(X, X.T, device.empty((2, 2)), value)
    else:
        with pytest.raises(ParameterInvalidError):
            device.div_mod(X, X, value, device.empty((2, 3)))


def test_words_that_do_not_exist(refuses: Refuses) -> None:
    error = refuses(ArgumentValueError, "smooth_l1_loss_backward", X, X, X, "average", 1.0)
    assert str(error) == (
        "smooth_l1_loss_backward: reduction is 'average'; allowed is an int or one of 'none', 'mean', 'sum'"
    )
    error = refuses(ArgumentValueError, "cat", [X], "first")
    assert str(error) == "cat: dim is 'first'; allowed is an int"


def test_other_wrong_values(refuses: Refuses) -> None:
    assert "64-bit" in str(refuses(ArgumentValueError, "reduce_sum", X, [2**63], False, "float32"))
    assert "UTF-8" in str(refuses(ArgumentValueError, "gelu_backward_v2", X, X, "\ud800"))


def test_long_values_are_shortened_in_messages(refuses: Refuses) -> None:
    error = refuses(ArgumentTypeError, "cat", [X], "x" * 1000 and ["x" * 1000])
    assert len(str(error)) < 200


def test_tensors_of_a_closed_device(device: Device, refuses: Refuses) -> None:
    other = Device(0, backend=BACKEND)
    foreign = other.tensor([1.0])
    refuses(DeviceMismatchError, "add", [1.0], foreign)
    other.close()
    refuses(DeviceMismatchError, "add", [1.0], foreign)
    x = device.tensor([1.0])
    device.close()
    with device, pytest.raises(ClosedError):
        device.add(x, 1.0)


def test_an_output_that_cannot_be_told(refuses: Refuses, monkeypatch: pytest.MonkeyPatch, x: Tensor) -> None:
    monkeypatch.setattr(registry, "find", lambda name: None)
    error = refuses(ArgumentTypeError, "add", x, x)
    assert str(error) == (
        "add: the shape of out is not known, since the simulator has no rules for this operator; pass "
        "out=d.empty(shape, dtype)"
    )
    error = refuses(ArgumentTypeError, "layer_norm", x, [4], None, None, 1e-5)
    assert "pass out=d.empty(shape, dtype) and mean_out_optional=" in str(error)


# -- refusals by C


def test_an_error_tells_what_was_passed(refuses: Refuses, device: Device, x: Tensor) -> None:
    error = refuses(ParameterInvalidError, "add", x, device.tensor(X).T, 2.5, device.empty((2, 2), "float16"))
    assert isinstance(error, AclError)
    assert isinstance(error, ValueError)
    assert (error.code, error.name) == (161002, "ACLNN_ERR_PARAM_INVALID")
    assert error.function == "aclnnAddGetWorkspaceSize"
    assert error.arguments == (
        "self = float32[4]",
        "other = float32[3, 2] strides (1, 3)",
        "alpha = float64 scalar 2.5",
        "out = float16[2, 2]",
    )
    assert error.detail
    text = str(error)
    assert text.startswith("aclnnAddGetWorkspaceSize returned 161002 (ACLNN_ERR_PARAM_INVALID)\nCANN says: ")
    assert "\n    other = float32[3, 2] strides (1, 3)\n" in f"{text}\n"


def test_lists_in_an_error(refuses: Refuses, device: Device, x: Tensor) -> None:
    error = refuses(
        ParameterInvalidError, "foreach_mul_scalar_list", [x, x], [1, 2], [device.empty(4), device.empty(4)]
    )
    assert error.arguments == (
        "x = [float32[4], float32[4]]",
        "scalars = [int64 scalar 1, int64 scalar 2]",
        "out = [float32[4], float32[4]]",
    )


def test_a_refusal_while_the_output_is_made(refuses: Refuses, x: Tensor) -> None:
    """The same exception as C's, though no output exists with which C could be asked."""
    error = refuses(ParameterInvalidError, "add", x, [1.0, 2.0, 3.0])
    assert (error.code, error.name, error.function) == (161002, "ACLNN_ERR_PARAM_INVALID", "aclnnAddGetWorkspaceSize")
    assert error.arguments == ("self = float32[4]", "other = float32[3]", "alpha = int64 scalar 1", "out = (left out)")
    assert "before the call: " in str(error)


def test_the_text_belongs_to_the_failure(refuses: Refuses, device: Device, x: Tensor) -> None:
    """C's text accumulates; each exception has its own part."""
    first = refuses(ParameterInvalidError, "add", x, x, 1, device.empty(3))
    second = refuses(ParameterInvalidError, "add", x, x, 1, device.empty(5))
    assert "[3]" in first.detail
    assert "[5]" in second.detail
    assert "[3]" not in second.detail
    assert device.add(x, x).numpy().tolist() == [2, 4, 6, 8]


def test_an_attribute_that_the_operator_refuses(refuses: Refuses, device: Device, x: Tensor) -> None:
    for reduction, beta in ((3, 1.0), (-1, 1.0), (0, -0.5)):
        for output in ({}, {"grad_input": device.empty(4)}):
            error = refuses(ParameterInvalidError, "smooth_l1_loss_backward", x, x, x, reduction, beta, **output)
            assert error.code == 161002


def test_an_operator_that_the_chip_lacks(device_of: Callable[..., Device]) -> None:
    device = device_of("Ascend310B1")
    out = device.empty((2, 3))
    with pytest.raises(KernelNotFoundError) as caught:
        device.smooth_l1_loss_backward(GRAD, X, TARGET, 0, 1.0, out)
    assert caught.value.code == 561003
    assert caught.value.name == "ACLNN_ERR_INNER_FIND_KERNEL_ERROR"
    assert "kernel" in caught.value.hint
    assert caught.value.hint in str(caught.value)


def test_nothing_is_launched_by_a_refused_call(device: Device, x: Tensor) -> None:
    out = device.tensor(np.zeros(4, np.float32))
    before = device._current_stream().launched
    for _ in range(3):
        with pytest.raises(ParameterInvalidError):
            device.add(x, x[:3], 1, out)
        with pytest.raises(ArgumentTypeError):
            device.add(x, x, "1", out)
    assert device._current_stream().launched == before
    device.synchronize()
    assert not raw_bytes(out).any()
    assert machine_of(device).live_handles().get("executor", 0) == 0


def test_a_call_makes_no_handles_that_stay(device: Device, x: Tensor) -> None:
    out, parts = device.empty(4), [device.empty(2), device.empty(2)]

    def calls() -> None:
        device.add(x, x, 2, out)
        device.cat([x[:2], x[2:]], 0, out)
        device.split_tensor(x, 2, 0, parts)
        device.reduce_sum(x, [0], False, "float32")
        device.gelu_backward_v2(x, x, "none")
        device.foreach_mul_scalar_list([x], [np.float32(2)], [out])

    calls()
    before = machine_of(device).live_handles()
    for _ in range(3):
        calls()
    assert machine_of(device).live_handles() == before
    # the values 2, [0] and 0 of the attributes are kept for later calls
    assert set(device._live_handles()) == {"stream", "tensor", "scalar", "array"}


# -- operators by name


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("smooth_l1_los_backward", "smooth_l1_loss_backward"),
        ("smoothl1loss", "smooth_l1_loss"),
        ("inplace_ad", "inplace_add"),
        ("aclnnAddd", "add"),
        ("aclnnSmoothL1LossBackwards", "smooth_l1_loss_backward"),
    ],
)
def test_a_misspelt_operator(device: Device, name: str, meant: str) -> None:
    for look_up in (lambda: getattr(device, name), lambda: device.ops[name]):
        with pytest.raises(OperatorNotFoundError) as caught:
            look_up()
        text = str(caught.value)
        assert text.startswith(f"no header declares an operator {name!r}; did you mean ")
        assert meant in text.split("did you mean ")[1].rstrip("?").split(", ")
        assert isinstance(caught.value, AttributeError)


def test_a_name_that_nothing_resembles(device: Device) -> None:
    with pytest.raises(OperatorNotFoundError) as caught:
        device.qqqqqqqqqq  # noqa: B018
    assert str(caught.value) == "no header declares an operator 'qqqqqqqqqq'; d.ops.find(text) looks for one"


def test_ops_lists_and_finds(device: Device) -> None:
    ops = device.ops
    listed = list(ops)
    assert listed == sorted(listed)
    assert len(ops) == len(listed) == len(set(listed))
    assert {"add", "inplace_add", "smooth_l1_loss_backward", "cat"} <= set(listed)
    assert "add" in ops
    assert "aclnnAdd" in ops
    assert "aclnnNope" not in ops
    assert 1 not in ops
    assert {"smooth_l1_loss", "smooth_l1_loss_backward"} <= set(ops.find("smooth_l1"))
    assert ops.find("aclnnSmoothL1LossBackward") == ["smooth_l1_loss_backward"]
    assert ops.find("SMOOTH_L1_LOSS_BACKWARD") == ["smooth_l1_loss_backward"]
    assert "smooth_l1_loss" in ops.find("smoth_l1_los")
    assert ops.find("qqqqqqqqqq") == []


def test_ops_by_either_name_is_one_function(device: Device) -> None:
    assert device.ops["aclnnAdd"] == device.ops["add"] == device.add == device.aclnnAdd


def test_an_operator_of_one_device_works_on_another_of_its_machine(
    device: Device, device_of: Callable[..., Device]
) -> None:
    other = device_of("Ascend910B1")
    assert other.add.__func__ is device.add.__func__
    assert other.add([1.0], [2.0]).device is other


def test_help(device: Device) -> None:
    text = pydoc.plain(pydoc.render_doc(device.smooth_l1_loss_backward))
    for part in (
        "smooth_l1_loss_backward(grad_out, self, target, reduction, beta, grad_input=...)",
        "aclnnSmoothL1LossBackward (aclnnop/aclnn_smooth_l1_loss_backward.h)",
        "grad_out: tensor, in\n",
        "reduction: int, in; 0 = 'none', 1 = 'mean', 2 = 'sum'\n",
        "beta: float, in\n",
        "grad_input: tensor, out\n",
        "aclnnStatus aclnnSmoothL1LossBackwardGetWorkspaceSize(",
        "const aclTensor * gradOut,",
        "ACLNN_OUT aclTensor * gradInput,",
        "sign(x)",
    ):
        assert part in text
    assert device.ops.describe("aclnnSmoothL1LossBackward") == device.smooth_l1_loss_backward.__doc__


def test_help_tells_defaults_and_what_may_be_none(device: Device) -> None:
    assert "alpha: scalar, in, default 1 (" in device.ops.describe("add")
    assert "weight_optional: tensor, in, may be None" in device.ops.describe("layer_norm")
    assert "self_ref: tensor, inout" in device.ops.describe("inplace_add")


def test_signatures(device: Device) -> None:
    assert str(inspect.signature(device.add)) == "(self, other, alpha=1, out=...)"
    assert list(inspect.signature(device.matmul).parameters) == ["self", "mat2", "out", "cube_math_type"]
    assert device.add.__name__ == "add"


def test_an_operator_nobody_computes_can_be_described(device: Device) -> None:
    missing = [n for n in device.ops if "does not compute it" in device.ops.describe(n)]
    for name in missing:
        assert device.ops.describe(name).count("aclnnStatus") == 1
