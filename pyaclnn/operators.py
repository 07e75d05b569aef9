"""Operators as Python callables: arguments bound by C's order or by name, outputs made where left out."""

from __future__ import annotations

import inspect
import keyword
from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from . import arguments, defaults
from .abi.codes import code_name
from .abi.signatures import Kind, Parameter, Role, Signature
from .arguments import Arguments
from .errors import ArgumentTypeError, error_class
from .reference import registry
from .reference.rules import MISSING, Refusal
from .tensor import Tensor

if TYPE_CHECKING:
    from .backend import Backend
    from .device import Device


class _Unset:
    def __repr__(self) -> str:
        return "<not given>"


_UNSET = _Unset()


class _Made:
    def __repr__(self) -> str:
        return "..."


_MADE = _Made()  # how a signature shows an output that is made when it is left out
_POINTERS = frozenset(Kind) - {Kind.INT, Kind.FLOAT, Kind.BOOL, Kind.DTYPE}


class Operator:
    """One operator on one backend: its signature, its two C functions and how to call them."""

    def __init__(self, backend: Backend, signature: Signature) -> None:
        self.signature = signature
        self.name = signature.python_name
        self._backend = backend
        self._prepare, self._launch = backend.interface.phases(signature)
        self._defaults = [self._default(p) for p in signature.parameters]
        self._result: Callable[[list[Any]], Any] = namedtuple(
            f"{self.name}_result", [_field(p) for p in signature.written]
        )._make

    def invoke(
        self, device: Device, given: Sequence[Any], extra: Sequence[Any], unknown: dict[str, Any]
    ) -> Any:
        """Calls the operator; ``given`` has one value for each parameter, ``_UNSET`` where left out.

        Returns the written tensor, or a named tuple of all written ones in the header's order.
        """
        if extra or unknown:
            raise self._binding_error(len(given) + len(extra), unknown)
        call = Arguments(device, self.name)
        try:
            values = self._values(call, given)
            pointers = [
                arguments.convert(call, p, v) for p, v in zip(self.signature.parameters, values, strict=True)
            ]
            self._run(call, values, pointers)
        finally:
            call.close()
        return self._results(values)

    def _values(self, call: Arguments, given: Sequence[Any]) -> list[Any]:
        """Every argument checked and in the form that C can be given; outputs left out are made last."""
        values: list[Any] = []
        missing: list[int] = []
        for i, (p, value) in enumerate(zip(self.signature.parameters, given, strict=True)):
            if value is _UNSET:
                value = self._defaults[i]
            if value is _UNSET and p.role is Role.OUT:
                missing.append(i)
                values.append(MISSING)
            elif value is _UNSET:
                raise ArgumentTypeError(
                    f"{self.name}: {p.python_name} is missing (a {p.kind.value}); {self.usage()}"
                )
            else:
                values.append(arguments.prepare(call, p, value))
        if missing:
            self._make_outputs(call.device, values, missing)
        return values

    def _make_outputs(self, device: Device, values: list[Any], missing: list[int]) -> None:
        parameters = self.signature.parameters
        inferred = self._infer(device, values)
        unknown = [parameters[i].python_name for i in missing if parameters[i].name not in inferred]
        if unknown:
            raise ArgumentTypeError(
                f"{self.name}: the shape of {', '.join(unknown)} can't be told from the inputs; pass "
                f"{' and '.join(f'{n}=d.empty(shape, dtype)' for n in unknown)}"
            )
        for i in missing:
            made = inferred[parameters[i].name]
            if made is None:
                values[i] = None
            elif parameters[i].kind is Kind.TENSOR_LIST:
                values[i] = [device.empty(shape, dtype) for shape, dtype in made]
            else:
                values[i] = device.empty(*made)

    def _infer(self, device: Device, values: list[Any]) -> dict[str, Any]:
        definition = registry.find(self.signature.name)
        if definition is None:
            return {}
        args = {
            p.name: v if v is MISSING else arguments.meta(v)
            for p, v in zip(self.signature.parameters, values, strict=True)
        }
        try:
            return dict(definition.infer(self._backend.family(), args))
        except Refusal as refusal:
            # Without a shape for the output there is no C call that could say it: the same error, from here.
            raise error_class(refusal.code)(
                refusal.code,
                f"{self.signature.name}GetWorkspaceSize",
                name=code_name(refusal.code),
                detail=refusal.text,
                arguments=self._described(values),
                source="before the call",
            ) from None

    def _run(self, call: Arguments, values: list[Any], pointers: list[Any]) -> None:
        device, backend = call.device, self._backend
        ffi = backend.ffi
        device._activate()
        stream = device._current_stream()
        handle = stream.handle
        size, executor = ffi.new("uint64_t *"), ffi.new("aclOpExecutor **")
        code = self._prepare(*pointers, size, executor)
        if code != 0:
            raise backend.error(code, f"{self.signature.name}GetWorkspaceSize", self._described(values))
        launched = False
        try:
            with device._pool.lock:
                device._pool.last_workspace = size[0]
                address = device._pool.workspace(size[0], stream).address if size[0] else 0
                workspace = ffi.cast("void *", address)
                launched = True  # from here on the executor is consumed, also by a launch that fails
                code = self._launch(workspace, size[0], executor[0], handle)
                stream.launched += 1
        finally:
            if not launched and executor[0] != ffi.NULL:
                backend.interface.function("aclDestroyAclOpExecutor")(executor[0])
        for p, value in zip(self.signature.parameters, values, strict=True):
            for tensor in _tensors(value):
                tensor._storage.users.add(stream)
                if p.is_written:
                    tensor._storage.writers.add(stream)
        if code != 0:
            raise backend.error(code, self.signature.name, self._described(values))

    def _results(self, values: list[Any]) -> Any:
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
        return _UNSET

    def _binding_error(self, count: int, unknown: dict[str, Any]) -> ArgumentTypeError:
        from .abi.names import nearest

        names = [p.python_name for p in self.signature.parameters]
        if unknown:
            name = next(iter(unknown))
            near = nearest(name, names, 1)
            meant = f"; did you mean {near[0]}?" if near else ""
            return ArgumentTypeError(f"{self.name} has no parameter {name!r}{meant} {self.usage()}")
        return ArgumentTypeError(
            f"{self.name} takes {len(names)} arguments, {count} were given; {self.usage()}"
        )

    def usage(self) -> str:
        """``add(self, other, alpha=1, out=...)``: outputs in the end may be left out."""
        return f"usage: d.{self.name}{self.python_signature()}"

    def python_signature(self) -> inspect.Signature:
        """The signature that ``help`` shows."""
        parameters = []
        for p, default in zip(self.signature.parameters, self._defaults, strict=True):
            shown = _MADE if p.role is Role.OUT and default is _UNSET else default
            parameters.append(
                inspect.Parameter(
                    p.python_name,
                    inspect.Parameter.POSITIONAL_OR_KEYWORD,
                    default=inspect.Parameter.empty if shown is _UNSET else shown,
                )
            )
        return _Signature(parameters, __validate_parameters__=False)

    def doc(self) -> str:
        """What ``help`` shows below the signature."""
        definition = registry.find(self.signature.name)
        lines = [f"{self.signature.name} ({self.signature.header})."]
        if definition is not None:
            lines += ["", definition.formula]
        else:
            lines += ["", "The simulator does not compute it, and outputs must be passed."]
        lines += ["", "Parameters:"]
        for p in self.signature.parameters:
            optional = ", may be None" if p.optional else ""
            lines.append(
                f"    {p.python_name}: {p.kind.value}, {p.role.value}{optional}{self._default_note(p)}"
            )
        lines += ["", "Outputs left out are made. The call does not wait.", "", "C prototype:", ""]
        return "\n".join(lines + self.signature.prototype().splitlines())

    def _default_note(self, parameter: Parameter) -> str:
        found = defaults.default_of(self.signature.name, parameter.name)
        return "" if found is None else f", default {found[0]!r} ({found[1]})"


