"""Runs a sample in thought: the program's own statements, with CANN's calls noted instead of made."""

from __future__ import annotations

import threading

from . import macros, syntax
from .calls import Calls
from .core import Frame
from .errors import NotUnderstood, TranslationError
from .expressions import Expressions
from .output import Output
from .pieces import Broken, Pieces
from .statements import Statements
from .trace import Trace
from .types import CHAR
from .values import Pointer, Vector


class Machine(Pieces, Output, Calls, Statements, Expressions):
    """All parts together."""

    def run(self, source: str) -> Trace:
        """What a program does from the start of ``main`` to its end."""
        text, expand = macros.prepare(source)
        self.begin()
        try:
            self.take(text, expand)
        except Broken:
            self.begin()
            self.collect(syntax.parse(expand(text)).named_children, 0)
        mains = self.functions.get("main")
        if not mains:
            raise TranslationError("there is no main function, so this is no program")
        f = Frame(0)
        for node, row in self.declared_globals:
            self.shift = row
            self.statement(node)(f)
        self.globals.update(f.vars)
        self.mutable = set(f.vars)
        f.vars, f.undo = {}, []
        main = mains[-1]
        arguments = [1, Pointer(Vector(["sample"], CHAR.pointed()), 0), None][: len(main.parameters)]
        try:
            self.call(main, arguments, Frame(-1))
        except NotUnderstood as error:
            self.trace.not_understood(syntax.line(main.body) + main.shift, "main", str(error))
        return self.trace


_of_thread = threading.local()


def run(source: str) -> Trace:
    """The trace of a sample. ``TranslationError`` for what is no C++ program."""
    machine = getattr(_of_thread, "machine", None)
    if machine is None:
        machine = _of_thread.machine = Machine()
    try:
        return machine.run(source)
    except RecursionError:
        raise TranslationError("expressions are nested too deep") from None
