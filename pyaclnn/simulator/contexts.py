"""Devices, contexts and what is current on each thread."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from . import codes
from .failures import Failure
from .streams import DeviceFault, Stream


@dataclass(eq=False)
class Context:
    """Owns streams, kept in the order of their creation. A device's primary context comes with ``aclrtSetDevice``.

    When it ``stops``, the first ``failure`` of its work is what every later launch and wait returns.
    """

    device: int
    primary: bool
    default_stream: Stream = field(init=False)
    streams: dict[Stream, None] = field(default_factory=dict)
    options: dict[int, int] = field(default_factory=dict)
    handle: int = 0
    default_stream_handle: int = 0
    is_live: bool = True
    stops: bool = False
    failure: DeviceFault | None = None

    def __post_init__(self) -> None:
        self.default_stream = Stream(self)
        self.streams[self.default_stream] = None

    def require_unfailed(self) -> None:
        """The code of the work that made the context stop, if some did."""
        if self.failure is not None:
            raise Failure(self.failure.code, f"the context has stopped: {self.failure.text}")


class Current(threading.local):
    """The context a thread works in: one it set itself, else the primary one of its device."""

    context: Context | None = None

    def require(self) -> Context:
        if self.context is None or not self.context.is_live:
            raise Failure(codes.NO_CONTEXT, "the context is a null pointer: no device is set on this thread")
        return self.context
