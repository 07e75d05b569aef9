"""The fast path of calls: code made once for each operator, without loops, dictionaries or strings.

A call takes it when every tensor has its handle and belongs to the open device, the device is current on the
thread, and each attribute has exactly the expected Python type. Anything else goes to ``Operator.invoke``, which
checks, converts and explains; so does a call that phase 1 refuses, which then fails again with its explanation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import attributes
from .abi.signatures import Kind, Parameter, Role
from .dtypes import DType

if TYPE_CHECKING:
    from .operators import Operator


class Unset:
    """Stands for an argument that was not given. It has what the fast path asks tensors for."""

    _session = None
    _pointer = None

    def __repr__(self) -> str:
        return "(left out)"


UNSET = Unset()

# For each kind of attribute: the test that the fast path makes, and what it passes to C.
_ATTRIBUTES: dict[Kind, tuple[str, str]] = {
    Kind.INT: ("({0}.__class__ is int or ({0} := _word('{1}', {0})).__class__ is int)", "{0}"),
    Kind.FLOAT: ("{0}.__class__ is float", "{0}"),
    Kind.BOOL: ("{0}.__class__ is bool", "{0}"),
    Kind.DTYPE: ("{0}.__class__ is _DType", "{0}.code"),
    Kind.SCALAR: ("(_c_{0} := _scalar(_d, {0})) is not None", "_c_{0}"),
    Kind.INT_ARRAY: ("(_c_{0} := _ints(_d, {0})) is not None", "_c_{0}"),
}


def make(operator: Operator) -> Callable[..., Any]:
    """The function ``f(_d, /, <C's parameters>)`` of an operator.

    The receiver is positional-only and has a name of its own, because many operators have a parameter ``self``.
    """
    names = [p.python_name for p in operator.signature.parameters]
    defaults = [f"_default_{i}" if d is not UNSET else "_unset" for i, d in enumerate(operator.defaults)]
    parameters = "".join(f"{n}={d}, " for n, d in zip(names, defaults, strict=True))
    head = f"def {operator.name}(_d, /, {parameters}*_extra, **_unknown):"
    last = f"    return _invoke(_d, ({''.join(f'{n}, ' for n in names)}), _extra, _unknown)"
    body = _fast_path(operator) if is_plain(operator) else []
    source = "\n".join([head, *body, last, ""])
    namespace: dict[str, Any] = {
        "_DType": DType,
        "_fail": operator.fail_launch,
        "_int": int,
        "_invoke": operator.invoke,
        "_ints": _cached_ints,
        "_launch": operator.second_phase,
        "_local": operator.backend.threads,
        "_null": operator.backend.ffi.NULL,
        "_outputs": operator.fresh_output,
        "_prepare": operator.first_phase,
        "_scalar": _cached_scalar,
        "_unset": UNSET,
        "_word": attributes.reader(operator.signature.name),
        "_with_workspace": operator.launch_with_workspace,
        **{f"_default_{i}": d for i, d in enumerate(operator.defaults)},
    }
    exec(compile(source, f"<pyaclnn operator {operator.name}>", "exec"), namespace)
    function: Callable[..., Any] = namespace[operator.name]
    return function


def make_binder(operator: Operator) -> Callable[..., Any]:
    """A function that takes an operator's arguments and gives ``(values, extra, unknown)``."""
    names = [p.python_name for p in operator.signature.parameters]
    values = "".join(f"{n}, " for n in names)
    parameters = "".join(f"{n}=_unset, " for n in names)
    source = f"def bind({parameters}*_extra, **_unknown):\n    return ({values}), _extra, _unknown\n"
    namespace: dict[str, Any] = {"_unset": UNSET}
    exec(compile(source, f"<pyaclnn arguments of {operator.name}>", "exec"), namespace)
    binder: Callable[..., Any] = namespace["bind"]
    return binder


def is_plain(operator: Operator) -> bool:
    """Whether the fast path can pass all parameters, and one tensor is the result."""
    kinds = {p.kind for p in operator.signature.parameters}
    return kinds <= {Kind.TENSOR, *_ATTRIBUTES} and len(operator.signature.written) == 1


def _fast_path(operator: Operator) -> list[str]:
    parameters = operator.signature.parameters
    tensors = [p for p in parameters if p.kind is Kind.TENSOR]
    result = operator.signature.written[0].python_name
    tests = [_test(p) for p in parameters if p.role is not Role.OUT]
    passed = ", ".join(_passed(p) for p in parameters)
    lines = ["    _t = _local.state", "    _v = _t.session", "    _fits = False", "    try:"]
    lines += [f"        if _v is _d._session{''.join(f' and {t}' for t in tests)} and not _unknown:"]
    if operator.signature.outputs:
        key = ", ".join(_key(p) for p in parameters if p.role is not Role.OUT)
        lines += [
            f"            if {result} is _unset:",
            f"                {result} = _outputs(_d, _t.stream, ({key},))",
            f"            _fits = {result}._session is _v and not _extra",
        ]
    else:
        lines += ["            _fits = not _extra"]
    lines += [
        "    except AttributeError:",
        "        pass",
        "    if _fits:",
        "        _s = _t.stream",
        "        _p = _s.pointer",
        "        _size = _t.size",
        "        _executor = _t.executor",
        "        try:",
        f"            _fits = _p is not None and not _prepare({passed}, _size, _executor)",
        "        except (OverflowError, TypeError):",
        "            _fits = False",
        "        if _fits:",
        "            _w = _s.last_workspace = _size[0]",
        "            if _w:",
        "                _size[0] = 0",  # some phases 1 leave it as it is: it must be 0 before each
        "                _code = _with_workspace(_d, _s, _w, _executor[0])",
        "            else:",
        "                _code = _launch(_null, 0, _executor[0], _p)",
        "                _s.launched += 1",
        f"            _s.note({operator.name!r})",
    ]
    for p in tensors:
        if p.role is not Role.OUT:
            lines += _note(p, "user", "read_by")
        if p.role is not Role.IN:
            lines += _note(p, "writer", "written_by")
    lines += [
        "            if _code:",
        "                _fail(_code, (" + "".join(f"{p.python_name}, " for p in parameters) + "))",
    ]
    lines += [f"            return {result}"]
    return lines


def _test(p: Parameter) -> str:
    name = p.python_name
    if p.kind is Kind.TENSOR:
        test = f"{name}._session is _v"
        return f"({name} is None or {name} is _unset or {test})" if p.optional else test
    return _ATTRIBUTES[p.kind][0].format(name, p.name)


def _passed(p: Parameter) -> str:
    name = p.python_name
    if p.kind is Kind.TENSOR:
        return (
            f"(_null if {name} is None or {name} is _unset else {name}._pointer)" if p.optional else f"{name}._pointer"
        )
    return _ATTRIBUTES[p.kind][1].format(name)


def _key(p: Parameter) -> str:
    """What an output's shape and dtype can depend on, of one argument."""
    name = p.python_name
    if p.kind is Kind.TENSOR:
        return f"None if {name} is None or {name} is _unset else {name}._key" if p.optional else f"{name}._key"
    return f"{name}.__class__, {name}" if p.kind is Kind.SCALAR else name


def _note(p: Parameter, slot: str, method: str) -> list[str]:
    name = p.python_name
    if p.optional:
        return [
            f"            if {name} is not None and {name} is not _unset:",
            f"                {name}._storage.{method}(_s)",
        ]
    return [
        f"            if {name}._storage.{slot} is not _s:",
        f"                {name}._storage.{method}(_s)",
    ]


def _cached_scalar(device: Any, value: Any) -> Any:
    """The descriptor of a Python int or float that was passed before; None for anything else."""
    if value.__class__ is int:
        return device._descriptors.ints.get(value)
    return device._descriptors.floats.get(value) if value.__class__ is float else None


def _cached_ints(device: Any, value: Any) -> Any:
    """The descriptor of a tuple or list of Python ints that was passed before; None for anything else."""
    if value.__class__ is list:
        value = tuple(value)
    if value.__class__ is tuple and all(v.__class__ is int for v in value):
        return device._descriptors.int_arrays.get(value)
    return None
