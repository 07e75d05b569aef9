"""Arrays as arguments: their device copies take over memory and handles of earlier ones."""

from __future__ import annotations

import numpy as np

from pyaclnn import Device

from .helpers import in_thread, machine_of


def array(n: int) -> np.ndarray:
    return np.full(6, n, np.float32)


def test_work_that_is_still_queued_keeps_its_operands(device: Device) -> None:
    """The simulator runs late: a copy that came too early would show in the results before it."""
    results = [device.add(array(i), array(100 * i)) for i in range(1, 20)]
    assert [r.numpy().tolist() for r in results] == [[101.0 * i] * 6 for i in range(1, 20)]


def test_queued_work_of_two_streams(device: Device) -> None:
    results = []
    with device.stream() as one, device.stream() as two:
        for i in range(1, 12):
            device._push_stream((one, two)[i % 2])
            results.append(device.add(array(i), array(100 * i)))
            device._pop_stream((one, two)[i % 2])
        assert [r.numpy().tolist() for r in results] == [[101.0 * i] * 6 for i in range(1, 12)]


def test_each_kind_of_array_has_its_own(device: Device) -> None:
    for dtype in (np.float32, np.int32, np.float16, ">f4"):
        for shape in ((2, 3), (6,), (3, 2)):
            for n in (1, 2):
                x = np.full(shape, n, dtype)
                result = device.add(x, x.copy(order="F")).numpy()
                assert result.shape == shape
                assert result.dtype == np.dtype(dtype).newbyteorder("=")
                assert (result == 2 * n).all()


def test_views_of_arrays(device: Device) -> None:
    x = np.arange(24, dtype=np.float32).reshape(4, 6)
    for view in (x, x[:, ::2], x.T, x[::-1]):
        for _ in range(2):
            np.testing.assert_array_equal(device.add(view, view).numpy(), view + view)


def test_what_is_kept_for_the_next_call_is_not_much(device: Device) -> None:
    for _ in range(2):  # the output of the first call is one of a kind that was not seen before
        device.add(array(1), array(2))
    before = machine_of(device).live_handles()["aclTensor"]
    for i in range(50):
        device.add(array(i), array(i))
    assert machine_of(device).live_handles()["aclTensor"] == before


def test_another_thread(device: Device) -> None:
    device.add(array(1), array(2))
    assert in_thread(lambda: device.add(array(3), array(4)).numpy().tolist()) == [7.0] * 6
