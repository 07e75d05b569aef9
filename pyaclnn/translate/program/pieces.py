"""A program in pieces: its functions, and the statements of long ones. Samples have most of them in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from . import syntax
from .frames import Frame, Function, Statement
from .labels import Labeled, labels_in
from .syntax import Node
from .units import is_own

_LONG = 800  # characters of a function that is worth taking apart
_MOST, _MOST_CHARACTERS = 40_000, 20_000_000
_OUTER_END = re.compile(r"\n(?:\}[^\n]*|#[^\n]*)(?=\n)")
_INNER_END = re.compile(r"[;}](?=\n)")
_HEAD = re.compile(r"[A-Za-z_][\w:<>,*& ]*\s[*&]?\w+\s*\([^(){};]*\)\s*\{")
_GOES_ON = re.compile(r"\s*(?:else|catch|while)\b")  # a statement that began before


class Broken(Exception):
    """A piece is no C++ by itself: the program must be read as a whole."""


@dataclass(eq=False)
class _Piece:
    """What a text was read as. Functions and statements are kept where nothing of the sample is in them."""

    nodes: list[Node]
    is_shared: bool
    functions: list[Function] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)


class Pieces(Labeled):
    """Takes in a program piece by piece, each parsed once for all samples."""

    def __init__(self) -> None:
        self._outer: dict[str, _Piece] = {}
        self._inner: dict[str, _Piece] = {}
        self._size = 0
        super().__init__()

    def take(self, text: str, expand: Callable[[str], str]) -> None:
        """Functions, types and globals of a program before its macros are expanded. ``Broken`` where a piece is."""
        for piece, row in _cut(text, 0, _OUTER_END, 0):
            expanded = expand(piece)
            known = self._outer.get(expanded)
            if known is None and len(piece) > _LONG and (head := _HEAD.match(piece)):
                self._take_apart(piece, row, head.end(), expand)
                continue
            if known is None:
                known = self._outer[expanded] = self._read(expanded, "", "")
            self.row = row
            if known.functions:
                for function in known.functions:
                    function.shift = row
                    self.functions.setdefault(function.name.rpartition("::")[2], []).append(function)
                continue
            taken = self.collect(known.nodes, row)
            if known.is_shared and len(taken) == len(known.nodes):
                known.functions = taken

    def _take_apart(self, text: str, row: int, body: int, expand: Callable[[str], str]) -> None:
        """A function as a sequence of pieces."""
        head = self._read(expand(text[:body]) + "}", "", "")
        self.row = row
        taken = self.collect(head.nodes, row)
        if len(taken) != 1 or len(head.nodes) != 1:
            raise Broken
        end = text.rindex("}")
        if text[end + 1 :].strip(" ;\n"):
            raise Broken
        parts: list[tuple[int, list[Statement]]] = []
        nodes: list[Node] = []
        for piece, at in _cut(text[:end], body, _INNER_END, row):
            expanded = expand(piece)
            known = self._inner.get(expanded)
            if known is None:
                known = self._inner[expanded] = self._read(expanded, "void f() {", "}")
            statements = known.statements or [self.statement(n) for n in known.nodes]
            if known.is_shared:
                known.statements = statements
            parts.append((at, statements))
            nodes += known.nodes
        taken[0].source = text
        taken[0].compiled = self._labeled(parts, places) if (places := labels_in(nodes)) else self._sequence(parts)

    def _labeled(self, parts: list[tuple[int, list[Statement]]], places: dict[str, int]) -> Statement:
        return self.with_labels(places, [self._sequence([(row, [s])]) for row, statements in parts for s in statements])

    def _sequence(self, parts: list[tuple[int, list[Statement]]]) -> Statement:
        def run(f: Frame) -> Any:
            for row, statements in parts:
                self.shift = row
                for statement in statements:
                    left = statement(f)
                    if left is not None:
                        return left
            return None

        return run

    def _read(self, text: str, before: str, after: str) -> _Piece:
        self._size += len(text)
        if len(self._outer) + len(self._inner) > _MOST or self._size > _MOST_CHARACTERS:
            self._outer.clear()
            self._inner.clear()
            self._size = len(text)
        root = syntax.parse(f"{before}{text}{after}\n")
        if root.has_error:
            raise Broken
        nodes = root.named_children
        if before:
            if len(nodes) != 1 or nodes[0].type != "function_definition":
                raise Broken
            nodes = syntax.part(nodes[0], "body").named_children
        return _Piece(nodes, not is_own(text.encode()))


def _cut(text: str, start: int, ends: re.Pattern[str], row: int) -> Iterator[tuple[str, int]]:
    """``(piece, row)`` of a text from ``start`` on, cut at ends outside brackets; ``row`` is that of the text."""
    row += text.count("\n", 0, start)
    at = seen = start
    braces = parentheses = 0
    for match in ends.finditer(text, start):
        part, seen = text[seen : match.end()], match.end()
        braces += part.count("{") - part.count("}")
        parentheses += part.count("(") - part.count(")")
        if braces or parentheses or _GOES_ON.match(text, seen):
            continue
        piece, at = text[at:seen], seen
        found = piece.lstrip()
        if found:
            yield found, row + piece.count("\n", 0, len(piece) - len(found))
        row += piece.count("\n")
    piece = text[at:]
    found = piece.strip()
    if found:
        yield found, row + piece.count("\n", 0, piece.index(found[0]))
