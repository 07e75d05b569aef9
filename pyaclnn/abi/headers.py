"""Header directories: which operators and functions they declare, read when asked and not before."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from pathlib import Path

from . import names, scanner
from .scanner import PHASE_1, Declarations, Mentions, Prototype
from .signatures import Signature, parse, with_roles_of

_INCLUDE = r'(?m)^[ \t]*#[ \t]*include[ \t]*["<]((?:acl|aclnn)/[\w./]+)[">]'
INDEX = "index.tsv"  # in our aclnnop/: header, operators, functions of one phase
_LONGEST_NAME = 200  # the file system refuses longer ones


def own_directory() -> Path:
    """The headers that come with the package: beside it in a checkout, inside it in an installation."""
    inside = Path(__file__).resolve().parent.parent / "_headers"
    return inside if inside.is_dir() else inside.parent.parent / "headers"


def _is_copy(header: Path) -> bool:
    """Whether a file of a checkout is a trial version or a copy of one that stands elsewhere in it."""
    return not {"experimental", "3rd", "tests", "examples"}.isdisjoint(header.parts)


def likely_headers(python_name: str) -> tuple[str, ...]:
    """Where the header of an operator lies when it is named after it; nowhere for what can't be such a name."""
    if not python_name.isidentifier() or len(python_name) > _LONGEST_NAME:
        return ()
    return f"aclnnop/aclnn_{python_name}.h", f"aclnn_{python_name}.h"


class HeaderDirectory:
    """One include directory with ``acl/``, ``aclnn/`` and ``aclnnop/`` below it.

    Headers of custom operators may also lie in the directory itself. A checkout of an operator repository has
    neither: there every ``aclnn_*.h`` below it counts.
    """

    def __init__(self, path: Path, *, annotated: bool) -> None:
        self.path = path
        self.annotated = annotated
        self._scanned: dict[str, Declarations] = {}

    def declarations(self, header: str) -> Declarations:
        """What a header declares, by its path below this directory; empty when there is no such file."""
        if header not in self._scanned:
            file = self.path / header
            text = scanner.decode(file.read_bytes()) if file.is_file() else ""
            self._scanned[header] = scanner.scan(text)
        return self._scanned[header]

    def operator(self, name: str) -> Signature | None:
        """The signature of an operator, or None when no header here declares it."""
        likely = likely_headers(names.operator_name(name))
        found = self._declared_in(name, likely) or self._declared_in(name, self.mentions.get(name, ()))
        if found is None:
            return None
        prototype, header = found
        return parse(prototype, header, annotated=self.annotated, types=self.declarations(header).types)

    def operators_of(self, header: str) -> list[str]:
        """The operators that one header declares."""
        return [n.removesuffix(PHASE_1) for n in self.declarations(header).prototypes if n.endswith(PHASE_1)]

    def function(self, name: str) -> Prototype | None:
        """The prototype of a function of ``acl/`` or ``aclnn/``, or None."""
        return self._base_functions.get(name)

    @cached_property
    def base_types(self) -> str:
        """All typedefs, enums and structs of ``acl/`` and ``aclnn/``, in the order of their inclusion."""
        return "\n".join(dict.fromkeys(t for h in self._base_headers for t in self.declarations(h).types))

    @property
    def base_functions(self) -> Iterable[str]:
        """The names of all functions of ``acl/`` and ``aclnn/``."""
        return self._base_functions.keys()

    @cached_property
    def operator_headers(self) -> tuple[str, ...]:
        """Every file that may declare operators, by its path below this directory; the first of a name counts."""
        found = sorted(self.path.glob("aclnnop/**/*.h")) + sorted(self.path.glob("*.h"))
        if not found:
            found = sorted(self.path.glob("**/aclnn_*.h"), key=lambda f: (_is_copy(f.relative_to(self.path)), f))
        return tuple(str(f.relative_to(self.path)) for f in found if f.is_file())

    @cached_property
    def operators(self) -> dict[str, str]:
        """Every operator and the header that declares it: the first one, should several do."""
        return {operator: headers[0] for operator, headers in self.mentions.items()}

    @cached_property
    def single_phase(self) -> dict[str, str]:
        """Every ``aclnn`` function without phases that an operator header names, and that header."""
        operators = self.mentions
        found = {f: header for header, m in reversed(self._index.items()) for f in m.single_phase}
        return {f: header for f, header in found.items() if f not in operators}

    def single_phase_function(self, name: str) -> Prototype | None:
        """The prototype of a function of ``single_phase``, or None where it is only named."""
        header = self.single_phase.get(name)
        return self.declarations(header).prototypes.get(name) if header else None

    @cached_property
    def _index(self) -> dict[str, Mentions]:
        """What each operator header names: from the index that goes with our headers, else by reading them all."""
        table = self.path / "aclnnop" / INDEX
        if self.annotated and table.is_file():
            rows = [line.split("\t") for line in table.read_text().splitlines() if not line.startswith("#")]
            return {f"aclnnop/{h}": Mentions(tuple(o.split()), tuple(s.split())) for h, o, s in rows}
        return self.scanned_index()

    def scanned_index(self) -> dict[str, Mentions]:
        """What each operator header names, without parsing any."""
        return {h: scanner.mentions_in(scanner.decode((self.path / h).read_bytes())) for h in self.operator_headers}

    @cached_property
    def mentions(self) -> dict[str, list[str]]:
        """The headers that name an operator's phase 1. Inline code may name one that another header declares."""
        found: dict[str, list[str]] = {}
        for header, mentions in self._index.items():
            for operator in mentions.operators:
                found.setdefault(operator, []).append(header)
        return found

    def topic(self, header: str) -> str:
        """The part of CANN an operator header belongs to: math, nn, cv or transformer; nn where it is not said."""
        return self._topics.get(Path(header).name, "nn")

    @cached_property
    def _topics(self) -> dict[str, str]:
        table = self.path / "aclnnop" / "topics.tsv"
        lines = table.read_text().splitlines() if table.is_file() else []
        pairs = [line.split("\t") for line in lines if line and not line.startswith("#")]
        return {header: topic for topic, header in pairs}

    def _declared_in(self, name: str, headers: Iterable[str]) -> tuple[Prototype, str] | None:
        for header in headers:
            prototype = self.declarations(header).prototypes.get(f"{name}{PHASE_1}")
            if prototype is not None:
                return prototype, header
        return None

    @cached_property
    def _base_headers(self) -> tuple[str, ...]:
        order: dict[str, None] = {}

        def visit(header: str) -> None:
            file = self.path / header
            if header in order or not file.is_file():
                return
            for included in re.findall(_INCLUDE, scanner.decode(file.read_bytes())):
                visit(included)
            order[header] = None

        for header in sorted(self.path.glob("acl/**/*.h")) + sorted(self.path.glob("aclnn/*.h")):
            visit(str(header.relative_to(self.path)))
        return tuple(order)

    @cached_property
    def _base_functions(self) -> dict[str, Prototype]:
        return {n: p for h in self._base_headers for n, p in self.declarations(h).prototypes.items()}


