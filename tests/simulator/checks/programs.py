"""A checking machine, and how a test says what it must find: the finding's name and the lines of its places."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from pyaclnn.simulator.checks import Finding

from ..machines import H2D, Sim

COUNT = 8
NBYTES = COUNT * 4


class Checked(Sim):
    """``aclnnInplaceAdd``-like work on small float32 arrays, on any stream."""

    def __init__(self, *, check: bool = True, **settings: Any) -> None:
        super().__init__(check=check, **settings)
        self.ok("aclrtSetDevice", 0)

    @property
    def names(self) -> list[str]:
        return [f.name for f in self.machine.findings]

    @property
    def only(self) -> Finding:
        """The one finding there is."""
        assert len(self.machine.findings) == 1, self.machine.findings
        return self.machine.findings[0]

    def filled(self, value: float = 1.0) -> Any:
        """The address of ``COUNT`` numbers."""
        return self.upload(np.full(COUNT, value, np.float32))

    def add(self, x: Any, out: Any, stream: Any = None, **views: Any) -> int:
        """Launches out = x + 1; the descriptors are gone afterwards. A view of x has a large storage."""
        storage = (1000,) if views else None
        tensors = [self.tensor(x, (COUNT,), storage=storage, **views), self.tensor(out, (COUNT,))]
        code = self.launch_add(*tensors, stream)
        for tensor in tensors:
            self.ok("aclDestroyTensor", tensor)
        return code

    def launch_add(self, x: Any, out: Any, stream: Any = None) -> int:
        size, executor = self.prepared_add(x, out)
        workspace = self.malloc(size) if size else self.null
        return self.launch("aclnnAdds", workspace, size, executor, stream)

    def prepared_add(self, x: Any, out: Any) -> tuple[int, Any]:
        scalar = self.scalar(1.0)
        result = self.prepared("aclnnAdds", x, scalar, scalar, out)
        self.ok("aclDestroyScalar", scalar)
        return result

    def set(self, pointer: Any, stream: Any, value: int = 1, size: int = NBYTES) -> None:
        """Queues a memset."""
        self.ok("aclrtMemsetAsync", pointer, size, value, size, stream)

    def copy_in(self, pointer: Any) -> int:
        array = np.zeros(COUNT, np.float32)
        return int(self("aclrtMemcpy", pointer, NBYTES, self.host(array), NBYTES, H2D))

    def wait(self, stream: Any = None) -> int:
        return int(self("aclrtSynchronizeStream", stream or self.null))


def here(back: int = 0) -> str:
    """``file:line`` of the caller, so many lines before."""
    frame = sys._getframe(1)
    return f"{frame.f_code.co_filename}:{frame.f_lineno - back}"


def is_here(place: str) -> bool:
    """Whether a place is in the file of the caller."""
    return place.startswith(f"{sys._getframe(1).f_code.co_filename}:")
