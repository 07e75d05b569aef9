"""Any aclnn operator of Huawei's CANN, called from Python, with or without an NPU.

with Device(0) as d:
    grad = d.smooth_l1_loss_backward(grad_out, x, target, reduction="mean", beta=1.0)
"""

from .device import Device
from .dtypes import DType
from .errors import (
    AclError,
    ArgumentTypeError,
    ArgumentValueError,
    ClosedError,
    DeviceMismatchError,
    ExecutionError,
    InnerError,
    KernelNotFoundError,
    LibraryBrokenError,
    LibraryError,
    LibraryNotFoundError,
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
    "InnerError",
    "KernelNotFoundError",
    "LibraryBrokenError",
    "LibraryError",
    "LibraryNotFoundError",
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
]