class Headers:
    """Our headers, with an installation's prototypes before ours where it has them.

    The installed header decides the types of an operator; ours give roles and optionality, matched by name.
    """

    def __init__(self, installed: Iterable[Path] = ()) -> None:
        self.own = own_headers()
        self.installed = tuple(HeaderDirectory(p, annotated=False) for p in installed)
        self._signatures: dict[str, Signature | None] = {}

    def add(self, directory: Path) -> None:
        """Reads another directory before all others; what was read before is looked up anew."""
        self.installed = (HeaderDirectory(directory, annotated=False), *self.installed)
        self._signatures.clear()
        self.__dict__.pop("by_python_name", None)

    def operator(self, name: str) -> Signature | None:
        """The signature of ``aclnnXxx``; None when neither side declares it."""
        if name not in self._signatures:
            ours = self.own.operator(name)
            theirs = next((s for d in self.installed if (s := d.operator(name))), None)
            if theirs is not None and ours is not None:
                theirs = with_roles_of(theirs, ours)
            self._signatures[name] = theirs or ours
        return self._signatures[name]

    def by_name(self, python_name: str) -> Signature | None:
        """The signature of an operator by its Python name; reads one header where the name tells which."""
        for directory in (*self.installed, self.own):
            for header in likely_headers(python_name):
                for operator in directory.operators_of(header):
                    if names.operator_name(operator) == python_name:
                        return self.operator(operator)
        operator = self.by_python_name.get(python_name, "")
        return self.operator(operator) if operator else None

    def single_phase_function(self, name: str) -> Prototype | None:
        """The prototype of an ``aclnn`` function without phases, an installed one first; None when there is none."""
        directories = (*self.installed, self.own)
        return next((p for d in directories if (p := d.single_phase_function(name))), None)

    @cached_property
    def by_python_name(self) -> dict[str, str]:
        """Python name -> C name of every known operator, installed ones first."""
        found: dict[str, str] = {}
        for directory in (*self.installed, self.own):
            for operator in directory.operators:
                found.setdefault(names.operator_name(operator), operator)
        return found


@lru_cache(maxsize=1)
def own_headers() -> HeaderDirectory:
    """The package's own headers, scanned once for all who ask."""
    return HeaderDirectory(own_directory(), annotated=True)
