"""``pyaclnn ops`` and ``pyaclnn describe``: which operators there are, and what each takes."""

from __future__ import annotations

import argparse
import json
import shutil
import textwrap
from typing import Any

from ..abi import names
from ..abi.headers import Headers
from ..abi.library import find_installation
from ..errors import LibraryError, OperatorNotFoundError
from ..values import shown

_WIDEST = 100


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


def width() -> int:
    """Columns to write in: those of the terminal, but not so many that lines are hard to read."""
    return max(20, min(_WIDEST, shutil.get_terminal_size((_WIDEST, 24)).columns))


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
    headers = _headers()
    found = [
        {"name": python, "c_name": c, "simulated": c in simulated}
        for python, c in sorted(headers.by_python_name.items())
        if wanted in python or wanted in c.lower()
    ]
    if options.simulated:
        found = [row for row in found if row["simulated"]]
    if options.json:
        print(json.dumps(found, indent=1))
    elif not found:
        near = names.nearest(names.operator_name(options.pattern), headers.by_python_name)
        text = f"no operator has {shown(options.pattern)} in its name" + (f"; near: {', '.join(near)}" if near else "")
        print(textwrap.fill(text, width()))
    else:
        print(_columns([f"{row['name']}{'' if row['simulated'] else ' -'}" for row in found]))
        marked = "" if all(row["simulated"] for row in found) else "; those marked - are not computed by the simulator"
        print(textwrap.fill(f"{len(found)} operator{'s' if len(found) > 1 else ''}{marked}", width()))
    return 0 if found else 1


def _columns(words: list[str]) -> str:
    room = max(map(len, words)) + 2
    count = max(1, (width() + 2) // room)
    rows = -(-len(words) // count)
    return "\n".join("".join(w.ljust(room) for w in words[row::rows]).rstrip() for row in range(rows))


def _describe(options: argparse.Namespace) -> int:
    from ..lookup import description

    headers = _headers()
    name = options.operator
    signature = headers.operator(name) if name.startswith("aclnn") else headers.by_name(name)
    if signature is None and (single := description.single_phase_facts(name, headers)) is not None:
        print(json.dumps(single, indent=1) if options.json else description.single_phase_text(single, width()))
        return 0
    if signature is None:
        near = names.nearest(names.operator_name(name), headers.by_python_name)
        meant = f"did you mean {', '.join(near)}?" if near else "`pyaclnn ops TEXT` looks for one"
        raise OperatorNotFoundError(f"no operator {shown(name)}; {meant}")
    facts = description.facts(signature)
    if options.json:
        print(json.dumps(facts, indent=1))
    else:
        print(facts["name"])
        print(description.text(facts, width()))
    return 0
