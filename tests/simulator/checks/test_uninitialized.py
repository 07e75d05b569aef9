"""Kernels that read bytes nobody wrote."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import FLOAT32
from pyaclnn.reference.chips import Family
from pyaclnn.reference.lowering import Lowering
from pyaclnn.reference.meta import TensorMeta
from pyaclnn.simulator.checks import kernels

from ..machines import D2D, H2D
from .programs import COUNT, NBYTES, Checked


def copied_2d(sim: Checked, x: Any) -> None:
    host = np.zeros(COUNT, np.float32)
    sim.ok("aclrtMemcpy2d", x, 16, sim.host(host), 16, 16, 2, H2D)


def copied_on_the_device(sim: Checked, x: Any) -> None:
    sim.ok("aclrtMemcpyAsync", x, NBYTES, sim.filled(), NBYTES, D2D, sim.null)


def copied_from_page_locked_memory(sim: Checked, x: Any) -> None:
    sim.ok("aclrtMemcpyAsync", x, NBYTES, sim.malloc_host(NBYTES), NBYTES, H2D, sim.null)


WRITERS = {
    "copy": lambda sim, x: sim.copy_in(x),
    "memset": lambda sim, x: sim.ok("aclrtMemset", x, NBYTES, 0, NBYTES),
    "queued memset": lambda sim, x: sim.set(x, sim.null),
    "2-d copy": copied_2d,
    "device copy": copied_on_the_device,
    "page-locked": copied_from_page_locked_memory,
    "kernel": lambda sim, x: sim.add(sim.filled(), x),
}


def test_found(sim: Checked) -> None:
    x, out = sim.malloc(NBYTES), sim.malloc(NBYTES)
    assert sim.add(x, out) == 0
    assert sim.wait() == 507035
    assert sim.only.name == "uninitialized-read"
    assert "8 elements of self (float32[8])" in sim.only.text
    assert "machines.py" in sim.only.made
    assert "machines.py" in sim.only.used
    assert "[uninitialized-read]" in str(sim.message())


@pytest.mark.parametrize("way", WRITERS)
def test_repaired(sim: Checked, way: str) -> None:
    x, out = sim.malloc(NBYTES), sim.malloc(NBYTES)
    WRITERS[way](sim, x)
    assert sim.add(x, out) == 0
    assert sim.wait() == 0
    assert sim.names == []


def test_the_result_counts_as_written(sim: Checked) -> None:
    """One mistake is one finding: what is computed from it is not told of again."""
    x, y, z = (sim.malloc(NBYTES) for _ in range(3))
    sim.add(x, y)
    sim.add(y, z)
    assert sim.wait() == 507035
    assert sim.names == ["uninitialized-read"]


def test_a_part(sim: Checked) -> None:
    x, out = sim.malloc(NBYTES), sim.malloc(NBYTES)
    sim.ok("aclrtMemset", x, NBYTES, 0, NBYTES - 2)
    sim.add(x, out)
    assert sim.wait() == 507035
    assert "1 elements of self" in sim.only.text


def test_gaps_between_elements_are_not_read(sim: Checked) -> None:
    x, out, host = sim.malloc(2 * NBYTES), sim.malloc(NBYTES), np.zeros(COUNT, np.float32)
    sim.ok("aclrtMemcpy2d", x, 8, sim.host(host), 4, 4, COUNT, H2D)
    sim.add(x, out, strides=(2,))
    assert sim.wait() == 0
    assert sim.names == []
    sim.add(x, out, strides=(2,), offset=1)
    assert sim.wait() == 507035


def test_a_strided_result_leaves_its_gaps_unwritten(sim: Checked) -> None:
    x, out = sim.filled(), sim.malloc(2 * NBYTES)
    tensors = [sim.tensor(x, (COUNT,)), sim.tensor(out, (COUNT,), strides=(2,), storage=(2 * COUNT,))]
    size, executor = sim.prepared_add(*tensors)
    sim.launch("aclnnAdds", sim.malloc(max(1, size)), size, executor)
    sim.add(out, x)
    assert sim.wait() == 507035
    assert "4 elements" in sim.only.text


def test_a_device_copy_hands_on_what_was_not_written(sim: Checked) -> None:
    x, y, out = (sim.malloc(NBYTES) for _ in range(3))
    sim.ok("aclrtMemset", y, NBYTES, 0, NBYTES)
    sim.ok("aclrtMemcpy", y, NBYTES, x, NBYTES, D2D)
    assert sim.names == [], "a copy may move what nobody wrote"
    sim.add(y, out)
    assert sim.wait() == 507035


def test_reading_back_is_no_kernel(sim: Checked) -> None:
    sim.download(sim.malloc(NBYTES), np.float32, COUNT)
    assert sim.names == []


@pytest.mark.parametrize("strides", [(4, 1), (1, 2)])
@pytest.mark.parametrize(("kernel", "reads"), [("ZerosLike", []), ("Neg", ["self"])])
def test_a_kernel_that_takes_a_tensor_for_its_shape_reads_nothing(
    strides: tuple[int, int], kernel: str, reads: list[str]
) -> None:
    metas = {
        "self": TensorMeta((2, 4), strides, FLOAT32, storage_shape=(8,)),
        "out": TensorMeta((2, 4), (4, 1), FLOAT32, storage_shape=(8,)),
    }
    low = Lowering(Family.B910, metas)
    x = low.contiguous("self")
    low.write(low.kernel(kernel, np.negative, (x,), x.shape, x.dtype), "out")
    touched = list(kernels.touches(low, metas, {"self": 0, "out": 64}, (0, 0)))
    assert [t.what for t in touched if not t.writes] == reads
    assert [t.what for t in touched if t.writes] == ["out"]
