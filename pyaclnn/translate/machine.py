"""Runs a sample in thought: the program's own statements, with CANN's calls noted instead of made."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any

from .errors import Again, NotUnderstood, TranslationError
from .language.calls import Calls
from .language.expressions import Expressions
from .language.statements import Statements
from .libraries.output import Output
from .program import macros, syntax
from .program.control import Exited, Thrown
from .program.frames import Frame
from .program.pieces import Broken, Pieces
from .results.defined import EarlyReturn
from .results.reach import Written
from .results.returns import Restart
from .trace import Print, Stop, Trace
from .values import dynamic, limits
from .values.types import AUTO, CHAR
from .values.variables import Pointer, Several, Vector

_NO_MAIN = "there is no main function, so this is no program"


class Machine(Pieces, Output, Calls, Statements, Expressions):
    """All parts together."""

    def run(self, source: str) -> Trace:
        """What a program does from the start of ``main`` to its end."""
        limits.begin()
        self.source = macros.prepare(source)
        if "main" not in source and "##" not in source:  # a part of a program is told from one before it is read
            raise TranslationError(_NO_MAIN)
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
            raise TranslationError(_NO_MAIN)
        f = Frame(0)
        for node, row in self.declared_globals:
            self.shift = row
            try:
                self.statement(node)(f)
            except NotUnderstood as error:
                self.trace.not_understood(syntax.line(node) + row, syntax.text(node), str(error))
                return self.trace, None
        names = [name for name, _ in f.undo]
        for name in [n for n, count in Counter(names).items() if count > 1]:
            f.vars[name] = Several(None, AUTO, name, 0)
        self.globals.update(f.vars)
        self.mutable = set(f.vars)
        f.vars, f.undo = {}, []
        main = mains[-1]
        arguments = [1, Pointer(Vector(["sample"], CHAR.pointed()), 0), None][: len(main.parameters)]
        try:
            try:
                code = self.call(main, arguments, Frame(-1))
            except Exited as exited:
                code = exited.code
            if dynamic.is_dynamic(code) or (type(code) is int and code % 256 and self.forced < 0):
                self.trace.add(Stop(dynamic.of(code), syntax.line(main.body) + main.shift))
        except Thrown as thrown:
            self.trace.not_understood(thrown.line, "throw", "an exception that nothing catches")
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
    except NotUnderstood as error:  # in what stands outside of functions
        raise TranslationError(str(error)) from None
    except RecursionError:
        raise TranslationError("expressions are nested too deep") from None
    except MemoryError:
        machine.begin()
        raise TranslationError("the program takes more memory than there is") from None
