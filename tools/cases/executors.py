"""The executors that lie beside a case file: the reference of a case, and the arrangement of its C arguments."""

from __future__ import annotations

import copy
import importlib.util
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import torch

from . import stand_ins
from .drawing import Drawn
from .files import Case
from .stand_ins import AclnnBaseApi, Backend, FunctionApi, InputDataset, OutputInfo, Slot, TaskResult
from .tensors import to_numpy, to_torch

_DEFAULT_API = "aclnn_function"


class ReferenceFailure(Exception):
    """The reference can't be loaded or run, or gives nothing to compare with."""


class Executors:
    """Both sides of one case. ``outputs`` are the reference's, as a list that may hold lists."""

    def __init__(self, case: Case, drawn: list[Drawn]) -> None:
        self._case = case
        self._drawn = drawn
        self._classes = _classes(case.file.parent)

    def reference(self, *, wide: bool = False) -> list[Any]:
        """What the reference gives on the CPU; ``wide`` computes with float64 in place of narrower floats."""
        task = TaskResult(self._case.expression, "cpu")
        api = self._api(task)
        given = self._inputs(_widened if wide else _plain, with_hints=not isinstance(api, FunctionApi))
        try:
            with stand_ins.installed():
                stand_ins.OpsDataset.seed_everything()
                api.init_by_input_data(given)
                found = api(given, with_output=True)
        except Exception as error:
            raise ReferenceFailure(_shown(error)) from error
        outputs = found if isinstance(found, list | tuple) else [found]
        if not outputs or any(value is None for value in outputs):
            raise ReferenceFailure("the reference returns nothing")
        return [_tensors(value) for value in outputs]

    def arrange(self, outputs: list[Any], read: Callable[[Slot], Any]) -> tuple[list[Slot], list[Slot], AclnnBaseApi]:
        """The C arguments, those of them that hold the results, and the object that reads these."""
        task = TaskResult(self._case.expression, "pyaclnn", [_info(value) for value in outputs])
        given = self._inputs(_typed)
        prepared = self._api(task)
        backend = Backend([d.name for d in self._drawn if d.is_hint], read)
        chosen = self._classes.get(self._case.aclnn_api or _DEFAULT_API, AclnnBaseApi)
        try:
            prepared.init_by_input_data(given)
            api: AclnnBaseApi = chosen(task, backend)
            own = type(api).get_format is not AclnnBaseApi.get_format
            asked: Any = api if own else prepared
            backend.format_of = lambda index, name: asked.get_format(given, index, name)
            with stand_ins.installed():
                arguments, results = api.init_by_input_data(given)
        except Exception as error:
            raise ReferenceFailure(f"arguments: {_shown(error)}") from error
        unwrapped: dict[int, Slot] = {}
        slots = [unwrapped.setdefault(id(a), _slot(a)) for a in arguments]
        return slots, [unwrapped.get(id(r)) or _slot(r) for r in results], api

    def positional(self, *, wide: bool = False) -> list[Any]:
        """The inputs as PyTorch takes them, in C's order."""
        return [(_widened if wide else _plain)(drawn) for drawn in self._drawn if not drawn.is_hint]

    def by_name(self, *, wide: bool = False) -> dict[str, Any]:
        """The inputs that have names, tensors as arrays."""
        convert = _widened if wide else _plain
        return {d.name: _each(convert(d), _array) for d in self._drawn if d.name}

    def _api(self, task: TaskResult) -> Any:
        found = FunctionApi if self._case.api == "function" else self._classes.get(self._case.api)
        if found is None:
            raise ReferenceFailure(f"no executor beside the file is called {self._case.api!r}")
        try:
            return found(task)
        except Exception as error:
            raise ReferenceFailure(_shown(error)) from error

    def _inputs(self, convert: Callable[[Drawn], Any], *, with_hints: bool = True) -> InputDataset:
        result = InputDataset()
        for drawn in self._drawn:
            if drawn.is_hint and not with_hints:
                continue
            if drawn.name:
                result.kwargs[drawn.name] = convert(drawn)
            else:
                result.args.append(convert(drawn))
        return result


@lru_cache(maxsize=8)
def _classes(directory: Path) -> dict[str, type[Any]]:
    """The executors in a directory by their names; they are loaded once."""
    stand_ins.REGISTERED.clear()
    failures = []
    with stand_ins.installed():
        for file in sorted(directory.glob("*.py")):
            spec = importlib.util.spec_from_file_location(f"executors_{file.stem}", file)
            assert spec is not None
            assert spec.loader is not None
            try:
                spec.loader.exec_module(importlib.util.module_from_spec(spec))
            except Exception as error:
                failures.append(f"{file.name}: {_shown(error)}")
    found = dict(stand_ins.REGISTERED)
    if failures and not found:
        raise ReferenceFailure("; ".join(failures))
    return found


def _plain(drawn: Drawn) -> Any:
    """What PyTorch takes: tensors and Python numbers."""
    return _each(drawn.value, lambda v: to_torch(v) if isinstance(v, np.ndarray) else _number(v))


def _widened(drawn: Drawn) -> Any:
    def widen(value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return _number(value)
        tensor = to_torch(value)
        if tensor.is_floating_point():
            return tensor.double()
        return tensor.to(torch.complex128) if tensor.is_complex() else tensor

    return _each(drawn.value, widen)


def _typed(drawn: Drawn) -> Any:
    """What C is given: tensors, numbers with their dtype, and plain attributes."""
    return copy.copy(_each(drawn.value, lambda v: to_torch(v) if isinstance(v, np.ndarray) else v))


def _each(value: Any, convert: Callable[[Any], Any]) -> Any:
    return type(value)(map(convert, value)) if isinstance(value, list | tuple) else convert(value)


def _array(value: Any) -> Any:
    return to_numpy(value) if isinstance(value, torch.Tensor) else value


def _number(value: Any) -> Any:
    if not isinstance(value, np.generic):
        return value
    found = value.item()
    return found if isinstance(found, bool | int | float | complex) else float(found)


def _tensors(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_tensors(v) for v in value]
    if isinstance(value, np.ndarray | np.generic):
        return to_torch(np.asarray(value))
    return value.detach() if isinstance(value, torch.Tensor) else torch.tensor(value)


def _info(value: Any) -> Any:
    return [_info(v) for v in value] if isinstance(value, list) else OutputInfo(tuple(value.shape), value.dtype)


def _slot(argument: Any) -> Slot:
    """Anything an executor may have put among the arguments."""
    if isinstance(argument, Slot):
        return argument
    return Slot(getattr(argument, "value", None) if hasattr(argument, "_type_") else argument)


def _shown(error: BaseException) -> str:
    first = str(error).strip().splitlines()[:1]
    return f"{type(error).__name__}: {first[0] if first else ''}"[:200]
