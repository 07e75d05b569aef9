"""Compares other headers with ours: what parses, what binds, and in what the prototypes differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cffi import FFI

from pyaclnn.abi.headers import HeaderDirectory, own_headers
from pyaclnn.abi.interface import Interface
from pyaclnn.abi.scanner import PHASE_1, Prototype
from pyaclnn.abi.signatures import HeaderError, Signature, parse, parse_parameters

from .sources import include_directory, is_public

_FFI = FFI()
_FFI.cdef(own_headers().base_types)


@dataclass
class Comparison:
    """Files and operators by what became of them; the lists hold a line for each."""

    files: Counter[str] = field(default_factory=Counter)
    operators: Counter[str] = field(default_factory=Counter)
    differences: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def lines(self, *, details: bool = True) -> Iterator[str]:
        for title, counts in (("files", self.files), ("operators", self.operators)):
            yield f"{title}: " + ", ".join(f"{count} {kind}" for kind, count in counts.items())
        for kind, entries in sorted(self.differences.items()):
            yield f"{kind}: {len(entries)}"
            if details:
                yield from (f"    {entry}" for entry in entries)


def compare(paths: Sequence[Path]) -> Comparison:
    """Everything below some include directories or checkouts against our headers."""
    result = Comparison()
    seen: dict[str, Signature] = {}
    for path in paths:
        directory = HeaderDirectory(include_directory(path), annotated=False)
        for header in directory.operator_headers:
            _file(directory, header, f"{path.name}/{header}", result)
        for name in directory.operators:
            _operator(directory, name, path.name, seen, result)
    public = {n for n, s in seen.items() if is_public(s.header)}
    for name in own_headers().operators.keys() - public:
        result.differences["only in ours (headers that CANN's build makes)"].append(name)
    for entries in result.differences.values():
        entries.sort()
    return result


def _file(directory: HeaderDirectory, header: str, shown: str, result: Comparison) -> None:
    """Counts a file, and each way in which one of its declarations is no C."""
    declarations = directory.declarations(header)
    operators = [n for n in declarations.prototypes if n.endswith(PHASE_1)]
    why = ""
    for prototype in declarations.prototypes.values():
        why = why or _fault(prototype)
    named = any(header in headers for headers in directory.mentions.values())
    if why:
        result.differences["file that is not C"].append(f"{shown}: {why}")
    elif not declarations.prototypes:
        result.differences["file that declares no function"].append(shown + (", but names some" if named else ""))
    result.files["in all"] += 1
    result.files["with operators"] += bool(operators) and not why
    result.files["with other functions only"] += bool(declarations.prototypes) and not operators and not why
    result.files["without functions"] += not declarations.prototypes
    result.files["not C"] += bool(why)


def _fault(prototype: Prototype) -> str:
    try:
        parse_parameters(prototype.text)
    except HeaderError as error:
        return str(error)
    return ""


def _operator(
    directory: HeaderDirectory, name: str, place: str, seen: dict[str, Signature], result: Comparison
) -> None:
    """Binds an operator and compares it with ours, the first time it comes."""
    declared = [(h, directory.declarations(h).prototypes.get(f"{name}{PHASE_1}")) for h in directory.mentions[name]]
    found = [(h, p) for h, p in declared if p is not None]
    if not found:
        result.differences["named and declared nowhere"].append(f"{place}: {name}")
        return
    try:
        signatures = [parse(p, h, annotated=False, types=directory.declarations(h).types) for h, p in found]
        binds(signatures[0])
    except HeaderError as error:
        result.differences["operator that does not bind"].append(f"{place}: {name}: {error}")
        return
    for other in signatures[1:]:
        for kind in _kinds(signatures[0], other):
            result.differences["declared twice, and not the same"].append(f"{name}: {kind} ({place}/{other.header})")
    if name in seen:
        result.differences["in several repositories"].append(f"{name}: {place}")
        return
    first = seen[name] = signatures[0]
    result.operators["bind"] += 1
    if not is_public(first.header):
        result.operators["of them trial versions"] += 1
        return
    ours = own_headers().operator(name)
    if ours is None:
        result.differences["not in ours"].append(f"{name} ({place}/{first.header})")
        return
    for kind in _kinds(first, ours):
        result.differences[f"prototype: {kind}"].append(name)
    result.operators["equal to ours"] += not list(_kinds(first, ours))
    if Path(first.header).name != Path(ours.header).name:
        result.differences["another file name"].append(f"{name}: {first.header}, ours {ours.header}")
    _roles(first, ours, result)


def _roles(theirs: Signature, ours: Signature, result: Comparison) -> None:
    """Where the guess for an operator that nobody has annotated would be wrong."""
    for guess, known in zip(theirs.parameters, ours.parameters, strict=False):
        if guess.role is not known.role:
            kind = f"guessed role {guess.role.value}, in ours {known.role.value}"
            result.differences[kind].append(f"{ours.name}.{known.name}")


def _kinds(a: Signature, b: Signature) -> Iterator[str]:
    """The ways in which two prototypes of an operator differ."""
    if len(a.parameters) != len(b.parameters):
        yield "number of parameters"
        return
    pairs = list(zip(a.parameters, b.parameters, strict=True))
    if any(x.ctype != y.ctype for x, y in pairs):
        constant = all(_bare(x.ctype) == _bare(y.ctype) for x, y in pairs)
        yield "const" if constant else "types"
    if any(x.name != y.name for x, y in pairs):
        yield "names"


def _bare(ctype: str) -> str:
    return ctype.replace("const ", "")


def binds(signature: Signature) -> None:
    """Gives cffi the prototype as a function type. ``HeaderError`` when it doesn't take it."""
    text = signature.text.replace(f"{signature.name}{PHASE_1}(", "(*)(", 1).rstrip(";")
    ffi = _FFI
    try:
        if signature.types:
            ffi = FFI()
            ffi.cdef("\n".join([own_headers().base_types, *signature.types]))
        ffi.typeof(text)
        ffi.typeof(Interface.second_phase(signature.name).replace(f"{signature.name}(", "(*)(", 1).rstrip(";"))
    except Exception as error:  # cffi has several
        raise HeaderError(f"cffi does not take {text[:200]!r}: {error}") from None
