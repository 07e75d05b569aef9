"""What running a sample in thought rests on: frames of variables, and the program's own declarations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import Exhausted, NotUnderstood
from ..trace import Trace
from ..values import types
from ..values.types import AUTO, CType
from ..values.variables import Cell, Several, Vector
from . import alone, syntax
from .frames import Expression, Frame, Function, Parameter, Statement, Struct
from .syntax import Node
from .units import Units

MAX_STEPS = 25_000  # several times what any sample needs whose long loops run at once
MAX_FAILURES = 100
MAX_DEPTH = 60
MOST_LEAVES = 20_000


def _is_number(ctype: CType) -> bool:
    return not ctype.pointers and (ctype.name in ("vector", "string") or types.numpy_of(ctype) is not None)


class Core:
    """State shared by the parts of the machine; each part adds the handling of some kinds of node."""

    def __init__(self) -> None:
        self.units = Units()
        self.leaves: dict[tuple[str, bytes], Expression] = {}
        self.begin()

    def begin(self) -> None:
        """Forgets the sample before."""
        self.trace = Trace()
        self.globals: dict[str, Cell] = {}
        self.functions: dict[str, list[Function]] = {}
        self.structs: dict[str, Struct] = {}
        self.aliases: dict[str, CType] = {}
        self.steps = self.failures = 0
        self.under_sizes = 0  # how many conditions on the sizes of workspaces the machine is in
        self.residual = 0  # how many conditions and loops that are left to the script the machine is in
        self.attempts = 0  # how many of these may be run again
        self.open_types = 0  # functions whose return type is being looked for
        self.given: list[Node] = []  # the arguments of the library's function that runs
        self.is_in_bulk = False  # a loop's body runs once, its counter an array of all its values
        self.appended: list[tuple[Vector, Any]] = []  # by such a loop, with what they held before
        self.shift = 0  # rows from where the running statement's text stood first to where it stands in this sample
        self.row = 0  # of the text whose declarations are taken in
        self.declared_globals: list[tuple[Node, int]] = []
        self.state: dict[str, Any] = {}
        self.statics: dict[Any, dict[str, Cell]] = {}  # variables of functions that outlive their calls
        self.mutable: set[str] = set()  # global variables, which functions may change

    def leaf(self, use: str, node: Node, make: Callable[[Node], Expression]) -> Expression:
        """What a name or literal means in some use, which is the same wherever it stands."""
        key = use, node.text
        found = self.leaves.get(key)
        if found is None:
            if len(self.leaves) >= MOST_LEAVES:
                self.leaves.clear()
            found = self.leaves[key] = make(node)
        return found

    # -- given by the parts

    def expression(self, node: Node) -> Expression:
        raise NotImplementedError

    def place(self, node: Node) -> Expression:
        raise NotImplementedError

    def statement(self, node: Node) -> Statement:
        raise NotImplementedError

    def call(self, function: Function, args: list[Any], frame: Frame, **options: Any) -> Any:
        raise NotImplementedError

    def construct(self, ctype: CType, args: list[Any], frame: Frame, name: str = "") -> Any:
        raise NotImplementedError

    def initialized(self, node: Node, ctype: CType, name: str = "") -> Expression:
        raise NotImplementedError

    def cast(self, value: Any, ctype: CType) -> Any:
        raise NotImplementedError

    def ended_place(self, node: Node) -> Expression | None:
        raise NotImplementedError

    def unwind(self, f: Frame, mark: int, left: Any = None) -> None:
        raise NotImplementedError

    def typed(self, node: Node) -> Callable[[Frame], CType | None]:
        raise NotImplementedError

    def type_in(self, node: Node, f: Frame) -> CType | None:
        raise NotImplementedError

    def show(self, node: Node, format: str, args: tuple[Any, ...]) -> None:
        raise NotImplementedError

    def shifted(self, left: Any, right: Expression, f: Frame, node: Node) -> Any:
        raise NotImplementedError

    def assign(self, ref: Any, value: Any) -> None:
        raise NotImplementedError

    def printf(self, args: list[Any], node: Node, f: Frame) -> Any:
        raise NotImplementedError

    # -- for all

    def line(self, node: Node) -> int:
        """Where a node of the running statement stands."""
        return syntax.line(node) + self.shift

    def step(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise Exhausted("runs too long")

    def is_pure(self, name: str) -> bool:
        """Whether a function of the sample is one of numbers, whose result depends on nothing else."""
        known: dict[str, bool] = self.state.setdefault("pure", {})
        if name not in known:
            functions = self.functions.get(name, [])
            known[name] = len(functions) == 1 and alone.is_pure(functions[0], self.mutable)
        return known[name]

    def resolve(self, ctype: CType, frame: Frame | None) -> CType:
        """A type with aliases and template parameters replaced."""
        name = ctype.name
        if not ctype.args and name not in self.aliases and (
            frame is None or (frame.parent is None and name not in frame.types)
        ):  # fmt: skip
            return ctype
        if types.is_fixed(ctype):
            return ctype
        for _ in range(8):
            at = frame
            found = None
            while at is not None and found is None:
                found = at.types.get(ctype.name)
                at = at.parent
            found = found or self.aliases.get(ctype.name)
            if found is None or found.name == ctype.name:
                break
            ctype = CType(found.name, found.args, found.pointers + ctype.pointers)
        if ctype.args:
            args = tuple(self.resolve(a, frame) for a in ctype.args)
            if args != ctype.args:
                ctype = CType(ctype.name, args, ctype.pointers)
                if types.is_large(ctype):
                    raise NotUnderstood("a type of so many parts", ctype.name)
        return ctype

    def type_of(self, node: Node) -> CType:
        """The type that a ``type_descriptor`` or a bare type node writes, unresolved."""
        return types.parse(syntax.text(node)) if node is not None else AUTO

    # -- declarations of the whole file

    def collect(self, nodes: list[Node], row: int) -> list[Function]:
        """Takes in functions, structs, aliases and global variables; gives the functions outside of structs.

        ``row`` is where the text that the nodes stand in begins in the sample.
        """
        self.row = row
        found: list[Function] = []
        self._collect(nodes, (), found)
        return found

    def _collect(self, nodes: list[Node], template: tuple[str, ...], found: list[Function]) -> None:
        for node in nodes:
            kind = node.type
            if kind == "function_definition":
                function = self.function(node, template)
                if function is not None:
                    self.functions.setdefault(function.name.rpartition("::")[2], []).append(function)
                    found.append(function)
            elif kind == "template_declaration":
                names = tuple(
                    syntax.text(c.named_children[-1])
                    for c in syntax.part(node, "parameters").named_children
                    if c.named_children and c.type != "comment"
                )
                self._collect(node.named_children, names, found)
            elif kind in ("struct_specifier", "class_specifier", "enum_specifier"):
                self.type_declaration(node)
            elif kind in ("alias_declaration", "type_definition"):
                self.alias(node)
            elif kind in ("namespace_definition", "linkage_specification"):
                body = syntax.part(node, "body")
                if body is not None:
                    self._collect(body.named_children, (), found)
            elif kind == "declaration":
                self.declared_globals.append((node, self.row))

    def alias(self, node: Node) -> None:
        if node.type == "alias_declaration":
            self.aliases[syntax.text(syntax.part(node, "name"))] = self.type_of(syntax.part(node, "type"))
            return
        inner = syntax.part(node, "type")
        if inner.type in ("struct_specifier", "class_specifier", "enum_specifier"):
            self.type_declaration(inner, syntax.text(syntax.part(node, "declarator")))
        else:
            name, stars, _, _ = syntax.declared(syntax.part(node, "declarator"))
            self.aliases[name] = self.type_of(inner).pointed(stars)

    def type_declaration(self, node: Node, name: str = "") -> None:
        """A struct, class or enum with a body."""
        name_node, body = syntax.part(node, "name"), syntax.part(node, "body")
        name = syntax.text(name_node) if name_node is not None else name
        if body is None:
            return
        if node.type == "enum_specifier":
            self._enum(name, body)
            return
        struct = Struct(name, [], {})
        bases = syntax.of_type(node, "base_class_clause")
        if bases is not None:
            struct.bases = [syntax.text(c) for c in bases.named_children if c.type == "type_identifier"]
        self.structs[name] = struct
        for member in body.named_children:
            kind = member.type
            template: tuple[str, ...] = ()
            if kind == "template_declaration":
                names = syntax.part(member, "parameters").named_children
                template = tuple(syntax.text(c.named_children[-1]) for c in names if c.named_children)
                member = member.named_children[-1]
                kind = member.type
            if kind == "function_definition":
                function = self.function(member, template)
                if function is not None:
                    struct.methods.setdefault(function.name, []).append(function)
            elif kind == "field_declaration":
                self._fields(struct, member)
            elif kind == "alias_declaration":
                self.alias(member)
            elif kind in ("struct_specifier", "class_specifier", "enum_specifier"):
                self.type_declaration(member)

    def _fields(self, struct: Struct, member: Node) -> None:
        base = self.type_of(syntax.part(member, "type"))
        words = {c.text for c in member.children}
        struct.is_shared = struct.is_shared or (b"static" in words and not words & {b"const", b"constexpr"})
        defaults: dict[int, Node] = {}  # by the place of the declarator that they follow
        declarators: list[tuple[int, Node]] = []
        for i, child in enumerate(member.children):
            kind = member.field_name_for_child(i)
            if kind == "declarator":
                declarators.append((i, child))
            elif kind == "default_value" and declarators:
                defaults[declarators[-1][0]] = child
        for i, declarator in declarators:
            if declarator.type == "function_declarator":
                continue
            name, stars, is_reference, lengths = syntax.declared(declarator)
            if is_reference:
                struct.references.append(name)
            struct.fields.append((name, base.pointed(stars), defaults.get(i), lengths))

    def _enum(self, name: str, body: Node) -> None:
        self.aliases[name] = types.INT
        value: Any = -1
        for item in syntax.parts(body):
            given = syntax.part(item, "value")
            value = self.expression(given)(Frame(0)) if given is not None else value + 1
            cell, short = Cell(value, types.INT, "", 0), syntax.text(syntax.part(item, "name"))
            self.globals[f"{name}::{short}"] = cell
            before = self.globals.get(short)
            self.globals[short] = cell if before is None or before.value == value else Several(value, types.INT, "", 0)

    def function(self, node: Node, template: tuple[str, ...]) -> Function | None:
        """A definition with a body; None for constructors given as ``= default`` and for operators."""
        declarator, body = syntax.part(node, "declarator"), syntax.part(node, "body")
        returns = self.type_of(syntax.part(node, "type"))
        is_reference = False
        while declarator is not None and declarator.type in ("pointer_declarator", "reference_declarator"):
            returns = returns.pointed(declarator.type == "pointer_declarator")
            is_reference = is_reference or declarator.type == "reference_declarator"
            declarator = syntax.part(declarator, "declarator") or declarator.named_children[-1]
        if declarator is None or body is None or declarator.type != "function_declarator":
            return None
        named = syntax.part(declarator, "declarator")
        specialized: tuple[CType, ...] = ()
        if named.type == "template_function":
            specialized = tuple(self.type_of(c) for c in syntax.part(named, "arguments").named_children)
            named = syntax.part(named, "name")
        name = syntax.text(named)
        parameters = self.parameters(syntax.part(declarator, "parameters"))
        initializers = syntax.of_type(node, "field_initializer_list")
        return Function(
            name, parameters, body, returns, template, None, initializers, is_reference, specialized, self.row
        )

    def parameters(self, node: Node | None) -> list[Parameter]:
        found = []
        for item in node.named_children if node is not None else ():
            if not item.type.endswith("parameter_declaration"):
                continue
            ctype, declarator = self.type_of(syntax.part(item, "type")), syntax.part(item, "declarator")
            is_const = any(c.type == "type_qualifier" and c.text == b"const" for c in item.named_children)
            if declarator is None:
                found.append(Parameter("", ctype, False, syntax.part(item, "default_value"), is_plain=True))
                continue
            name, stars, is_reference, lengths = syntax.declared(declarator)
            ctype = ctype.pointed(stars + len(lengths) if not is_reference else stars)
            is_plain = (is_const and ctype.pointers < 2) or (not is_reference and _is_number(ctype))
            default = syntax.part(item, "default_value")
            found.append(Parameter(name, ctype, is_reference, default, bool(lengths), is_plain))
        return found
