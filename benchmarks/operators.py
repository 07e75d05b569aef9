"""Operators of the simulator beside the plain NumPy expressions: CPU time of both on large contiguous arrays."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from pyaclnn import Device

from .expressions import BY_FAMILY

BOUND = 1.5
SIDE = 4096
SMALL_SIDE = 256  # for comparing values
SOC = "Ascend950PR_9599"  # which has kernels of all of them
_ROUNDING = 3e-5  # what float32 loses in a formula of a few steps


@dataclass(frozen=True)
class Row:
    """One operator: CPU seconds of its call and of the expression, and whether both gave the same."""

    family: str
    call: str
    expression: str
    seconds: float
    plain_seconds: float
    difference: str

    @property
    def ratio(self) -> float:
        return self.seconds / self.plain_seconds

    def __str__(self) -> str:
        over = " OVER" if self.ratio > BOUND else ""
        wrong = f" DIFFERENT: {self.difference}" if self.difference else ""
        times = f"{self.seconds * 1e3:7.1f} ms {self.plain_seconds * 1e3:7.1f} ms {self.ratio:5.2f}"
        return f"{times}  {self.call:48} {self.expression}{over}{wrong}"


def measure(only: str = "", repetitions: int = 5, soc: str = SOC) -> Iterator[Row]:
    """Rows of the operators whose call matches the pattern ``only``; the least of interleaved repetitions."""
    with Device(0, backend="simulator", soc=soc) as device:
        small, large = Operands(device, SMALL_SIDE), Operands(device, SIDE)
        for family, table in BY_FAMILY.items():
            for call, expression in table.items():
                if re.search(only, call):
                    with np.errstate(all="ignore"):
                        difference = _difference(*(run() for run in small.runs(call, expression)))
                        run, plain = large.runs(call, expression)
                        seconds = [(_timed(run), _timed(plain)) for _ in range(repetitions)]
                    least, plain_least = map(min, zip(*seconds, strict=True))
                    yield Row(family, call, expression, least, plain_least, difference)


class Operands:
    """The arrays that expressions name, and tensors of the same values."""

    def __init__(self, device: Device, side: int) -> None:
        self.device = device
        self.arrays = _arrays(side)
        self.tensors = {name: _each(device.tensor, value) for name, value in self.arrays.items()}

    def runs(self, call: str, expression: str) -> tuple[Callable[[], Any], Callable[[], Any]]:
        """The call with its wait, and the expression; both may change ``t``, each its own."""
        changed = self.arrays["x"].copy()
        tensors = {**self.tensors, "t": self.device.tensor(changed)}
        operator = _evaluator(call, {"d": self.device, "np": np, **tensors})
        plain = _evaluator(expression, {"np": np, "ml_dtypes": ml_dtypes, **self.arrays, "t": changed})

        def finished() -> Any:
            result = operator()
            self.device.synchronize()
            return result

        return finished, plain


def _timed(function: Callable[[], Any]) -> float:
    """CPU time of all threads: other programs on the machine don't count."""
    start = time.process_time()
    result = function()
    passed = time.process_time() - start
    del result
    return passed


def _evaluator(text: str, names: dict[str, Any]) -> Callable[[], Any]:
    function: Callable[[], Any] = eval(f"lambda: {text}", names)
    return function


def _each(function: Callable[[Any], Any], value: Any) -> Any:
    return [function(each) for each in value] if isinstance(value, list) else function(value)


def _difference(found: Any, expected: Any) -> str:
    """What the two gave, where it is not the same but for rounding; None stands for what the call changes itself."""
    if expected is None or found is None:
        return ""
    if isinstance(expected, tuple | list):
        return next(filter(None, map(_difference, found, expected)), "")
    array, wanted = found.numpy(), np.asarray(expected)
    if array.shape != wanted.shape:
        return f"shapes {array.shape} and {wanted.shape}"
    wide = complex if wanted.dtype.kind == "c" else float
    is_close = np.isclose(array.astype(wide), wanted.astype(wide), _ROUNDING, _ROUNDING, equal_nan=True)
    # Sums in another order, and steps that rounding puts on the other side of a number, make a few others.
    if is_close.mean() > 0.999:
        return ""
    place = int(np.argmin(is_close))
    return f"{array.flat[place]} and {wanted.flat[place]} at {place}"


def _arrays(side: int) -> dict[str, Any]:
    """The operands by the names that the table of expressions explains."""
    rng = np.random.default_rng(0)

    def normal() -> Any:
        return rng.standard_normal((side, side), np.float32)

    def uniform(low: float, high: float) -> Any:
        return rng.random((side, side), np.float32) * np.float32(high - low) + np.float32(low)

    def parts(array: Any) -> list[Any]:
        return np.split(array, 4)

    x, y, z, p, q = normal(), normal(), normal(), uniform(0.1, 4), uniform(0.001, 0.999)
    return {
        "x": x, "y": y, "z": z, "g": normal(), "p": p, "o": p + 1, "u": q * 2 - 1, "q": q,
        "g2": normal()[:, ::2].copy(), "img": x.reshape(16, 16, side // 16, side // 16),
        "row": x[:1].copy(), "column": x[:, :1].copy(), "w": np.full(1, 0.25, np.float32),
         "i": (x * 1e6).astype(np.int32), "j": (y * 1e6).astype(np.int32), "k": (p * 3).astype(np.int32),
        "labels": (p[: side // 16] * 3).astype(np.int32), "on": np.ones(1, np.int32), "off": np.zeros(1, np.int32),
        "xs": parts(x), "ys": parts(y), "zs": parts(z), "ps": parts(p), "qs": parts(q),
    }  # fmt: skip
