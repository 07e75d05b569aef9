"""``pyaclnn ops`` and ``pyaclnn describe``: which operators there are, and what each takes."""

from __future__ import annotations

import argparse
import json
import shutil
import textwrap
from typing import Any

from ..abi import names
from ..abi.headers import Headers, own_headers
from ..abi.library import find_installation
from ..abi.signatures import Signature
from ..defaults import default_of
from ..errors import LibraryError, OperatorNotFoundError


def add_to(topics: Any) -> None:
    """Adds the commands to the command line."""
    listing = topics.add_parser("ops", help="list operators")
    listing.add_argument("pattern", nargs="?", default="", help="part of a Python or C name")
    listing.add_argument("--simulated", action="store_true", help="only those that the simulator computes")
    listing.add_argument("--json", action="store_true", help="for programs")
    listing.set_defaults(run=_list)

    describe = topics.add_parser("describe", help="C prototype, parameters, data types and formula of an operator")
    describe.add_argument("operator", help="Python or C name")
    describe.add_argument("--json", action="store_true", help="for programs")
    describe.set_defaults(run=_describe)


def _headers() -> Headers:
    """Our headers, and the installed CANN's before them where there is one."""
    try:
        return Headers(find_installation().includes)
    except LibraryError:
        return Headers()


def _list(options: argparse.Namespace) -> int:
    from ..reference import registry

    wanted = options.pattern.lower()
    simulated = registry.definitions()
    found = [
        {"name": python, "c_name": c, "simulated": c in simulated}
        for python, c in sorted(_headers().by_python_name.items())
        if wanted in python or wanted in c.lower()
    ]
    if options.simulated:
        found = [row for row in found if row["simulated"]]
    if options.json:
        print(json.dumps(found, indent=1))
        return 0
    if not found:
        near = names.nearest(wanted, _headers().by_python_name)
        print(f"no operator has {options.pattern!r} in its name" + (f"; near: {', '.join(near)}" if near else ""))
        return 1
    print(_columns([f"{row['name']}{'' if row['simulated'] else ' -'}" for row in found]))
    print(f"{len(found)} operators; those marked - are not computed by the simulator")
    return 0


def _columns(words: list[str]) -> str:
    room = max(map(len, words)) + 2
    count = max(1, shutil.get_terminal_size().columns // room)
    rows = -(-len(words) // count)
    return "\n".join("".join(w.ljust(room) for w in words[row::rows]).rstrip() for row in range(rows))


def _describe(options: argparse.Namespace) -> int:
    headers = _headers()
    name = options.operator
    signature = headers.operator(name) if name.startswith("aclnn") else headers.by_name(name)
    if signature is None:
        near = names.nearest(names.operator_name(name), headers.by_python_name)
        raise OperatorNotFoundError(f"no operator {name!r}" + (f"; did you mean {', '.join(near)}?" if near else ""))
    facts = describe(signature)
    print(json.dumps(facts, indent=1) if options.json else _as_text(facts, signature))
    return 0


def describe(signature: Signature) -> dict[str, Any]:
    """What is known about an operator, for people and programs alike."""
    from ..reference import registry
    from ..reference.chips import Family
    from ..reference.description import dtypes_of

    definition = registry.find(signature.name)
    parameters = []
    for p in signature.parameters:
        default = default_of(signature.name, p.name)
        parameters.append(
            {
                "name": p.python_name,
                "c_name": p.name,
                "c_type": p.ctype,
                "kind": p.kind.value,
                "role": p.role.value,
                "optional": p.optional,
                **({} if default is None else {"default": default[0], "default_source": default[1]}),
            }
        )
    return {
        "name": signature.python_name,
        "c_name": signature.name,
        "header": signature.header,
        "topic": own_headers().topic(signature.header),
        "prototype": signature.prototype(),
        "parameters": parameters,
        "simulated": definition is not None,
        "formula": None if definition is None else definition.formula,
        "chips": None if definition is None else [f.value for f in Family if f in definition.families],
        "dtypes": {} if definition is None else dtypes_of(definition),
    }


def _as_text(facts: dict[str, Any], signature: Signature) -> str:
    width = min(100, shutil.get_terminal_size().columns)
    lines = [f"{facts['name']}  ({facts['c_name']}, {facts['header']})", ""]
    if facts["simulated"]:
        lines += textwrap.wrap(facts["formula"], width)
        lines += [f"chips: {', '.join(facts['chips'])}", ""]
    else:
        lines += ["The simulator does not compute it: outputs must be passed, on a device.", ""]
    room = max(len(p["name"]) for p in facts["parameters"]) if facts["parameters"] else 0
    for p in facts["parameters"]:
        notes = [p["kind"], p["role"]] + (["may be None"] if p["optional"] else [])
        if "default" in p:
            notes.append(f"default {p['default']!r}")
        lines.append(f"  {p['name'].ljust(room)}  {', '.join(notes)}")
    if facts["dtypes"]:
        lines += ["", "data types:"]
        for parameter, by_chip in facts["dtypes"].items():
            lines.append(f"  {parameter}")
            for chips, dtypes in _grouped(by_chip):
                text = f"{', '.join(chips)}: {', '.join(dtypes) or 'none'}"
                lines += textwrap.wrap(text, width, initial_indent="    ", subsequent_indent="      ")
    return "\n".join([*lines, "", facts["prototype"]])


def _grouped(by_chip: dict[str, list[str]]) -> list[tuple[list[str], list[str]]]:
    """Chips that have the same data types together."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for chip, dtypes in by_chip.items():
        groups.setdefault(tuple(dtypes), []).append(chip)
    return [(chips, list(dtypes)) for dtypes, chips in groups.items()]
