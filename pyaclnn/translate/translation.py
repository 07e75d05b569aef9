"""From the text of a sample to the text of a script."""

from __future__ import annotations

from dataclasses import dataclass

from . import machine
from .errors import NotUnderstood, TranslationError
from .script.writer import Writer
from .trace import Missing
from .values import limits

_MANY = 80  # parentheses in a line


@dataclass(frozen=True)
class Translation:
    """A script, and how much of the sample it says."""

    script: str
    missing: tuple[Missing, ...]
    notes: tuple[str, ...]
    operators: tuple[str, ...]
    source_lines: int
    data_lines: int

    @property
    def is_complete(self) -> bool:
        return not self.missing

    @property
    def script_lines(self) -> int:
        """The script's lines without those that only list data."""
        return self.script.count("\n") - self.data_lines

    @property
    def reason(self) -> str:
        """The first reason for being partial, without its details; empty when complete."""
        return self.missing[0].reason.partition(":")[0] if self.missing else ""


def translated(source: str, name: str = "a C++ program") -> Translation:
    """Translates a sample. ``TranslationError`` for what is no C++ program at all."""
    trace = machine.run(source)
    limits.begin()
    try:
        script = Writer(trace, name).write()
        _check_depth(script.text)
    except NotUnderstood as error:
        raise TranslationError(str(error)) from None
    except MemoryError:
        raise TranslationError("the script takes more memory than there is") from None
    except RecursionError:
        raise TranslationError("expressions are nested too deep") from None
    finally:
        trace.release()
    return Translation(
        script.text, tuple(script.missing), tuple(script.notes), tuple(script.operators),
        source.count("\n") + 1, script.data_lines,
    )  # fmt: skip


def _check_depth(script: str) -> None:
    """``NotUnderstood`` for parentheses within each other deeper than Python's parser goes."""
    if any(line.count("(") > _MANY for line in script.split("\n") if len(line) > 2 * _MANY):
        try:
            compile(script, "script", "exec")
        except (SyntaxError, MemoryError, RecursionError):
            raise NotUnderstood("expressions nested deeper than Python's may be") from None


def translate(source: str, name: str = "a C++ program") -> str:
    """The Python script that does what a C++ sample does; what is not understood is a comment in it."""
    return translated(source, name).script
