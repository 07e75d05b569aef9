"""Host time of one operator call, beside the raw C calls that it can't do without."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from types import MethodType
from typing import Any

import numpy as np

from pyaclnn import Device
from pyaclnn.calls import callpath
from pyaclnn.operators import Operator

OPERATOR = "aclnnSmoothL1LossBackward"
Subject = Callable[[int], None]


def subjects(device: Device, root: Path) -> dict[str, Subject]:
    """Everything that is compared, by name; each runs itself the given number of times."""
    x, target, grad = (device.tensor(np.ones((4, 2), np.float32)) for _ in range(3))
    out = device.empty((4, 2))
    return {
        "raw two phases (cffi)": raw_cffi(device, (grad, x, target), out),
        "raw two phases in a function": _raw_in_function(device, (grad, x, target), out),
        "raw phase 2 (cffi)": _raw_phase_2(device, (grad, x, target), out),
        "raw two phases (ctypes)": _raw_ctypes(root, (grad, x, target), out),
        "positional": positional(device, grad, x, target, out),
        "positional, both phases from Python": _python_alone(device, grad, x, target, out),
        "keywords": _keywords(device, grad, x, target, out),
        "outputs left out": _left_out(device, grad, x, target),
        "fresh tensors": _fresh(device),
        "with a scalar": _scalar(device, x, target, out),
        "plan": _plan(device, grad, x, target, out),
        "graph of 20 calls": _graph(device, grad, x, target, out),
    }


def raw_cffi(device: Device, inputs: tuple[Any, ...], out: Any) -> Subject:
    c = device.c_interface
    first, second = c.phases(OPERATOR)
    a, b, e, o = (t.handle for t in (*inputs, out))
    size, executor, null = c.ffi.new("uint64_t *"), c.ffi.new("aclOpExecutor **"), c.ffi.NULL
    stream = device._current_stream().handle

    def run(calls: int) -> None:
        for _ in range(calls):
            if first(a, b, e, 1, 1.0, o, size, executor):
                raise AssertionError
            if second(null, size[0], executor[0], stream):
                raise AssertionError

    return run


def _raw_in_function(device: Device, inputs: tuple[Any, ...], out: Any) -> Subject:
    """The least that a function called with its operands can cost: no checks, and nothing is looked up."""
    c = device.c_interface
    first, second = c.phases(OPERATOR)
    size, executor, null = c.ffi.new("uint64_t *"), c.ffi.new("aclOpExecutor **"), c.ffi.NULL
    stream = device._current_stream().handle
    for tensor in (*inputs, out):
        _ = tensor.handle

    def call(grad: Any, x: Any, target: Any, reduction: int, beta: float, result: Any) -> Any:
        if first(grad._pointer, x._pointer, target._pointer, reduction, beta, result._pointer, size, executor):
            raise AssertionError
        if second(null, size[0], executor[0], stream):
            raise AssertionError
        return result

    def run(calls: int) -> None:
        grad, x, target = inputs
        for _ in range(calls):
            call(grad, x, target, 1, 1.0, out)

    return run


def _raw_phase_2(device: Device, inputs: tuple[Any, ...], out: Any) -> Subject:
    c = device.c_interface
    first, second = c.phases(OPERATOR)
    a, b, e, o = (t.handle for t in (*inputs, out))
    size, cell, null = c.ffi.new("uint64_t *"), c.ffi.new("aclOpExecutor **"), c.ffi.NULL
    stream = device._current_stream().handle
    assert first(a, b, e, 1, 1.0, o, size, cell) == 0
    executor = cell[0]
    assert c.function("aclSetAclOpExecutorRepeatable")(executor) == 0

    def run(calls: int) -> None:
        for _ in range(calls):
            if second(null, 0, executor, stream):
                raise AssertionError

    return run


def _raw_ctypes(root: Path, inputs: tuple[Any, ...], out: Any) -> Subject:
    library = ctypes.CDLL(str(root / "lib64" / "libopapi.so"))
    first, second = getattr(library, f"{OPERATOR}GetWorkspaceSize"), getattr(library, OPERATOR)
    pointer = ctypes.c_void_p
    first.argtypes = [pointer] * 3 + [ctypes.c_int64, ctypes.c_float] + [pointer] * 3
    second.argtypes = [pointer, ctypes.c_uint64, pointer, pointer]
    ffi = inputs[0].device.c_interface.ffi
    a, b, e, o = (int(ffi.cast("uintptr_t", t.handle)) for t in (*inputs, out))
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    size_at, executor_at = ctypes.byref(size), ctypes.byref(executor)

    def run(calls: int) -> None:
        for _ in range(calls):
            if first(a, b, e, 1, 1.0, o, size_at, executor_at):
                raise AssertionError
            if second(None, size.value, executor, None):
                raise AssertionError

    return run


def positional(device: Device, grad: Any, x: Any, target: Any, out: Any) -> Subject:
    def run(calls: int) -> None:
        call = device.smooth_l1_loss_backward
        for _ in range(calls):
            call(grad, x, target, 1, 1.0, out)

    return run


def _python_alone(device: Device, grad: Any, x: Any, target: Any, out: Any) -> Subject:
    """As it is where pyaclnn was installed without a C compiler."""
    operator = Operator(device._backend, device.smooth_l1_loss_backward.operator.signature)
    operator.both_phases = None
    method = callpath.make(operator)

    def run(calls: int) -> None:
        call = MethodType(method, device)
        for _ in range(calls):
            call(grad, x, target, 1, 1.0, out)

    return run


def _keywords(device: Device, grad: Any, x: Any, target: Any, out: Any) -> Subject:
    def run(calls: int) -> None:
        call = device.smooth_l1_loss_backward
        for _ in range(calls):
            call(grad_out=grad, self=x, target=target, reduction=1, beta=1.0, grad_input=out)

    return run


def _left_out(device: Device, grad: Any, x: Any, target: Any) -> Subject:
    def run(calls: int) -> None:
        call = device.smooth_l1_loss_backward
        for _ in range(calls):
            call(grad, x, target, 1, 1.0)

    return run


def _plan(device: Device, grad: Any, x: Any, target: Any, out: Any) -> Subject:
    plan = device.smooth_l1_loss_backward.plan(grad, x, target, 1, 1.0, out)

    def run(calls: int) -> None:
        again = plan.run
        for _ in range(calls):
            again()

    return run


def _graph(device: Device, grad: Any, x: Any, target: Any, out: Any) -> Subject:
    with device.capture() as graph:
        for _ in range(20):
            device.smooth_l1_loss_backward(grad, x, target, 1, 1.0, out)

    def run(calls: int) -> None:
        for _ in range(calls):
            graph.replay()

    return run


def _fresh(device: Device) -> Subject:
    array = np.ones((4, 2), np.float32)

    def run(calls: int) -> None:
        call = device.smooth_l1_loss_backward
        for _ in range(calls):
            call(device.tensor(array), device.tensor(array), device.tensor(array), 1, 1.0)

    return run


def _scalar(device: Device, x: Any, target: Any, out: Any) -> Subject:
    def run(calls: int) -> None:
        call = device.add
        for _ in range(calls):
            call(x, target, 2, out)

    return run
