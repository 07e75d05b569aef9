"""Long counted loops at once: the counter becomes an array of all its values and the body runs a single time.

Only for bodies in which turns can't depend on each other; all others run turn by turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import Exhausted, NotUnderstood, Split
from ..libraries.libm import FUNCTIONS
from ..program import alone, syntax
from ..program.frames import Closure
from ..program.syntax import Node
from ..trace import Loop, Print, Same
from ..values import limits, types
from ..values.dynamic import Dynamic
from ..values.handles import Result, Symbol
from ..values.variables import Cell, Vector, coerce

if TYPE_CHECKING:
    from ..program.core import Core
    from ..program.frames import Frame

_WORD = re.compile(r"[A-Za-z_]\w*")
_STRING, _ARITHMETIC = re.compile(rb'"(?:\\.|[^"\\])*(?:"|\\?$)', re.S), re.compile(rb"[-+*/%&|^~]|<<|>>|[^=<>!]=[^=]")
FEW = 12
_MOST_PARTS = 32
_ALLOWED = frozenset((
    "compound_statement", "expression_statement", "assignment_expression", "subscript_expression", "identifier",
    "subscript_argument_list", "number_literal", "binary_expression", "parenthesized_expression", "argument_list",
    "unary_expression", "call_expression", "field_expression", "field_identifier", "cast_expression",
    "conditional_expression", "type_descriptor", "primitive_type", "template_function", "template_argument_list",
    "string_literal", "concatenated_string", "string_content", "escape_sequence", "true", "false", "comment",
    "sized_type_specifier", "type_identifier", "qualified_identifier", "namespace_identifier", "char_literal",
    "do_statement", "if_statement", "else_clause", "condition_clause",
    "declaration", "init_declarator", "type_qualifier", "placeholder_type_specifier", "auto",
))  # fmt: skip
_PURE = frozenset(("static_cast", "float", "int", "double", "printf", "std::sin", "std::cos", "sin", "cos",
                   "aclFloatToFloat16", "aclFloat16ToFloat", "int64_t", "uint8_t", "int8_t", "int32_t",
                   "push_back", "emplace_back", "size", "data", "uint16_t", "int16_t", "uint32_t", "uint64_t",
                   "size_t", "bool", *(f"std::{n}" for n in FUNCTIONS if n != "pow"), "std::abs", "std::fabs",
                   "fabs", "abs"))  # fmt: skip


def plan(core: Core, node: Node) -> Callable[[Frame], bool] | None:
    """A function that runs a whole ``for`` statement after its start, or says that it can't; None if none can."""
    start, condition, update = (syntax.part(node, n) for n in ("initializer", "condition", "update"))
    body = syntax.part(node, "body")
    name = _counter(start)
    if not name or condition is None or update is None or condition.type != "binary_expression":
        return None
    sign, left = syntax.text(syntax.part(condition, "operator")), syntax.part(condition, "left")
    if sign not in ("<", "<=") or syntax.text(left) != name:
        return None
    if syntax.text(update).replace(" ", "") not in (f"{name}++", f"++{name}", f"{name}+=1"):
        return None
    bound_node = syntax.part(condition, "right")
    assigned = _assigned_first(body)
    functions = _if_independent(body, assigned)
    if functions is None or not assigned.isdisjoint(_words(bound_node)):
        return None
    bound = core.expression(bound_node)
    narrow = None if _has_arithmetic(body) else np.int32  # where the counter only chooses elements
    made: list[Any] = []

    def run(f: Frame) -> bool:
        cell = f.vars[name]
        first, last = cell.value, bound(f)
        if not isinstance(first, int) or not isinstance(last, (int, float)):
            return False
        count = int(last) - first + (sign == "<=")
        if not FEW < count <= limits.MOST_AT_ONCE or core.is_in_bulk:
            return False
        if not all(_is_pure(core, n, f) for n in functions):
            return False
        if not made:
            made.append(core.statement(body))
        before, events = cell.value, core.trace.events
        mark = len(events)
        core.is_in_bulk = True
        core.appended.clear()
        limits.work(8 * count)
        turns = np.arange(first, first + count, dtype=narrow)
        try:
            _run_parts(core, f, Cell(turns, cell.ctype, name, cell.depth), made[0], bool(assigned))
            if any(isinstance(v, Dynamic) for e in events[mark:] if isinstance(e, Print) for v in e.rows[0]):
                raise NotUnderstood("prints computed results")
        except NotUnderstood as error:
            if isinstance(error, Exhausted):
                raise
            del events[mark:]
            for vector, held in reversed(core.appended):
                vector.data = held
            f.vars[name] = cell
            cell.value = before
            return False
        finally:
            core.is_in_bulk = False
        f.vars[name] = cell
        for variable in assigned:
            _keep_last(f.find(variable) or core.globals[variable])
        _spread(events, mark, count)
        return True

    return run


def _is_pure(core: Core, name: str, f: Frame) -> bool:
    """Whether a function, or a lambda that sees no variables, is one of numbers alone."""
    if core.is_pure(name):
        return True
    cell = f.find(name)
    made = cell.value if cell is not None else None
    if not isinstance(made, Closure) or made.frame is None or not alone.is_pure(made.function, core.mutable):
        return False
    at: Frame | None = made.frame
    words = _words(made.function.body)
    while at is not None:
        if not words.isdisjoint(at.vars):
            return False
        at = at.parent
    return True


