"""Runs a sample in thought: the program's own statements, with CANN's calls noted instead of made."""

from __future__ import annotations

import threading

from . import macros, syntax
from .calls import Calls
from .core import Frame
from .errors import NotUnderstood, TranslationError
from .expressions import Expressions
from .output import Output
from .statements import Statements
from .syntax import Node
from .trace import Trace
from .types import CHAR
from .values import Pointer, Vector


class Machine(Output, Calls, Statements, Expressions):
    """All parts together."""

    def run(self, root: Node) -> Trace:
        """What the program of a tree does from the start of ``main`` to its end."""
        self.begin()
        nodes = self.collect(root)
        mains = self.functions.get("main")
        if not mains:
            raise TranslationError("there is no main function, so this is no program")
        f = Frame(0)
        for node in nodes:
            self.statement(node)(f)
        self.globals.update(f.vars)
        self.mutable = set(f.vars)
        f.vars, f.undo = {}, []
        main = mains[-1]
        arguments = [1, Pointer(Vector(["sample"], CHAR.pointed()), 0), None][: len(main.parameters)]
        try:
            self.call(main, arguments, Frame(-1))
        except NotUnderstood as error:
            self.trace.not_understood(syntax.line(main.body), "main", str(error))
        return self.trace


_of_thread = threading.local()


def run(source: str) -> Trace:
    """The trace of a sample. ``TranslationError`` for what is no C++ program."""
    root = syntax.parse(macros.prepare(source))
    machine = getattr(_of_thread, "machine", None)
    if machine is None:
        machine = _of_thread.machine = Machine()
    try:
        return machine.run(root)
    except RecursionError:
        raise TranslationError("expressions are nested too deep") from None
