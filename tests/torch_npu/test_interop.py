"""Tensors and streams shared by both packages, in either order of import."""

from __future__ import annotations

import pytest

from .running import ACTIVATE, python

FIRST = {
    "torch first": ACTIVATE + "x = torch.arange(12.).reshape(3, 4).npu()\nfrom pyaclnn import Device, interop\n",
    "pyaclnn first": (
        "import pyaclnn.simulator\npyaclnn.simulator.activate(devices=2)\n"
        "from pyaclnn import Device, interop\nDevice(0).close()\nimport torch\n"
        "x = torch.arange(12.).reshape(3, 4).npu()\n"
    ),
}

SHARED = """
import gc
y, z = torch.ones(3, 4).npu(), torch.zeros(3, 4).npu()
with Device(0) as d:
    assert d.backend == "cann"
    stream = interop.current_stream(d)
    assert stream.is_borrowed and stream is interop.current_stream(d)
    with stream:
        a, b, c = (interop.from_torch(d, t) for t in (x, y, z))
        assert (a.data_ptr, a.shape, a.strides) == (x.data_ptr(), (3, 4), (4, 1))
        d.add(a, b, out=c)
        assert torch.equal(z.cpu(), x.cpu() + 1)
        view = interop.from_torch(d, x.t()[1:3])
        assert (view.shape, view.strides, view.offset) == ((2, 3), (1, 4), 1)
        assert view.numpy().tolist() == x.t()[1:3].cpu().tolist()
        d.inplace_copy(interop.from_torch(d, z[:, 1]), view[0])
        assert torch.equal(z[:, 1].cpu(), x[:, 1].cpu())
    assert not stream.is_closed
    (x + 1).add_(1)  # the stream is still the backend's
    assert interop.from_torch(d, (x + 5)).numpy().tolist() == (x.cpu() + 5).tolist(), "reads what is queued"
    own = d.add(a, b)
    back = interop.to_torch(own)
    assert back.data_ptr() == own.data_ptr and back.device == x.device
    back += 1
    assert own.numpy().tolist() == (x.cpu() + 2).tolist()
    part = interop.to_torch(own[:, 1:].T)
    assert part.stride() == (1, 4) and torch.equal(part.cpu(), (x.cpu() + 2)[:, 1:].t())
    assert torch.from_dlpack(own).data_ptr() == own.data_ptr
    address = own.data_ptr
    del own
    gc.collect()
    assert [d.empty((3, 4)).data_ptr for _ in range(3)].count(address) == 0, "memory that is in use is given out"
    assert torch.equal(back.cpu(), x.cpu() + 2)
    own.__dlpack__() if "own" in globals() else a.__dlpack__()  # nobody takes it
    del a, b, c, view, back, part
    gc.collect()
    d.empty(1)
    assert not d._pool._borrowed
    from pyaclnn import dlpack
    assert not dlpack._held
assert torch.equal((x + y).cpu(), x.cpu() + 1)
print("done")
"""

DTYPES = """
with Device(0) as d:
    for name in ("float16", "bfloat16", "float32", "float64", "int8", "uint8", "int16", "int32", "int64", "bool",
                 "complex64"):
        t = torch.tensor([0, 1, 3]).to(getattr(torch, name))
        for source in (t, t.npu()):
            ours = interop.from_torch(d, source)
            assert str(ours.dtype) == name and ours.numpy().tolist() == t.tolist(), (name, source.device)
            assert interop.to_torch(ours).dtype is t.dtype
    assert d.tensor(torch.arange(3)).numpy().tolist() == [0, 1, 2]
    assert d.add(torch.ones(2), torch.ones(2)).numpy().tolist() == [2.0, 2.0]
    grown = torch.ones(2, requires_grad=True)
    assert interop.from_torch(d, grown).numpy().tolist() == [1.0, 1.0]
print("done")
"""

REFUSED = """
from pyaclnn import Stream, DeviceMismatchError, ArgumentTypeError, ArgumentValueError
def refused(kind, word, function, *arguments):
    try:
        function(*arguments)
    except kind as error:
        assert word in str(error), error
    else:
        raise AssertionError(word)
with Device(0) as d:
    refused(DeviceMismatchError, "npu:1", interop.from_torch, d, torch.ones(2).to("npu:1"))
    refused(DeviceMismatchError, "meta", interop.from_torch, d, torch.ones(2, device="meta"))
    refused(ArgumentTypeError, "torch.Tensor", interop.from_torch, d, [1.0])
    refused(ArgumentTypeError, "str", Stream.from_handle, d, "stream")
    refused(ArgumentValueError, "null", Stream.from_handle, d, 0)
    refused(ArgumentValueError, "negative stride", interop.to_torch, d.tensor([1.0, 2.0])[::-1])
with Device(0, backend="simulator") as other:
    refused(DeviceMismatchError, "activate", interop.from_torch, other, x)
print("done")
"""

EXIT = """
d = Device(0)
kept = interop.from_torch(d, x)
given = interop.to_torch(d.add(kept, kept))
given + 1
print("done", flush=True)
"""


@pytest.mark.parametrize("order", FIRST)
def test_one_runtime(order: str) -> None:
    assert python(SHARED, before=FIRST[order]) == ["done"]


@pytest.mark.parametrize("code", [DTYPES, REFUSED], ids=["dtypes", "refused"])
def test_conversion(code: str) -> None:
    assert python(code, before=FIRST["torch first"]) == ["done"]


@pytest.mark.parametrize("order", FIRST)
def test_exit_with_everything_open(order: str) -> None:
    assert python(EXIT, before=FIRST[order]) == ["done"]
