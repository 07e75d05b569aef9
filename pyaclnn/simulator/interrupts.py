"""Ctrl-C in the middle of a simulated C function comes when the function is over, as it does with C itself.

Python would raise ``KeyboardInterrupt`` inside the function, which would then be half done, return an error code and
lose the interrupt. So while a machine is initialized its handler of SIGINT stands before Python's own. Programs that
have a handler of their own keep it.
"""

from __future__ import annotations

import _thread
import contextlib
import signal
import threading
from types import CodeType, FrameType

_AGAIN = 0.002  # seconds

# The functions in which C calls Python.
C_CODE: set[CodeType] = set()


def watch() -> None:
    """Puts the handler before Python's own, where that is in force and this is the main thread."""
    if threading.current_thread() is threading.main_thread():
        with contextlib.suppress(ValueError):  # an interpreter without signals
            if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                signal.signal(signal.SIGINT, _handle)


def unwatch() -> None:
    """Puts Python's own handler back."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is _handle:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _handle(number: int, frame: FrameType | None) -> None:
    if _is_inside(frame):
        with contextlib.suppress(RuntimeError):  # at exit no thread can be started, and nobody waits for it
            again = threading.Timer(_AGAIN, _thread.interrupt_main)
            again.daemon = True
            again.start()
        return
    signal.default_int_handler(number, frame)


def _is_inside(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code in C_CODE:
            return True
        frame = frame.f_back
    return False
