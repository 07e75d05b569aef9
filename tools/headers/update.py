"""Brings ``headers/aclnnop`` to what other headers and the table declare, and keeps what is ours in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pyaclnn.abi.headers import INDEX
from pyaclnn.abi.signatures import INTEGER_RANGES

from . import model, table
from .model import Function, Header, Parameter
from .sources import Declared, Source

_TENSORS = ("aclTensor *", "aclTensorList *")
_TOPICS_HEAD = "# topic of CANN's operator libraries; header"
_INDEX_HEAD = "# header; operators; functions of one phase"


@dataclass
class Changes:
    """What an update found and did; each list has one line for an operator or a file."""

    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        for kind, entries in vars(self).items():
            yield from (f"{kind:<10} {entry}" for entry in entries)
        yield ", ".join(f"{len(entries)} {kind}" for kind, entries in vars(self).items())


def update(
    directory: Path, sources: Sequence[Source], rows: Iterable[table.Row], *, remove: bool = False, dry: bool = False
) -> Changes:
    """Updates a directory of headers; ``remove`` takes out what is gone, ``dry`` only reports.

    What a source declares wins over the table, and the first source over the others.
    """
    changes = Changes()
    ours = {f.name: model.read(f.name, f.read_text(encoding="ascii")) for f in sorted(directory.glob("*.h"))}
    topics = read_topics(directory)
    wanted = _wanted(sources, rows, changes)
    homes = {name: header.file for header in ours.values() for name in header.functions}
    for name, declared in wanted.items():
        _take(declared, ours, homes.get(name), changes)
        topics[declared.file] = declared.topic or topics.get(declared.file, "")
    for name in _gone(homes, wanted, sources, topics):
        changes.gone.append(f"{name} ({homes[name]})" + ("" if remove else ": kept"))
        if remove:
            del ours[homes[name]].functions[name]
    for file in [f for f, header in ours.items() if header.functions and not topics.get(f)]:
        changes.notes.append(f"{file}: the topic is not known, nn is taken")
        topics[file] = "nn"
    _save(directory, ours, topics, changes, dry)
    return changes


def read_topics(directory: Path) -> dict[str, str]:
    """Header -> topic."""
    file = directory / "topics.tsv"
    lines = file.read_text(encoding="ascii").splitlines() if file.is_file() else []
    return {header: topic for topic, header in (line.split("\t") for line in lines if line and line[0] != "#")}


def _wanted(sources: Sequence[Source], rows: Iterable[table.Row], changes: Changes) -> dict[str, Declared]:
    wanted: dict[str, Declared] = {}
    for source in sources:
        changes.unreadable += [f"{name} in {source.path.name}: {why}" for name, why in source.unreadable.items()]
        for name, declared in source.functions.items():
            wanted.setdefault(name, declared)
    for row in rows:
        if row.function.name in wanted:
            changes.notes.append(f"{row.function.name} has a header in CANN now: take it out of {table.PATH.name}")
        else:
            wanted[row.function.name] = Declared(row.function, row.file, row.topic)
    return dict(sorted(wanted.items(), key=lambda item: item[1].file))


def _gone(
    homes: dict[str, str], wanted: dict[str, Declared], sources: Sequence[Source], topics: dict[str, str]
) -> list[str]:
    """Functions of ours that no source has, where a source of their topic was given."""
    given = {s.topic for s in sources}
    return [n for n, file in homes.items() if n not in wanted and ("" in given or topics.get(file) in given)]


def _take(declared: Declared, ours: dict[str, Header], home: str | None, changes: Changes) -> None:
    """Puts a function in its place, with our annotations where we have some."""
    function, name = declared.function, declared.function.name
    header = ours.setdefault(declared.file, Header(declared.file))
    if home is None:
        header.functions[name] = with_macros(function, None)
        changes.new.append(f"{name} ({declared.file})")
        return
    known = ours[home].functions[name]
    merged = with_macros(replace(function, comment=known.comment or function.comment), known)
    if known.c_types() != merged.c_types() or known.returns != merged.returns:
        changes.changed.append(f"{name}: {_difference(known, merged)}")
    if home != declared.file:
        changes.moved.append(f"{name}: {home} -> {declared.file}")
        del ours[home].functions[name]
    header.functions[name] = merged


def with_macros(function: Function, known: Function | None) -> Function:
    """A function with the macros that ours has for the parameter of each name; guessed where it has none.

    A parameter that comes with macros, from the table, needs no guess.
    """
    old = {p.name: p.macros for p in known.parameters} if known else {}
    is_bare = not any(p.macros for p in function.parameters)
    return replace(
        function,
        parameters=tuple(
            replace(p, macros=old[p.name] if p.name in old else guessed(p) if is_bare else p.macros)
            for p in function.parameters
        ),
    )


def guessed(parameter: Parameter) -> frozenset[str]:
    """Roles by name and ``const``, for parameters that nobody has looked at."""
    macros = {"ACLNN_OPTIONAL"} if parameter.name.endswith("Optional") and "*" in parameter.ctype else set()
    if parameter.ctype.endswith("**") or (
        parameter.ctype.endswith(" *") and parameter.ctype.removesuffix(" *") in INTEGER_RANGES
    ):
        macros.add("ACLNN_OUT")
    elif parameter.ctype.removeprefix("const ") in _TENSORS:
        if parameter.name.endswith("Ref"):
            macros.add("ACLNN_INOUT")
        elif not parameter.ctype.startswith("const"):
            macros.add("ACLNN_OUT")
    return frozenset(macros)


def _difference(old: Function, new: Function) -> str:
    """The parameters that differ; the counts where there are more or fewer."""
    before, after = old.c_types(), new.c_types()
    if len(before) == len(after):
        return "; ".join(f"{a} -> {b}" for a, b in zip(before, after, strict=True) if a != b) or new.returns
    less = [p for p in before if p not in after]
    more = [p for p in after if p not in before]
    return "; ".join([f"{len(before)} -> {len(after)} parameters", *(f"-{p}" for p in less), *(f"+{p}" for p in more)])


def _save(directory: Path, ours: dict[str, Header], topics: dict[str, str], changes: Changes, dry: bool) -> None:
    files = {file: model.write(header) for file, header in ours.items() if header.functions}
    listed = sorted((topic, file) for file, topic in topics.items() if file in files)
    files["topics.tsv"] = "\n".join([_TOPICS_HEAD, *(f"{topic}\t{file}" for topic, file in listed), ""])
    files[INDEX] = "\n".join([_INDEX_HEAD, *(_index_row(h) for _, h in sorted(ours.items()) if h.functions), ""])
    for file in ours:
        if file not in files and (directory / file).is_file():
            changes.written.append(f"{file}: removed, nothing is left in it")
            if not dry:
                (directory / file).unlink()
    for file, text in files.items():
        path = directory / file
        if not path.is_file() or path.read_text(encoding="ascii") != text:
            changes.written.append(file)
            if not dry:
                path.write_text(text, encoding="ascii")


def _index_row(header: Header) -> str:
    operators = [f.name for f in header.functions.values() if f.is_operator]
    others = [f.name for f in header.functions.values() if not f.is_operator]
    return "\t".join([header.file, " ".join(operators), " ".join(others)])
