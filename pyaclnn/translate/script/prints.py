"""What a sample prints, as ``print`` calls and loops over results."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..trace import Loop, Print, Same
from ..values import dynamic
from ..values.dynamic import Dynamic
from ..values.handles import Result, Symbol
from ..values.types import INTEGERS
from ..values.variables import SocName
from . import data, formats
from .formats import Hole
from .layout import WIDTH, rows
from .tensors import Tensors

_FEW_ROWS, _MOST = 64, 1 << 18
_PART = 1 << 14


def joined(prints: list[Print]) -> tuple[str, list[tuple[Any, ...]]]:
    """Several prints that run in turn, as one format and its rows."""
    format = "".join(p.format for p in prints)
    rows = [tuple(v for row in rows for v in row) for rows in zip(*(p.rows for p in prints), strict=True)]
    return format, rows


class Printer:
    def __init__(self, tensors: Tensors, read: Callable[[Result], tuple[str, Any, int, int]]) -> None:
        self.tensors = tensors
        self.read = read
        self.notes: list[str] = []
        self.beyond: list[int] = []  # lines of prints of what no device memory holds, which are left out
        self.before: list[str] = []  # lines that a loop needs ahead of it
        self.dynamic: Callable[[Dynamic, Hole], str]  # how an f-string shows what the script computes
        self.indent = 8

    def single(self, prints: list[Print]) -> list[str]:
        """Prints that run once, one after the other."""
        format, rows = joined(prints)
        if any(isinstance(v, Symbol) and type(v.index) is int and v.index >= v.result.held for v in rows[0]):
            self.beyond.append(prints[0].line)
            return []
        holes = formats.pieces(format)
        text, at = "", 0
        is_formatted = False
        for piece in holes:
            if isinstance(piece, str):
                text += _literal(piece)
                continue
            value = rows[0][at]
            at += 1
            if isinstance(value, SocName):
                text += "{d.soc_name}"
                is_formatted = True
            elif isinstance(value, Dynamic) or (isinstance(value, Symbol) and isinstance(value.index, Dynamic)):
                text += self.dynamic(dynamic.of(value), piece)
                is_formatted = True
            elif isinstance(value, Symbol):
                array, dtype = self._values(value)
                text += self._shown(f"{array}[{value.index}]", piece, dtype)
                is_formatted = True
            else:
                text += _literal(formats.known(piece, value))
        if at > len(rows[0]):
            raise NotUnderstood("prints more than it is given")
        return _print(text, is_formatted, self.indent)

    def loop(self, loop: Loop) -> list[str]:
        """A loop of prints as a loop over the results that it shows."""
        whole, loop = loop, _within(loop)
        if loop is not whole:
            self.beyond.append(loop.line)
        if not loop.count:
            return []
        parts = formats.pieces(loop.format)
        holes = [p for p in parts if isinstance(p, Hole)]
        if len(loop.columns) < len(holes):
            raise NotUnderstood("prints more than it is given")
        variables: list[tuple[str, str]] = []
        found = [self._column(h, c, variables) for h, c in zip(holes, loop.columns, strict=False)]
        uses_index = any(is_index for _, is_index in found)
        texts = iter(t for t, _ in found)
        text = "".join(_literal(p) if isinstance(p, str) else next(texts) for p in parts)
        body = _print(text, any(t.startswith(("{", "({")) for t, _ in found))
        head = _wrapped(self._head(variables, uses_index, loop.count))
        return [*self._taken(), *head, *(f"    {line}" for line in body)]

    def _taken(self) -> list[str]:
        lines, self.before = self.before, []
        return lines

    def _column(self, hole: Hole, column: Any, variables: list[tuple[str, str]]) -> tuple[str, bool]:
        """What stands in the f-string for a hole, and whether that is the loop's counter."""
        if isinstance(column, list):
            column = _folded(column)
        if isinstance(column, Same):
            if isinstance(column.value, Symbol):
                array, dtype = self._values(column.value)
                return self._shown(f"{array}[{column.value.index}]", hole, dtype), False
            return _literal(formats.known(hole, column.value)), False
        if isinstance(column, Symbol):
            array, dtype = self._values(column)
            return self._shown(self._variable(variables, array), hole, dtype), False
        if isinstance(column, np.ndarray) and column.dtype.kind in "iu" and len(column) > _FEW_ROWS and _step(column):
            column = column[:3]  # they show it all
        if len(column) > _MOST:
            raise NotUnderstood("prints many values that are known before")
        values = column.tolist() if isinstance(column, np.ndarray) else column
        if bool((column == column[0]).all()) if column is not values else all(v == values[0] for v in values):
            return _literal(formats.known(hole, values[0])), False
        is_float = isinstance(values[0], float)
        kind = np.dtype(np.float64 if is_float else np.int64)
        if hole.kind in "aA":
            raise NotUnderstood("prints in another way", "%a")
        if not is_float and (index := _counted(values)):
            return "{" + index + self.spec(hole, kind) + "}", True
        return "{" + self._variable(variables, self._listed(values)) + self.spec(hole, kind) + "}", False

    def _variable(self, variables: list[tuple[str, str]], array: str) -> str:
        known = next((n for n, a in variables if a == array), None)
        if known is not None:
            return known
        name = "value" if not variables else f"value_{len(variables) + 1}"
        variables.append((name, array))
        return name

    def _listed(self, column: Any) -> str:
        if not all(isinstance(v, (int, float)) for v in column):
            raise NotUnderstood("prints many values that are known before")
        if self.tensors.given and (given := self.tensors.given.get(tuple(column))):
            return given
        if len(column) > _FEW_ROWS:
            self.tensors.imports.add("np")
            return self._array(column)
        texts = [repr(float(v)) if isinstance(v, float) and np.isfinite(v) else data.number(v) for v in column]
        text = f"[{', '.join(texts)}]"
        return text if len(text) <= 40 else self._array(column)

    def _array(self, column: Any) -> str:
        """A variable with values that were known before, made ahead of the loop."""
        name = self.tensors.names.new("expected")
        kind = "np.float64" if isinstance(column[0], float) else "np.int64" if max(column) < 1 << 63 else "np.uint64"
        values = data.written(np.array(column, np.dtype(kind[3:])), kind, shape=(len(column),))
        self.before += rows(0, f"{name} = ", values, "")
        return name

    def _head(self, variables: list[tuple[str, str]], uses_index: bool, count: int) -> str:
        if not variables:
            return f"for {'i' if uses_index else '_'} in range({count}):"
        names = ", ".join(n for n, _ in variables)
        arrays = ", ".join(a for _, a in variables)
        each = arrays if len(variables) == 1 else f"zip({arrays}, strict=True)"
        if not uses_index:
            return f"for {names} in {each}:"
        return f"for i, {names if len(variables) == 1 else f'({names})'} in enumerate({each}):"

    def _shown(self, value: str, hole: Hole, dtype: np.dtype[Any]) -> str:
        """What stands in an f-string for a result."""
        if dtype.kind == "c" and hole.kind == "?":  # as std::ostream does
            return f"({{{value}.real:g}},{{{value}.imag:g}})"
        value, dtype = formats.converted(value, hole, dtype)
        return "{" + value + self.spec(hole, dtype) + "}"

    def spec(self, hole: Hole, dtype: np.dtype[Any]) -> str:
        spec = formats.spec(hole, dtype)
        return f":{spec}" if spec else ""

    def _values(self, first: Symbol) -> tuple[str, np.dtype[Any]]:
        """The array of the elements that a symbol names, all of them for a single index, and its type."""
        indices = np.atleast_1d(np.asarray(first.index))
        step = _step(indices) if len(indices) > 1 else 1
        low, high = (int(indices[0]), int(indices[-1])) if step > 0 else (int(indices.min()), int(indices.max()))
        if low < 0 or high >= first.result.count:
            raise NotUnderstood("reads outside a vector")
        text, tensor_dtype, count = self._flat(first)
        if high >= count:
            raise NotUnderstood("reads beyond a tensor")
        if np.ndim(first.index):
            if step <= 0:
                raise NotUnderstood("prints elements in no order")
            if step != 1 or low or high != count - 1:
                start = str(low) if low else ""
                end = "" if high + step >= count else str(high + 1)
                text += f"[{start}:{end}" + (f":{step}]" if step != 1 else "]")
        return self._as(first, text, tensor_dtype)

    def _flat(self, symbol: Symbol) -> tuple[str, Any, int]:
        text, tensor_dtype, count, rank = self.read(symbol.result)
        return f"{text}.ravel()" if rank != 1 else text, tensor_dtype, count

    def whole(self, symbol: Symbol) -> tuple[str, np.dtype[Any], int]:
        """All of the array that a result is in, its type after all conversions, and its length."""
        text, tensor_dtype, count = self._flat(symbol)
        return *self._as(symbol, text, tensor_dtype), count

    def _as(self, symbol: Symbol, text: str, tensor_dtype: Any) -> tuple[str, np.dtype[Any]]:
        dtype = symbol.result.dtype
        for step_name in symbol.steps:
            text, dtype = _converted(text, dtype, step_name, tensor_dtype)
            tensor_dtype = None if step_name not in INTEGERS else tensor_dtype
        if dtype.name == "bfloat16":
            text, dtype = f"{text}.astype(np.float32)", np.dtype(np.float32)
        if "np." in text:
            self.tensors.imports.add("np")
        return text, dtype


