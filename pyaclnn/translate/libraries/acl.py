"""The C functions of CANN: what they mean to a script. Handles, streams and memory are noted, not made."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ... import dtypes
from ...errors import ArgumentValueError
from ..errors import Consequence, NotUnderstood
from ..program.core import Core
from ..trace import RESIDUAL, Assign, Call, Loop, Print
from ..values import dynamic, limits, types
from ..values.dynamic import Dynamic, Workspace
from ..values.handles import (
    ArrayHandle,
    AskedFormat,
    DevicePointer,
    Executor,
    ListHandle,
    Result,
    ScalarHandle,
    Stream,
    Symbol,
    TensorHandle,
)
from ..values.numbers import Named, Status
from ..values.types import CType
from ..values.variables import Address, Pointer, Smart, SocName, Vector, coerce, elements
from . import copies, onhost
from .standard import half

PHASE_1 = "GetWorkspaceSize"
SUCCESS, DONE = Named(0, "ACL_SUCCESS"), Status(0, "ACL_SUCCESS")
SIZE, LARGEST = CType("uint64_t"), 1 << 48  # of a workspace
_VANISHING = frozenset((
    "aclInit", "aclFinalize", "aclrtResetDevice", "aclrtDestroyContext",
    "aclrtDestroyStream", "aclrtSynchronizeStream", "aclrtSynchronizeDevice", "aclrtFree", "aclrtFreeHost",
    "aclDestroyTensor", "aclDestroyScalar", "aclDestroyIntArray", "aclDestroyFloatArray", "aclDestroyBoolArray",
    "aclDestroyTensorList", "aclDestroyScalarList", "aclDestroyAclOpExecutor", "aclSetAclOpExecutorRepeatable",
    "aclrtDestroyStreamForce", "aclrtSynchronizeStreamWithTimeout", "aclrtResetDeviceForce", "aclnnInit",
    "aclnnFinalize", "aclrtSetStreamFailureMode",
))  # fmt: skip


_WAITING = frozenset((
    "aclrtSynchronizeStream", "aclrtSynchronizeDevice", "aclrtSynchronizeStreamWithTimeout", "aclrtDestroyStream",
    "aclrtDestroyStreamForce", "aclrtResetDevice", "aclrtResetDeviceForce",
))  # fmt: skip


def is_harmless(name: str) -> bool:
    """Whether a function of CANN means nothing to a script, or only computes."""
    return name in _VANISHING or name in ("aclFloatToFloat16", "aclFloat16ToFloat", "aclGetRecentErrMsg")


def call(core: Core, name: str, args: list[Any], line: int) -> Any:
    """What a function of CANN gives, and what it changes."""
    args = [a.value if isinstance(a, Smart) else a for a in args]
    if name in _VANISHING:
        core.trace.is_started = core.trace.is_started or name == "aclInit"
        if name in _WAITING:
            _wait(core, args)
        return SUCCESS
    function = _FUNCTIONS.get(name)
    if function is not None:
        found = function(core, args, line)
        return SUCCESS if found.__class__ is int and not found else found
    if name.startswith("aclnn") and name.endswith(PHASE_1) and len(args) >= 2:
        return _phase_1(core, name.removesuffix(PHASE_1), args, line)
    if name.startswith("aclnn") and len(args) == 4 and isinstance(args[2], Executor):
        return _phase_2(core, name, args[2], args[3])
    if name.startswith("Hccl"):
        raise NotUnderstood("communication between devices", name)
    raise NotUnderstood("a function of CANN", name)


def _phase_1(core: Core, operator: str, args: list[Any], line: int) -> int:
    size, executor = args[-2:]
    workspace = Workspace("workspace_size", SIZE, range=(0, LARGEST), is_size=True)
    made = Executor(operator, [_frozen(a) for a in args[:-2]], line, workspace, len(core.trace.events))
    copies.put(size, Dynamic(SIZE, "variable", (workspace,)))
    copies.put(executor, made)
    core.trace.planned.append(made)
    return DONE


def _frozen(value: Any) -> Any:
    """An argument as it is at the call; later changes of host memory don't matter."""
    if isinstance(value, (Pointer, Vector)):
        data = elements(value)
        if data.ctype.name == "char" and not isinstance(data.data, Result):
            return "".join(chr(c) for c in list(data.data)).partition("\0")[0]
    return value