class _Signature(inspect.Signature):
    """A signature whose outputs may stand before required parameters: C's order is kept.

    ``inspect`` makes new ones from it, for bound methods, and would check their order.
    """

    __slots__ = ()

    def __init__(self, parameters: Any = None, *, return_annotation: Any = inspect.Signature.empty, **_: Any) -> None:
        super().__init__(parameters, return_annotation=return_annotation, __validate_parameters__=False)


def make_method(operator: Operator) -> Callable[..., Any]:
    """A function ``f(_d, /, <C's parameters>)``: Python itself binds positions and names.

    The receiver is positional-only and has a name of its own, because many operators have a parameter
    ``self``.
    """
    names = [p.python_name for p in operator.signature.parameters]
    parameters = "".join(f"{n}=_unset, " for n in names)
    source = (
        f"def {operator.name}(_d, /, {parameters}*_extra, **_unknown):\n"
        f"    return _invoke(_d, ({''.join(f'{n}, ' for n in names)}), _extra, _unknown)\n"
    )
    namespace: dict[str, Any] = {"_unset": _UNSET, "_invoke": operator.invoke}
    exec(compile(source, f"<pyaclnn operator {operator.name}>", "exec"), namespace)
    method: Callable[..., Any] = namespace[operator.name]
    method.__doc__ = operator.doc()
    method.__module__ = __name__
    receiver = inspect.Parameter("_d", inspect.Parameter.POSITIONAL_ONLY)
    shown = operator.python_signature()
    method.__signature__ = _Signature(  # type: ignore[attr-defined]
        [receiver, *shown.parameters.values()], __validate_parameters__=False
    )
    method.operator = operator  # type: ignore[attr-defined]
    return method


def _tensors(value: Any) -> Sequence[Tensor]:
    if isinstance(value, Tensor):
        return (value,)
    return [v for v in value if isinstance(v, Tensor)] if isinstance(value, list) else ()


def _field(parameter: Parameter) -> str:
    name = parameter.python_name.lstrip("_")
    return f"{name}_" if keyword.iskeyword(name) else name
