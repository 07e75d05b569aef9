"""One case from its inputs to its verdict."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch

from pyaclnn import AclError, Device, PyaclnnError

from . import calls, explanations, goldens, standards
from .drawing import draw
from .executors import Executors, ReferenceFailure
from .files import Case, CaseError
from .outcomes import DIFFERENT, EQUAL, EQUAL_WIDE, EXPLAINED, REFUSED, UNSUPPORTED, Outcome
from .tensors import to_numpy

_Reference = Callable[..., list[Any] | None]


class Runner:
    """Runs cases on one backend, on the first of some chips that takes the case."""

    def __init__(self, backend: str, socs: Sequence[str], seed: int) -> None:
        self._backend = backend
        self._socs = tuple(socs) or (None,)
        self._seed = seed
        torch.set_num_threads(1)  # one process for each core instead

    def run(self, case: Case) -> Outcome:
        standard = standards.of(case.standard)
        if standard.kind == "random":
            return Outcome(UNSUPPORTED, "the result is random")
        try:
            drawn = draw(case, self._seed)
            executors = Executors(case, drawn)
            reference, expected = self._reference(case, executors)
            return self._compare(case, executors, standard, reference, expected)
        except (CaseError, TypeError) as error:
            return Outcome(UNSUPPORTED, f"inputs: {error}")
        except ReferenceFailure as error:
            return Outcome(UNSUPPORTED, f"reference: {error}")
        except calls.Unfitting as error:
            return Outcome(UNSUPPORTED, str(error))

    def _reference(self, case: Case, executors: Executors) -> tuple[_Reference, list[Any]]:
        """The executor, or where it can't run the golden function; and what it gives."""
        try:
            return executors.reference, executors.reference()
        except ReferenceFailure:
            golden = partial(goldens.outputs, case, executors)
            found = golden()
            if found is None:
                raise
            return golden, found

    def _compare(
        self,
        case: Case,
        executors: Executors,
        standard: standards.Standard,
        reference: _Reference,
        expected: list[Any],
    ) -> Outcome:
        refusal: Exception | None = None
        for soc in self._socs:
            slots, results, api = executors.arrange(expected, calls.read)
            with Device(0, backend=self._backend, soc=soc) as device:
                try:
                    results = calls.call(device, case.operator, slots, results)
                except AclError as error:
                    refusal = refusal or error
                    continue
                except PyaclnnError as error:
                    raise calls.Unfitting(_first(error)) from error
                actual = flat(api.after_call(results))
                name = device.soc_name
            detail = _difference(standard, actual, flat(expected))
            if not detail:
                return Outcome(EQUAL, "", name)
            if not _difference_to(lambda: reference(wide=True), standard, actual):
                return Outcome(EQUAL_WIDE, detail, name)
            found = explanations.find(case)
            if found is not None:
                note = f"departs from the documentation: {found.side}; {found.reason}"
                return Outcome(EXPLAINED, detail, name, note)
            agrees = not _difference_to(lambda: goldens.outputs(case, executors), standard, actual)
            return Outcome(DIFFERENT, detail, name, "the golden function agrees with the operator" if agrees else "")
        assert refusal is not None
        return Outcome(REFUSED, _first(refusal))


def flat(values: Any) -> list[Any]:
    """The tensors in nested lists, as arrays."""
    if isinstance(values, list | tuple):
        return [a for value in values for a in flat(value)]
    return [to_numpy(values) if isinstance(values, torch.Tensor) else values]


def _difference(standard: standards.Standard, actual: list[Any], expected: list[Any]) -> str:
    if len(actual) != len(expected):
        return f"{len(actual)} results, expected {len(expected)}"
    for i, (a, e) in enumerate(zip(actual, expected, strict=True)):
        found = standard.difference(a, e)
        if found:
            return f"result {i}: {found}" if len(actual) > 1 else found
    return ""


def _difference_to(compute: Callable[[], list[Any] | None], standard: standards.Standard, actual: list[Any]) -> str:
    """How the results differ from another computation, rounded to their dtypes."""
    with contextlib.suppress(Exception):
        found = [t.astype(a.dtype) for t, a in zip(flat(compute()), actual, strict=True)]
        return _difference(standard, actual, found)
    return "it gives nothing to compare with"


def _first(error: BaseException) -> str:
    """The code and what CANN says about it."""
    return "; ".join(line.strip() for line in str(error).strip().splitlines()[:2])[:300]