def _phase_2(core: Core, name: str, executor: Executor, stream: Any) -> int:
    if executor.operator != name:
        raise NotUnderstood("an executor of another operator", executor.operator)
    running, device = core.state.setdefault("running", {}), core.state.get("device", 0)
    if isinstance(stream, Stream) and stream.device != device:
        raise NotUnderstood("a stream of another device")
    for tensor in _tensors(executor.args):
        if tensor.address is not None:
            if tensor.address.memory.is_lost:
                raise Consequence(tensor.name)
            if tensor.address.memory.device != device:
                raise NotUnderstood("a tensor of another device")
            tensor.address.memory.is_touched = True
            running[id(tensor.address.memory)] = stream
    executor.is_launched = True
    events, at = core.trace.events, len(core.trace.events)
    # The script calls both phases at once: where the first stood, since what follows is printed only where that
    # succeeds, and may show the workspace's size.
    while at > executor.at and isinstance(events[at - 1], (Print, Loop, *RESIDUAL)):
        at -= 1
    if all(isinstance(e, Assign) for e in events[at:]) and not _are_sizes(events[at:]):
        at = len(events)
    events.insert(at, Call(name, executor.args, executor.line, executor.workspace, device))
    return DONE


def _are_sizes(events: list[Any]) -> bool:
    return any(dynamic.is_size(e.value) for e in events)


def _wait(core: Core, args: list[Any]) -> None:
    """What the operators of a stream wrote, or of all streams, is there now."""
    running: dict[int, Any] = core.state.get("running", {})
    stream = args[0] if args and isinstance(args[0], Stream) else None
    for key in [k for k, s in running.items() if stream is None or s is stream or not isinstance(s, Stream)]:
        del running[key]


def _tensors(values: Any) -> list[TensorHandle]:
    found = []
    for value in values:
        if isinstance(value, TensorHandle):
            found.append(value)
        elif isinstance(value, ListHandle):
            found += _tensors(value.items)
    return found


def _device(core: Core, args: list[Any], line: int) -> int:
    core.state["device"] = int(args[0])
    core.trace.is_started = True
    if not core.trace.events:
        core.trace.device = int(args[0])
    return 0


def _stream(core: Core, args: list[Any], line: int) -> int:
    copies.put(args[0], Stream(device=core.state.get("device", 0)))
    return 0


def _context(core: Core, args: list[Any], line: int) -> int:
    """Makes a context of a device, which is the thread's from then on."""
    _device(core, args[1:], line)
    return _stream(core, args, line)


def _enter(core: Core, args: list[Any], line: int) -> int:
    if isinstance(args[0], Stream):
        core.state["device"] = args[0].device
    return 0


def _ints(pointer: Any, count: Any) -> tuple[int, ...]:
    count = int(count)
    if pointer is None or count == 0:
        return ()
    values = elements(pointer)
    if len(values) < count:
        raise NotUnderstood("reads outside a vector")
    limits.hold(count << 6)
    return tuple(int(values.read(i)) for i in range(count))


def _create_tensor(core: Core, args: list[Any], line: int) -> TensorHandle:
    shape, rank, dtype, strides, offset, format, storage, storage_rank, data = args
    address = data if isinstance(data, DevicePointer) else None
    if data is not None and address is None:
        raise NotUnderstood("a tensor on such memory")
    try:
        dtypes.from_code(int(dtype))
    except ArgumentValueError:
        raise NotUnderstood("an unknown data type", str(int(dtype))) from None
    steps = None if strides is None else _ints(strides, rank)
    extents = _ints(shape, rank)
    if any(e < 0 for e in extents) or math.prod(extents) >= 1 << 63:
        raise NotUnderstood("a tensor of a strange shape", str(extents)[:60])
    made = TensorHandle(
        extents,
        int(dtype),
        steps,
        int(offset),
        format if isinstance(format, AskedFormat) else int(format),
        _ints(storage, storage_rank),
        address,
    )
    if address is not None:
        address.memory.tensors.append(made)
    return made


def _init_tensor(core: Core, args: list[Any], line: int) -> int:
    """A tensor becomes another one; operators that were given it before have it as it was."""
    tensor, *others = args
    if not isinstance(tensor, TensorHandle):
        raise NotUnderstood("another tensor at such a place")
    before, made = copy.copy(tensor), _create_tensor(core, others, line)
    for executor in core.trace.planned:
        executor.args[:] = [_replaced(a, tensor, before) for a in executor.args]
    for memory, old, new in ((before.address, tensor, before), (made.address, made, tensor)):
        if memory is not None:
            memory.memory.tensors[:] = [new if t is old else t for t in memory.memory.tensors]
    for name in ("shape", "dtype", "strides", "offset", "format", "storage_shape", "address"):
        setattr(tensor, name, getattr(made, name))
    return 0


