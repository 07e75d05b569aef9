"""Variables of the script that stand for values of the sample which only the script will know."""

from __future__ import annotations

from typing import Any

from ..errors import NotUnderstood
from ..program.core import Core
from ..program.syntax import Node
from ..trace import Assign
from ..values import computing, dynamic
from ..values.dynamic import Dynamic, Variable
from ..values.handles import Symbol
from ..values.types import AUTO, CType
from ..values.variables import Cell


class _Set(Cell):
    """A variable that the script has too: what is stored in it is stored there."""

    __slots__ = ()

    def set(self, value: Any) -> None:
        self.value.parts[0].store(self, value)


class KeptVariable(Variable):
    """A variable of the script that stands for one of the sample."""

    def __init__(self, machine: Any, name: str, ctype: Any, *, is_mutable: bool) -> None:
        super().__init__(name, ctype, is_mutable)
        self.machine = machine

    def store(self, cell: Cell, value: Any) -> None:
        if self.machine.residual:
            self.machine.emit(Assign(self, computing.cast(value, self.ctype), self.machine.now))
            return
        cell.__class__ = Cell  # nothing unknown about it any more
        cell.set(value)


class Kept(Core):
    """What is computed by the script and kept in a variable of it."""

    def begin(self) -> None:
        super().begin()
        self.now = 0  # the line of the statement that is left to the script
        self.blank: dict[int, Cell] = {}  # variables that are declared without a value

    def lasting(self) -> list[Cell]:
        """The variables that no function has as its own."""
        return [*self.globals.values(), *(c for cells in self.statics.values() for c in cells.values())]

    def emit(self, event: Any) -> None:
        self.trace.add(event)

    def note_blank(self, cell: Cell) -> None:
        """A variable is declared without a value."""
        self.blank[id(cell)] = cell

    def kept(self, value: Any, name: str, ctype: CType = AUTO, node: Node | None = None) -> Any:
        """A value as a variable of the script, where it is computed there; other values as they are."""
        if isinstance(value, Symbol):
            if dynamic.is_lasting(value):
                return value
            value = dynamic.of(value)
        if not isinstance(value, Dynamic):
            return value
        value = computing.cast(value, ctype)
        if (value.kind == "variable" and dynamic.is_lasting(value)) or computing.is_code(value):
            return value
        variable = KeptVariable(self, name or "found", value.ctype, is_mutable=False)
        if dynamic.is_size(value):
            variable.is_size, variable.range = True, computing.interval(value)
        self.emit(Assign(variable, value, self.now if node is None else self.line(node)))
        return Dynamic(value.ctype, "variable", (variable,))

    def make_variable(self, cell: Cell) -> None:
        """From now on the script has the variable, too."""
        value = cell.value
        if isinstance(value, Cell) or value is None:
            raise NotUnderstood("a variable of such a value", type(value).__name__)
        ctype = cell.ctype
        if ctype == AUTO:
            ctype = dynamic.type_of(dynamic.of(value))
        variable = KeptVariable(self, cell.name or "found", ctype, is_mutable=True)
        self.emit(Assign(variable, computing.cast(value, ctype), self.now, id(cell) in self.blank))
        cell.__class__ = _Set
        cell.value = Dynamic(ctype, "variable", (variable,))

    def lasting_condition(self, found: Dynamic, line: int) -> Dynamic:
        if dynamic.is_lasting(found):
            return found
        variable = KeptVariable(self, "found", dynamic.BOOL, is_mutable=False)
        self.emit(Assign(variable, found, line))
        return Dynamic(dynamic.BOOL, "variable", (variable,))