def _run_parts(core: Core, f: Frame, counter: Cell, body: Callable[[Frame], Any], has_last: bool) -> None:
    """Runs a body for all turns; where a condition holds in some of them, for these by themselves."""
    parts, mark = [counter.value], len(core.trace.events)
    f.vars[counter.name] = counter
    done = 0
    while parts:
        counter.value = parts.pop()
        try:
            body(f)
            done += 1
        except Split as split:
            is_in_order = has_last or core.appended or len(core.trace.events) > mark
            if is_in_order or split.turns.shape != counter.value.shape or len(parts) > _MOST_PARTS:
                raise
            parts += [counter.value[~split.turns], counter.value[split.turns]]
    if done > 1 and (core.appended or len(core.trace.events) > mark):
        raise NotUnderstood("turns in no order")


def filling(core: Core, node: Node, name: str) -> Callable[[Any, Frame], bool] | None:
    """A function that runs ``for (auto& x : v) { x = number; }``, or says that it can't; None for other loops."""
    body = syntax.part(node, "body")
    inner = syntax.parts(body) if body.type == "compound_statement" else [body]
    only = inner[0].named_children[0] if len(inner) == 1 and inner[0].type == "expression_statement" else None
    if only is None or only.type != "assignment_expression" or syntax.text(syntax.part(only, "operator")) != "=":
        return None
    left, right = syntax.part(only, "left"), syntax.part(only, "right")
    if syntax.text(left) != name or right.type not in ("number_literal", "unary_expression"):
        return None
    value = core.expression(right)

    def run(container: Any, f: Frame) -> bool:
        dtype = types.numpy_of(container.ctype) if isinstance(container, Vector) else None
        if dtype is None or len(container) <= FEW or isinstance(container.data, Result):
            return False
        one = coerce(value(f), container.ctype)
        container.data = np.broadcast_to(np.asarray(one).astype(dtype), (len(container),))
        return True

    return run


def _counter(start: Node | None) -> str:
    if start is None or start.type != "declaration":
        return ""
    declarators = start.children_by_field_name("declarator")
    if len(declarators) != 1 or declarators[0].type != "init_declarator":
        return ""
    return syntax.declared(declarators[0])[0]


def _has_arithmetic(node: Node) -> bool:
    """Whether a body computes anything, signs in what it prints left aside."""
    return _ARITHMETIC.search(_STRING.sub(b"", node.text)) is not None


def _words(node: Node) -> set[str]:
    return set(_WORD.findall(syntax.text(node)))


def _assigned_first(body: Node) -> set[str]:
    """The variables that each turn sets before anything else, so that no turn sees what another one left in them."""
    found: set[str] = set()
    seen: set[str] = set()
    for statement in syntax.parts(body) if body.type == "compound_statement" else ():
        inner = statement.named_children[0] if statement.type == "expression_statement" else None
        if inner is None or inner.type != "assignment_expression" or syntax.part(inner, "left").type != "identifier":
            break
        name, words = syntax.text(syntax.part(inner, "left")), _words(syntax.part(inner, "right"))
        seen |= words - found
        if name in seen:
            break
        found.add(name)
    return found


def _keep_last(variable: Cell) -> None:
    """After a loop at once a variable holds what its last turn left there."""
    value = variable.value
    if isinstance(value, np.ndarray):
        last = value[-1]
        variable.value = coerce(last.item(), variable.ctype)
    elif isinstance(value, Symbol) and isinstance(value.index, np.ndarray):
        variable.value = Symbol(value.result, int(value.index[-1]), value.steps)


def _if_independent(body: Node, assigned: set[str]) -> set[str] | None:
    """The functions that must be pure for each turn to only write elements that the counter names, append, or print.

    ``assigned`` are variables that it may set besides. None where that can't be.
    """
    stack, written, read = [body], set(), []
    functions: set[str] = set()
    while stack:
        node = stack.pop()
        kind = node.type
        if kind not in _ALLOWED:
            return None
        if kind == "call_expression":
            function = syntax.part(node, "function")
            if function.type == "field_expression":
                name = syntax.text(syntax.part(function, "field"))
                if name in ("push_back", "emplace_back"):
                    written.add(syntax.text(syntax.part(function, "argument")))
                    stack.append(syntax.part(node, "arguments"))
                    continue
            elif function.type == "template_function":
                name = syntax.text(syntax.part(function, "name"))
            else:
                name = syntax.text(function)
            if name not in _PURE:
                functions.add(name)
        if kind == "assignment_expression":
            left = syntax.part(node, "left")
            if syntax.text(syntax.part(node, "operator")) != "=":
                return None
            if left.type == "identifier" and syntax.text(left) in assigned:
                stack.append(syntax.part(node, "right"))
                continue
            if left.type != "subscript_expression":
                return None
            written.add(syntax.text(syntax.part(left, "argument")))
            stack += [syntax.part(left, "indices"), syntax.part(node, "right")]
            continue
        if kind == "subscript_expression":
            read.append(syntax.text(syntax.part(node, "argument")))
        stack += node.named_children
    return None if any(r in written for r in read) else functions


def _spread(events: list[Any], mark: int, count: int) -> None:
    """The prints of the single run as those of ``count`` turns."""
    prints = [e for e in events[mark:] if isinstance(e, Print)]
    if not prints:
        return
    values = [v for p in prints for v in p.rows[0]]
    for value in values:
        column = value.index if isinstance(value, Symbol) else value
        if isinstance(column, np.ndarray):
            limits.hold(column.nbytes)
    columns = [v if _is_column(v) else Same(v) for v in values]
    events[mark:] = [Loop("".join(p.format for p in prints), columns, count, prints[0].line)]


def _is_column(value: Any) -> bool:
    """Whether a value stands for one of each turn."""
    return isinstance(value.index if isinstance(value, Symbol) else value, np.ndarray)
