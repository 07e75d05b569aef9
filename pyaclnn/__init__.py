"""Any aclnn operator of Huawei's CANN, called from Python, with or without an NPU.

with Device(0) as d:
    grad = d.smooth_l1_loss_backward(grad_out, x, target, reduction="mean", beta=1.0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .device import Device
    from .dtypes import DType
    from .errors import (
        AclError,
        ArgumentTypeError,
        ArgumentValueError,
        ClosedError,
        DeviceMismatchError,
        ExecutionError,
        HostMemoryError,
        InnerError,
        KernelNotFoundError,
        LibraryBrokenError,
        LibraryError,
        LibraryNotFoundError,
        LibraryUnsafeError,
        NotSupportedError,
        OperatorNotFoundError,
        OutOfMemoryError,
        ParameterInvalidError,
        ParameterNullError,
        PyaclnnError,
        RuntimeFailure,
        SymbolNotFoundError,
        ViewError,
    )
    from .formats import Format
    from .graph import Graph
    from .plan import Plan
    from .selection import add_library
    from .stream import Event, Stream
    from .tensor import Tensor

__version__ = "0.1.0"

__all__ = [
    "AclError",
    "ArgumentTypeError",
    "ArgumentValueError",
    "ClosedError",
    "DType",
    "Device",
    "DeviceMismatchError",
    "Event",
    "ExecutionError",
    "Format",
    "Graph",
    "HostMemoryError",
    "InnerError",
    "KernelNotFoundError",
    "LibraryBrokenError",
    "LibraryError",
    "LibraryNotFoundError",
    "LibraryUnsafeError",
    "NotSupportedError",
    "OperatorNotFoundError",
    "OutOfMemoryError",
    "ParameterInvalidError",
    "ParameterNullError",
    "Plan",
    "PyaclnnError",
    "RuntimeFailure",
    "Stream",
    "SymbolNotFoundError",
    "Tensor",
    "ViewError",
    "__version__",
    "add_library",
]

_HOMES = {
    "add_library": "selection", "Device": "device", "DType": "dtypes", "Format": "formats", "Graph": "graph",
    "Plan": "plan", "Stream": "stream", "Event": "stream", "Tensor": "tensor",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Public names are imported when first used, so that ``pyaclnn doctor`` runs where a package is missing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{_HOMES.get(name, 'errors')}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
