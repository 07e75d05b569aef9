"""How objects end: destructors that do something run where a scope ends, and are refused elsewhere."""

from __future__ import annotations

from typing import Any

from ..errors import NotUnderstood, Unended
from ..libraries import acl
from ..program.control import Returned
from ..program.core import Core
from ..program.frames import Closure, Expression, Frame, Function, Struct
from ..program.quiet import is_quiet
from ..program.syntax import Node
from ..values.types import CType
from ..values.variables import Alone, Object


class Lives(Core):
    """Destructors, and copies that the sample's own functions make."""

    def begin(self) -> None:
        super().begin()
        self.owned = ""  # the variable that is being made
        self.is_static = False

    def construct_variable(self, ctype: CType, args: list[Any], f: Frame, name: str) -> Any:
        """As ``construct``, for a variable of a function, whose end is that of its scope."""
        if ctype.pointers or ctype.name not in self.structs:
            args = [self.value(a, ctype) for a in args] if ctype.pointers and ctype.name in self.structs else args
            return self.construct(ctype, args, f, name)
        with_owner = bool(f.function) and not self.is_static
        self.owned = name if with_owner else ""
        try:
            return self.construct(ctype, args, f, name)
        finally:
            self.owned = ""

    def argument(self, node: Node) -> Expression:
        raise NotImplementedError

    def value(self, argument: Any, ctype: CType) -> Any:
        raise NotImplementedError

    def places_of(self, nodes: list[Node], f: Frame) -> list[Any]:
        """What a constructor is given: places, to which references can bind."""
        return [self.argument(n)(f) for n in nodes]

    def made(self, struct: Struct, name: str) -> type[Object]:
        """What kind of object one of a struct is. ``NotUnderstood`` where nothing would run its destructor."""
        is_owned, self.owned = bool(name) and name == self.owned, ""
        known: dict[str, Any] = self.state.setdefault("lives", {})
        if struct.name not in known:
            known[struct.name] = self._life(struct)
        destructor, is_copied_by_itself = known[struct.name]
        if destructor is not None and (not is_owned or destructor is _OF_BASE):
            ends = [e for s in [struct, *(self.structs[b] for b in struct.bases if b in self.structs)]
                    for e in self.ends(s.name)]  # fmt: skip
            raise Unended("a destructor that does something", struct.name, ends)
        return Alone if destructor is not None or is_copied_by_itself else Object

    def ends(self, name: str) -> list[Function]:
        own = self.structs[name].methods.get(f"~{name}", [])
        return [*own, *self.functions.get(f"~{name}", [])]

    def _life(self, struct: Struct) -> tuple[Any, bool]:
        for base in (self.structs[b] for b in struct.bases if b in self.structs):
            if self._life(base)[0] is not None:
                return _OF_BASE, False
            _check_base(struct, base)
        name = struct.name
        loud = next((e for e in self.ends(name) if not self.is_quiet(e)), None)
        makers = [*struct.methods.get(name, ()), *self.functions.get(name, ())]
        copies = any(
            len(m.parameters) == 1 and m.parameters[0].ctype.name == name and not m.parameters[0].ctype.pointers
            for m in [*makers, *struct.methods.get("operator=", ()), *self.functions.get("operator=", ())]
        )
        return loud, copies

    def check_whole(self, value: Any, ctype: CType) -> None:
        """Refuses a copy of only that part of an object which a base has."""
        if isinstance(value, Object) and ctype.name in self.structs and ctype.name != value.ctype.name:
            raise NotUnderstood("a part of an object", value.ctype.name)

    def is_quiet(self, function: Function) -> bool:
        """Whether a destructor or deleter means nothing to a script."""
        references = [n for s in self.structs.values() for n in s.references]
        outside = {*self.globals, *references}
        return not function.source and is_quiet(function.body, acl.is_harmless, self._of_name, outside)

    def _of_name(self, name: str) -> list[Function]:
        own = [m for s in self.structs.values() for m in s.methods.get(name, ())]
        return own + self.functions.get(name, [])

    def check_deleter(self, ctype: CType, args: list[Any]) -> None:
        """Refuses a smart pointer whose deleter does more than to give something back."""
        given = args[1] if len(args) > 1 else None
        deleters = [given.function] if isinstance(given, Closure) else []
        if len(ctype.args) > 1 and (struct := self.structs.get(ctype.args[1].name)) is not None:
            deleters += struct.methods.get("operator()", [])
        loud = [d for d in deleters if not self.is_quiet(d)]
        if loud:
            raise Unended("a deleter that does something", "", loud)

    def owns(self, f: Frame, value: Any) -> None:
        """A variable of a function holds an object that ends with it."""
        destructor = self.state["lives"][value.ctype.name][0]
        if destructor is not None:
            f.guards = f.guards or []
            f.guards.append((len(f.undo), value))

    def unwind(self, f: Frame, mark: int, left: Any = None) -> None:
        """Ends the objects of a scope, the last one first."""
        while f.guards and f.guards[-1][0] > mark:
            value = f.guards.pop()[1]
            if isinstance(left, Returned) and left.value is value:
                raise Unended("a destructor that does something", value.ctype.name, self.ends(value.ctype.name))
            self.call(self.state["lives"][value.ctype.name][0], [], f, this=value)


def _check_base(struct: Struct, base: Struct) -> None:
    if base.methods.get(base.name):
        raise NotUnderstood("a constructor of a base", base.name)
    names = {name for name, *_ in base.fields}
    if any(name in names for name, *_ in struct.fields):
        raise NotUnderstood("a member that hides another", struct.name)
    for name in base.methods.keys() & struct.methods.keys():
        for method in base.methods[name]:
            whole = method.body.parent
            if name[:1] != "~" and whole is not None and b"virtual" not in whole.text[: whole.text.find(b"{")]:
                raise NotUnderstood("a method that hides another", name)


_OF_BASE = object()
