"""Plans: prepared once, run many times, operands exchanged by name."""

from __future__ import annotations

import gc
import threading

import numpy as np
import pytest

from pyaclnn import (
    ArgumentTypeError,
    ArgumentValueError,
    ClosedError,
    Device,
    DeviceMismatchError,
    ParameterInvalidError,
)

from .helpers import machine_of


def ones(n: int, value: float = 1.0) -> np.ndarray:
    return np.full(n, value, np.float32)


def test_runs_again_with_what_its_operands_hold_then(device: Device) -> None:
    x, y = device.tensor(ones(3)), device.tensor(ones(3, 10))
    with device.add.plan(x, y, 2) as plan:
        assert plan.repeatable
        out = plan()
        np.testing.assert_array_equal(out.numpy(), ones(3, 21))
        x.copy_from(5)
        assert plan() is out
        np.testing.assert_array_equal(out.numpy(), ones(3, 25))
        np.testing.assert_array_equal(plan.run().numpy(), ones(3, 25))


def test_operands_are_exchanged_by_name(device: Device) -> None:
    x, y, z = (device.tensor(ones(3, v)) for v in (1, 10, 100))
    first, second = device.empty(3), device.empty(3)
    with device.add.plan(x, y, 1, first) as plan:
        plan()
        plan.bind(self=z, out=second)
        assert plan() is second
        np.testing.assert_array_equal(first.numpy(), ones(3, 11))
        np.testing.assert_array_equal(second.numpy(), ones(3, 110))
        # the tensors' own descriptors are not touched
        np.testing.assert_array_equal(device.add(x, x, 1).numpy(), ones(3, 2))


def test_views_at_other_offsets_of_other_storages(device: Device) -> None:
    a, b = (device.tensor(np.arange(12, dtype=np.float32).reshape(3, 4) + s) for s in (0, 100))
    with device.add.plan(a[:, 1], a[:, 1], 1) as plan:
        np.testing.assert_array_equal(plan().numpy(), [2, 10, 18])
        plan.bind(self=b[:, 1])
        np.testing.assert_array_equal(plan().numpy(), [102, 110, 118])
        with pytest.raises(ArgumentValueError, match="offset 2"):
            plan.bind(self=b[:, 2])


def test_lists_are_exchanged_as_lists(device: Device) -> None:
    x, y = device.tensor(ones(2, 1)), device.tensor(ones(2, 2))
    with device.cat.plan([x, y], 0) as plan:
        np.testing.assert_array_equal(plan().numpy(), [1, 1, 2, 2])
        plan.bind(tensors=[y, x])
        np.testing.assert_array_equal(plan().numpy(), [2, 2, 1, 1])
        with pytest.raises(ArgumentValueError, match="2"):
            plan.bind(tensors=[x])


def test_in_place_operators_and_workspaces(device: Device) -> None:
    x = device.tensor(np.zeros((3, 2), np.float32))
    step = device.tensor(np.ones((2, 3), np.float32))
    with device.inplace_add.plan(x, step.T, 1) as plan:
        for _ in range(4):
            assert plan() is x
        np.testing.assert_array_equal(x.numpy(), np.full((3, 2), 4))


