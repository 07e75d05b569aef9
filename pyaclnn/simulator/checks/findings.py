"""What the check mode can find: stable names, and one finding with the places that belong to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..places import Place

# The code is what the C call returns, or the wait after it; 0: that of the call that failed anyway.
NAMES: dict[str, tuple[int, str]] = {
    "memory-leak": (207002, "memory that nobody freed before its device was reset or the process ended"),
    "double-free": (107000, "memory freed again"),
    "invalid-free": (107000, "an address freed that no allocation begins at"),
    "use-after-free": (0, "a copy or kernel on memory that was freed before"),
    "operand-freed-early": (107000, "memory freed while the host has not waited for work on it"),
    "workspace-freed-early": (107000, "a workspace freed while the host has not waited for the operator"),
    "out-of-bounds": (0, "a view, workspace or copy that leaves its allocation, or a view its own storage"),
    "host-device-mixup": (0, "host memory where device memory is due, or the other way round"),
    "wild-pointer": (0, "an address that belongs to nothing"),
    "uninitialized-read": (507035, "a kernel that reads bytes nobody wrote"),
    "race": (507035, "two streams on the same bytes, one of them writing, in no order"),
    "unsynchronized-host-read": (107000, "a host copy of bytes that queued work still writes"),
    "unsynchronized-host-write": (107000, "a host copy into bytes that queued work still reads or writes"),
    "handle-leak": (207002, "a handle that nobody destroyed before the end"),
    "handle-destroyed-twice": (0, "a handle destroyed again"),
    "handle-used-after-destruction": (0, "a handle used after it was destroyed"),
    "unknown-handle": (0, "a handle that this process never had"),
    "executor-used-twice": (0, "an executor launched again, after a launch used it up or it was destroyed"),
    "executor-dropped": (207002, "an executor that was neither launched nor destroyed"),
}
# What is found at the end, because it is still there.
LEAKS = frozenset(("memory-leak", "handle-leak", "executor-dropped"))
C_CODE = "C code"


@dataclass(frozen=True)
class Finding:
    """One mistake of the program. The places are ``file:line`` of its Python frame, or the call in C; ``C code`` where
    that is not known, empty when there is no such place."""

    name: str
    text: str
    made: Place = ""
    freed: Place = ""
    used: Place = ""

    def used_at(self, place: Place) -> Finding:
        """The finding with the place of the use, unless that is known already."""
        return self if self.used else replace(self, used=place or C_CODE)

    def __str__(self) -> str:
        places = {"made": self.made, "freed": self.freed, "used": self.used}
        return "; ".join([f"[{self.name}] {self.text}", *(f"{k} at {v}" for k, v in places.items() if v)])
