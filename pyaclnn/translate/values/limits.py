"""How much host data a translation may make: what a program asks for must not become what this process takes."""

from __future__ import annotations

import threading

from ..errors import Exhausted, NotUnderstood

MOST = 1 << 28  # bytes that stay, of vectors and texts: several times what any sample needs
MOST_WORK = 1 << 31  # bytes that are gone through
MOST_AT_ONCE = 1 << 24  # turns of a loop that runs at once, and numbers of data without a pattern
MOST_TEXT = 1 << 20
OBJECT = 4096  # bytes of an instance, with what it takes to make it
MOST_COLUMNS = 1 << 10  # width and precision of what is printed


class _Account(threading.local):
    held = done = 0


_account = _Account()


def begin() -> None:
    """Forgets what was made before."""
    _account.held = _account.done = 0


def hold(count: int) -> None:
    """Notes bytes that are about to be made.

    ``NotUnderstood`` for too many at once, ``Exhausted`` for too many altogether, after which nothing runs.
    """
    if count > MOST:
        raise NotUnderstood("host data of a strange size", f"{count} bytes")
    _account.held += count
    if _account.held > MOST:
        raise Exhausted("more host data than a translation may take")


def work(count: int) -> None:
    """Notes bytes that are about to be gone through; raises as ``hold`` does."""
    if count > MOST_WORK:
        raise NotUnderstood("host data of a strange size", f"{count} bytes")
    _account.done += count
    if _account.done > MOST_WORK:
        raise Exhausted("more work on host data than a translation may take")


def text(length: int) -> None:
    """Notes a text that is about to be made; raises as ``hold`` does."""
    if length > MOST_TEXT:
        raise NotUnderstood("a text of a strange length", f"{length} characters")
    hold(length)
