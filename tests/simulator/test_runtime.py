"""Initialization, devices and their reset: return codes, and what belongs to a thread."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from pyaclnn.errors import ArgumentValueError
from pyaclnn.simulator.settings import Settings

from .machines import Sim, in_thread

UNTOUCHED = 77


def finalize_reference(sim: Sim) -> tuple[int, int]:
    count = sim.ffi.new("uint64_t *", UNTOUCHED)
    return sim("aclFinalizeReference", count), int(count[0])


class TestInitialization:
    def test_a_repeated_init_is_an_error_that_counts(self, bare: Sim) -> None:
        assert [bare("aclInit", bare.null) for _ in range(3)] == [0, 100002, 100002]
        assert finalize_reference(bare) == (0, 2)
        assert finalize_reference(bare) == (0, 1)
        assert finalize_reference(bare) == (0, 0)
        assert finalize_reference(bare) == (100037, 0)

    def test_finalize_drops_every_count(self, bare: Sim) -> None:
        bare("aclInit", bare.null)
        bare("aclInit", bare.null)
        assert bare("aclFinalize") == 0
        assert bare("aclFinalize") == 100037
        assert bare("aclInit", bare.null) == 0

    def test_finalize_without_init_succeeds_once(self, bare: Sim) -> None:
        assert bare("aclFinalize") == 0
        assert bare("aclFinalize") == 100037

    def test_finalize_reference_without_init(self, bare: Sim) -> None:
        assert finalize_reference(bare) == (100037, 0)

    def test_finalize_after_the_last_reference(self, bare: Sim) -> None:
        bare.ok("aclInit", bare.null)
        bare.ok("aclFinalizeReference", bare.null)
        assert bare("aclFinalize") == 100037

    def test_a_finalized_process_may_start_again(self, bare: Sim) -> None:
        for _ in range(2):
            assert bare("aclInit", bare.null) == 0
            assert bare("aclFinalizeReference", bare.null) == 0

    def test_nothing_else_asks_for_init(self, bare: Sim) -> None:
        bare.ok("aclrtSetDevice", 0)
        bare.malloc(8)

    def test_an_empty_path_is_no_configuration(self, bare: Sim) -> None:
        assert bare("aclInit", b"") == 0

    def test_a_configuration_that_is_not_there(self, bare: Sim, tmp_path: Path) -> None:
        assert bare("aclInit", str(tmp_path / "none.json").encode()) == 100003
        assert bare("aclInit", bare.null) == 0, "the failed call must not count"

    def test_broken_json(self, bare: Sim, tmp_path: Path) -> None:
        (tmp_path / "acl.json").write_text("{")
        assert bare("aclInit", str(tmp_path / "acl.json").encode()) in (100000, 100006)

    def test_the_path_of_a_repeated_init_is_not_looked_at(self, bare: Sim) -> None:
        bare("aclInit", bare.null)
        assert bare("aclInit", b"/none.json") == 100002

    def test_a_second_start_with_another_configuration(self, bare: Sim, tmp_path: Path) -> None:
        (tmp_path / "acl.json").write_text('{"dump": {}}')
        bare.ok("aclInit", bare.null)
        bare.ok("aclFinalize")
        assert bare("aclInit", str(tmp_path / "acl.json").encode()) == 100000

    @pytest.mark.parametrize("text", ['{"defaultDevice": {"default_device": "0"}}', '{"err_msg_mode": "1"}'])
    def test_settings_that_are_not_simulated_are_refused(self, bare: Sim, tmp_path: Path, text: str) -> None:
        (tmp_path / "acl.json").write_text(text)
        assert bare("aclInit", str(tmp_path / "acl.json").encode()) == 207000

    def test_aclnn_init_takes_any_path(self, bare: Sim) -> None:
        assert bare("aclnnInit", bare.null) == 0
        assert bare("aclnnInit", b"/none.json") == 0
        assert [bare("aclnnFinalize") for _ in range(2)] == [0, 0]


class TestFacts:
    def test_version(self, bare: Sim) -> None:
        numbers = bare.ffi.new("int32_t[3]")
        bare.ok("aclrtGetVersion", numbers, numbers + 1, numbers + 2)
        assert list(numbers) == [1, 17, 0]

    @pytest.mark.parametrize("missing", range(3))
    def test_version_nulls(self, bare: Sim, missing: int) -> None:
        args: list[Any] = [bare.ffi.new("int32_t *", UNTOUCHED) for _ in range(3)]
        args[missing] = bare.null
        assert bare("aclrtGetVersion", *args) == 100000
        assert [a[0] for a in args if a != bare.null] == [UNTOUCHED] * 2

    @pytest.mark.parametrize("soc", ["Ascend910A", "Ascend310P3", "Ascend950PR_9599"])
    def test_soc_name_needs_no_init(self, soc: str) -> None:
        sim = Sim(soc)
        assert sim.ffi.string(sim("aclrtGetSocName")).decode() == soc

    def test_run_mode_is_host(self, bare: Sim) -> None:
        assert bare.get("aclrtGetRunMode", "aclrtRunMode") == 1
        assert bare("aclrtGetRunMode", bare.null) == 100000

    def test_device_count(self, pair: Sim) -> None:
        assert pair.get("aclrtGetDeviceCount", "uint32_t") == 2
        assert pair("aclrtGetDeviceCount", pair.null) == 100000

    def test_a_machine_without_devices(self) -> None:
        none = Sim(devices=0)
        count = none.ffi.new("uint32_t *", UNTOUCHED)
        assert none("aclrtGetDeviceCount", count) == 207004
        assert count[0] == UNTOUCHED
        assert none("aclrtGetSocName") == none.null
        assert none("aclrtSetDevice", 0) == 107001
        assert none("aclInit", none.null) == 500000
        assert finalize_reference(none) == (100037, 0)


class TestDevice:
    @pytest.mark.parametrize("index", [-1, 2, 2**31 - 1])
    def test_no_such_device(self, pair: Sim, index: int) -> None:
        for name in ("aclrtSetDevice", "aclrtResetDevice", "aclrtResetDeviceForce"):
            assert pair(name, index) == 107001
        assert pair("aclrtCreateContext", pair.ffi.new("aclrtContext *"), index) == 107001

    def test_no_device_is_current_at_first(self, bare: Sim) -> None:
        index = bare.ffi.new("int32_t *", UNTOUCHED)
        assert bare("aclrtGetDevice", index) == 107002
        assert index[0] == UNTOUCHED
        assert bare.message() is None, "this failure leaves no text"
        assert bare("aclrtGetDevice", bare.null) == 100000

    def test_the_current_device_belongs_to_the_thread(self, pair: Sim) -> None:
        pair.ok("aclrtSetDevice", 1)
        assert pair.get("aclrtGetDevice", "int32_t") == 1
        assert in_thread(lambda: pair("aclrtGetDevice", pair.ffi.new("int32_t *"))) == 107002

        def other() -> int:
            pair.ok("aclrtSetDevice", 0)
            return int(pair.get("aclrtGetDevice", "int32_t"))

        assert in_thread(other) == 0
        assert pair.get("aclrtGetDevice", "int32_t") == 1

    def calls_that_need_a_context(self, sim: Sim) -> dict[str, tuple[Any, ...]]:
        pointer = sim.ffi.new("void **")
        host = sim.ffi.new("char[8]")
        size = sim.ffi.new("size_t *")
        return {
            "aclrtCreateStream": (pointer,),
            "aclrtCreateStreamWithConfig": (pointer, 0, 0),
            "aclrtCreateEvent": (pointer,),
            "aclrtCreateEventWithFlag": (pointer, 1),
            "aclrtCreateEventExWithFlag": (pointer, 1),
            "aclrtSynchronizeStream": (sim.null,),
            "aclrtSynchronizeStreamWithTimeout": (sim.null, 5),
            "aclrtStreamQuery": (sim.null, sim.ffi.new("aclrtStreamStatus *")),
            "aclrtSynchronizeDevice": (),
            "aclrtSynchronizeDeviceWithTimeout": (5,),
            "aclrtMalloc": (pointer, 8, 0),
            "aclrtMallocAlign32": (pointer, 8, 0),
            "aclrtMallocHost": (pointer, 8),
            "aclrtMemset": (host, 8, 0, 8),
            "aclrtMemsetAsync": (host, 8, 0, 8, sim.null),
            "aclrtMemcpy": (host, 4, host + 4, 4, 0),
            "aclrtMemcpyAsync": (host, 4, host + 4, 4, 1, sim.null),
            "aclrtMemcpy2d": (host, 2, host + 4, 2, 1, 2, 1),
            "aclrtMemcpy2dAsync": (host, 2, host + 4, 2, 1, 2, 1, sim.null),
            "aclrtGetMemInfo": (1, size, size),
            "aclrtGetCurrentContext": (pointer,),
            "aclrtCtxGetCurrentDefaultStream": (pointer,),
            "aclrtCtxSetSysParamOpt": (0, 1),
            "aclrtCtxGetSysParamOpt": (0, sim.ffi.new("int64_t *")),
        }

    def test_a_thread_without_a_device(self, bare: Sim) -> None:
        for name, args in self.calls_that_need_a_context(bare).items():
            assert bare(name, *args) == 107002, name

    def test_events_of_others_need_no_context(self, sim: Sim) -> None:
        event = sim.event(9, ex=True)
        sim.ok("aclrtRecordEvent", event, sim.null)
        sim.ok("aclrtSynchronizeStream", sim.null)

        def other() -> list[int]:
            status = sim.ffi.new("aclrtEventRecordedStatus *")
            ms = sim.ffi.new("float *")
            return [
                sim("aclrtQueryEventStatus", event, status),
                sim("aclrtSynchronizeEvent", event),
                sim("aclrtEventElapsedTime", ms, event, event),
                sim("aclrtDestroyEvent", event),
            ]

        assert in_thread(other) == [0, 0, 0, 0]

    def test_memory_of_others_is_freed_without_a_context(self, sim: Sim) -> None:
        device, pinned = sim.malloc(8), sim.malloc_host(8)
        assert in_thread(lambda: (sim("aclrtFree", device), sim("aclrtFreeHost", pinned))) == (0, 0)


class TestReset:
    def test_each_set_takes_a_reference(self, sim: Sim) -> None:
        sim.ok("aclrtSetDevice", 0)
        in_thread(lambda: sim.ok("aclrtSetDevice", 0) or True)
        stream = sim.stream()
        for _ in range(2):
            sim.ok("aclrtResetDevice", 0)
            assert sim("aclrtSynchronizeStream", stream) == 0
        sim.ok("aclrtResetDevice", 0)
        assert sim("aclrtResetDevice", 0) == 507007

    def test_force_gives_all_references_back(self, sim: Sim) -> None:
        sim.ok("aclrtSetDevice", 0)
        sim.ok("aclrtResetDeviceForce", 0)
        assert sim("aclrtResetDeviceForce", 0) == 507007
        assert sim("aclrtResetDevice", 0) == 507007

    def test_a_device_that_was_never_set(self, pair: Sim) -> None:
        assert pair("aclrtResetDevice", 1) == 507007

    def test_reset_takes_streams_events_and_memory(self, sim: Sim) -> None:
        stream, event, memory = sim.stream(), sim.event(), sim.malloc(64)
        sim.ok("aclrtRecordEvent", event, stream)
        sim.ok("aclrtResetDevice", 0)
        assert sim.machine.live_handles() == {}
        assert sim.machine.memory.used(0) == 0
        assert sim("aclrtSynchronizeStream", stream) == 107017
        assert sim("aclrtSynchronizeEvent", event) == 107017
        assert sim("aclrtFree", memory) == 107000
        assert sim("aclrtGetDevice", sim.ffi.new("int32_t *")) == 107002

    def test_threads_that_used_the_device_have_none_afterwards(self, sim: Sim) -> None:
        in_thread(lambda: sim("aclrtResetDevice", 0))
        assert sim("aclrtSynchronizeDevice") == 107002
        sim.ok("aclrtSetDevice", 0)
        sim.ok("aclrtSynchronizeDevice")

    def test_the_other_device_is_left_alone(self, pair: Sim) -> None:
        pair.ok("aclrtSetDevice", 0)
        pair.ok("aclrtSetDevice", 1)
        stream = pair.stream()
        pair.ok("aclrtResetDevice", 0)
        assert pair("aclrtSynchronizeStream", stream) == 0

    def test_finalize_resets_devices(self, sim: Sim) -> None:
        sim.ok("aclInit", sim.null)
        sim.malloc(64)
        sim.ok("aclFinalize")
        assert sim.machine.memory.used(0) == 0


class TestDeviceSynchronize:
    def test_waits_for_all_streams_of_the_context(self, sim: Sim) -> None:
        memory = sim.malloc(3)
        for i, stream in enumerate((sim.stream(), sim.stream(), sim.null)):
            sim.ok("aclrtMemsetAsync", memory + i, 1, i, 1, stream)
        sim.ok("aclrtSynchronizeDevice")
        assert sim.bytes_at(memory, 3) == [0, 1, 2]

    def test_other_contexts_go_on_waiting(self, sim: Sim) -> None:
        memory = sim.malloc(1)
        sim.ok("aclrtMemsetAsync", memory, 1, 1, 1, sim.null)
        sim.make("aclrtCreateContext", "aclrtContext", 0)
        sim.ok("aclrtSynchronizeDevice")
        assert sim.bytes_at(memory, 1) == [0xA5]

    @pytest.mark.parametrize(("timeout", "code"), [(-2, 107000), (0, 107000), (-1, 0), (1, 0)])
    def test_timeouts(self, sim: Sim, timeout: int, code: int) -> None:
        assert sim("aclrtSynchronizeDeviceWithTimeout", timeout) == code


class TestSettings:
    def test_defaults(self) -> None:
        settings = Settings.make(environ={})
        assert (settings.soc, settings.devices) == ("Ascend910B1", 1)
        assert settings.memory > 0

    def test_environment(self) -> None:
        environ = {
            "PYACLNN_SIMULATOR_SOC": "Ascend310P3",
            "PYACLNN_SIMULATOR_DEVICES": "3",
            "PYACLNN_SIMULATOR_MEMORY": "4096",
        }
        assert Settings.make(environ=environ) == Settings("Ascend310P3", 3, 4096)
        assert Settings.make("Ascend910A", 1, 64, environ) == Settings("Ascend910A", 1, 64)

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            *itertools.product(("PYACLNN_SIMULATOR_DEVICES", "PYACLNN_SIMULATOR_MEMORY"), ("0", "-1", "two", "1.5")),
            ("PYACLNN_SIMULATOR_SOC", "Ascend1"),
        ],
    )
    def test_what_makes_no_sense(self, name: str, value: str) -> None:
        with pytest.raises(ArgumentValueError, match=value.replace("-", r"\-")):
            Settings.make(environ={name: value})