def _within(loop: Loop) -> Loop:
    """The turns of a loop before the first that shows what no memory holds."""
    count = loop.count
    for column in loop.columns:
        values = column if isinstance(column, list) else [column]
        symbols = [(i, v) for i, v in enumerate(values) if isinstance(v, Symbol) and v.result.known >= 0]
        for i, symbol in symbols:
            beyond = np.flatnonzero(np.atleast_1d(symbol.index) >= symbol.result.known)
            if len(beyond):
                count = min(count, i + int(beyond[0]))
    if count == loop.count:
        return loop
    return Loop(loop.format, [_first(c, count) for c in loop.columns], count, loop.line)


def _first(column: Any, count: int) -> Any:
    if isinstance(column, Symbol):
        return Symbol(column.result, column.index[:count], column.steps)
    return column if isinstance(column, Same) else column[:count]


def _step(values: np.ndarray[Any, Any]) -> int:
    """The difference between neighbours where all have the same; else 0. Part by part: loops may have millions."""
    step = int(values[1]) - int(values[0])
    for start in range(0, len(values) - 1, _PART):
        part = values[start : start + _PART + 1]
        if (part[1:] - part[:-1] != step).any():
            return 0
    return step


def _converted(text: str, dtype: np.dtype[Any], step: str, tensor_dtype: Any) -> tuple[str, np.dtype[Any]]:
    if step in ("half", "bfloat"):
        wanted = "float16" if step == "half" else "bfloat16"
        if dtype.itemsize != 2:
            raise NotUnderstood("a conversion of such results")
        view = f".view(np.{dtype.name})"
        if tensor_dtype is not None and tensor_dtype.name == wanted and view in text:
            text = text.replace(view, "", 1)
        else:
            text = f"{text}.view({'np.float16' if step == 'half' else 'ml_dtypes.bfloat16'})"
        return f"{text}.astype(np.float32)" if wanted == "bfloat16" else text, np.dtype(
            np.float32 if wanted == "bfloat16" else np.float16
        )
    if step.startswith("view "):
        raise NotUnderstood("a conversion of such results")
    target = {"float": "float32", "double": "float64", "bool": "bool"}.get(step)
    if target is None:
        bits, signed = INTEGERS[step]
        target = f"{'' if signed else 'u'}int{bits}"
    found = np.dtype(target)
    if found == dtype or (found.kind == dtype.kind == "f" and found.itemsize >= dtype.itemsize):
        return text, dtype
    if found.kind in "iu" and dtype.kind in "iub" and np.can_cast(dtype, found):
        return (text, dtype) if dtype.kind != "b" else (f"{text}.astype(np.{target})", found)
    return f"{text}.astype(np.{target if target != 'bool' else 'bool_'})", found


