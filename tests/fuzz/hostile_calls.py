"""Public functions and methods, called with hostile values or with sensible ones of which some are hostile."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pyaclnn
from pyaclnn import Device, Stream, Tensor, interop
from pyaclnn.abi import scanner
from pyaclnn.abi.headers import HeaderDirectory
from pyaclnn.abi.signatures import Kind, Role
from pyaclnn.calls.single_phase import FUNCTIONS
from pyaclnn.cli.main import main

from .hostile_values import STRINGS, hostile

_PHASE_2 = "aclnnStatus aclnnFoo(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);"
_PHASE_1 = (
    "ACLNN_API aclnnStatus aclnnFooGetWorkspaceSize(const aclTensor *x, int64_t n, ACLNN_OUT aclTensor *out, "
    "uint64_t *workspaceSize, aclOpExecutor **executor);"
)
_MEGABYTE = 1 << 20


class World:
    """What values are drawn from: an open device and what belongs to it, to another device and to a closed one."""

    def __init__(self) -> None:
        self.device = Device(0, backend="simulator")
        self.other = Device(0, backend="simulator")
        gone = Device(0, backend="simulator")
        last = gone.tensor(np.float32([1, 2]))
        self.gone = (gone, last, gone.stream(), gone.event(), gone.add.plan(last, last))
        gone.close()
        d = self.device
        x = d.tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
        self.x = x
        self.tensors = [
            x, x.T, x[:, ::-1], x[0], x[0, 0], x[:0], x[:1].expand(4, 3), d.tensor(np.int64([1, 0])), d.tensor([True]),
            d.tensor(np.float16(1)), d.tensor(np.zeros((2, 3), np.complex64)), d.tensor(1, "bfloat16"),
            d.empty((1,) * 25, "int8"), d.empty((0, 2**40), "int8"), x.with_format("FRACTAL_NZ"),
            d.empty(3, "hifloat8"), x.view(1, 2, 3).with_format("NCL"), x[:1].expand(2**40, 3),
        ]  # fmt: skip
        self.stream, self.event = d.stream(), d.event().record()
        self.plan = d.add.plan(x, x)
        with d.capture() as self.graph:
            d.neg(x)
        self.foreign = [
            *self.gone, self.other.tensor(np.float32([1, 2])), self.other.stream(), self.other,
        ]  # fmt: skip
        self.own = [d, self.stream, self.event, self.plan, self.graph, d.ops, d.add]
        self.operators = list(d.ops)
        for tensor in self.tensors:  # what a call makes is then what it leaves behind
            with contextlib.suppress(pyaclnn.PyaclnnError):
                _ = tensor.handle

    def close(self) -> None:
        self.graph.close()
        self.plan.close()
        self.device.close()
        self.other.close()

    def value(self, rng: random.Random) -> Any:
        """Anything: hostile, something of a device, or what a sensible program would pass."""
        kind = rng.random()
        if kind < 0.7:
            return hostile(rng)
        if kind < 0.82:
            return rng.choice(self.tensors)
        return rng.choice((*self.foreign, *self.own)) if kind < 0.9 else rng.choice((1, 0, 2, [2, 3], "float32", (1,)))


Call = Callable[[World, random.Random, Callable[[], Any]], Any]


def operator(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    """An operator with sensible arguments of which some are hostile, by position and by name."""
    name = rng.choice(w.operators)
    method = getattr(w.device, name)
    rate = rng.choice((0.1, 0.3, 1.0))
    args: list[Any] = []
    named: dict[str, Any] = {}
    by_name = rng.random() < 0.3
    for p in method.operator.signature.parameters:
        if p.role is Role.OUT and rng.random() < 0.6:
            by_name = True
            continue
        value = v() if rng.random() < rate else sensible(w, rng, p.kind)
        if by_name:
            named[p.python_name] = value
        else:
            args.append(value)
        by_name = by_name or rng.random() < 0.1
    if rng.random() < 0.05:
        args += [v()] * rng.randint(1, 9)
    if rng.random() < 0.05:
        named[rng.choice(("self", "out", "nonsense", "\0", "é", "_d", "_extra"))] = v()
    return (method.plan if rng.random() < 0.1 else method)(*args, **named)


def add(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    """One operator that is called often, so that hostile values meet its fast path."""
    args = [v() if rng.random() < 0.4 else d for d in (w.x, w.x, 1, None)][: rng.randint(1, 4)]
    named = {"out": v()} if rng.random() < 0.2 else {"alpha": v()} if rng.random() < 0.2 else {}
    return w.device.add(*args, **named)


def sensible(w: World, rng: random.Random, kind: Kind) -> Any:
    """What a parameter of a kind takes."""
    choices: dict[Kind, tuple[Any, ...]] = {
        Kind.TENSOR: (w.x, w.x, w.x.T, np.ones((2, 3), np.float32)), Kind.TENSOR_LIST: ([w.x, w.x], [w.x], []),
        Kind.SCALAR: (1, 1.5), Kind.SCALAR_LIST: ([1.0, 2.0], []), Kind.INT_ARRAY: ([0], [2, 3], [1, 1], []),
        Kind.FLOAT_ARRAY: ([1.0],), Kind.BOOL_ARRAY: ([True],), Kind.INT: (0, 1, -1), Kind.FLOAT: (1.0, 0.5),
        Kind.BOOL: (True, False), Kind.STRING: ("none", "mean"), Kind.DTYPE: ("float32",),
    }  # fmt: skip
    return rng.choice(choices.get(kind, (None,)))


def single_phase(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    function = rng.choice(sorted(FUNCTIONS))
    return w.device.ops[function](*(v() for _ in range(rng.randint(0, 4))))


def close_if_device(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    options = {n: v() for n in ("soc", "deterministic", "pool", "blocking") if rng.random() < 0.3}
    if rng.random() < 0.3:
        options["backend"] = v()
    device = Device(v() if rng.random() < 0.7 else 0, **{"backend": "simulator", **options})
    device.close()


def bind(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    with w.device.add.plan(w.x, w.x) as plan:
        plan.bind(**{rng.choice(("self", "other", "out", "alpha", "", "\0")): v()})
        return plan()


def captured(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    with w.device.capture() as graph:
        w.device.add(w.x, v())
    try:
        graph.replay(v())
    finally:
        graph.close()


def streams(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    with w.device.stream() as s, w.device.event() as e:
        rng.choice((lambda: s.wait(v()), lambda: s.wait_for(v()), lambda: e.record(v()), lambda: e.elapsed_ms(v())))()
        with w.device.stream() as t:
            t.wait_for(s)


def borrowed(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    stream = Stream.from_handle(w.device, v())
    if stream is not w.stream:
        stream.close()


def libraries(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "libcust_opapi.so")
        file.write_bytes(rng.choice((b"", b"\x7fELF", b"\x7fELF" + bytes(100), b"#!/bin/sh")))
        return pyaclnn.add_library(*rng.choice(((v(), v()), (v(),), (folder,), (file,), (file, folder), (file, v()))))


def header(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    """A header with a prototype in it, broken, looked up as an installation's would be."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "aclnnop", "aclnn_foo.h")
        path.parent.mkdir()
        path.write_bytes(broken_header(rng))
        directory = HeaderDirectory(Path(folder), annotated=rng.random() < 0.5)
        scanner.scan(scanner.decode(path.read_bytes()))
        return directory.operator("aclnnFoo"), directory.operators, directory.single_phase, directory.base_types


