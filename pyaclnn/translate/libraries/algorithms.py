"""The algorithms of the standard library on host data."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import cmp_to_key, reduce
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..program.core import Core
from ..program.frames import Closure, Frame
from ..values import arithmetic, limits, types, whole
from ..values.handles import Result
from ..values.types import CType
from ..values.variables import Pointer, Vector, coerce, truth


def span(first: Any, last: Any) -> tuple[Vector, int, int]:
    if not isinstance(first, Pointer):
        raise NotUnderstood("a range of such values")
    return first.vector, first.index, last.index if isinstance(last, Pointer) else first.index + int(last)


def store(vector: Vector, start: int, end: int, values: Any) -> None:
    """Writes numbers into a part of a vector."""
    if isinstance(vector.data, Result):
        raise NotUnderstood("changes results on the host")
    if end > len(vector.data) or start < 0:
        raise NotUnderstood("writes outside a vector")
    if types.numpy_of(vector.ctype) is None:
        vector.data[start:end] = list(values)
        return
    if start == 0 and end == len(vector.data):
        if isinstance(values, np.ndarray) and values.strides != (0,):
            limits.hold(values.nbytes)
        with np.errstate(all="ignore"):
            vector.data = _stored(values, types.numpy_of(vector.ctype))
        return
    with np.errstate(all="ignore"):
        vector.writable()[start:end] = values


def _stored(values: Any, dtype: Any) -> Any:
    """Values as an array of their own; one that is repeated stays so."""
    array = np.asarray(values)
    if array.strides == (0,) and array.size:
        return np.broadcast_to(array[:1].astype(dtype)[0], array.shape)
    return array.astype(dtype)


def _fill(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end = span(args[0], args[1])
    dtype = types.numpy_of(vector.ctype)
    if dtype is None:
        raise NotUnderstood("filling such a vector")
    value = np.asarray(coerce(args[2], vector.ctype)).astype(dtype)
    store(vector, start, end, np.broadcast_to(value, (end - start,)))
    return Pointer(vector, end)


def _iota(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end = span(args[0], args[1])
    limits.work(8 * (end - start))
    store(vector, start, end, np.arange(end - start) + args[2])
    return None


def _copy(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end = span(args[0], args[1])
    to = args[2]
    if not isinstance(to, Pointer):
        raise NotUnderstood("copying to such a place")
    store(to.vector, to.index, to.index + end - start, vector.array()[start:end])
    return None


def _generate(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end = span(args[0], args[1])
    values = []
    for _ in range(end - start):
        core.step()
        values.append(apply(core, args[2], [], f))
    store(vector, start, end, values)
    return None


def apply(core: Core, function: Any, args: list[Any], f: Frame) -> Any:
    if isinstance(function, Closure):
        return core.call(function.function, args, function.frame or f, parent=function.frame)
    called = getattr(function, "called", None)
    if called is None:
        raise NotUnderstood("a call of such a value")
    return called(args)


def _accumulate(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end = span(args[0], args[1])
    limits.work((end - start) << 8)
    vector.array()  # no results
    values = [vector.read(i) for i in range(start, end)]
    ctype = template[1] if len(template) > 1 else core.type_in(core.given[2], f)
    if ctype is None or types.numpy_of(ctype) is None:
        raise NotUnderstood("a sum of an unknown type")

    def add(a: Any, b: Any) -> Any:
        found = coerce(apply(core, args[3], [a, b], f) if len(args) > 3 else arithmetic.binary("+", a, b), ctype)
        if isinstance(found, int) and abs(a + b if len(args) == 3 else 0) >= 1 << 31 and types.sizeof(ctype) == 4:
            raise NotUnderstood("a whole number that overflows, which C++ does not define")
        return found

    return reduce(add, values, coerce(args[2], ctype))


class Operator:
    """``std::multiplies<int>()`` and its like."""

    def __init__(self, sign: str, ctype: CType | None) -> None:
        self.sign, self.ctype = sign, ctype if ctype is not None and types.numpy_of(ctype) is not None else None

    def called(self, args: list[Any]) -> Any:
        if self.ctype is None:
            found = arithmetic.binary(self.sign, *args)
            if isinstance(found, int) and not -whole.LARGEST <= found <= whole.LARGEST:
                raise NotUnderstood("a whole number of an unknown type")
            return found
        a, b = (coerce(a, self.ctype) for a in args)
        if isinstance(a, int) and isinstance(b, int):
            found = whole.binary(self.sign, a, self.ctype, b, self.ctype)
        else:
            found = arithmetic.binary(self.sign, a, b)
        return found if isinstance(found, bool) else coerce(found, self.ctype)


SIGNS = {
    "multiplies": "*", "plus": "+", "minus": "-", "divides": "/", "modulus": "%", "greater": ">", "less": "<",
    "greater_equal": ">=", "less_equal": "<=", "equal_to": "==", "not_equal_to": "!=",
}  # fmt: skip


def _operator(sign: str) -> Any:
    def make(core: Core, args: list[Any], template: list[CType], f: Frame) -> Operator:
        if args:
            raise NotUnderstood("an operator", sign)
        return Operator(sign, template[0] if template else None)

    return make


def _elements(core: Core, args: list[Any]) -> tuple[Vector, int, int, list[Any]]:
    """The range that two iterators name, and the values in it."""
    vector, start, end = span(args[0], args[1])
    if isinstance(vector.data, Result) or not 0 <= start <= end <= len(vector):
        raise NotUnderstood("a range of such values")
    limits.work((end - start) << 8)
    if types.numpy_of(vector.ctype) is not None:
        vector.array()  # no results
    return vector, start, end, [vector.read(i) for i in range(start, end)]


def _less(core: Core, args: list[Any], at: int, f: Frame) -> Callable[[Any, Any], bool]:
    """The order that an algorithm goes by: the argument ``at`` a place, or ``<``."""
    if len(args) > at:
        return lambda a, b: _holds(core, args[at], [a, b], f)
    return lambda a, b: truth(arithmetic.binary("<", a, b))


def _holds(core: Core, function: Any, values: list[Any], f: Frame) -> bool:
    core.step()
    return truth(apply(core, function, values, f))


def _sort(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    """``NotUnderstood`` where values that are not the same stand in no order: C++ leaves open which comes first."""
    vector, start, end, values = _elements(core, args)
    if any(isinstance(v, float) and v != v for v in values):
        raise NotUnderstood("an order of what is no number")
    if len(args) == 2 and all(isinstance(v, (int, float)) for v in values):
        found = sorted(values)
        is_open = any(v == 0 and math.copysign(1, v) < 0 for v in values if isinstance(v, float)) and any(
            v == 0 and math.copysign(1, v) > 0 for v in values if isinstance(v, float)
        )
    else:
        less = _less(core, args, 2, f)
        found = sorted(values, key=cmp_to_key(lambda a, b: -1 if less(a, b) else int(less(b, a))))
        is_open = any(
            not less(a, b) and not (type(a) is type(b) and isinstance(a, (int, str)) and a == b)
            for a, b in itertools.pairwise(found)
        )
    if is_open:
        raise NotUnderstood("an order that C++ leaves open")
    store(vector, start, end, found)
    return None


def _reverse(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end, values = _elements(core, args)
    store(vector, start, end, values[::-1])
    return None


def _extreme(is_largest: bool) -> Any:
    def run(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
        vector, start, _, values = _elements(core, args)
        less, best = _less(core, args, 2, f), 0
        for i in range(1, len(values)):
            a, b = (values[best], values[i]) if is_largest else (values[i], values[best])
            best = i if less(a, b) else best
        return Pointer(vector, start + best)

    return run


def _tested(judge: Callable[[list[bool]], Any], wanted: bool | None) -> Any:
    """``all_of`` and its like: goes on until the function gives ``wanted``."""

    def run(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
        found: list[bool] = []
        for value in _elements(core, args)[3]:
            found.append(_holds(core, args[2], [value], f))
            if found[-1] is wanted:
                break
        return judge(found)

    return run


def _count(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    return sum(truth(arithmetic.binary("==", v, args[2])) for v in _elements(core, args)[3])


def _find(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end, values = _elements(core, args)
    same = (i for i, v in enumerate(values) if truth(arithmetic.binary("==", v, args[2])))
    return Pointer(vector, start + next(same, end - start))


def _transform(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    """One range, or two, into a third, element by element as C++ does it: they may be the same."""
    vector, start, end = span(args[0], args[1])
    places, function = args[2:-1], args[-1]
    to = places[-1]
    if not all(isinstance(p, Pointer) for p in places) or isinstance(to.vector.data, Result):
        raise NotUnderstood("copying to such a place")
    if types.numpy_of(to.vector.ctype) is None:
        raise NotUnderstood("copying to such a place")
    vector.array()
    for i in range(end - start):
        core.step()
        given = [vector.read(start + i), *(p.at(i) for p in places[:-1])]
        to.vector.write(to.index + i, apply(core, function, given, f))
    return Pointer(to.vector, to.index + end - start)


def _for_each(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    function = args[2]
    if not isinstance(function, Closure) or not all(p.is_plain for p in function.function.parameters):
        raise NotUnderstood("a function that changes what it is given")
    for value in _elements(core, args)[3]:
        core.step()
        apply(core, function, [value], f)
    return function


def _distance(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end = span(args[0], args[1])
    if not isinstance(args[1], Pointer) or args[1].vector is not vector:
        raise NotUnderstood("a range of such values")
    return end - start


def _clamp(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    value, low, high = args
    if not all(isinstance(a, (int, float)) for a in args) or len({*map(type, args)}) != 1:
        raise NotUnderstood("a choice between such values")
    return low if value < low else high if high < value else value


FUNCTIONS: dict[str, Callable[[Core, list[Any], list[CType], Frame], Any]] = {
    "fill": _fill, "fill_n": _fill, "iota": _iota, "copy": _copy, "generate": _generate, "accumulate": _accumulate,
    "sort": _sort, "reverse": _reverse, "max_element": _extreme(True), "min_element": _extreme(False),
    "all_of": _tested(all, False), "any_of": _tested(any, True), "none_of": _tested(lambda found: not any(found), True),
    "count_if": _tested(sum, None), "count": _count, "find": _find, "transform": _transform, "for_each": _for_each,
    "distance": _distance, "clamp": _clamp, **{name: _operator(sign) for name, sign in SIGNS.items()},
}  # fmt: skip
