"""One call through pyaclnn's public API with the C arguments of a case."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from pyaclnn import Device, Format, Tensor
from pyaclnn.abi.signatures import Kind, Parameter, Role, Signature

from .stand_ins import OutputInfo, Slot
from .tensors import to_numpy, to_torch

_TENSORS = (Kind.TENSOR, Kind.TENSOR_LIST)
_LISTS = (Kind.TENSOR_LIST, Kind.SCALAR_LIST, Kind.INT_ARRAY, Kind.FLOAT_ARRAY, Kind.BOOL_ARRAY)


class Unfitting(Exception):
    """The case's arguments are not those of the C function."""


def signature(device: Device, operator: str) -> Signature:
    method: Any = device.ops.method(operator)
    found: Signature = method.operator.signature
    return found


def call(device: Device, operator: str, slots: list[Slot], results: list[Slot]) -> list[Slot]:
    """Calls the operator; the slots then hold device tensors. Returns the slots that have the results."""
    parameters = signature(device, operator).parameters
    slots, results = _without_outputs(parameters, slots, results)
    if len(slots) != len(parameters):
        raise Unfitting(f"the case has {len(slots)} arguments, {operator} takes {len(parameters)}")
    format = next((s.format for s in slots if s.info is None and isinstance(s.value, torch.Tensor)), Format.ND)
    for slot in slots:
        if slot.info is not None:
            slot.format = format  # outputs are in the format of the first tensor
    values = [_value(device, p, s) for p, s in zip(parameters, slots, strict=True)]
    getattr(device, operator)(*values)
    device.synchronize()
    return results


def _without_outputs(parameters: Any, slots: list[Slot], results: list[Slot]) -> tuple[list[Slot], list[Slot]]:
    """In-place operators have no outputs of their own: their written inputs are the results."""
    surplus = len(slots) - len(parameters)
    if any(p.role is Role.OUT for p in parameters) or surplus <= 0 or surplus != sum(s.info is not None for s in slots):
        return slots, results
    slots = [s for s in slots if s.info is None]
    return slots, [s for p, s in zip(parameters, slots, strict=True) if p.is_written]


def _value(device: Device, parameter: Parameter, slot: Slot) -> Any:
    if parameter.kind in _TENSORS:
        slot.tensors = _tensors(device, slot.value if slot.info is None else slot.info, slot.format)
        if parameter.kind is Kind.TENSOR_LIST and isinstance(slot.tensors, Tensor):
            slot.tensors = [slot.tensors]
        return slot.tensors
    value = slot.value
    if slot.info is not None or isinstance(value, torch.Tensor):
        raise Unfitting(f"{parameter.name} is a {parameter.kind.value}, the case has a tensor")
    if value is None:
        return None
    if parameter.kind in _LISTS:
        value = list(value) if isinstance(value, list | tuple) else [value]
    elif isinstance(value, list | tuple) and len(value) == 1:
        value = value[0]
    return _plain(value, parameter.kind)


def _plain(value: Any, kind: Kind) -> Any:
    """Scalars keep their dtype; everything else becomes a Python number of the parameter's kind."""
    if isinstance(value, list):
        return [_plain(v, kind) for v in value]
    if kind in (Kind.SCALAR, Kind.SCALAR_LIST) or isinstance(value, str):
        return value
    value = value.item() if isinstance(value, np.generic) else value
    if kind in (Kind.INT, Kind.INT_ARRAY, Kind.DTYPE) and value == int(value):
        return int(value)
    return bool(value) if kind in (Kind.BOOL, Kind.BOOL_ARRAY) else value


def _tensors(device: Device, value: Any, format: Any) -> Any:
    """Device tensors for the values of an input, or fresh ones for an output."""
    if isinstance(value, list | tuple):
        return [_tensors(device, v, format) for v in value]
    if value is None:
        return None
    if isinstance(value, OutputInfo):
        return device.empty(value.shape, _name(value.dtype), _fitting(format, len(value.shape)))
    if not isinstance(value, torch.Tensor):
        value = to_torch(np.asarray(value))
    return device.tensor(to_numpy(value), format=_fitting(format, value.ndim))


def _name(dtype: Any) -> Any:
    """A dtype of a result, which executors may give as text (``torch.float32``)."""
    return str(dtype).rpartition(".")[2]


def _fitting(format: Any, rank: int) -> Format | None:
    return format if isinstance(format, Format) and format.rank in (None, rank) else None


def read(slot: Slot) -> Any:
    """What the device holds for a slot, as PyTorch tensors."""
    if isinstance(slot.tensors, list):
        return [to_torch(t.numpy()) for t in slot.tensors]
    if slot.tensors is None:
        return slot.value
    return to_torch(slot.tensors.numpy())