@pytest.mark.parametrize(
    ("name", "value", "error", "text"),
    [
        ("selv", 0, ArgumentTypeError, "no operand"),
        ("alpha", 0, ArgumentTypeError, "no operand"),
        ("self", "longer", ArgumentValueError, "float32\\[4\\]"),
        ("self", "half", ArgumentValueError, "float16"),
        ("out", np.zeros(3, np.float32), ArgumentTypeError, "writes it"),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(
    device: Device, name: str, value: object, error: type[Exception], text: str
) -> None:
    x = device.tensor(ones(3))
    values = {"longer": device.tensor(ones(4)), "half": device.tensor(ones(3), "float16")}
    with device.add.plan(x, x, 1) as plan:
        with pytest.raises(error, match=text):
            plan.bind(other=device.tensor(ones(3, 9)), **{name: values.get(str(value), value)})
        np.testing.assert_array_equal(plan().numpy(), ones(3, 2))


def test_tensors_of_another_device_are_refused(device: Device) -> None:
    x = device.tensor(ones(3))
    with Device(0, backend="simulator") as other:
        theirs = other.tensor(ones(3))
        with device.add.plan(x, x, 1) as plan, pytest.raises(DeviceMismatchError):
            plan.bind(self=theirs)


def test_a_call_that_cann_refuses_makes_no_plan(device: Device) -> None:
    x = device.tensor(ones(3))
    before = device._live_handles()
    with pytest.raises(ParameterInvalidError):
        device.add.plan(x, device.tensor(ones(4)), 1, device.empty(3))
    with pytest.raises(ArgumentTypeError, match="needs a Tensor"):
        device.add.plan(1, 2, 3)
    with pytest.raises(ArgumentTypeError, match="no parameter"):
        device.add.plan(x, x, betta=1)
    assert {k: v for k, v in device._live_handles().items() if k != "tensor"} == {
        k: v for k, v in before.items() if k != "tensor"
    }


def test_closing_frees_what_the_plan_owns(device: Device) -> None:
    x = device.tensor(ones(3))
    out = device.empty(3)
    _ = x.handle, out.handle
    device._current_stream()
    before = machine_of(device).live_handles()
    plan = device.add.plan(x, x, 3, out)
    assert machine_of(device).live_handles()["executor"] == 1
    plan()
    plan.close()
    plan.close()
    assert machine_of(device).live_handles() == before
    np.testing.assert_array_equal(out.numpy(), ones(3, 4))
    for use in (plan, plan.run, lambda: plan.bind(self=x)):
        with pytest.raises(ClosedError):
            use()


def test_dropping_a_plan_frees_it_too(device: Device) -> None:
    x = device.tensor(ones(3))
    out = device.add.plan(x, x, 1)()
    np.testing.assert_array_equal(out.numpy(), ones(3, 2))
    gc.collect()
    assert "executor" not in machine_of(device).live_handles()


def test_a_plan_of_a_closed_device_or_stream_can_not_run(device: Device) -> None:
    with Device(0, backend="simulator") as other:
        x = other.tensor(ones(3))
        plan = other.add.plan(x, x, 1)
        plan()
    with pytest.raises(ClosedError):
        plan()
    with device.stream():
        y = device.tensor(ones(3))
        on_stream = device.add.plan(y, y, 1)
        on_stream()
    with pytest.raises(ClosedError):
        on_stream()
    on_stream.close()


def test_other_threads_may_run_it(device: Device) -> None:
    x = device.tensor(np.zeros(3, np.float32))
    with device.inplace_add.plan(x, device.tensor(ones(3)), 1) as plan:
        threads = [threading.Thread(target=lambda: [plan() for _ in range(50)]) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        np.testing.assert_array_equal(x.numpy(), ones(3, 200))


def test_where_cann_refuses_to_repeat_the_two_phases_run(device: Device) -> None:
    """float64 runs on the chip's control CPU, whose executors can't be repeated."""
    x, y = device.tensor(np.float64([1, 2, 3])), device.tensor(np.float64([10, 20, 30]))
    with device.add.plan(x, y, 2.0) as plan:
        assert not plan.repeatable
        np.testing.assert_array_equal(plan().numpy(), [21, 42, 63])
        before = device._live_handles()["tensor"]
        for operand in (x, y, x, y):
            plan.bind(self=operand)
        assert device._live_handles()["tensor"] == before
        np.testing.assert_array_equal(plan().numpy(), [30, 60, 90])
        assert "executor" not in machine_of(device).live_handles()


def test_a_plan_is_no_operand(device: Device) -> None:
    x = device.tensor(ones(3))
    device.add(x, x)
    with (
        device.add.plan(x, x) as plan,
        pytest.raises(ArgumentTypeError, match=r"add: out is <Plan of add, .*>; allowed is a Tensor"),
    ):
        device.add(x, x, 1, plan)


def test_operands_by_c_names_that_python_uses_itself(device: Device) -> None:
    x, y = device.tensor([1.0, 2.0]), device.tensor([3.0, 5.0])
    with device.add.plan(self=x, other=y) as plan:
        assert plan().numpy().tolist() == [4.0, 7.0]
    with pytest.raises(ArgumentTypeError, match=r"add has no parameter 'othr'; did you mean other\? usage: d\.add"):
        device.add.plan(self=x, othr=y)
