"""What was launched and not waited for: its names go into the message of a failure that comes out later.

Work on the device fails after the call that launched it, and is told of by a later call: a wait, or any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .errors import AclError, ClosedError, ExecutionError, error_class

if TYPE_CHECKING:
    from .device import Device

RECENT = 32  # names kept of one stream
_DEVICE_ABORTED = 107022


def tells_of_work(code: int) -> bool:
    """Whether a return code is of work on the device, and not of the call that returned it."""
    return code == _DEVICE_ABORTED or issubclass(error_class(code), ExecutionError)


def told(device: Device, names: Sequence[str]) -> list[str]:
    """The line of a message that names what was launched: ``names``, or what any stream has where there are none."""
    if names:
        return [f"launched since the last wait, the failure is of one of them: {_listed(names)}"]
    names = [name for stream in list(device._streams) for name in list(stream.recent)]
    return [f"launched since the last wait, on any stream: {_listed(names)}"] if names else []


def failure(device: Device, code: int, function: str, names: Sequence[str]) -> AclError | ClosedError:
    """The exception for a call that failed; where work on the device did, with what was launched."""
    return device._backend.error(code, function, told(device, names) if tells_of_work(code) else ())


def call(device: Device, names: Callable[[], Sequence[str]], function: str, *args: Any) -> None:
    """Calls a C function and raises its failure."""
    code = device._backend.interface.function(function)(*args)
    if code:
        raise failure(device, code, function, names())


def _listed(names: Sequence[str]) -> str:
    more = "..., " if len(names) >= RECENT else ""
    return f"{more}{', '.join(names[-RECENT:])}"
