"""Streams, events, memory, devices, threads, errors and the end of the process."""

from __future__ import annotations

import pytest

from pyaclnn.reference import registry

from .running import python

EVENTS = """
x = torch.arange(1000.).npu()
start, end = (torch.npu.Event(enable_timing=True) for _ in range(2))
start.record()
for _ in range(20):
    x = x + 1
end.record()
end.synchronize()
assert end.query() and start.elapsed_time(end) > 0
side = torch.npu.Stream()
side.wait_stream(torch.npu.current_stream())
with torch.npu.stream(side):
    y = x * 2
    y.record_stream(side)
torch.npu.current_stream().wait_stream(side)
z = y + 1
torch.npu.synchronize()
assert torch.equal(z.cpu(), (torch.arange(1000.) + 20) * 2 + 1)
assert side.query()
event = side.record_event()
torch.npu.current_stream().wait_event(event)
event.synchronize()
print("done")
"""

PINNED = """
host = torch.arange(5000.).pin_memory()
assert host.is_pinned()
device = host.to("npu", non_blocking=True)
back = torch.empty(5000, pin_memory=True)
back.copy_(device + 1, non_blocking=True)
torch.npu.synchronize()
assert torch.equal(back, torch.arange(5000.) + 1)
loader = torch.utils.data.DataLoader(torch.arange(64.), batch_size=8, pin_memory=True)
assert sum(batch.npu(non_blocking=True).sum().item() for batch in loader) == 2016
print("done")
"""

MEMORY = """
free, total = torch.npu.mem_get_info()
assert 0 < free <= total == 2**28
blocks = []
try:
    while True:
        blocks.append(torch.empty(2**25, dtype=torch.uint8, device="npu"))
except torch.OutOfMemoryError as error:
    assert "out of memory" in str(error), error
assert 2 <= len(blocks) <= 8
blocks.clear()
torch.npu.empty_cache()
assert torch.ones(2**22).npu().sum().item() == 2**22
assert torch.npu.memory_allocated() == 0
print("done")
"""

DEVICES = """
assert torch.npu.device_count() == 2
x = torch.ones(4).to("npu:0")
y = torch.full((4,), 2.0).to("npu:1")
assert (x.device.index, y.device.index) == (0, 1)
z = y + y
assert z.device.index == 1 and torch.equal(z.cpu(), torch.full((4,), 4.0))
assert torch.equal((x + z.to("npu:0")).cpu(), torch.full((4,), 5.0))
with torch.npu.device(1):
    assert torch.npu.current_device() == 1
    assert torch.ones(2).npu().device.index == 1
assert torch.npu.current_device() == 0
print("done")
"""

ERRORS = """
import sys
x = torch.ones(3).npu()
def fails(function, *words):
    try:
        function()
    except RuntimeError as error:
        assert all(w in str(error) for w in words), error
    else:
        raise AssertionError("no error")
    assert torch.equal((x + 1).cpu(), torch.full((3,), 2.0)), "the next call is not right"
if sys.argv[1]:
    fails(lambda: torch.multinomial(torch.ones(3).npu(), 2), sys.argv[1])
fails(lambda: x + torch.ones(2).npu())
fails(lambda: torch.ones(3).to("npu:7"))
def out_of_bounds():
    torch.ops.aten.as_strided(x, (1000,), (1,), 0)
fails(out_of_bounds)
for name in ("aclopCompileAndExecute", "aclopCompileAndExecuteV2"):
    import ctypes
    assert getattr(ctypes.CDLL("libacl_op_compiler.so"), name)() == 207000, "success without work"
print("done")
"""

THREADS = """
import random, threading
failures = []
def work(seed):
    try:
        chosen, kept = random.Random(seed), []
        for turn in range(60):
            count = chosen.choice([100, 600_000, 3_000_000, 7_000_000])
            kept.append(torch.empty(count, device="npu", dtype=torch.uint8))
            if len(kept) > 5:
                kept.pop(chosen.randrange(5))
            if turn % 10 == 0:
                torch.ones(1000 * (seed + turn + 1)).pin_memory()
                assert (torch.full((50,), float(seed)).npu() + turn).sum().item() == 50 * (seed + turn)
            if turn % 30 == 0:
                torch.npu.empty_cache()
    except BaseException as error:
        failures.append(error)
threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
[t.start() for t in threads]
[t.join() for t in threads]
assert not failures, failures
print("done")
"""

BACKWARD_ON_OTHER_THREADS = """
import threading
class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, grad):
        torch.ones(100_000).npu()
        return grad * 2
def work():
    for _ in range(10):
        x = torch.ones(300_000).npu().requires_grad_()
        Doubled.apply(x).sum().backward()
        assert x.grad.sum().item() == 600_000
threads = [threading.Thread(target=work) for _ in range(3)]
[t.start() for t in threads]
[t.join() for t in threads]
print("done")
"""

STREAMS_OF_THREADS = """
import threading
torch.ones(1).npu()
barrier = threading.Barrier(4)
failures = []
def work(number):
    try:
        barrier.wait()
        stream = torch.npu.Stream(device=1)  # the first one makes many
        with torch.npu.stream(stream):
            assert (torch.full((50,), float(number), device="npu:1") + 1).sum().item() == 50 * (number + 1)
    except BaseException as error:
        failures.append(error)
threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
[t.start() for t in threads]
[t.join() for t in threads]
assert not failures, failures
print("done")
"""

PENDING = """
x = torch.ones(100).npu()
for _ in range(3000):
    x = x + 1
print("done", flush=True)
"""
ENDS = {
    "by itself": ("", 0),
    "by sys.exit": ("import sys\nsys.exit(3)\n", 3),
    "by an exception": ("raise ValueError\n", 1),
    "with a tensor in builtins": ("import builtins\nbuiltins.kept = x\n", 0),
    "with a cycle": ("kept = [x]\nkept.append(kept)\n", 0),
    "with a thread": (
        "import threading, time\n"
        "def work():\n    while True:\n        torch.ones(10).npu() + 1\n"
        "threading.Thread(target=work, daemon=True).start()\ntime.sleep(0.2)\n",
        0,
    ),
    "by os._exit": ("import os\nos._exit(4)\n", 4),
}


@pytest.mark.parametrize(
    "code",
    [EVENTS, PINNED, DEVICES, THREADS, BACKWARD_ON_OTHER_THREADS, STREAMS_OF_THREADS],
    ids=["events", "pinned", "devices", "threads", "backward", "streams of threads"],
)
def test_runs(code: str) -> None:
    assert python(code) == ["done"]


def test_errors() -> None:
    """Each is raised by the call that it belongs to, and the next call is right."""
    undefined = "" if registry.find("aclnnMultinomial") else "does not compute aclnnMultinomial"
    assert python(ERRORS, undefined) == ["done"]


def test_out_of_memory() -> None:
    before = "import pyaclnn.simulator\npyaclnn.simulator.activate(memory=2**28)\nimport torch\n"
    assert python(MEMORY, before=before) == ["done"]


@pytest.mark.parametrize("end", ENDS)
def test_exit_with_work_pending(end: str) -> None:
    code, expected = ENDS[end]
    assert python(PENDING + code, expect=expected) == ["done"]
