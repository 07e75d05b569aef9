"""Error texts: whose they are, how they accumulate, and what of them an exception shows."""

from __future__ import annotations

import os
import re

import numpy as np
import pytest

from pyaclnn import Device
from pyaclnn.errors import AclError
from pyaclnn.selection import select
from pyaclnn.simulator.failures import Failure, Messages

from .machines import Sim, in_thread


def fail(sim: Sim, size: int = 0) -> None:
    """Leaves a text: an allocation of no bytes, or a count above the destination's size."""
    if size:
        data = np.zeros(8, np.uint8)
        assert sim("aclrtMemcpy", sim.host(data), 1, sim.host(data), size, 0) == 107000
    else:
        assert sim("aclrtMalloc", sim.ffi.new("void **"), 0, 0) == 100000


def test_none_at_first(bare: Sim) -> None:
    assert bare.message() is None


def test_success_leaves_none(sim: Sim) -> None:
    sim.malloc(8)
    assert sim.message() is None


def test_texts_are_the_threads(sim: Sim) -> None:
    fail(sim)
    assert in_thread(lambda: sim.message() is None)
    in_thread(lambda: fail(sim, 5) or True)
    text = sim.message()
    assert text is not None
    assert "count 5" not in text


def test_success_clears_nothing(sim: Sim) -> None:
    fail(sim)
    sim.malloc(8)
    assert sim.message() is not None


def test_a_read_gives_what_is_new_and_then_all_that_was_read(bare: Sim) -> None:
    fail(bare)
    first = bare.message()
    fail(bare, 5)
    second = bare.message()
    fail(bare, 6)
    third = bare.message()
    assert first
    assert second
    assert third
    assert second.endswith("\n" + first)
    assert third.endswith("\n" + second)
    assert "count 5" in second.removesuffix(first)
    assert "count 5" not in third.removesuffix(second)


def test_nothing_new_gives_the_old_text_again(bare: Sim) -> None:
    fail(bare)
    first = bare.message()
    assert bare.message() == first


def test_equal_texts_between_two_reads_are_one(bare: Sim) -> None:
    fail(bare, 5)
    fail(bare, 5)
    text = bare.message()
    assert text is not None
    assert text.count("count 5") == 1
    fail(bare, 5)
    again = bare.message()
    assert again is not None
    assert again.count("count 5") == 2


def test_at_most_1001_texts(bare: Sim) -> None:
    for size in range(2, 1103):
        fail(bare, size)
    text = bare.message()
    assert text is not None
    assert (text.count("count "), "count 1002 " in text, "count 1003 " in text) == (1001, True, False)


def test_shape_of_one_text(bare: Sim) -> None:
    fail(bare)
    stamp = rf"\[PID: {os.getpid()}\] \d{{4}}-\d\d-\d\d-\d\d:\d\d:\d\d\.\d{{3}}\.\d{{3}}"
    assert re.fullmatch(rf"{stamp} Invalid_Argument\(EH0007\): [^\n]+\n", str(bare.message()))


def test_null_pointers_have_a_title_of_their_own(bare: Sim) -> None:
    assert bare("aclrtFree", bare.null) == 100000
    assert "Invalid_Argument_Null_Pointer(EH0008): " in str(bare.message())


def test_refused_arguments_of_an_operator(bare: Sim) -> None:
    assert bare.prepare("aclnnAbs", bare.null, bare.null)[0] == 161001
    assert "AclNN_Parameter_Error(EZ1001): " in str(bare.message())


def test_several_texts(bare: Sim) -> None:
    fail(bare, 5)
    fail(bare, 6)
    lines = str(bare.message()).splitlines()
    assert "count 5" in lines[0]
    assert lines[1] == "TraceBack (most recent call last):"
    assert re.fullmatch(r" {8}count 6 .*", lines[2])
    assert len(lines) == 3


def test_inner_errors_follow_a_predefined_one() -> None:
    messages = Messages()
    messages.record(Failure(561003, "first, inner"))
    messages.record(Failure(161002, "second"))
    lines = str(messages.take()).splitlines()
    assert lines[0].endswith("AclNN_Parameter_Error(EZ1001): second")
    assert lines[1:] == ["TraceBack (most recent call last):", "        first, inner"]


def test_inner_errors_alone() -> None:
    messages = Messages()
    messages.record(Failure(561003, "first"))
    messages.record(Failure(561103, "second"))
    lines = str(messages.take()).splitlines()
    assert lines[0] == "EZ9999: Internal error!"
    assert lines[1].startswith(f"EZ9999[PID: {os.getpid()}] ")
    assert lines[1].endswith("AclNN_Inner_Error(EZ9999):  first")
    assert lines[2:] == ["TraceBack (most recent call last):", "       second"]


def test_long_texts_are_cut() -> None:
    messages = Messages()
    messages.record(Failure(161002, "x" * 5000))
    assert str(messages.take()).count("x") == 1023


def test_silent_failures_leave_none(bare: Sim) -> None:
    assert bare("aclrtGetDevice", bare.ffi.new("int32_t *")) == 107002
    assert bare("aclrtGetCurrentContext", bare.ffi.new("aclrtContext *")) == 107002
    assert bare("aclGetViewOffset", bare.null, bare.null) == 161001
    assert bare.message() is None


def test_exceptions_show_only_what_is_new(device: Device) -> None:
    backend = select("simulator")
    texts = []
    for size in (5, 6, 7):
        with pytest.raises(AclError) as caught:
            backend.call("aclrtMemset", backend.ffi.cast("void *", 0x100), 1, 0, size)
        texts.append(caught.value.detail)
    assert ["count 5" in t for t in texts] == [True, False, False]
    assert ["count 6" in t for t in texts] == [False, True, False]
    assert ["count 7" in t for t in texts] == [False, False, True]


def test_exceptions_of_silent_failures_show_no_old_text(device: Device) -> None:
    backend = select("simulator")
    with pytest.raises(AclError):
        backend.call("aclrtFree", backend.ffi.NULL)
    with pytest.raises(AclError) as caught:
        backend.call("aclGetViewOffset", backend.ffi.NULL, backend.ffi.NULL)
    assert caught.value.detail == ""
    assert caught.value.code == 161001


def test_a_fault_of_the_simulator_is_no_success(bare: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(bare.machine.memory, "allocate", broken)
    bare.ok("aclrtSetDevice", 0)
    assert bare("aclrtMalloc", bare.ffi.new("void **"), 8, 0) == 500000
    assert "ZeroDivisionError" in str(bare.message())