def broken_header(rng: random.Random) -> bytes:
    """Both phases of an operator: cut off, nested, interrupted, in other encodings, or a megabyte on one line."""
    text = f"{_PHASE_1}\n{_PHASE_2}\n"
    words = (
        "(",
        ")",
        "{",
        "}",
        ";",
        "*",
        "/*",
        "//",
        '"',
        "'",
        "\\\n",
        "#define X(",
        "[[",
        "__attribute__((",
        "\0",
        ",",
    )
    kind = rng.randrange(8)
    if kind == 0:
        return text[: rng.randrange(len(text))].encode()
    if kind == 1:
        at = rng.randrange(len(text))
        return (text[:at] + rng.choice(words) * rng.choice((1, 2, 20_000)) + text[at:]).encode()
    if kind == 2:
        return rng.choice(words).encode() * (_MEGABYTE // 4)
    if kind == 3:
        size = _MEGABYTE // rng.choice((1, 64, 64, 64))
        return (_PHASE_1.replace("int64_t n", "int64_t n, " + "int64_t a, " * (size // 11) + "int b")).encode()
    if kind == 4:
        return text.encode("utf-16")
    if kind == 5:
        return rng.randbytes(2000) + text.encode() + rng.randbytes(2000)
    if kind == 6:
        return ("namespace a {" * 5000 + text + "}" * 5000).encode()
    return text.replace(
        "aclTensor", rng.choice(("aclFoo", "int (*)(int)", "struct { int a; }", "", "é", "int[]"))
    ).encode()


def command(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    words = (
        "ops",
        "describe",
        "add",
        "loss",
        "--json",
        "--simulated",
        "translate",
        "nowhere.cpp",
        "--check",
        "-o",
        "--",
        *STRINGS,
    )
    arguments = [rng.choice(words) for _ in range(rng.randint(0, 4))]
    if rng.random() < 0.5:
        arguments.insert(0, rng.choice(("ops", "describe")))
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return main(arguments)


def closed(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    """Something of a closed device is used."""
    d, x, s, e, plan = w.gone
    calls: tuple[Callable[[], Any], ...] = (
        lambda: d.tensor(v()), lambda: d.empty(v()), lambda: d.stream(), lambda: d.event(), lambda: d.capture(),
        lambda: d.synchronize(), lambda: d.trim(), lambda: d.memory_stats(), lambda: d.add(v(), v()), lambda: repr(d),
        lambda: d.close(), lambda: d.ops[v()], lambda: x.numpy(v()), lambda: x.copy_from(v()), lambda: x[v()],
        lambda: x.view(v()), lambda: x.handle, lambda: x.data_ptr, lambda: w.device.add(x, v()), lambda: x.contiguous(),
        lambda: s.synchronize(), lambda: s.query(), lambda: s.wait(v()), lambda: s.wait_for(v()), lambda: s.close(),
        lambda: s.__enter__(), lambda: e.record(v()), lambda: e.query(), lambda: e.synchronize(), lambda: e.close(),
        lambda: e.elapsed_ms(v()), lambda: plan(), lambda: plan.bind(self=v()), lambda: plan.close(), lambda: repr(s),
        lambda: x.layout(), lambda: x.describe(), lambda: repr(x), lambda: repr(plan),
        lambda: d.set_pytorch_random(v()),
    )  # fmt: skip
    return rng.choice(calls)()


def environment(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    """A device where the variables that describe the simulated machine have odd values."""
    name = rng.choice(("BACKEND", "SIMULATOR_SOC", "SIMULATOR_DEVICES", "SIMULATOR_MEMORY", "SIMULATOR_SUPPRESS"))
    odd = ("0", "-1", "1e3", "2.0", "9" * 30, "9" * 5000, "٣", "²", "Ascend310P3", "Ascend910B1 ", "cann", "auto")
    text = rng.choice((*odd, *STRINGS)).replace("\0", "")
    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(UnicodeEncodeError):
        patch.setenv(f"PYACLNN_{name}", text)
        Device(0, backend=rng.choice(("auto", "simulator"))).close()


def pick(*calls: Callable[..., Any]) -> Call:
    return lambda w, rng, v: rng.choice(calls)(w, v)


def of_tensor(w: World, rng: random.Random, v: Callable[[], Any]) -> Any:
    """A method of a tensor."""
    x = rng.choice(w.tensors)
    call: Callable[[Tensor], Any] = rng.choice(
        (
            lambda x: x.numpy(v()), lambda x: x.copy_from(v()), lambda x: x.item(), lambda x: x.__array__(v()),
            lambda x: np.asarray(x, v()), lambda x: x.__dlpack__(stream=v()), lambda x: x[v()], lambda x: x[v(), v()],
            lambda x: x[v() : v() : v()], lambda x: len(x), lambda x: bool(x), lambda x: x.transpose(v(), v()),
            lambda x: x.permute(v()), lambda x: x.permute(v(), v()), lambda x: x.expand(v()),
            lambda x: x.expand(v(), v()), lambda x: x.squeeze(v()), lambda x: x.unsqueeze(v()),
            lambda x: x.view(v()), lambda x: x.view(v(), v()),
            lambda x: x.as_strided(v(), v()), lambda x: x.as_strided(v(), v(), v()), lambda x: x.as_strided([2], [v()]),
            lambda x: x.with_format(v()), lambda x: x.with_format("ND", v()), lambda x: x.layout(v()),
            lambda x: repr(x), lambda x: x.contiguous(), lambda x: x == v(), lambda x: x in [v()],
            lambda x: copy.copy(x),
            lambda x: pickle.dumps(x), lambda x: x.numpy(), lambda x: x.layout(), lambda x: x.describe(),
        )
    )  # fmt: skip
    return call(x)


CALLS: dict[str, tuple[int, Call]] = {  # how often, and what
    "operator": (30, operator),
    "add": (15, add),
    "Tensor": (25, of_tensor),
    "Device": (2, close_if_device),
    "closed": (5, closed),
    "environment": (2, environment),
    "Device.tensor": (12, lambda w, rng, v: rng.choice((
        lambda: w.device.tensor(v()), lambda: w.device.tensor(v(), v()), lambda: w.device.tensor([1.0], format=v()),
    ))()),
    "Device.empty": (8, lambda w, rng, v: rng.choice((
        lambda: w.device.empty(v()), lambda: w.device.empty(v(), v()), lambda: w.device.empty(2, "int8", v()),
    ))()),
    "Device.ops": (4, pick(
        lambda w, v: w.device.ops[v()], lambda w, v: w.device.ops.find(v()), lambda w, v: w.device.ops.describe(v()),
        lambda w, v: v() in w.device.ops, lambda w, v: getattr(w.device, str(v())),
    )),
    "Stream and Event": (6, streams),
    "Stream.from_handle": (2, borrowed),
    "Plan": (4, bind),
    "Graph": (3, captured),
    "single phase": (4, single_phase),
    "interop": (2, pick(
        lambda w, v: interop.from_torch(w.device, v()), lambda w, v: interop.to_torch(w.x),
        lambda w, v: interop.current_stream(w.device),
    )),
    "add_library": (2, libraries),
    "headers": (4, header),
    "command line": (4, command),
}  # fmt: skip
