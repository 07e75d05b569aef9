"""What is known about an operator, as data and as text: for ``help``, ``d.ops.describe`` and the command line."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable
from typing import Any

from .. import constants
from ..abi.headers import Headers, own_headers
from ..abi.signatures import Kind, Parameter, Signature
from ..calls import defaults, single_phase
from ..reference import registry
from ..reference.chips import Family
from ..reference.definition import Definition
from ..reference.description import dtypes_of
from .rules_in_words import output_rules

WIDTH = 100


def facts(signature: Signature) -> dict[str, Any]:
    """All that is known; parameters by Python name, in C's order."""
    definition = registry.find(signature.name)
    names = {p.name: p.python_name for p in signature.parameters}
    return {
        "name": signature.python_name,
        "c_name": signature.name,
        "header": signature.header,
        "topic": own_headers().topic(signature.header),
        "simulated": definition is not None,
        "formula": None if definition is None else in_python(definition.formula, names),
        "chips": None if definition is None else [f.value for f in Family if f in definition.families],
        "parameters": [_parameter(signature, p) for p in signature.parameters],
        "outputs": _outputs(signature, definition, names),
        "dtypes": {} if definition is None else {names.get(n, n): c for n, c in dtypes_of(definition).items()},
        "prototype": signature.prototype(),
    }


def single_phase_facts(name: str, headers: Headers) -> dict[str, Any] | None:
    """What is known about a function of one phase, by Python or C name; None when there is none of the name."""
    function = single_phase.find(name)
    if function is None:
        return None
    c_name = next(c for c, f in single_phase.FUNCTIONS.items() if f is function)
    prototype = headers.single_phase_function(c_name)
    signature = re.sub(r"_d: Device, /(, )?", "", str(inspect.signature(function)).replace("'", ""))
    return {
        "name": function.__name__,
        "c_name": c_name,
        "call": f"d.{function.__name__}{signature}",
        "does": " ".join(str(function.__doc__).split()),
        "prototype": "" if prototype is None else prototype.text,
    }


def single_phase_text(found: dict[str, Any], width: int = WIDTH) -> str:
    """The facts for a terminal."""
    paragraphs = (
        found["name"],
        f"{found['c_name']}, a function of one phase, on the host.",
        found["call"],
        found["does"],
    )
    return "\n".join(line for p in (*paragraphs, found["prototype"]) for line in _wrapped(p, width))


def in_python(text: str, names: dict[str, str]) -> str:
    """A text with parameters called by their Python names."""
    changed = {c: python for c, python in names.items() if c != python}
    if not changed:
        return text
    words = "|".join(sorted(map(re.escape, changed), key=len, reverse=True))
    return re.sub(rf"(?<![\w.])({words})(?!\w)", lambda m: changed[m[1]], text)


def _parameter(signature: Signature, p: Parameter) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": p.python_name, "c_name": p.name, "c_type": p.ctype, "kind": p.kind.value, "role": p.role.value,
        "optional": p.optional,
    }  # fmt: skip
    default = defaults.default_of(signature.name, p.name)
    if default is not None:
        found |= {"default": default[0], "default_source": default[1]}
    if p.kind is Kind.INT:
        words = constants.words(signature.name, p.name)
        if words:
            found["words"] = words
        if constants.is_dtype(signature.name, p.name):
            found["means"] = "data type"
        if constants.is_format(signature.name, p.name):
            found["means"] = "format"
    return found


def _outputs(signature: Signature, definition: Definition | None, names: dict[str, str]) -> dict[str, dict[str, Any]]:
    """For each output whether it can be left out, and the rules of its shape and dtype."""
    rules = {} if definition is None else output_rules(definition, [p.name for p in signature.outputs])
    found = {}
    for p in signature.outputs:
        shape, dtype = rules.get(p.name, ("", ""))
        found[p.python_name] = {
            "may_be_left_out": bool(shape and dtype),
            "shape": in_python(shape, names) or None,
            "dtype": in_python(dtype, names) or None,
        }
    return found


def text(found: dict[str, Any], width: int = WIDTH) -> str:
    """The facts for a terminal; the C prototype is the one part that is not wrapped."""
    lines = [*_wrapped(f"{found['c_name']} ({found['header']}).", width), ""]
    if found["simulated"]:
        lines += _wrapped(found["formula"], width)
        lines += _wrapped(f"Chips: {', '.join(found['chips'])}.", width)
    else:
        lines += ["The simulator does not compute it, and outputs must be passed."]
    lines += ["", "Parameters:"]
    for p in found["parameters"]:
        lines += _wrapped(_parameter_line(p), width, "    ")
    lines += ["", *_output_lines(found, width)]
    if found["dtypes"]:
        lines += ["", "Data types:"]
        for parameter, by_chip in found["dtypes"].items():
            for chips, dtypes in _grouped(by_chip):
                lines += _wrapped(f"{parameter} on {', '.join(chips)}: {', '.join(dtypes) or 'none'}", width, "    ")
    lines += ["", "C prototype:", "", *found["prototype"].splitlines()]
    return "\n".join(lines)


def _parameter_line(p: dict[str, Any]) -> str:
    notes = [p["kind"], p["role"]]
    if p["optional"]:
        notes.append("may be None")
    if "default" in p:
        notes.append(f"default {p['default']!r} ({p['default_source']})")
    line = f"{p['name']}: {', '.join(notes)}"
    if "means" in p:
        line += f"; a {p['means']}, also by name"
    if "words" in p:
        line += "; " + ", ".join(f"{number} = {word!r}" for word, number in p["words"].items())
    return line


def _output_lines(found: dict[str, Any], width: int) -> list[str]:
    lines = []
    for name, rule in found["outputs"].items():
        if rule["may_be_left_out"]:
            lines += _wrapped(f"{name} may be left out: shape {rule['shape']}; dtype {rule['dtype']}.", width)
        else:
            lines.append(f"{name} must be passed.")
    return [*lines, "The call does not wait."]


def _wrapped(line: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(
        line, width, initial_indent=indent, subsequent_indent=f"{indent}    " if indent else "",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _grouped(by_chip: dict[str, list[str]]) -> Iterable[tuple[list[str], list[str]]]:
    """Chips that have the same data types together."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for chip, dtypes in by_chip.items():
        groups.setdefault(tuple(dtypes), []).append(chip)
    return [(chips, list(dtypes)) for dtypes, chips in groups.items()]
