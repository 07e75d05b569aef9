"""Statements that are not understood: what they may have changed is unknown from then on, and where control went."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..errors import Astray, Consequence, Exhausted, HasRun, NotUnderstood, Over, Unended
from ..libraries import acl, methods, standard
from ..program import syntax
from ..program.control import EXITS, LOST, Returned
from ..program.core import MAX_FAILURES
from ..program.frames import Closure, Frame, Function
from ..program.syntax import Node
from ..values import limits, types
from ..values.handles import DevicePointer, TensorHandle
from ..values.lost import UnknownCell, spoil
from ..values.types import AUTO
from ..values.variables import POISON, Address, Cell, Pointer, Temporary, Vector
from .losing import Losing

_CHANGING = ("assignment_expression", "update_expression", "call_expression", "binary_expression", "declaration",
             "for_range_loop", "type_identifier")  # fmt: skip
_POINTING = ("data", "begin", "end", "rbegin", "rend")
_BY_ITSELF = ("argument_list", "pointer_expression", "field_expression", "conditional_expression",
              "parenthesized_expression")  # fmt: skip
_STREAM = re.compile(r"\b(?:setprecision|fixed|scientific|hex|oct|show\w+|boolalpha|\w+float|setfill|setw|uppercase|"
                     r"precision|setf|unsetf|rdbuf|setbase|\w*setiosflags|imbue|copyfmt|flags)\b")  # fmt: skip
_LOOPS = ("for_statement", "while_statement", "do_statement", "for_range_loop")
_ASSUMED = (b"_SUCCESS", b"ACL_ERROR_NONE", b"!= 0")  # a check of a status, which is taken to pass
_CASTS = ("static_cast", "reinterpret_cast", "const_cast", "dynamic_cast", "sizeof", "printf", "fprintf", "puts")
_MEMORY = ("aclrtMalloc", "aclrtMallocHost", "aclrtMemcpy", "aclrtMemcpyAsync", "aclrtMemset", "aclrtMemsetAsync")


class Unknown(Losing):
    """What becomes of statements that are not understood."""

    source: tuple[str, Any]
    tries: int

    def fails(self, node: Node, error: NotUnderstood, f: Frame) -> Any:
        """Notes that a statement is not understood; what it may have changed is unknown from now on."""
        if isinstance(error, (Exhausted, Over)) or self.is_in_bulk or self.residual:
            raise error
        self.steps += 40  # what it may have changed is long to find
        text = syntax.text(node)
        if not isinstance(error, Consequence):
            self.failures += 1
            if self.failures > MAX_FAILURES:
                raise Exhausted("runs too long")
        if not isinstance(error, (Consequence, Astray)) or (isinstance(error, Consequence) and "aclnn" in text):
            self.trace.not_understood(self.line(node), text, str(error))
        kind = node.type
        if _STREAM.search(text) and ("cout" in text or "<<" in text):
            self.state["lost stream"] = True  # numbers are printed in another way from now on
        if kind == "return_statement":
            self.forget(node, f, error)
            return Returned(POISON)
        if kind == "declaration":
            self._forget_declared(node, f)
        self.forget(node, f, error)
        if self.tries and "(" in text:
            raise Over  # it may have thrown
        leaves = _leaves(node)
        if not leaves:
            return None
        if "exit" in leaves and not _is_check(node):
            raise Over
        if kind in ("expression_statement", "declaration"):
            return None
        if "return" in leaves and not _is_check(node):
            return Returned(LOST)
        if leaves - {"return"}:
            raise Astray
        return None

    def _forget_declared(self, node: Node, f: Frame) -> None:
        base = self.type_of(syntax.part(node, "type"))
        for declarator in node.children_by_field_name("declarator"):
            name, stars, is_reference, lengths = syntax.declared(declarator)
            names = [name] if name else [syntax.text(c) for c in within(declarator, ("identifier",))]
            ctype = self.resolve(base.pointed(stars), f)
            is_sure = ctype.name != "auto" and not is_reference and not lengths
            for one in names:
                made = Cell(POISON, ctype, one, f.depth) if is_sure else UnknownCell(POISON, AUTO, one, f.depth)
                f.declare(one, made)

    def forget(self, node: Node, f: Frame, error: NotUnderstood | None = None) -> None:
        """What the statements and expressions of a node may change is unknown."""
        ran = error.function if isinstance(error, HasRun) else ""
        before, self.is_for_good = self.is_for_good, isinstance(error, Unended)
        try:
            self._forget(node, f, ran, [])
            for function in error.functions if isinstance(error, Unended) else ():
                self._forget_function(function, [], f, [], None)
        except RecursionError:
            raise Exhausted("runs too long") from None
        finally:
            self.is_for_good = before

    def _forget(self, node: Node, f: Frame, ran: str, entered: list[Any]) -> None:
        known: dict[int, tuple[Node, list[Node]]] = self.state.setdefault("changing", {})
        inside = known.get(node.id)
        if inside is None or inside[0] is not node:  # which keeps the node, and so its number
            inside = known[node.id] = node, list(within(node, _CHANGING))
        for inner in inside[1]:
            kind = inner.type
            if kind in ("assignment_expression", "update_expression"):
                target = syntax.part(inner, "left" if kind == "assignment_expression" else "argument")
                self._forget_place(target, f)
                if kind == "assignment_expression":
                    self._keeps_pointer(target, syntax.part(inner, "right"), f)
            elif kind == "for_range_loop":
                if syntax.declared(syntax.part(inner, "declarator"))[2] and not _is_constant(inner):
                    self._forget_held(syntax.part(inner, "right"), f, is_all=True)
            elif kind == "declaration":
                for declarator in inner.children_by_field_name("declarator"):
                    value = syntax.part(declarator, "value") if declarator.type == "init_declarator" else None
                    if value is not None:
                        self._keeps_pointer(declarator, value, f)
            elif kind == "call_expression":
                self._forget_call(inner, f, ran, entered)
            elif kind == "type_identifier":
                if (name := syntax.text(inner)) in self.structs and name != ran:
                    self._forget_made(name, inner, f, entered)
            elif syntax.text(syntax.part(inner, "operator")) in (">>", "<<"):
                self._forget_stream(inner, f)

    # -- places

    def _cells(self, name: str, f: Frame) -> list[Cell]:
        """The variables that a name may mean; static members stand by their whole names."""
        cell = f.find(name) or self.globals.get(name)
        return [cell] if cell is not None else [c for k, c in self.globals.items() if k.endswith(f"::{name}")]

    def _forget_place(self, node: Node, f: Frame) -> None:
        """What ``node = ...`` sets."""
        if node.type == "identifier":
            for cell in self._cells(syntax.text(node), f):
                self._lose(cell)
            return
        if not any(True for _ in within(node, ("call_expression", "update_expression", "assignment_expression"))):
            try:
                place = self.place(node)(f)
                if not isinstance(place, Temporary):
                    self._lose(place)
                    return
            except (NotUnderstood, TypeError, ValueError, AttributeError, IndexError, KeyError, ArithmeticError):
                pass
        self._forget_held(node, f, is_all=True)

    def _forget_held(self, node: Node, f: Frame, *, is_all: bool = False) -> None:
        """Everything that the variables of a node hold or point to, and numbers that stand there by themselves."""
        for name in within(node, ("identifier", "this", "field_identifier")):
            found = f.find(syntax.text(name)) or self.globals.get(syntax.text(name))
            if found is None:
                if name.type == "this":
                    at: Frame | None = f
                    while at is not None and at.this is None:
                        at = at.parent
                    self._lose_held(at.this if at is not None else None)
                continue
            whole = name.parent
            if isinstance(found.value, Vector) and whole.type == "field_expression" and (
                syntax.text(syntax.part(whole, "field")) in methods.READING
            ):  # fmt: skip
                spoil(found.value, keeps_length=True)
                continue
            self._lose_held(found.value)
            if is_all or name.parent is None or name.parent.type in _BY_ITSELF:
                self._lose(found)

    def _keeps_pointer(self, target: Node, value: Node, f: Frame) -> None:
        """Variables whose address goes into one that is unknown, through which they may change at any time."""
        is_reference = (
            target.type == "init_declarator" and syntax.declared(target)[2] and not _is_constant(target.parent)
        )
        for inner in within(value, ("pointer_expression",)):
            if inner.text[:1] != b"&":
                continue
            argument = syntax.part(inner, "argument")
            cell = f.find(syntax.text(argument)) if argument.type == "identifier" else None
            if cell is not None and isinstance(cell.value, (int, float)):
                self._lose(cell)
                cell.__class__ = UnknownCell
            else:
                self._forget_held(argument, f)
        if is_reference:
            self._forget_held(value, f, is_all=True)
            return
        for name in within(value, ("identifier",)):
            cell = f.find(syntax.text(name))
            outer = name.parent
            is_part = outer.type == "field_expression" and syntax.text(syntax.part(outer, "field")) in _POINTING
            if is_part and cell is not None and isinstance(cell.value, Vector):
                spoil(cell.value, keeps_length=True)
            if cell is not None and isinstance(cell.value, (Pointer, Address, TensorHandle, DevicePointer)) and (
                name.parent.type not in ("argument_list", "subscript_expression", "field_expression")
                and name.parent.text[:1] != b"*"
            ):  # fmt: skip
                self._lose_held(cell.value)

    # -- calls

    def _forget_call(self, node: Node, f: Frame, ran: str, entered: list[Any]) -> None:
        target, arguments = syntax.part(node, "function"), syntax.part(node, "arguments")
        given = [n for n in arguments.named_children if n.type != "comment"]
        if target.type == "field_expression":
            self._forget_method(target, given, f, ran, entered)
            return
        name = syntax.text(target if target.type != "template_function" else syntax.part(target, "name"))
        short = name.removeprefix("std::").removeprefix("::")
        last = name.rpartition("::")[2]
        if name in _CASTS or types.numpy_of(types.parse(name)) is not None or last == ran:
            return
        if last.startswith(("acl", "Hccl")):
            self._forget_cann(last, given, f)
            return
        cell = f.find(name)
        if cell is not None and isinstance(cell.value, Closure):
            self._forget_function(cell.value.function, given, f, entered, cell.value.frame)
            return
        functions = self.functions.get(last)
        if functions and not name.startswith("std::"):
            for function in functions:
                self._forget_function(function, given, f, entered, None)
            return
        if f.this is not None and (own := self.structs[f.this.ctype.name].methods.get(last)):
            self._lose_held(f.this)
            for function in own:
                self._forget_function(function, given, f, entered, None)
            return
        if short in standard.HARMLESS or short in ("make_pair", "make_tuple", "accumulate", "sizeof"):
            return
        for one in given:
            self._forget_held(one, f)

    def _forget_made(self, name: str, node: Node, f: Frame, entered: list[Any]) -> None:
        """An object of the sample may have been made: what its constructors change, and at any time its destructor."""
        around = node.parent
        while around is not None and around.type not in ("declaration", "expression_statement", "compound_statement"):
            around = around.parent
        given = [n for a in within(around, ("argument_list", "initializer_list")) for n in a.named_children] \
            if around is not None and around.type != "compound_statement" else []  # fmt: skip
        ends = [e for e in self.ends(name) if not self.is_quiet(e)]
        before = self.is_for_good
        self.is_for_good = before or bool(ends)
        try:
            makers = [*self.structs[name].methods.get(name, ()), *self.functions.get(name, ())]
            for function in [*makers, *ends]:
                self._forget_function(function, given, f, entered, None)
        finally:
            self.is_for_good = before

    def _forget_cann(self, name: str, given: list[Node], f: Frame) -> None:
        if acl.is_harmless(name) or name.startswith("aclCreate"):
            return
        written = given[:1] if name in _MEMORY else given
        for one in written:
            for identifier in within(one, ("identifier",)):
                cell = f.find(syntax.text(identifier)) or self.globals.get(syntax.text(identifier))
                if cell is None:
                    continue
                held = cell.value
                is_out = identifier.parent.type == "pointer_expression" and identifier.parent.text[:1] == b"&"
                if is_out and (not isinstance(held, Vector) or held.ctype.name == "vector"):
                    self._lose(cell)
                elif name in _MEMORY or not isinstance(held, (Vector, Pointer)):
                    self._lose_held(held)

    def _forget_method(self, target: Node, given: list[Node], f: Frame, ran: str, entered: list[Any]) -> None:
        name_node = syntax.part(target, "field")
        name = syntax.text(name_node if name_node.type != "template_method" else syntax.part(name_node, "name"))
        own = [m for s in self.structs.values() for m in s.methods.get(name, ())]
        if own and name != ran:
            self._forget_held(syntax.part(target, "argument"), f)
            for method in own:
                self._forget_function(method, given, f, entered, None)
        elif not own and name not in methods.READING:
            self._forget_held(syntax.part(target, "argument"), f)
            for one in given:
                self._forget_held(one, f)

    def _forget_function(
        self, function: Function, given: list[Node], f: Frame, entered: list[Any], parent: Frame | None
    ) -> None:
        """What a function that was not called, and may have been, changes: what it is given, and variables outside."""
        for i, one in enumerate(given):
            parameter = function.parameters[min(i, len(function.parameters) - 1)] if function.parameters else None
            if parameter is None or not parameter.is_plain:
                self._forget_held(one, f)
        if any(function is e for e in entered):
            return
        limits.work(1 << 14)
        self.state.setdefault("lost statics", set()).add(function.name)
        inner = Frame(f.depth + 1, parent)
        for parameter in function.parameters:
            inner.vars[parameter.name] = UnknownCell(POISON, AUTO, parameter.name, inner.depth)
        self._forget(self.body_of(function), inner, "", [*entered, function])

    def _forget_stream(self, node: Node, f: Frame) -> None:
        """``std::cin >> x`` and ``text << x``"""
        left = node
        while left.type == "binary_expression":
            left = syntax.part(left, "left")
        cell = f.find(syntax.text(left)) if left.type == "identifier" else None
        if left.type == "identifier" and cell is not None and isinstance(cell.value, (int, float)):
            return
        if syntax.text(syntax.part(node, "operator")) == ">>":
            self._forget_place(syntax.part(node, "right"), f)
        if cell is not None and cell.value is not POISON and not types.numpy_of(cell.ctype):
            self._lose(cell)

    def body_of(self, function: Function) -> Node:
        """The whole body of a function, also of one that was taken in piece by piece."""
        if not function.source:
            return function.body
        root = syntax.parse(self.source[1](function.source))
        found = next((n for n in root.named_children if n.type == "function_definition"), None)
        return syntax.part(found, "body") if found is not None else root


@lru_cache(maxsize=4096)
def within(node: Node, kinds: tuple[str, ...]) -> tuple[Node, ...]:
    """The node and all in it that are of one of the kinds: what fails in one turn of a loop fails in the next, too."""
    found, stack, count = [], [node], 0
    while stack:
        inner = stack.pop()
        count += 1
        if not count % 256:
            limits.work(256 << 10)
        if inner.type in kinds:
            found.append(inner)
        stack += inner.named_children
    return tuple(found)


def _is_constant(node: Node) -> bool:
    return any(c.type == "type_qualifier" and c.text == b"const" for c in node.named_children)


@lru_cache(maxsize=4096)
def _leaves(node: Node) -> frozenset[str]:
    """How control may leave a statement: ``return``, or ``loop`` or ``goto`` for a statement around it."""
    return frozenset(_ways_out(node))


def _ways_out(node: Node) -> Iterator[str]:
    stack = [(node, False, False)]
    while stack:
        inner, in_loop, in_switch = stack.pop()
        kind = inner.type
        if kind == "return_statement" or kind == "throw_statement":
            yield "return"
        elif kind == "goto_statement":
            yield "goto"
        elif kind == "call_expression" and _is_exit(inner):
            yield "exit"
        elif (kind == "break_statement" and not (in_loop or in_switch)) or (
            kind == "continue_statement" and not in_loop
        ):
            yield "loop"
        elif kind != "lambda_expression":
            in_loop = in_loop or kind in _LOOPS
            stack += [(c, in_loop, in_switch or kind == "switch_statement") for c in inner.named_children]


def _is_exit(node: Node) -> bool:
    return syntax.text(syntax.part(node, "function")).removeprefix("std::") in EXITS


def _is_check(node: Node) -> bool:
    """Whether a statement returns or throws only where a status says that something failed."""
    checks = [
        n for n in within(node, ("if_statement",)) if any(w in syntax.part(n, "condition").text for w in _ASSUMED)
    ]
    ends = ("return_statement", "throw_statement")
    inside = {n.id for c in checks for n in _ends(c, ends)}
    return all(n.id in inside for n in _ends(node, ends))


def _ends(node: Node, kinds: tuple[str, ...]) -> Iterator[Node]:
    yield from within(node, kinds)
    yield from (c for c in within(node, ("call_expression",)) if _is_exit(c))
