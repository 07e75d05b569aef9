"""Operators as Python callables: arguments bound by C's order or by name, outputs made where left out."""

from __future__ import annotations

import keyword
from collections import namedtuple
from collections.abc import Callable, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any

from . import launches
from .abi.signatures import Kind, Parameter, Role, Signature
from .backend import new_cells
from .calls import arguments, callpath, defaults
from .calls.arguments import Arguments
from .calls.callpath import UNSET
from .calls.outputs import Recipe
from .compiled import shapes
from .dtypes import DType
from .errors import AclError, ArgumentTypeError, ClosedError, PyaclnnError
from .formats import Format
from .lookup import methods
from .plan import Plan
from .tensor import Tensor
from .values import is_a

if TYPE_CHECKING:
    from .backend import Backend
    from .device import Device
    from .stream import Stream


_RECIPES = 4096
_PLAIN = frozenset((bool, int, float, str, DType, UNSET.__class__))
_POINTERS = frozenset(Kind) - {Kind.INT, Kind.FLOAT, Kind.BOOL, Kind.DTYPE}


class Operator:
    """One operator on one backend: its signature, its two C functions and how to call them."""

    def __init__(self, backend: Backend, signature: Signature) -> None:
        self.signature = signature
        self.name = signature.python_name
        self.backend = backend
        self.first_phase, self.second_phase = backend.interface.phases(signature)
        self.both_phases = shapes.function_for(signature)
        self._recipes: dict[Any, Recipe] = {}
        self._outputs = [i for i, p in enumerate(signature.parameters) if p.role is Role.OUT]
        self._is_plain = shapes.is_plain(signature)
        self.method: Callable[..., Any] = self.invoke
        self.bind: Callable[..., Any] = callpath.make_binder(self)
        self.defaults = [self._default(p) for p in signature.parameters]
        self._result: Callable[[list[Any]], Any] = namedtuple(
            f"{self.name}_result", [_field(p) for p in signature.written]
        )._make  # type: ignore[attr-defined]

    def invoke(self, device: Device, given: Sequence[Any], extra: Sequence[Any], unknown: dict[str, Any]) -> Any:
        """Calls the operator; ``given`` has one value for each parameter, ``UNSET`` where left out.

        Returns the written tensor, or a named tuple of all written ones in the header's order.
        """
        if extra or unknown:
            raise self._binding_error(len(given) + len(extra), unknown)
        is_fast = self._is_plain and not device._blocking and device._current_stream().capture is None
        if is_fast and (ready := self._ready(device, given)):
            return self.method(device, *ready)
        call = Arguments(device, self.name, self.signature.name)
        values: list[Any] = []
        try:
            self._values(call, given, values)
            pointers = [arguments.convert(call, p, v) for p, v in zip(self.signature.parameters, values, strict=True)]
            self.run(call, values, pointers)
            self.wait_if_blocking(device, device._current_stream())
        except AclError as error:
            if error.function != self.signature.name:  # a failed launch was dumped where it was found
                self._dump(values, error)
            raise
        except TypeError as error:  # a handle is gone
            if device.is_closed and not isinstance(error, PyaclnnError):
                raise ClosedError(f"{self.name}: the device was closed by another thread") from error
            raise
        finally:
            call.close()
        if self._is_plain and any(
            g is UNSET for g, p in zip(given, self.signature.parameters, strict=True) if p.role is Role.OUT
        ):
            self._remember(given, values)
        return self.results(values)

    def _ready(self, device: Device, given: Sequence[Any]) -> list[Any]:
        """The arguments for the fast path; empty where it can't take them."""
        try:
            return callpath.ready(device, self.signature, given)
        except PyaclnnError:
            raise
        except Exception:  # objects may raise anything when they are looked at: the other path explains
            return []

    def wait_if_blocking(self, device: Device, stream: Stream) -> None:
        """Waits for what was just launched, where the device asks for it; a capture can't be waited for."""
        if device._blocking and stream.capture is None:
            stream.synchronize()

    def _values(self, call: Arguments, given: Sequence[Any], values: list[Any]) -> list[Any]:
        """Appends every argument, checked and in the form that C can be given; outputs left out are made last."""
        missing: list[int] = []
        for i, (p, value) in enumerate(zip(self.signature.parameters, given, strict=True)):
            if value is UNSET:
                value = self.defaults[i]
            if value is UNSET and p.role is Role.OUT:
                missing.append(i)
                values.append(UNSET)
            elif value is UNSET:
                raise ArgumentTypeError(f"{self.name}: {p.python_name} is missing (a {p.kind.value}); {self.usage()}")
            else:
                values.append(arguments.prepare(call, p, value))
        if missing:
            self._make_outputs(call.device, values, missing)
        return values

    def _make_outputs(self, device: Device, values: list[Any], missing: list[int]) -> None:
        parameters = self.signature.parameters
        inferred = self._infer(device, values)
        format = self._format_of_outputs(values)
        unknown = [parameters[i].python_name for i in missing if parameters[i].name not in inferred]
        if unknown:
            raise self._unknown_shape(unknown)
        for i in missing:
            made = inferred[parameters[i].name]
            if made is None:
                values[i] = None
            elif parameters[i].kind is Kind.TENSOR_LIST:
                values[i] = [device.empty(shape, dtype, _fitting(format, shape)) for shape, dtype in made]
            else:
                shape, dtype = made
                values[i] = device.empty(shape, dtype, _fitting(format, shape))

    def _unknown_shape(self, outputs: list[str]) -> ArgumentTypeError:
        from .reference import registry  # with all operator definitions: not before it is needed

        what = ", ".join(outputs)
        why = f"the shape of {what} can't be told from the inputs"
        if registry.find(self.signature.name) is None:
            why = f"the shape of {what} is not known, since the simulator has no rules for this operator"
        return ArgumentTypeError(
            f"{self.name}: {why}; pass {' and '.join(f'{n}=d.empty(shape, dtype)' for n in outputs)}"
        )

    def _format_of_outputs(self, values: list[Any]) -> Format:
        """Outputs have the format of the first tensor, where their rank allows it."""
        return next((t.format for v in values for t in arguments.tensors(v)), Format.ND)

    def _infer(self, device: Device, values: list[Any]) -> dict[str, Any]:
        from .calls import inference

        pairs = list(zip(self.signature.parameters, values, strict=True))
        missing = {p.name for p, v in pairs if v is UNSET}
        args = {p.name: None if v is UNSET else arguments.meta(v) for p, v in pairs}
        return inference.infer(self.signature.name, self.backend.family(), args, missing, self._described(values))

    def plan(_operator, /, *args: Any, **kwargs: Any) -> Plan:
        """The call prepared once, to be run many times; arguments as for the operator itself.

        At least one argument must be a ``Tensor``, whose device and current stream the plan takes.
        """
        # Not called self, which many operators have a parameter of.
        try:
            given, extra, unknown = _operator.bind(*args, **kwargs)
        except TypeError as error:  # one given twice
            reason = str(error).removeprefix("bind() ")
            raise ArgumentTypeError(f"{_operator.name}.plan: {reason}; {_operator.usage()}") from None
        if extra or unknown:
            raise _operator._binding_error(len(given) + len(extra), unknown)
        device = next((t.device for v in given for t in arguments.tensors(v)), None)
        if device is None:
            raise ArgumentTypeError(f"{_operator.name}.plan needs a Tensor among its arguments")
        values = _operator._values(Arguments(device, _operator.name, _operator.signature.name), given, [])
        return Plan(_operator, device, values)

    def run(self, call: Arguments, values: list[Any], pointers: list[Any], stream: Stream | None = None) -> None:
        """Both phases with converted arguments, on the current stream or another."""
        state = call.device._enter_thread()
        stream = stream or state.stream
        # Taken for the time of the call: one that a signal handler makes in the middle has cells of its own.
        cells, state.cells = state.cells or new_cells(self.backend.ffi), None
        size, executor = cells
        handle = stream.handle
        refused = False
        try:
            code = self.first_phase(*pointers, size, executor)
            if code != 0:
                refused = True
                raise self.first_phase_error(code, values)
            needed = stream.last_workspace = size[0]
            size[0] = 0  # some phases 1 leave it as it is: it must be 0 before each
            if needed:
                code = self.launch_with_workspace(call.device, stream, needed, executor)
            else:
                taken = executor[0]
                executor[0] = self.backend.ffi.NULL  # from here to the launch no interrupt can come
                code = self.second_phase(self.backend.ffi.NULL, 0, taken, handle)
                stream.launched = stream.epoch
            stream.recent.append(self.name)
            self.note_operands(stream, values)
        except BaseException:
            if not refused:
                self.interrupted(call.device, stream, executor, values)
            raise
        finally:
            state.cells = cells
        if code != 0:
            self.fail_launch(code, values)

    def note_operands(self, stream: Stream, values: Sequence[Any]) -> None:
        """Notes which storages a launch reads and writes."""
        for p, value in zip(self.signature.parameters, values, strict=True):
            for tensor in arguments.tensors(value):
                if stream.capture is not None:
                    stream.capture.note(tensor, is_read=p.role is not Role.OUT, is_written=p.is_written)
                if p.role is not Role.OUT:
                    tensor._storage.read_by(stream)
                if p.is_written:
                    tensor._storage.written_by(stream)

    def launch_with_workspace(self, device: Device, stream: Stream, size: int, executor: Any) -> int:
        """Phase 2 with a workspace of the stream, counted before another thread can take the workspace over.

        Takes the executor out of its cell; what is still in it after a failure was not launched.
        """
        with device._pool.lock:
            workspace = self.backend.ffi.cast("void *", device._pool.workspace(size, stream).address)
            handle = stream.handle
            taken = executor[0]
            # From here to the launch no interrupt can come; a launch that fails has consumed the executor, too.
            executor[0] = self.backend.ffi.NULL
            try:
                code: int = self.second_phase(workspace, size, taken, handle)
            finally:
                stream.launched = stream.epoch
        return code

    def interrupted(self, device: Device, stream: Stream, executor: Any, values: Sequence[Any]) -> None:
        """Puts everything in order after an exception between the two phases, or while the launch was noted.

        ``executor`` is the cell that phase 1 writes to: an executor still in it was not launched. Whether there was a
        launch is not known; counting one that was not costs no more than a wait. A call that got no cell gives None.
        """
        if executor and executor[0]:
            self.backend.interface.function("aclDestroyAclOpExecutor")(executor[0])
            executor[0] = self.backend.ffi.NULL
        self.note_launch(stream, [None if v is UNSET else v for v in values])

    def note_launch(self, stream: Stream, values: Sequence[Any]) -> None:
        """Counts a launch, and notes which storages it reads and writes."""
        stream.launched = stream.epoch
        self.note_operands(stream, values)

    def first_phase_error(self, code: int, values: Sequence[Any]) -> AclError | ClosedError:
        """The exception for a phase 1 that refused."""
        return self.backend.error(code, f"{self.signature.name}GetWorkspaceSize", self._described(values))

    def fail_launch(self, code: int, values: Sequence[Any]) -> None:
        """Raises the error of a phase 2 that failed; what it tells of may be work launched before."""
        error = self.backend.error(code, self.signature.name, self._described(values))
        if isinstance(error, AclError):
            written = (p.is_written for p in self.signature.parameters)
            stream = next((t._storage.writer for v in compress(values, written) for t in arguments.tensors(v)), None)
            if stream is not None and launches.tells_of_work(code):
                for line in launches.told(stream.device, stream.names()):
                    error.add_detail(line)
            self._dump(values, error)
        raise error

    def _dump(self, values: Sequence[Any], error: AclError) -> None:
        """Writes a script that repeats a failed call, where the environment asks for it."""
        from .calls import dump

        target = dump.directory()
        if target is not None and len(values) == len(self.signature.parameters):
            script = dump.write(target, self.signature, values, str(error))
            if script is not None:
                error.add_detail(f"{script} repeats the call")

    def fresh_output(self, device: Device, stream: Stream, key: Any) -> Any:
        """An output for a call whose like was seen before, else ``UNSET``: the slow path infers and notes it."""
        recipe = self._recipes.get(key)
        return UNSET if recipe is None else recipe.make(device, stream)

    def _remember(self, given: Sequence[Any], values: list[Any]) -> None:
        """Notes what the output of a call was like, under the key that the fast path forms of its arguments."""
        if not all(map(_is_plain_key, given)):
            return  # the fast path does not take it either
        key: list[Any] = []
        for p, raw, value in zip(self.signature.parameters, given, values, strict=True):
            if p.role is Role.OUT:
                continue
            if p.kind is Kind.TENSOR:
                key.append(None if value is None else value._key)
            elif p.kind is Kind.SCALAR:
                key += [raw.__class__, raw]
            else:
                key.append(value if p.kind is Kind.INT else raw)  # a word stands for its number
        result = next(v for p, v in zip(self.signature.parameters, values, strict=True) if p.is_written)
        try:
            if len(self._recipes) >= _RECIPES:
                self._recipes.clear()
            self._recipes[tuple(key)] = Recipe(result.meta)
        except TypeError:
            return  # a list

    def results(self, values: list[Any]) -> Any:
        """What a call returns: the written tensor, or a named tuple of all of them."""
        written = [v for p, v in zip(self.signature.parameters, values, strict=True) if p.is_written]
        return written[0] if len(written) == 1 else self._result(written) if written else None

    def _described(self, values: Sequence[Any]) -> list[str]:
        pairs = zip(self.signature.parameters, values, strict=True)
        return [f"{p.python_name} = {arguments.describe(v)}" for p, v in pairs]

    def _default(self, parameter: Parameter) -> Any:
        found = defaults.default_of(self.signature.name, parameter.name)
        if found is not None:
            return found[0]
        if parameter.optional and parameter.role is Role.IN and parameter.kind in _POINTERS:
            return None
        return UNSET

    def _binding_error(self, count: int, unknown: dict[str, Any]) -> ArgumentTypeError:
        from .abi.names import nearest

        names = [p.python_name for p in self.signature.parameters]
        if unknown:
            name = next(iter(unknown))
            near = nearest(name, names, 1)
            meant = f"; did you mean {near[0]}?" if near else ";"
            return ArgumentTypeError(f"{self.name} has no parameter {name!r}{meant} {self.usage()}")
        return ArgumentTypeError(f"{self.name} takes {len(names)} arguments, {count} were given; {self.usage()}")

    def usage(self) -> str:
        """``add(self, other, alpha=1, out=...)``: outputs in the end may be left out."""
        return f"usage: d.{self.name}{methods.python_signature(self)}"


def _is_plain_key(value: Any) -> bool:
    """Whether a value compares as Python's own do; an object may compare as it likes."""
    kind = type(value)
    if kind is tuple or kind is list:
        return all(type(v) is int for v in value)
    return value is None or is_a(value, Tensor) or any(kind is plain for plain in _PLAIN)


def _fitting(format: Format, shape: tuple[int, ...]) -> Format:
    return format if format.rank in (None, len(shape)) else Format.ND


def _field(parameter: Parameter) -> str:
    name = parameter.python_name.lstrip("_")
    return f"{name}_" if keyword.iskeyword(name) else name
