"""Host time of one call through the package ``l0n0lacl`` (ctypes), on the same do-nothing CANN, where it is installed.

Two ways of its own: the function that its command generates for an operator, and its runner, which takes the operator's
name and finds out at each call what the arguments are, as ``Device``'s methods do.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pyaclnn import Device
from pyaclnn.abi.headers import own_directory

Subject = Callable[[int], None]
OPERATOR, HEADER = "SmoothL1LossBackward", "aclnn_smooth_l1_loss_backward.h"
FUNCTION, RUNNER = "l0n0lacl, generated function", "l0n0lacl, operator by its name"
ARRAYS, PYACLNN_ARRAYS = "l0n0lacl, NumPy in and out", "NumPy in and out"
# CANN's Python module ``acl``, of which l0n0lacl uses a few functions.
_ACL = Path(__file__).parents[1] / "tools" / "acl_module"


def missing() -> str:
    """Why there is nothing to compare with; empty where there is."""
    return "" if importlib.util.find_spec("l0n0lacl") else "not installed: l0n0lacl"


def subjects(device: Device, root: Path) -> dict[str, Subject]:
    """The operator and the operands of ``calls``: on the device before, with the output given; and as arrays."""
    function, package = _load(root)
    array = np.ones((4, 2), np.float32)
    grad, x, target, out = (package.张量(array) for _ in range(4))
    runner = package.算子运行器(OPERATOR)
    # Plain numbers would become an aclScalar.
    reduction, beta = ctypes.c_int64(1), ctypes.c_float(1.0)
    ours = device.smooth_l1_loss_backward
    return {
        FUNCTION: _repeat(function, grad, x, target, 1, 1.0, out),
        RUNNER: _repeat(runner, grad, x, target, reduction, beta, out),
        ARRAYS: _repeat(lambda: function(array, array, array, 1, 1.0, np.zeros((4, 2), np.float32))[-1].numpy()),
        PYACLNN_ARRAYS: _repeat(lambda: ours(array, array, array, 1, 1.0).numpy()),
    }


def _load(root: Path) -> tuple[Callable[..., Any], Any]:
    """The function that the package generates from the operator's header, and the package."""
    sys.path.insert(0, str(_ACL))
    package = importlib.import_module("l0n0lacl")
    # The module acl is compiled C where CANN is installed: what it does must not cost more here than there.
    importlib.import_module("acl").rt.get_device = lambda: (0, 0)
    generator = importlib.import_module("l0n0lacl.算子运行器")
    target = root / "generated"
    target.mkdir(exist_ok=True)
    header = (own_directory() / "aclnnop" / HEADER).read_text(encoding="utf-8")
    generator.创建算子函数(header.replace("ACLNN_OUT ", ""), str(target), [])
    sys.path.insert(0, str(target))
    function: Callable[..., Any] = getattr(importlib.import_module(OPERATOR), OPERATOR)
    return function, package


def _repeat(call: Callable[..., object], *args: Any) -> Subject:
    def run(times: int) -> None:
        for _ in range(times):
            call(*args)

    return run