def _wrapped(head: str) -> list[str]:
    """A loop's first line, broken where it is too long."""
    if len(head) <= WIDTH - 8 or not head.endswith("):"):
        return [head]
    opening = head.index("(", head.index(" in ")) + 1
    return [head[:opening], f"    {head[opening:-2]}", "):"]


def _folded(column: list[Any]) -> Any:
    """A list of values in its shortest form."""
    first = column[0]
    if isinstance(first, Symbol):
        if not all(isinstance(s, Symbol) and s.result is first.result and s.steps == first.steps for s in column):
            raise NotUnderstood("prints elements of several results at once")
        indices = [s.index for s in column]
        return Same(first) if len(set(indices)) == 1 else Symbol(first.result, np.array(indices), first.steps)
    if any(isinstance(v, Symbol) for v in column):
        raise NotUnderstood("prints results between other values")
    if all(type(v) is type(first) and (v == first or v != v) for v in column):
        return Same(first)
    return column


def _counted(column: list[Any]) -> str:
    """The counter of a loop, as an expression of ``i`` that starts at zero."""
    if len(column) < 2 or not all(type(v) is int for v in column):
        return ""
    step = column[1] - column[0]
    if step == 0 or any(b - a != step for a, b in itertools.pairwise(column)):
        return ""
    scaled = "i" if step == 1 else f"{step} * i"
    if column[0] == 0:
        return scaled
    return f"{scaled} + {column[0]}" if column[0] > 0 else f"{scaled} - {-column[0]}"


_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", '"': '\\"', "{": "{{", "}": "}}",
            "\033": "\\033",
            **{c: f"\\u{ord(c):04x}" for c in "\u2018\u2019\u2013\u00d7\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f"},
            }  # fmt: skip  # the last for linters, which take them for other characters


def _literal(text: str) -> str:
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise NotUnderstood("prints bytes that are no text")
    return "".join(_ESCAPES.get(c, c if c.isprintable() else repr(c)[1:-1]) for c in text)


def _print(text: str, is_formatted: bool, indent: int = 12) -> list[str]:
    """``print`` of an f-string's inside."""
    end = ""
    if text.endswith("\\n") and not text.endswith("\\\\n"):
        text = text[:-2]
    else:
        end = ', end=""'
    if not is_formatted:
        text = text.replace("{{", "{").replace("}}", "}")
    if not text and not end:
        return ["print()"]
    line = f'print({"f" if is_formatted else ""}"{text}"{end})'
    return [line]
