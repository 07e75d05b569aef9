"""Golden functions: the second kind of reference, in ``tests/assets/golden.py`` of an operator's directory."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from . import stand_ins
from .executors import Executors
from .files import Case
from .tensors import to_torch


def outputs(case: Case, executors: Executors, *, wide: bool = False) -> list[Any] | None:
    """What the golden functions give; None where there is none for the case, or it fails.

    One for the C interface takes the inputs in C's order, one for a kernel by name.
    """
    functions = _functions(case.file)
    positional = functions.get("aclnn", {}).get(case.operator)
    calls = [] if positional is None else [partial(positional, *executors.positional(wide=wide))]
    named = executors.by_name(wide=wide)
    calls += [partial(function, **named) for function in functions.get("kernel", {}).values() if _fits(function, named)]
    for call in calls:
        try:
            with stand_ins.installed():
                return _tensors(call())
        except Exception:
            continue
    return None


def _fits(function: Callable[..., Any], named: dict[str, Any]) -> bool:
    """Whether the inputs have the names of the function's parameters, no more and no fewer."""
    parameters = inspect.signature(function).parameters.values()
    plain = [p for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
    required = {p.name for p in plain if p.default is p.empty}
    return required <= named.keys() <= {p.name for p in plain}


def _tensors(found: Any) -> list[Any]:
    values = found if isinstance(found, list | tuple) else [found]
    return [v if isinstance(v, torch.Tensor) else to_torch(np.asarray(v)) for v in values]


@lru_cache(maxsize=64)
def _functions(file: Path) -> dict[str, dict[str, Any]]:
    """The golden functions of the operator to which a case file belongs: kind of interface, name, function."""
    place = next((p / "assets" / "golden.py" for p in file.parents if p.name == "tests"), None)
    if place is None or not place.is_file():
        return {}
    spec = importlib.util.spec_from_file_location("golden", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        with stand_ins.installed():
            spec.loader.exec_module(module)
        kinds = dict(vars(module).get("__golden__", {}))
        return {kind: {name: getattr(module, f) for name, f in names.items()} for kind, names in kinds.items()}
    except Exception:
        return {}
