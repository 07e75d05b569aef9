"""The two phases: checks, kernel sequences, executors for one launch, and what differs by chip."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT32, INT32, DType
from pyaclnn.reference import registry

from ..conftest import SOCS
from .calls import COLUMNS, NONE, OPERATOR, ROWS, Call, wait
from .machines import Sim, in_thread

KERNEL = "SmoothL1LossGradV2"


class TestPhase1:
    def test_success(self, call: Call) -> None:
        size, executor = call.prepared()
        assert size == 0
        assert executor != call.sim.null
        assert call.sim.machine.live_handles() == {"aclTensor": 4, "executor": 1}

    @pytest.mark.parametrize("missing", ["size", "executor"])
    def test_null_results(self, call: Call, missing: str) -> None:
        ffi = call.sim.ffi
        size, executor = ffi.new("uint64_t *", 77), ffi.new("aclOpExecutor **")
        results = [call.sim.null if missing == "size" else size, call.sim.null if missing == "executor" else executor]
        assert call.sim.phases(OPERATOR)[0](*call.args, *results) == 161001
        assert (size[0], executor[0]) == (77, call.sim.null)

    @pytest.mark.parametrize("position", [0, 1, 2, 5])
    def test_null_tensors(self, call: Call, position: int) -> None:
        args = list(call.args)
        args[position] = call.sim.null
        assert call.sim.prepare(OPERATOR, *args) == (161001, 2**63, call.sim.null)

    def test_a_refused_attribute_leaves_the_results_untouched(self, call: Call) -> None:
        args = list(call.args)
        args[3] = 7
        assert call.sim.prepare(OPERATOR, *args) == (161002, 2**63, call.sim.null)
        assert call.sim.machine.live_handles() == {"aclTensor": 4}

    def test_it_needs_no_device(self, bare: Sim) -> None:
        tensor = bare.tensor(bare.bogus(), (2,))
        bare.prepared(OPERATOR, tensor, tensor, tensor, NONE, 1.0, tensor)

    def test_a_tensor_that_is_no_tensor(self, call: Call) -> None:
        args = list(call.args)
        args[1] = call.sim.bogus("aclTensor *")
        assert call.sim.prepare(OPERATOR, *args)[0] == 161002
        assert "0x1234560" in str(call.sim.message())

    def test_a_list_of_the_wrong_kind(self, sim: Sim) -> None:
        scalars = sim.ffi.cast("aclTensorList *", sim("aclCreateScalarList", sim.null, 0))
        assert sim.prepare("aclnnForeachMulScalarList", scalars, sim.null, scalars)[0] == 161002

    def test_an_operator_without_a_definition(self, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "find", lambda name: None)
        args = list(call.args)
        args[2] = call.sim.null
        assert call.sim.prepare(OPERATOR, *args)[0] == 161001
        assert call.sim.prepare(OPERATOR, *call.args) == (561003, 2**63, call.sim.null)
        assert "does not compute" in str(call.sim.message())


class TestKernelSequence:
    @pytest.mark.parametrize(
        ("options", "kernels", "temporaries"),
        [
            ({}, (KERNEL,), 0),
            ({"strided": True}, ("Contiguous", KERNEL), 1),
            ({"target": FLOAT16}, ("Cast", KERNEL), 1),
            ({"strided": True, "target": FLOAT16}, ("Contiguous", "Cast", KERNEL), 2),
        ],
        ids=str,
    )
    def test_inputs(self, sim: Sim, options: dict[str, Any], kernels: tuple[str, ...], temporaries: int) -> None:
        call = Call(sim, **options)
        size, executor = call.prepared()
        assert sorted(sim.machine.executors.last_kernels) == sorted(kernels)
        assert sim.machine.executors.last_kernels[-1] == KERNEL
        # A temporary has its bytes and 32 more, rounded up to 512.
        assert size == temporaries * 512
        sim.ok("aclDestroyAclOpExecutor", executor)

    def test_a_strided_output(self, call: Call) -> None:
        sim = call.sim
        out = sim.tensor(call.memory["out"], (ROWS, COLUMNS), strides=(1, ROWS))
        size, executor = sim.prepared(OPERATOR, *call.args[:5], out)
        assert sim.machine.executors.last_kernels == (KERNEL, "ViewCopy")
        assert size == 512
        assert sim.launch(OPERATOR, sim.malloc(size), size, executor) == 0
        assert wait(sim) == 0
        expected = np.array(call.expected).reshape(ROWS, COLUMNS).T.ravel()
        assert call.result() == expected.tolist()

    def test_a_strided_input(self, sim: Sim) -> None:
        call = Call(sim, strided=True)
        size, executor = call.prepared()
        assert sim.launch(OPERATOR, sim.malloc(size), size, executor) == 0
        assert wait(sim) == 0
        expected = np.array(call.expected).reshape(COLUMNS, ROWS).T.ravel()
        assert call.result() == expected.tolist()

    def test_workspace_grows_with_the_tensor(self, sim: Sim) -> None:
        data = sim.malloc(3000 * 4)
        x = sim.tensor(data, (30, 100), strides=(1, 30))
        out = sim.tensor(data, (30, 100))
        size, _ = sim.prepared("aclnnAbs", x, out)
        assert size == (3000 * 4 + 32 + 511) // 512 * 512


class TestOneShot:
    def test_work_is_done_at_the_wait(self, call: Call) -> None:
        _, executor = call.prepared()
        assert call.sim.launch(OPERATOR, call.sim.null, 0, executor) == 0
        assert call.result() == call.untouched
        assert wait(call.sim) == 0
        assert call.result() == call.expected

    def test_order_in_the_stream(self, call: Call) -> None:
        _, executor = call.prepared()
        stream = call.sim.stream()
        assert call.sim.launch(OPERATOR, call.sim.null, 0, executor, stream) == 0
        call.sim.ok("aclrtMemsetAsync", call.memory["out"], 4, 0, 4, stream)
        call.sim.ok("aclrtSynchronizeStream", stream)
        assert call.result() == [0.0, *call.expected[1:]]

    def test_a_second_launch(self, call: Call) -> None:
        _, executor = call.prepared()
        assert call.sim.launch(OPERATOR, call.sim.null, 0, executor) == 0
        assert call.sim.launch(OPERATOR, call.sim.null, 0, executor) != 0
        assert wait(call.sim) == 0

    def test_destroyed_after_its_launch(self, call: Call) -> None:
        _, executor = call.prepared()
        assert call.sim.launch(OPERATOR, call.sim.null, 0, executor) == 0
        assert call.sim("aclDestroyAclOpExecutor", executor) == 561000

    def test_destroyed_without_a_launch(self, call: Call) -> None:
        _, executor = call.prepared()
        assert call.sim("aclDestroyAclOpExecutor", executor) == 0
        assert call.sim("aclDestroyAclOpExecutor", executor) == 561000
        assert call.sim.launch(OPERATOR, call.sim.null, 0, executor) != 0

    def test_null_and_unknown_executors(self, sim: Sim) -> None:
        assert sim.launch(OPERATOR, sim.null, 0, sim.null) == 161001
        assert sim.launch(OPERATOR, sim.null, 0, sim.bogus("aclOpExecutor *")) != 0
        for name in ("aclDestroyAclOpExecutor", "aclSetAclOpExecutorRepeatable"):
            assert sim(name, sim.null) == 561103
            assert sim(name, sim.bogus("aclOpExecutor *")) == 561000

    def test_phase_2_of_another_operator(self, call: Call) -> None:
        _, executor = call.prepared()
        assert call.sim.launch("aclnnAbs", call.sim.null, 0, executor) == 561000
        assert OPERATOR in str(call.sim.message())
        assert wait(call.sim) == 0
        assert call.result() == call.untouched

    def test_a_null_workspace_consumes(self, sim: Sim) -> None:
        call = Call(sim, strided=True)
        size, executor = call.prepared()
        assert sim.launch(OPERATOR, sim.null, size, executor) == 161001
        assert sim.machine.live_handles() == {"aclTensor": 4}

    def test_a_workspace_that_is_not_needed(self, call: Call) -> None:
        _, executor = call.prepared()
        assert call.sim.launch(OPERATOR, call.sim.malloc(64), 64, executor) == 0
        assert wait(call.sim) == 0

    def test_a_thread_without_a_context(self, call: Call) -> None:
        _, executor = call.prepared()
        assert in_thread(lambda: call.sim.launch(OPERATOR, call.sim.null, 0, executor)) == 361001
        assert "executor" not in call.sim.machine.live_handles()

    def test_a_destroyed_stream(self, call: Call) -> None:
        stream = call.sim.stream()
        call.sim.ok("aclrtDestroyStream", stream)
        _, executor = call.prepared()
        assert call.sim.launch(OPERATOR, call.sim.null, 0, executor, stream) == 361001

    def test_another_thread_may_launch(self, call: Call) -> None:
        _, executor = call.prepared()

        def other() -> int:
            call.sim.ok("aclrtSetDevice", 0)
            return call.sim.launch(OPERATOR, call.sim.null, 0, executor)

        assert in_thread(other) == 0
        assert wait(call.sim) == 0
        assert call.result() == call.expected

    def test_empty_tensors_launch_nothing(self, sim: Sim) -> None:
        empty = sim.tensor(sim.null, (0, 3))
        size, executor = sim.prepared(OPERATOR, empty, empty, empty, NONE, 1.0, empty)
        assert size == 0
        assert sim.launch(OPERATOR, sim.null, 0, executor) == 0
        assert sim.get("aclrtStreamQuery", "aclrtStreamStatus", sim.null) == 0

    def test_descriptors_may_go_once_it_is_launched(self, call: Call) -> None:
        _, executor = call.prepared()
        assert call.sim.launch(OPERATOR, call.sim.null, 0, executor) == 0
        for tensor in call.tensors.values():
            call.sim.ok("aclDestroyTensor", tensor)
        assert wait(call.sim) == 0
        assert call.result() == call.expected


class TestChips:
    """Data types as the documentation of ``aclnnSmoothL1LossBackward`` lists them for each product."""

    @pytest.mark.parametrize("soc", SOCS)
    @pytest.mark.parametrize("dtype", [FLOAT32, FLOAT16, BFLOAT16, INT32], ids=repr)
    def test_dtypes(self, soc: str, dtype: DType) -> None:
        sim = Sim(soc)
        tensor = sim.tensor(sim.bogus(), (2,), dtype)
        code = sim.prepare(OPERATOR, tensor, tensor, tensor, NONE, 1.0, tensor)[0]
        has_bfloat16 = soc in ("Ascend910B1", "Ascend910_9391", "Ascend950PR_9599")
        if dtype is INT32 or (dtype is BFLOAT16 and not has_bfloat16):
            assert code == 161002
        else:
            assert code == (561003 if soc == "Ascend310B1" else 0)

    @pytest.mark.parametrize("soc", SOCS)
    def test_arguments_are_checked_on_every_chip(self, soc: str) -> None:
        sim = Sim(soc)
        tensor = sim.tensor(sim.bogus(), (2,))
        assert sim.prepare(OPERATOR, tensor, sim.null, tensor, NONE, 1.0, tensor)[0] == 161001
        assert sim.prepare(OPERATOR, tensor, tensor, tensor, 9, 1.0, tensor)[0] == 161002

    @pytest.mark.parametrize("soc", [soc for soc in SOCS if soc != "Ascend310B1"])
    def test_values(self, soc: str) -> None:
        sim = Sim(soc)
        sim.ok("aclrtSetDevice", 0)
        call = Call(sim)
        size, executor = call.prepared()
        assert sim.launch(OPERATOR, sim.malloc(size) if size else sim.null, size, executor) == 0
        assert wait(sim) == 0
        assert call.result() == call.expected
