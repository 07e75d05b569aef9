"""Programs that use the binding's parts, for trying what happens when one of their C calls fails."""

from __future__ import annotations

import numpy as np

from pyaclnn import Device

SOC = "Ascend910B1"


def device() -> Device:
    return Device(0, backend="simulator", soc=SOC)


def one_call() -> None:
    with device() as d:
        np.testing.assert_array_equal(d.add(np.float32([1, 2]), np.float32([3, 4]), alpha=2).numpy(), [7, 10])


def strided_operands_and_output() -> None:
    with device() as d:
        x = d.tensor(np.arange(12, dtype=np.float32).reshape(3, 4))
        out = d.empty((8, 3))[::2]
        d.add(x.T, x[:, ::-1].T, 1, out)
        np.testing.assert_array_equal(out.numpy(), np.full((4, 3), [3, 11, 19]))
        out.copy_from(0)
        np.testing.assert_array_equal(x.T.contiguous().numpy(), np.arange(12).reshape(3, 4).T)


def lists_arrays_strings_and_scalars() -> None:
    with device() as d:
        x, y = d.tensor(np.float32([1, 2])), d.tensor(np.float32([3]))
        np.testing.assert_array_equal(d.cat([x, y], 0).numpy(), [1, 2, 3])
        parts = d.split_tensor(d.tensor(np.float32([1, 2, 3, 4])), 2, 0)
        np.testing.assert_array_equal(parts[1].numpy(), [3, 4])
        assert d.reduce_sum(x, [0], True, "float32").numpy() == [3]
        np.testing.assert_array_equal(d.foreach_mul_scalar_list([x, y], [2.0, 3.0])[1].numpy(), [9])
        d.gelu_backward_v2(x, x, "none").numpy()


def several_outputs() -> None:
    with device() as d:
        x = d.tensor(np.float32([[1, 2], [3, 5]]))
        out, mean, _ = d.layer_norm(x, [2], None, None, 1e-5)
        np.testing.assert_allclose(mean.numpy().ravel(), [1.5, 4.0])
        assert out.shape == (2, 2)


def streams_and_events() -> None:
    with device() as d:
        x = d.tensor(np.float32([1, 2]))
        with d.stream() as s, d.event() as event:
            y = d.add(x, x, 1)
            event.record(s)
            assert event.query() in (True, False)
            with d.stream() as other:
                other.wait(event)
                z = d.add(y, x, 1)
            event.synchronize()
        np.testing.assert_array_equal(z.numpy(), [3, 6])
        d.synchronize()


def a_plan() -> None:
    with device() as d:
        x, y = d.tensor(np.float32([[1, 2]])), d.tensor(np.float32([[5, 7]]))
        with d.add.plan(x, y, 1) as plan:
            np.testing.assert_array_equal(plan().numpy(), [[6, 9]])
            plan.bind(self=y)
            np.testing.assert_array_equal(plan().numpy(), [[10, 14]])


def a_graph() -> None:
    with device() as d:
        x = d.tensor(np.float32([[1, 2], [3, 4]]))
        with d.capture() as graph:
            y = d.add(x.T, x.T, 1)
        graph.replay()
        np.testing.assert_array_equal(y.numpy(), [[2, 6], [4, 8]])
        graph.close()


def memory_of_its_own_for_everything() -> None:
    with Device(0, backend="simulator", soc=SOC, pool=False) as d:
        x = d.tensor(np.float32([[1, 2], [3, 4]]))
        for _ in range(3):
            y = d.add(x.T, x.T, 1)
        np.testing.assert_array_equal(y.numpy(), [[2, 6], [4, 8]])
        d.trim()


def memory_that_is_reused() -> None:
    with Device(0, backend="simulator", soc=SOC, pool=True) as d:
        x = d.tensor(np.float32([[1, 2], [3, 4]]))
        for _ in range(2):
            y = d.add(x.T, x.T, 1)
        with d.stream() as s:
            z = d.mul(x, d.add(x.T, x, 1), d.empty((2, 2)))
        del y
        large = d.empty(600_000)
        y = d.add(x.T, z, 1)
        del z, large
        d.trim()
        np.testing.assert_array_equal(y.numpy(), [[3, 13], [17, 36]])
        assert s.is_closed


ALL = (
    one_call,
    strided_operands_and_output,
    lists_arrays_strings_and_scalars,
    several_outputs,
    streams_and_events,
    a_plan,
    a_graph,
    memory_of_its_own_for_everything,
    memory_that_is_reused,
)
