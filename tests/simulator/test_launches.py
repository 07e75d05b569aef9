"""Executors that are launched again and again, and kernels that fault."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import FLOAT64

from .calls import COLUMNS, COUNT, OPERATOR, ROWS, Call, wait
from .machines import Sim, in_thread


class TestRepeatable:
    @pytest.fixture
    def executor(self, call: Call) -> Any:
        _, executor = call.prepared()
        call.sim.ok("aclSetAclOpExecutorRepeatable", executor)
        return executor

    def run(self, call: Call, executor: Any) -> int:
        return call.sim.launch(OPERATOR, call.sim.null, 0, executor) or wait(call.sim)

    def test_runs_again_and_is_destroyed_once(self, call: Call, executor: Any) -> None:
        for _ in range(3):
            call.sim.ok("aclrtMemset", call.memory["out"], COUNT * 4, 0, COUNT * 4)
            assert self.run(call, executor) == 0
            assert call.result() == call.expected
        assert call.sim("aclDestroyAclOpExecutor", executor) == 0
        assert call.sim("aclDestroyAclOpExecutor", executor) == 561000
        assert self.run(call, executor) != 0

    @pytest.mark.parametrize("prefix", ["acl", "Acl"])
    @pytest.mark.parametrize("name", ["SetTensorAddr", "SetOutputTensorAddr", "SetInputTensorAddr"])
    def test_addresses_take_effect(self, call: Call, executor: Any, prefix: str, name: str) -> None:
        out = call.sim.malloc(COUNT * 4)
        assert call.sim(f"{prefix}{name}", executor, 0, call.tensors["out"], out) == 0
        assert self.run(call, executor) == 0
        assert call.result() == call.untouched
        assert call.result(out) == call.expected

    def test_an_input_at_another_address(self, call: Call, executor: Any) -> None:
        x = call.sim.upload(np.full(COUNT, 0.25, np.float32))
        call.sim.ok("aclSetInputTensorAddr", executor, 1, call.tensors["self"], x)
        assert self.run(call, executor) == 0
        assert call.result() == [0.5] * COUNT

    def test_the_address_at_the_launch_counts(self, call: Call, executor: Any) -> None:
        assert call.sim.launch(OPERATOR, call.sim.null, 0, executor) == 0
        call.sim.ok("aclSetRawTensorAddr", call.tensors["out"], call.sim.malloc(COUNT * 4))
        assert wait(call.sim) == 0
        assert call.result() == call.expected

    @pytest.mark.parametrize("name", ["aclSetTensorAddr", "aclSetInputTensorAddr", "aclSetOutputTensorAddr"])
    def test_address_codes(self, call: Call, executor: Any, name: str) -> None:
        sim, tensor, address = call.sim, call.tensors["out"], call.sim.bogus()
        assert sim(name, executor, 0, sim.null, address) == 561103
        assert sim(name, executor, 99, tensor, call.memory["out"]) == 0, "hand-written operators ignore the index"
        assert sim(name, sim.null, 0, tensor, address) == 561103
        assert sim.get("aclGetRawTensorAddr", "void *", tensor) == address, "it is set all the same"

    @pytest.mark.parametrize("name", ["Tensor", "InputTensor", "OutputTensor"])
    def test_addresses_in_lists(self, call: Call, executor: Any, name: str) -> None:
        sim, function = call.sim, f"aclSetDynamic{name}Addr"
        tensor, address = sim.tensor(sim.null, (2,)), sim.bogus()
        tensors = sim("aclCreateTensorList", sim.ffi.new("aclTensor *[]", [tensor, sim.null]), 2)
        assert sim(function, executor, 0, 0, sim.null, address) == 561103
        assert sim(function, executor, 0, 2, tensors, address) == 161002
        assert sim(function, executor, 0, 1, tensors, address) == 561103
        assert sim(function, executor, 0, 0, tensors, address) == 0
        assert sim.get("aclGetRawTensorAddr", "void *", tensor) == address
        assert sim(function, sim.null, 0, 0, tensors, sim.null) == 561103
        assert sim.get("aclGetRawTensorAddr", "void *", tensor) == sim.null
        assert sim(f"A{function[1:]}", executor, 0, 0, tensors, address) == 0

    def test_a_failed_launch_keeps_it(self, call: Call, executor: Any) -> None:
        assert in_thread(lambda: call.sim.launch(OPERATOR, call.sim.null, 0, executor)) == 361001
        assert self.run(call, executor) == 0
        assert call.result() == call.expected

    def test_a_null_workspace_consumes_even_this_one(self, sim: Sim) -> None:
        call = Call(sim, strided=True)
        size, executor = call.prepared()
        sim.ok("aclSetAclOpExecutorRepeatable", executor)
        assert sim.launch(OPERATOR, sim.null, size, executor) == 161001
        assert sim("aclDestroyAclOpExecutor", executor) == 561000

    def test_kernels_of_the_control_cpu_are_refused(self, sim: Sim) -> None:
        x, y, out = sim.upload(np.array([2.0])), sim.upload(np.array([3.0])), sim.malloc(8)
        args = [sim.tensor(p, (1,), FLOAT64) for p in (x, y, out)]
        _, executor = sim.prepared("aclnnMul", *args)
        assert sim("aclSetAclOpExecutorRepeatable", executor) == 561000
        assert sim.launch("aclnnMul", sim.null, 0, executor) == 0, "it stays valid for one launch"
        assert wait(sim) == 0
        assert sim.download(out, np.float64, 1).tolist() == [6.0]
        assert sim("aclDestroyAclOpExecutor", executor) == 561000


class TestFaults:
    def check(self, call: Call, executor: Any, size: int = 0, workspace: Any = None) -> None:
        """0 at the launch, 507035 once at the wait, and a stream that goes on."""
        sim = call.sim
        assert sim.launch(OPERATOR, workspace or sim.null, size, executor) == 0
        assert wait(sim) == 507035
        assert wait(sim) == 0
        again = Call(sim)
        _, executor = again.prepared()
        assert sim.launch(OPERATOR, sim.null, 0, executor) == 0
        assert wait(sim) == 0
        assert again.result() == again.expected

    @pytest.mark.parametrize(
        ("offset", "strides"), [(97, (COLUMNS, 1)), (-1, (COLUMNS, 1)), (0, (COLUMNS, 16)), (0, (10**9, 1))]
    )
    @pytest.mark.parametrize("name", ["self", "out"])
    def test_a_view_that_leaves_its_allocation(
        self, call: Call, name: str, offset: int, strides: tuple[int, int]
    ) -> None:
        sim = call.sim
        storage = (10**12,)  # the storage shape is what the caller says it is
        address = call.memory[name] + 4 * offset
        call.tensors[name] = sim.tensor(address, (ROWS, COLUMNS), strides=strides, storage=storage)
        size, executor = call.prepared()
        self.check(call, executor, size, sim.malloc(size) if size else None)
        assert call.result() == call.untouched

    @pytest.mark.parametrize("name", ["gradOut", "self", "target", "out"])
    def test_freed_before_the_wait(self, call: Call, name: str) -> None:
        _, executor = call.prepared()
        call.sim.ok("aclrtFree", call.memory[name])
        self.check(call, executor)

    def test_host_memory(self, call: Call) -> None:
        call.sim.ok("aclSetRawTensorAddr", call.tensors["self"], call.sim.malloc_host(COUNT * 4))
        _, executor = call.prepared()
        self.check(call, executor)

    def test_a_null_address(self, call: Call) -> None:
        call.sim.ok("aclSetRawTensorAddr", call.tensors["self"], call.sim.null)
        _, executor = call.prepared()
        self.check(call, executor)

    def test_no_workspace_at_all(self, sim: Sim) -> None:
        call = Call(sim, strided=True)
        _, executor = call.prepared()
        self.check(call, executor)

    def test_a_small_workspace(self, sim: Sim) -> None:
        call = Call(sim, strided=True)
        size, executor = call.prepared()
        self.check(call, executor, size, sim.malloc(1) + 32)

    def test_a_workspace_freed_before_the_wait(self, sim: Sim) -> None:
        call = Call(sim, strided=True)
        size, executor = call.prepared()
        workspace = sim.malloc(size)
        assert sim.launch(OPERATOR, workspace, size, executor) == 0
        sim.ok("aclrtFree", workspace)
        assert wait(sim) == 507035
        assert call.result() == call.untouched

    def test_the_text_names_the_operator_and_the_tensor(self, call: Call) -> None:
        _, executor = call.prepared()
        call.sim.ok("aclrtFree", call.memory["target"])
        assert call.sim.launch(OPERATOR, call.sim.null, 0, executor) == 0
        assert wait(call.sim) == 507035
        text = str(call.sim.message())
        assert OPERATOR in text
        assert "target" in text
        assert "freed at" in text

    def test_the_first_of_several_faults_is_reported(self, call: Call) -> None:
        sim = call.sim
        _, executor = call.prepared()
        sim.ok("aclrtFree", call.memory["self"])
        sim.ok("aclrtMemsetAsync", call.memory["out"] + 388, 128, 0, 128, sim.null)
        assert sim.launch(OPERATOR, sim.null, 0, executor) == 0
        assert wait(sim) == 507013
        assert wait(sim) == 0

    def test_later_work_runs(self, call: Call) -> None:
        sim, other = call.sim, Call(call.sim)
        first, second = call.prepared()[1], other.prepared()[1]
        sim.ok("aclrtFree", call.memory["self"])
        assert sim.launch(OPERATOR, sim.null, 0, first) == 0
        assert sim.launch(OPERATOR, sim.null, 0, second) == 0
        assert sim("aclrtSynchronizeDevice") == 507035
        assert other.result() == other.expected
