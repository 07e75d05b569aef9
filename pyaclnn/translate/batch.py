"""Many files, one after the other or by several processes."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

from .errors import TranslationError
from .program.macros import MAX_BYTES
from .translation import Translation, translated

_WORTH_PROCESSES = 48  # starting one takes as long as translating some dozen files
_CHUNK = 12


def translations(files: Sequence[Path], jobs: int = 1) -> Iterator[Translation | TranslationError | OSError]:
    """What becomes of each file, in their order: its translation, or the error that says why there is none."""
    with _rare_collections():
        if jobs < 2 or len(files) < _WORTH_PROCESSES:
            yield from map(_one, files)
            return
        done = 0
        try:
            with ProcessPoolExecutor(jobs, initializer=_start) as pool:
                for found in pool.map(_one, files, chunksize=_CHUNK):
                    done += 1
                    yield found
        except BrokenProcessPool:
            yield from map(_apart, files[done:])


def _one(path: Path) -> Translation | TranslationError | OSError:
    try:
        with path.open("rb") as file:
            text = file.read(4 * MAX_BYTES + 1).decode("utf-8", errors="replace")
        return translated(text.replace("\r\n", "\n").replace("\r", "\n"), path.name)
    except (TranslationError, OSError) as error:
        return error
    except Exception as error:  # a mistake of the translator's own must not cost the other files
        return TranslationError(f"translating it fails: {type(error).__name__}: {error}")


def _apart(path: Path) -> Translation | TranslationError | OSError:
    """The same by a process of its own, which may die of it."""
    with ProcessPoolExecutor(1, initializer=_start) as pool:
        try:
            return pool.submit(_one, path).result()
        except BrokenProcessPool:
            return TranslationError("the process that translates it dies of it")


def _start() -> None:
    gc.freeze()
    gc.set_threshold(*_RARE)


_RARE = (20_000_000, 20, 50)  # more than five thousand samples leave


@contextmanager
def _rare_collections() -> Iterator[None]:
    """What a translation leaves has few cycles, while each look for them goes through all remembered statements."""
    before = gc.get_threshold()
    gc.set_threshold(*_RARE)
    try:
        yield
    finally:
        if gc.get_freeze_count() == 0:  # all that is kept counts as old, without a look at it
            gc.freeze()
            gc.unfreeze()
        gc.set_threshold(*before)
