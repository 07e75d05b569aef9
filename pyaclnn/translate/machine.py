"""Runs a sample in thought: the program's own statements, with CANN's calls noted instead of made."""

from __future__ import annotations

import threading
from typing import Any

from .errors import Again, NotUnderstood, TranslationError
from .language.calls import Calls
from .language.expressions import Expressions
from .language.statements import Statements
from .libraries.output import Output
from .program import macros, syntax
from .program.frames import Frame
from .program.pieces import Broken, Pieces
from .results.defined import EarlyReturn
from .results.reach import Written
from .results.returns import Restart
from .trace import Print, Stop, Trace
from .values import dynamic
from .values.types import CHAR
from .values.variables import Pointer, Vector


class Machine(Pieces, Output, Calls, Statements, Expressions):
    """All parts together."""

    def run(self, source: str) -> Trace:
        """What a program does from the start of ``main`` to its end."""
        self.source = macros.prepare(source)
        forks: set[str] = set()
        while True:
            self.begin()
            self.forks = forks
            try:
                return self._program()[0]
            except Restart as restart:
                if restart.function in forks:
                    raise
                forks.add(restart.function)

    def ended(self, number: int) -> tuple[list[Any], int]:
        before = dict(self.__dict__)
        try:
            self.begin()
            self.forks, self.forced = before["forks"], number
            trace, code = self._program()
            after = trace.events[self.taken :]
            if self.taken < 0 or trace.missing or not isinstance(code, int):
                raise NotUnderstood("returns early on results")
            if not all(
                isinstance(e, Print) and all(isinstance(v, (int, float, str)) for v in e.rows[0]) for e in after
            ):
                raise NotUnderstood("returns early on results, and goes on")
            return after, code
        finally:
            self.__dict__.clear()
            self.__dict__.update(before)

    def _program(self) -> tuple[Trace, Any]:
        text, expand = self.source
        code: Any = None
        try:
            self.take(text, expand)
        except Broken:
            forks, forced = self.forks, self.forced
            self.begin()
            self.forks, self.forced = forks, forced
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
            code = self.call(main, arguments, Frame(-1))
            if dynamic.is_dynamic(code):
                self.trace.add(Stop(dynamic.of(code), syntax.line(main.body) + main.shift))
        except NotUnderstood as error:
            self.trace.not_understood(syntax.line(main.body) + main.shift, "main", str(error))
        return self.trace, code


_of_thread = threading.local()


def run(source: str) -> Trace:
    """The trace of a sample. ``TranslationError`` for what is no C++ program."""
    machine = getattr(_of_thread, "machine", None)
    if machine is None:
        machine = _of_thread.machine = Machine()
    try:
        return machine.run(source)
    except (Again, EarlyReturn, Restart, Written):
        raise TranslationError("conditions on results are nested in a way that is not understood") from None
    except RecursionError:
        raise TranslationError("expressions are nested too deep") from None
