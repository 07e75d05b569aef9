"""Handles and executors: leaked, destroyed twice, used afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from .programs import COUNT, Checked, here

Make = Callable[[Checked], Any]


def int_array(sim: Checked) -> Any:
    return sim("aclCreateIntArray", sim.ffi.new("int64_t[]", [1]), 1)


def tensor_list(sim: Checked) -> Any:
    return sim("aclCreateTensorList", sim.ffi.new("aclTensor *[]", [sim.tensor(sim.null, (1,))]), 1)


HANDLES: dict[str, tuple[Make, str, str, int]] = {
    "stream": (lambda sim: sim.stream(), "aclrtDestroyStream", "stream", 107017),
    "event": (lambda sim: sim.event(), "aclrtDestroyEvent", "event", 107017),
    "tensor": (lambda sim: sim.tensor(sim.null, (1,)), "aclDestroyTensor", "aclTensor", 161002),
    "scalar": (lambda sim: sim.scalar(1.0), "aclDestroyScalar", "aclScalar", 161002),
    "array": (int_array, "aclDestroyIntArray", "array", 161002),
    "list": (tensor_list, "aclDestroyTensorList", "list", 161002),
}


@pytest.mark.parametrize("kind", HANDLES)
class TestHandles:
    def test_leaked(self, sim: Checked, kind: str) -> None:
        make, _, name, _ = HANDLES[kind]
        make(sim)
        assert sim("aclFinalize") == 207002
        assert sim.only.name == "handle-leak"
        assert f"{name} was never destroyed" in sim.only.text
        assert sim.only.made.rpartition(":")[0].endswith((".py",))

    def test_destroyed(self, sim: Checked, kind: str) -> None:
        make, destroy, _, _ = HANDLES[kind]
        sim.ok(destroy, make(sim))
        assert sim("aclFinalize") == 0
        assert sim.names == []

    def test_destroyed_twice(self, sim: Checked, kind: str) -> None:
        make, destroy, name, code = HANDLES[kind]
        handle = make(sim)
        sim.ok(destroy, handle)
        assert sim(destroy, handle) == code
        assert sim.only.name == "handle-destroyed-twice"
        assert name in sim.only.text
        assert sim.only.made
        assert "machines.py" in sim.only.freed
        assert "machines.py" in sim.only.used
        assert "[handle-destroyed-twice]" in str(sim.message())

    def test_never_a_handle(self, sim: Checked, kind: str) -> None:
        _, destroy, _, code = HANDLES[kind]
        ctype = {"tensor": "aclTensor *", "scalar": "aclScalar *", "array": "aclIntArray *", "list": "aclTensorList *"}
        assert sim(destroy, sim.bogus(ctype.get(kind, "void *"))) == code
        assert sim.names == ["unknown-handle"]


class TestUsedAfterDestruction:
    def test_a_stream(self, sim: Checked) -> None:
        stream = sim.stream()
        sim.ok("aclrtDestroyStream", stream)
        assert sim.wait(stream) == 107017
        assert sim.names == ["handle-used-after-destruction"]

    def test_an_event(self, sim: Checked) -> None:
        event = sim.event()
        sim.ok("aclrtDestroyEvent", event)
        assert sim("aclrtRecordEvent", event, sim.null) == 107017
        assert sim.names == ["handle-used-after-destruction"]

    def test_a_context(self, sim: Checked) -> None:
        context = sim.make("aclrtCreateContext", "aclrtContext", 0)
        sim.ok("aclrtDestroyContext", context)
        assert sim("aclrtSetCurrentContext", context) == 107000
        assert sim("aclrtDestroyContext", context) == 107002
        assert sim.names == ["handle-used-after-destruction", "handle-destroyed-twice"]

    def test_a_tensor_in_phase_1(self, sim: Checked) -> None:
        tensor, out = sim.tensor(sim.filled(), (COUNT,)), sim.tensor(sim.filled(), (COUNT,))
        sim.ok("aclDestroyTensor", tensor)
        scalar = sim.scalar(1.0)
        assert sim.prepare("aclnnAdds", tensor, scalar, scalar, out)[0] == 161002
        assert sim.names == ["handle-used-after-destruction"]

    @pytest.mark.parametrize("early", [True, False])
    def test_a_tensor_between_the_phases(self, sim: Checked, early: bool) -> None:
        tensors = [sim.tensor(sim.filled(), (COUNT,)) for _ in range(2)]
        _, executor = sim.prepared_add(*tensors)
        if early:
            sim.ok("aclDestroyTensor", tensors[0])
        assert sim.launch("aclnnAdds", sim.null, 0, executor) == (161002 if early else 0)
        assert sim.names == ["handle-used-after-destruction"] * early

    def test_an_element_of_a_list(self, sim: Checked) -> None:
        tensor = sim.tensor(sim.null, (1,))
        tensors = sim("aclCreateTensorList", sim.ffi.new("aclTensor *[]", [tensor]), 1)
        sim.ok("aclDestroyTensor", tensor)
        assert sim("aclDestroyTensorList", tensors) == 161002
        assert sim.names == ["handle-destroyed-twice"]


class TestContexts:
    def test_leaked(self, sim: Checked) -> None:
        sim.make("aclrtCreateContext", "aclrtContext", 0)
        assert sim("aclFinalize") == 207002
        assert "a context was never destroyed" in sim.only.text

    def test_what_is_left_in_one(self, sim: Checked) -> None:
        context = sim.make("aclrtCreateContext", "aclrtContext", 0)
        sim.stream()
        assert sim("aclrtDestroyContext", context) == 207002
        assert sim.names == ["handle-leak"]

    def test_repaired(self, sim: Checked) -> None:
        context = sim.make("aclrtCreateContext", "aclrtContext", 0)
        sim.ok("aclrtDestroyStream", sim.stream())
        sim.ok("aclrtDestroyContext", context)
        assert sim("aclFinalize") == 0
        assert sim.names == []


class TestExecutors:
    @pytest.fixture
    def executor(self, sim: Checked) -> Any:
        self.tensors = [sim.tensor(sim.filled(), (COUNT,)) for _ in range(2)]
        return sim.prepared_add(*self.tensors)[1]

    def end(self, sim: Checked) -> int:
        """Finalizes with nothing else left."""
        sim.wait()
        for tensor in self.tensors:
            pointer = sim.get("aclGetRawTensorAddr", "void *", tensor)
            sim.ok("aclDestroyTensor", tensor)
            sim.ok("aclrtFree", pointer)
        return int(sim("aclFinalize"))

    def test_used_twice(self, sim: Checked, executor: Any) -> None:
        assert sim.launch("aclnnAdds", sim.null, 0, executor) == 0
        assert sim.launch("aclnnAdds", sim.null, 0, executor) == 561000
        assert sim.only.name == "executor-used-twice"
        assert "machines.py" in sim.only.freed, "the launch that used it up"

    def test_destroyed_after_its_launch(self, sim: Checked, executor: Any) -> None:
        assert sim.launch("aclnnAdds", sim.null, 0, executor) == 0
        assert sim("aclDestroyAclOpExecutor", executor) == 561000
        assert sim.names == ["handle-destroyed-twice"]

    def test_dropped(self, sim: Checked, executor: Any) -> None:
        assert self.end(sim) == 207002
        assert sim.only.name == "executor-dropped"
        assert "aclnnAdds" in sim.only.text

    def test_launched(self, sim: Checked, executor: Any) -> None:
        assert sim.launch("aclnnAdds", sim.null, 0, executor) == 0
        assert self.end(sim) == 0
        assert sim.names == []

    def test_destroyed(self, sim: Checked, executor: Any) -> None:
        sim.ok("aclDestroyAclOpExecutor", executor)
        assert self.end(sim) == 0
        assert sim.names == []

    @pytest.mark.parametrize("destroyed", [True, False])
    def test_repeatable(self, sim: Checked, executor: Any, destroyed: bool) -> None:
        sim.ok("aclSetAclOpExecutorRepeatable", executor)
        for _ in range(2):
            assert sim.launch("aclnnAdds", sim.null, 0, executor) == 0
        if destroyed:
            sim.wait()
            sim.ok("aclDestroyAclOpExecutor", executor)
        assert self.end(sim) == (0 if destroyed else 207002)
        assert sim.names == ([] if destroyed else ["handle-leak"])


def test_the_place_is_that_of_the_caller() -> None:
    sim = Checked()
    function = sim.libraries.base_function("aclDestroyTensor")
    tensor = sim.tensor(sim.null, (1,))
    function(tensor)
    function(tensor)
    assert (sim.only.freed, sim.only.used) == (here(back=2), here(back=1))
    assert np.isfinite(0)
