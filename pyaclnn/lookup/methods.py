"""Operators as methods of a device, with the signature and the text that ``help`` and editors show."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ..abi.signatures import Role
from ..calls import callpath
from ..calls.callpath import UNSET
from .laziness import LazyText

if TYPE_CHECKING:
    from ..operators import Operator


class _Made:
    def __repr__(self) -> str:
        return "..."


_MADE = _Made()  # how a signature shows an output that is made when it is left out


class _Signature(inspect.Signature):
    """A signature whose outputs may stand before required parameters: C's order is kept.

    ``inspect`` makes new ones from it, for bound methods, and would check their order.
    """

    __slots__ = ()

    def __init__(self, parameters: Any = None, *, return_annotation: Any = inspect.Signature.empty, **_: Any) -> None:
        super().__init__(parameters, return_annotation=return_annotation, __validate_parameters__=False)


def make_method(operator: Operator) -> Callable[..., Any]:
    """The operator as a function of a device, with what ``help`` shows."""
    method = operator.method = callpath.make(operator)
    method.__doc__ = LazyText(partial(_doc, operator))
    method.__module__ = __name__
    receiver = inspect.Parameter("_d", inspect.Parameter.POSITIONAL_ONLY)
    shown = python_signature(operator)
    method.__signature__ = _Signature([receiver, *shown.parameters.values()])  # type: ignore[attr-defined]
    method.operator = operator  # type: ignore[attr-defined]
    method.plan = operator.plan  # type: ignore[attr-defined]
    return method


def python_signature(operator: Operator) -> inspect.Signature:
    """The signature that ``help`` shows."""
    parameters = []
    for p, default in zip(operator.signature.parameters, operator.defaults, strict=True):
        shown = _MADE if p.role is Role.OUT and default is UNSET else default
        parameters.append(
            inspect.Parameter(
                p.python_name,
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=inspect.Parameter.empty if shown is UNSET else shown,
            )
        )
    return _Signature(parameters, __validate_parameters__=False)


def _doc(operator: Operator) -> str:
    """What ``help`` shows below the signature."""
    from . import description

    return description.text(description.facts(operator.signature))
