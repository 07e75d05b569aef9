"""Memory: leaks, frees, and bytes that belong to something else or to nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ..machines import D2D, D2H, H2D
from .programs import COUNT, NBYTES, Checked, here


class TestLeaks:
    @pytest.mark.parametrize("end", [("aclrtResetDevice", 0), ("aclrtResetDeviceForce", 0), ("aclFinalize",)])
    def test_found(self, sim: Checked, end: tuple[Any, ...]) -> None:
        sim.malloc(24)
        assert sim(*end) == 207002
        assert sim.only.name == "memory-leak"
        assert "24 bytes of memory of device 0" in sim.only.text
        assert "machines.py" in sim.only.made
        assert "[memory-leak]" in str(sim.message())
        assert sim.machine.memory.used(0) == 0, "the call does its work all the same"
        assert sim("aclrtSetDevice", 0) == 0

    def test_only_once(self, sim: Checked) -> None:
        sim.malloc(24)
        assert sim("aclrtResetDevice", 0) == 207002
        assert sim("aclFinalize") == 0
        assert sim.names == ["memory-leak"]

    def test_all_are_told_of(self, sim: Checked) -> None:
        for _ in range(3):
            sim.malloc(24)
        sim.ok("aclrtMallocHost", sim.ffi.new("void **"), 8)
        assert sim("aclFinalize") == 207002
        assert sim.names == ["memory-leak"] * 4
        assert "(and 3 more)" in str(sim.message())

    @pytest.mark.parametrize("end", [("aclrtResetDevice", 0), ("aclFinalize",)])
    def test_repaired(self, sim: Checked, end: tuple[Any, ...]) -> None:
        sim.ok("aclrtFree", sim.malloc(24))
        assert sim(*end) == 0
        assert sim.names == []

    def test_a_reference_that_stays_is_no_end(self, sim: Checked) -> None:
        sim.ok("aclrtSetDevice", 0)
        pointer = sim.malloc(24)
        sim.ok("aclrtResetDevice", 0)
        sim.ok("aclrtFree", pointer)
        sim.ok("aclrtResetDevice", 0)
        assert sim.names == []


class TestFrees:
    def test_double(self, sim: Checked) -> None:
        pointer = sim.malloc(24)
        sim.ok("aclrtFree", pointer)
        assert sim("aclrtFree", pointer) == 107000
        assert sim.only.name == "double-free"
        assert "machines.py" in sim.only.made
        assert "machines.py" in sim.only.freed
        assert "machines.py" in sim.only.used
        assert "[double-free]" in str(sim.message())

    def test_double_of_page_locked_memory(self, sim: Checked) -> None:
        pointer = sim.malloc_host(24)
        sim.ok("aclrtFreeHost", pointer)
        assert sim("aclrtFreeHost", pointer) == 107000
        assert sim.names == ["double-free"]

    def test_the_places(self, sim: Checked) -> None:
        malloc, free = sim.libraries.base_function("aclrtMalloc"), sim.libraries.base_function("aclrtFree")
        pointer = sim.ffi.new("void **")
        malloc(pointer, 24, 0)
        free(pointer[0])
        free(pointer[0])
        assert (sim.only.made, sim.only.freed, sim.only.used) == (here(back=3), here(back=2), here(back=1))

    def test_an_address_inside(self, sim: Checked) -> None:
        pointer = sim.malloc(24)
        assert sim("aclrtFree", pointer + 8) == 107000
        assert sim.names == ["invalid-free"]

    def test_host_memory_as_device_memory(self, sim: Checked) -> None:
        assert sim("aclrtFree", sim.malloc_host(24)) == 107000
        assert sim("aclrtFreeHost", sim.malloc(24)) == 107000
        assert sim.names == ["host-device-mixup"] * 2

    def test_repaired(self, sim: Checked) -> None:
        sim.ok("aclrtFree", sim.malloc(24))
        sim.ok("aclrtFreeHost", sim.malloc_host(24))
        assert sim.names == []


class TestFreedEarly:
    def test_an_operand(self, sim: Checked) -> None:
        x, out = sim.filled(), sim.filled()
        assert sim.add(x, out) == 0
        assert sim("aclrtFree", x) == 107000
        assert sim.only.name == "operand-freed-early"
        assert "aclnnAdds" in sim.only.text
        assert "reads self" in sim.only.text
        assert "machines.py" in sim.only.freed
        assert "machines.py" in sim.only.used, "the place of the launch"
        assert sim.wait() == 0, "the memory is still there"
        sim.ok("aclrtFree", x)
        assert sim.names == ["operand-freed-early"]

    def test_what_a_copy_uses(self, sim: Checked) -> None:
        pinned, x, stream = sim.malloc_host(NBYTES), sim.filled(), sim.stream()
        sim.ok("aclrtMemcpyAsync", pinned, NBYTES, x, NBYTES, D2H, stream)
        assert sim("aclrtFreeHost", pinned) == 107000
        assert sim("aclrtFree", x) == 107000
        assert sim.names == ["operand-freed-early"] * 2

    def test_it_is_not_a_leak_beside(self, sim: Checked) -> None:
        x = sim.filled()
        sim.set(x, sim.null)
        assert sim("aclrtFree", x) == 107000
        sim("aclFinalize")
        assert sim.names == ["operand-freed-early"]

    @pytest.mark.parametrize("early", [True, False])
    def test_a_workspace(self, sim: Checked, early: bool) -> None:
        x, out = sim.filled(), sim.filled()
        tensors = [sim.tensor(x, (2, 4), strides=(1, 2)), sim.tensor(out, (2, 4), strides=(1, 2))]
        size, executor = sim.prepared_add(*tensors)
        assert size > 0
        workspace = sim.malloc(size)
        assert sim.launch("aclnnAdds", workspace, size, executor) == 0
        if not early:
            assert sim.wait() == 0
        assert sim("aclrtFree", workspace) == (107000 if early else 0)
        assert sim.names == ["workspace-freed-early"] * early

    def test_repaired(self, sim: Checked) -> None:
        x, out = sim.filled(), sim.filled()
        assert sim.add(x, out) == 0
        assert sim.wait() == 0
        sim.ok("aclrtFree", x)
        assert sim.names == []

    @pytest.mark.parametrize("way", ["event", "query", "event query", "device", "destroy"])
    def test_every_way_to_wait(self, sim: Checked, way: str) -> None:
        x, stream, event = sim.filled(), sim.stream(), sim.event(8 + 1, ex=True)
        sim.set(x, stream)
        sim.ok("aclrtRecordEvent", event, stream)
        if way == "event":
            sim.ok("aclrtSynchronizeEvent", event)
        elif way == "device":
            sim.ok("aclrtSynchronizeDevice")
        elif way == "destroy":
            sim.ok("aclrtDestroyStream", stream)
        elif way == "query":
            while sim.get("aclrtStreamQuery", "aclrtStreamStatus", stream) != 0:
                pass
        else:
            while sim.get("aclrtQueryEventStatus", "aclrtEventRecordedStatus", event) != 1:
                pass
        sim.ok("aclrtFree", x)
        assert sim.names == []


class TestUseAfterFree:
    def test_by_a_kernel(self, sim: Checked) -> None:
        x, out = sim.filled(), sim.filled()
        sim.ok("aclrtFree", x)
        assert sim.add(x, out) == 0
        assert sim.wait() == 507035
        assert sim.only.name == "use-after-free"
        assert "machines.py" in sim.only.made
        assert "machines.py" in sim.only.freed
        assert "machines.py" in sim.only.used

    def test_inside_of_it(self, sim: Checked) -> None:
        x, out = sim.malloc(4 * NBYTES), sim.filled()
        sim.ok("aclrtFree", x)
        assert sim.add(x + NBYTES, out) == 0
        assert sim.wait() == 507035
        assert sim.names == ["use-after-free"]

    @pytest.mark.parametrize("kind", [H2D, D2H, D2D])
    def test_by_a_copy(self, sim: Checked, kind: int) -> None:
        x, other, host = sim.filled(), sim.filled(), np.zeros(COUNT, np.float32)
        sim.ok("aclrtFree", x)
        target, source = {H2D: (x, sim.host(host)), D2H: (sim.host(host), x), D2D: (other, x)}[kind]
        assert sim("aclrtMemcpy", target, NBYTES, source, NBYTES, kind) == 107000
        assert sim.names == ["use-after-free"]

    def test_by_a_queued_copy(self, sim: Checked) -> None:
        x, other, stream = sim.filled(), sim.malloc_host(NBYTES), sim.stream()
        sim.ok("aclrtMemcpyAsync", other, NBYTES, x, NBYTES, D2H, stream)
        with sim.machine.checks.suppress("operand-freed-early"):  # type: ignore[union-attr]
            sim.ok("aclrtFree", x)
        assert sim.wait(stream) == 507013
        assert sim.names == ["use-after-free"]

    def test_freed_addresses_are_not_given_out_again_at_once(self, sim: Checked) -> None:
        x, out = sim.filled(), sim.filled()
        sim.ok("aclrtFree", x)
        again = [sim.malloc(NBYTES) for _ in range(20)]
        assert x not in again
        assert sim.add(x, out) == 0
        assert sim.wait() == 507035
        assert sim.names == ["use-after-free"]

    def test_repaired(self, sim: Checked) -> None:
        x, out = sim.filled(), sim.filled()
        assert sim.add(x, out) == 0
        assert sim.wait() == 0
        sim.ok("aclrtFree", x)
        assert sim.names == []


class TestBounds:
    @pytest.mark.parametrize("views", [{"offset": 1}, {"strides": (2,)}, {"offset": -1}])
    def test_a_view(self, sim: Checked, views: dict[str, Any]) -> None:
        x, out = sim.filled(), sim.filled()
        assert sim.add(x, out, **views) in (0, 0)
        assert sim.wait() == 507035
        assert sim.only.name == "out-of-bounds"
        assert "self" in sim.only.text
        assert "machines.py" in sim.only.made

    @pytest.mark.parametrize(
        ("view", "what"),
        [
            # the last of 8 elements at a stride of 3 is the 22nd
            pytest.param({"strides": (3,)}, "touches elements 0 to 21 of a storage of 16", id="a stride"),
            pytest.param({"strides": (2,), "offset": 2}, "touches elements 2 to 16 of a storage of 16", id="an offset"),
        ],
    )
    def test_a_view_that_leaves_its_own_storage(self, sim: Checked, view: dict[str, Any], what: str) -> None:
        """Phase 1 refuses it without the check mode too; here it is a finding, made where the tensor was."""
        x, out = sim.malloc(2 * NBYTES), sim.tensor(sim.filled(), (COUNT,))
        tensor, scalar = sim.tensor(x, (COUNT,), storage=(2 * COUNT,), **view), sim.scalar(1.0)
        assert sim.prepare("aclnnAdds", tensor, scalar, scalar, out)[0] == 561103
        assert sim.only.name == "out-of-bounds"
        assert what in sim.only.text
        assert "machines.py" in str(sim.only.made)
        assert sim.only.used
        assert "[out-of-bounds]" in str(sim.message())

    def test_other_refusals_are_no_findings(self, sim: Checked) -> None:
        tensors, scalar = [sim.tensor(sim.filled(), (n,)) for n in (COUNT, COUNT - 1)], sim.scalar(1.0)
        assert sim.prepare("aclnnAdds", tensors[0], scalar, scalar, tensors[1])[0] == 161002
        assert sim.names == []

    @pytest.mark.parametrize("kind", [H2D, D2H])
    def test_a_copy(self, sim: Checked, kind: int) -> None:
        x, host = sim.filled(), np.zeros(2 * COUNT, np.float32)
        target, source = (x, sim.host(host)) if kind == H2D else (sim.host(host), x)
        assert sim("aclrtMemcpy", target, 2 * NBYTES, source, 2 * NBYTES, kind) == 107000
        assert sim.names == ["out-of-bounds"]

    def test_a_memset(self, sim: Checked) -> None:
        assert sim("aclrtMemset", sim.malloc(8), 16, 0, 16) == 107000
        assert sim.names == ["out-of-bounds"]

    def test_a_workspace_that_is_too_small(self, sim: Checked) -> None:
        x, out = sim.filled(), sim.filled()
        size, executor = sim.prepared_add(
            sim.tensor(x, (2, 4), strides=(1, 2)), sim.tensor(out, (2, 4), strides=(1, 2))
        )
        assert sim.launch("aclnnAdds", sim.malloc(size // 2), size, executor) == 0
        assert sim.wait() == 507035
        assert sim.names == ["out-of-bounds"]

    def test_repaired(self, sim: Checked) -> None:
        x, out = sim.malloc(2 * NBYTES), sim.filled()
        sim.ok("aclrtMemset", x, 2 * NBYTES, 0, 2 * NBYTES)
        assert sim.add(x, out, strides=(2,)) == 0
        assert sim.wait() == 0
        assert sim.names == []


class TestMixups:
    def test_a_kernel_on_host_memory(self, sim: Checked) -> None:
        array, out = np.zeros(COUNT, np.float32), sim.filled()
        assert sim.add(sim.host(array), out) == 0
        assert sim.wait() == 507035
        assert sim.names == ["host-device-mixup"]

    def test_a_kernel_on_page_locked_memory(self, sim: Checked) -> None:
        assert sim.add(sim.malloc_host(NBYTES), sim.filled()) == 0
        assert sim.wait() == 507035
        assert sim.names == ["host-device-mixup"]

    def test_a_kernel_on_no_memory(self, sim: Checked) -> None:
        assert sim.add(sim.null, sim.filled()) == 0
        assert sim.wait() == 507035
        assert sim.names == ["wild-pointer"]

    @pytest.mark.parametrize(("kind", "name"), [(H2D, "source"), (D2H, "destination"), (D2D, "source")])
    def test_a_copy(self, sim: Checked, kind: int, name: str) -> None:
        host = np.zeros(COUNT, np.float32)
        target, source = sim.filled(), sim.filled()
        if kind == D2D:
            source = sim.host(host)
        assert sim("aclrtMemcpy", target, NBYTES, source, NBYTES, kind) == 107000
        assert sim.only.name == "host-device-mixup"
        assert name in sim.only.text or kind == D2D

    def test_repaired(self, sim: Checked) -> None:
        host, x, out = np.zeros(COUNT, np.float32), sim.filled(), sim.filled()
        sim.ok("aclrtMemcpy", x, NBYTES, sim.host(host), NBYTES, H2D)
        sim.ok("aclrtMemcpy", sim.host(host), NBYTES, x, NBYTES, D2H)
        assert sim.add(x, out) == 0
        assert sim.wait() == 0
        assert sim.names == []
