"""Contexts, and the options of the process and of a context."""

from __future__ import annotations

from typing import Any

import pytest

from .machines import Sim, in_thread

UNTOUCHED = 77


class TestContexts:
    def current(self, sim: Sim) -> Any:
        return sim.get("aclrtGetCurrentContext", "aclrtContext")

    def test_a_new_context_is_current(self, pair: Sim) -> None:
        pair.ok("aclrtSetDevice", 0)
        primary = self.current(pair)
        context = pair.make("aclrtCreateContext", "aclrtContext", 1)
        assert self.current(pair) == context != primary
        assert pair.get("aclrtGetDevice", "int32_t") == 1
        pair.ok("aclrtSetCurrentContext", primary)
        assert pair.get("aclrtGetDevice", "int32_t") == 0

    def test_setting_the_device_drops_an_explicit_context(self, sim: Sim) -> None:
        primary = self.current(sim)
        sim.make("aclrtCreateContext", "aclrtContext", 0)
        sim.ok("aclrtSetDevice", 0)
        assert self.current(sim) == primary

    def test_a_context_may_be_set_on_another_thread(self, sim: Sim) -> None:
        context = self.current(sim)
        assert in_thread(lambda: sim("aclrtSetCurrentContext", context)) == 0

    def test_nulls(self, sim: Sim) -> None:
        for name in ("aclrtDestroyContext", "aclrtSetCurrentContext", "aclrtGetCurrentContext"):
            assert sim(name, sim.null) == 100000
        assert sim("aclrtCreateContext", sim.null, 0) == 100000
        assert sim("aclrtCtxGetCurrentDefaultStream", sim.null) == 100000

    def test_what_is_no_context(self, sim: Sim) -> None:
        assert sim("aclrtSetCurrentContext", sim.bogus()) == 107000
        assert sim("aclrtDestroyContext", sim.bogus()) == 107002
        assert sim("aclrtSetCurrentContext", sim.stream()) == 107000

    def test_the_primary_context_is_not_destroyed(self, sim: Sim) -> None:
        assert sim("aclrtDestroyContext", self.current(sim)) == 107002
        sim.ok("aclrtSynchronizeDevice")

    def test_destroying_waits_and_takes_the_streams(self, sim: Sim) -> None:
        context = sim.make("aclrtCreateContext", "aclrtContext", 0)
        stream, memory = sim.stream(), sim.malloc(4)
        sim.ok("aclrtMemsetAsync", memory, 4, 9, 4, stream)
        sim.ok("aclrtDestroyContext", context)
        assert sim("aclrtDestroyContext", context) == 107002
        assert sim("aclrtSetCurrentContext", context) == 107000
        assert sim("aclrtSynchronizeDevice") == 107002, "the primary context comes back by aclrtSetDevice only"
        sim.ok("aclrtSetDevice", 0)
        assert sim.bytes_at(memory, 4) == [9] * 4
        assert sim("aclrtDestroyStream", stream) == 107017

    def test_other_threads_lose_a_destroyed_context(self, sim: Sim) -> None:
        primary = self.current(sim)
        context = sim.make("aclrtCreateContext", "aclrtContext", 0)
        in_thread(lambda: sim("aclrtDestroyContext", context))
        assert sim("aclrtSynchronizeDevice") == 107002
        sim.ok("aclrtSetCurrentContext", primary)

    def test_default_stream(self, sim: Sim) -> None:
        default = sim.get("aclrtCtxGetCurrentDefaultStream", "aclrtStream")
        assert default != sim.null
        assert default == sim.get("aclrtCtxGetCurrentDefaultStream", "aclrtStream")
        memory = sim.malloc(4)
        sim.ok("aclrtMemsetAsync", memory, 4, 9, 4, sim.null)
        sim.ok("aclrtSynchronizeStream", default)
        assert sim.bytes_at(memory, 4) == [9] * 4
        assert sim("aclrtDestroyStream", default) != 0
        assert sim.machine.live_handles() == {}


class TestOptions:
    @pytest.mark.parametrize("option", range(4))
    def test_default_is_zero(self, bare: Sim, option: int) -> None:
        assert bare.get("aclrtGetSysParamOpt", "int64_t", option) == 0

    @pytest.mark.parametrize(("option", "limit"), [(0, 4), (1, 2), (2, 2), (3, 2)])
    def test_values(self, bare: Sim, option: int, limit: int) -> None:
        for value in range(limit):
            bare.ok("aclrtSetSysParamOpt", option, value)
            assert bare.get("aclrtGetSysParamOpt", "int64_t", option) == value
        for value in (-1, limit, 2**40):
            assert bare("aclrtSetSysParamOpt", option, value) == 107000
        assert bare.get("aclrtGetSysParamOpt", "int64_t", option) == limit - 1

    def test_options_are_the_processs(self, bare: Sim) -> None:
        bare.ok("aclrtSetSysParamOpt", 0, 1)
        assert in_thread(lambda: bare.get("aclrtGetSysParamOpt", "int64_t", 0)) == 1

    def test_what_is_no_option(self, sim: Sim) -> None:
        value = sim.ffi.new("int64_t *", UNTOUCHED)
        assert sim("aclrtSetSysParamOpt", 4, 0) == 100000
        assert sim("aclrtGetSysParamOpt", 4, value) == 100000
        assert sim("aclrtCtxSetSysParamOpt", 3, 0) == 100000
        assert sim("aclrtCtxGetSysParamOpt", 3, value) == 100000
        assert value[0] == UNTOUCHED
        assert sim("aclrtGetSysParamOpt", 0, sim.null) == 100000
        assert sim("aclrtCtxGetSysParamOpt", 0, sim.null) == 100000

    def test_options_of_a_context(self, sim: Sim) -> None:
        value = sim.ffi.new("int64_t *", UNTOUCHED)
        sim.ok("aclrtSetSysParamOpt", 0, 1)
        assert sim("aclrtCtxGetSysParamOpt", 0, value) == 107021
        assert value[0] == UNTOUCHED
        assert sim("aclrtCtxSetSysParamOpt", 0, 4) == 107000
        sim.ok("aclrtCtxSetSysParamOpt", 0, 3)
        assert sim.get("aclrtCtxGetSysParamOpt", "int64_t", 0) == 3
        sim.make("aclrtCreateContext", "aclrtContext", 0)
        assert sim("aclrtCtxGetSysParamOpt", 0, value) == 107021

    def test_a_value_is_checked_before_the_context(self, bare: Sim) -> None:
        assert bare("aclrtCtxSetSysParamOpt", 3, 0) == 100000
        assert bare("aclrtCtxSetSysParamOpt", 1, 2) == 107000
        assert bare("aclrtCtxSetSysParamOpt", 1, 1) == 107002
