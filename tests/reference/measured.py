"""Measured phase-1 results: calls of real argument checks, written down by chip, and replayed on definitions.

The tables were measured on host libraries built from CANN's public sources. Argument checks there are genuine;
kernel selection and tiling were not run, so that 0 says "the checks pass".
"""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from pyaclnn import dtypes
from pyaclnn.abi.headers import own_headers
from pyaclnn.abi.signatures import Kind, Signature
from pyaclnn.formats import as_format
from pyaclnn.reference import registry
from pyaclnn.reference.chips import family_of
from pyaclnn.reference.meta import ScalarValue, TensorMeta, row_major
from pyaclnn.reference.rules import Refusal

DATA = Path(__file__).parent.parent / "data"
SOCS = ("Ascend910B1", "Ascend910A", "Ascend310P3", "Ascend950PR_9599")
csv.field_size_limit(10**9)


@dataclass(frozen=True)
class Row:
    operator: str
    case: str
    args: str
    results: dict[str, str]  # chip -> code, or 0:WORKSPACE


def table(name: str) -> Iterator[dict[str, str]]:
    with gzip.open(DATA / name, "rt") as file:
        yield from csv.DictReader(file, delimiter="\t")


@lru_cache(maxsize=1)
def measured_rows() -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for r in table("measured_return_codes.tsv.gz"):
        row = Row(r["op"], r["case"], r["args"], {s: r[s] for s in SOCS if r[s]})
        found.setdefault(row.operator, []).append(row)
    return found


def replay(row: Row, soc: str) -> tuple[str, int | None]:
    """The simulator's code for a measured call, and the workspace where it succeeds."""
    args = json.loads(row.args)
    if any(a["t"] == "outptr_null" for a in args):
        return "161001", None  # checked before any definition is asked; tested on the C interface
    signature = own_headers().operator(row.operator)
    assert signature is not None
    values = {p.name: value_of(a) for p, a in zip(signature.parameters, args, strict=True)}
    return plan(row.operator, values, soc)


def plan(operator: str, values: dict[str, Any], soc: str) -> tuple[str, int | None]:
    definition = registry.find(operator)
    assert definition is not None
    try:
        return "0", definition.plan(family_of(soc), values).workspace_size
    except Refusal as error:
        refusal = error
    assert refusal.text
    return str(refusal.code), None


def mismatches(operator: str) -> list[str]:
    """Rows of an operator that come out differently; a crash upstream agrees with any error."""
    wrong = []
    for row in measured_rows()[operator]:
        for soc, want in row.results.items():
            code, workspace = replay(row, soc)
            want_code, _, want_workspace = want.partition(":")
            same = code != "0" if want_code == "CRASH" else code == want_code
            if same and want_workspace and code == "0":
                same = (int(want_workspace) > 0) == (workspace > 0)
            if not same:
                wrong.append(f"{operator} {row.case} on {soc}: measured {want}, got {code}:{workspace}")
    return wrong


def value_of(a: dict[str, Any]) -> Any:
    kind, value = a["t"], a.get("v")
    if kind == "null":
        return None
    if kind == "tensor":
        return tensor(a)
    if kind == "scalar":
        return scalar(a["dtype"], value)
    if kind in ("tensorlist", "scalarlist"):
        return tuple(value_of({**x, "t": x.get("t", kind[:-4])}) for x in value)
    if kind in ("intarray", "boolarray"):
        return tuple(value)
    if kind == "floatarray":
        return tuple(map(float, value))
    if kind == "dtype":
        return dtypes.as_dtype(value) if isinstance(value, str) and value != "DT_UNDEFINED" else _by_code(value)
    if kind in ("float", "double"):
        return float(np.float32(value)) if kind == "float" else float(value)
    return value


def _by_code(value: Any) -> Any:
    try:
        return dtypes.from_code(-1 if value == "DT_UNDEFINED" else value)
    except ValueError:
        return value


def tensor(a: dict[str, Any]) -> TensorMeta:
    shape = tuple(a["shape"])
    return TensorMeta(
        shape,
        tuple(a.get("strides") or row_major(shape)),
        dtypes.as_dtype(a["dtype"]) if a["dtype"] != "DT_UNDEFINED" else dtypes.UNDEFINED,
        a.get("offset", 0),
        as_format(a.get("format", "ND")),
        tuple(a.get("storage", shape)),
    )


def scalar(name: str, value: Any) -> ScalarValue:
    dtype = dtypes.as_dtype(name)
    number = complex(*map(float, value)) if isinstance(value, list) else value
    number = float(number) if isinstance(number, str) else number
    assert dtype.numpy is not None
    with np.errstate(all="ignore"):
        return ScalarValue(dtype, np.array(number).astype(dtype.numpy)[()])


def baseline(operator: str) -> dict[str, Any] | None:
    """The arguments of the call that all others of an operator vary."""
    for row in measured_rows().get(operator, ()):
        if row.case == "baseline":
            signature = own_headers().operator(operator)
            assert signature is not None
            return {p.name: value_of(a) for p, a in zip(signature.parameters, json.loads(row.args), strict=True)}
    return None


def kinds(signature: Signature) -> dict[str, Kind]:
    return {p.name: p.kind for p in signature.parameters}