def _replaced(value: Any, tensor: TensorHandle, other: TensorHandle) -> Any:
    if isinstance(value, ListHandle) and any(i is tensor for i in value.items):
        raise NotUnderstood("another tensor in a list")
    return other if value is tensor else value


def _create_scalar(core: Core, args: list[Any], line: int) -> ScalarHandle:
    value, dtype = args[0], dtypes.from_code(int(args[1]))
    given = value.get() if isinstance(value, Address) else elements(value).read(0)
    if isinstance(given, Symbol):
        raise NotUnderstood("a scalar of a result")
    held = (value.ctype or value.ref.ctype) if isinstance(value, Address) else value.ctype or value.vector.ctype
    source = types.numpy_of(held)
    if source is None or dtype.numpy is None:
        raise NotUnderstood("a scalar of such a type", f"{held.name} as {dtype.name}")
    with np.errstate(all="ignore"):
        raw = np.asarray(given).astype(source).tobytes()
    if len(raw) < dtype.itemsize:
        raise NotUnderstood("a scalar wider than its variable", f"{held.name} as {dtype.name}")
    return ScalarHandle(np.frombuffer(raw[: dtype.itemsize], dtype.numpy)[0], dtype.code)


def _create_array(element: str) -> Callable[[Core, list[Any], int], ArrayHandle]:
    ctype = CType(element)

    def run(core: Core, args: list[Any], line: int) -> ArrayHandle:
        count = int(args[1])
        if count == 0:
            return ArrayHandle(())
        values = elements(args[0])
        if types.sizeof(values.ctype) != types.sizeof(ctype):
            raise NotUnderstood("an array of another type", f"{values.ctype.name} as {element}")
        if len(values) < count:
            raise NotUnderstood("reads outside a vector")
        limits.hold(count << 6)
        found = tuple(coerce(values.read(i), ctype) for i in range(count))
        if any(isinstance(v, Symbol) for v in found):
            raise NotUnderstood("an array of results")
        return ArrayHandle(found)

    return run


def _create_list(core: Core, args: list[Any], line: int) -> ListHandle:
    count = int(args[1])
    if count == 0 or args[0] is None:
        return ListHandle(())
    values = elements(args[0])
    if len(values) < count:
        raise NotUnderstood("reads outside a vector")
    items = tuple(values.read(i) for i in range(count))
    return ListHandle(tuple(i.value if isinstance(i, Smart) else i for i in items))


def _recent_error(core: Core, args: list[Any], line: int) -> str:
    return ""


def _soc_name(core: Core, args: list[Any], line: int) -> str:
    return SocName("?")


def _run_mode(core: Core, args: list[Any], line: int) -> int:
    copies.put(args[0], 1)
    return 0


_FUNCTIONS: dict[str, Callable[[Core, list[Any], int], Any]] = {
    "aclnnTransQuantParam": onhost.quant_param,
    "aclrtSetDevice": _device, "aclrtCreateStream": _stream, "aclrtCreateContext": _context,
    "aclrtSetCurrentContext": _enter,
    "aclrtCreateStreamWithConfig": _stream, "aclrtMalloc": copies.malloc, "aclrtMallocHost": copies.malloc_host,
    "aclrtMallocAlign32": copies.malloc, "aclrtMemcpy": copies.memcpy, "aclrtMemcpyAsync": copies.memcpy,
    "aclrtMemset": copies.memset, "aclrtMemsetAsync": copies.memset,
    "aclInitTensor": _init_tensor, "aclCreateTensor": _create_tensor, "aclCreateScalar": _create_scalar,
    "aclCreateIntArray": _create_array("int64_t"), "aclCreateFloatArray": _create_array("float"),
    "aclCreateBoolArray": _create_array("bool"), "aclCreateTensorList": _create_list,
    "aclCreateScalarList": _create_list, "aclGetRecentErrMsg": _recent_error, "aclrtGetRunMode": _run_mode,
    "aclrtGetSocName": _soc_name, "aclDataTypeSize": onhost.dtype_size,
    "aclnnCalculateMatmulWeightSize": onhost.weight_size, "aclnnCalculateMatmulWeightSizeV2": onhost.weight_size,
    "aclnnNpuFormatCastCalculateSizeAndFormat": onhost.cast_layout,
    "aclFloatToFloat16": lambda core, args, line: half("to half")(core, args, [], None),
    "aclFloat16ToFloat": lambda core, args, line: half("from half")(core, args, [], None),
}  # fmt: skip
