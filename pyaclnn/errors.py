"""Exceptions: what went wrong, by family, with CANN's own text and the arguments of the call.

Failures of C functions are ``AclError`` and its subclasses; mistakes found before any C function is called are
the other classes here, which also derive from the built-in exception a Python programmer would expect.

Whatever a caller passes, nothing else comes out, what the caller's own objects raise included: that becomes the cause
(``__cause__``) of one of these, unless it is no ``Exception``: an interrupt, an exit or a cancellation goes through.
Python's own are only the ``TypeError`` of arguments that don't bind to a function (too many, one given twice), and the
``AttributeError`` of a name with an underscore in front, which is no operator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


class PyaclnnError(Exception):
    """Every exception of this package."""


class ArgumentTypeError(PyaclnnError, TypeError):
    """An argument of the wrong type, missing, or unknown."""


class ArgumentValueError(PyaclnnError, ValueError):
    """An argument of the right type with a value that is not allowed."""


class ViewError(PyaclnnError, ValueError):
    """A view that is not possible, or that would leave its storage."""


class ClosedError(PyaclnnError, RuntimeError):
    """Use of a device, stream, event or tensor after it was closed."""


class HostMemoryError(PyaclnnError, MemoryError):
    """The host has no memory for a copy of so many elements."""


class DeviceMismatchError(PyaclnnError, ValueError):
    """A tensor or stream of one device in a call on another."""


class OperatorNotFoundError(PyaclnnError, AttributeError):
    """No header declares an operator of this name."""


class LibraryError(PyaclnnError, OSError):
    """CANN's libraries can't be used."""


class LibraryNotFoundError(LibraryError):
    """No CANN installation was found; the text lists where it was looked for."""


class LibraryBrokenError(LibraryError):
    """A library of the installation is there but can't be loaded."""


class LibraryUnsafeError(LibraryError):
    """A library that others than root and the user could have changed is not loaded."""


class SymbolNotFoundError(LibraryError):
    """The installed CANN lacks a function."""


class BuildError(PyaclnnError, RuntimeError):
    """The simulator's libraries, or a program on them, can't be compiled."""


class AclError(PyaclnnError):
    """A C function returned an error code.

    ``code`` and ``name`` are CANN's, ``function`` is the C function, ``detail`` CANN's own text (may be
    empty), ``arguments`` describes what was passed, ``hint`` says what to do where that is known. ``source``
    is who wrote the detail: CANN, or the rules that shape an output which was left out.
    """

    def __init__(
        self,
        code: int,
        function: str,
        *,
        name: str = "",
        detail: str = "",
        arguments: Sequence[str] = (),
        hint: str = "",
        source: str = "CANN says",
    ) -> None:
        self.code = code
        self.function = function
        self.name = name or f"error {code}"
        self.detail = detail
        self.arguments = tuple(arguments)
        self.hint = hint or HINTS.get(code, "")
        self.source = source
        super().__init__(self._text())

    def add_detail(self, line: str) -> None:
        """Adds a line to what the exception says."""
        self.arguments = (*self.arguments, line)
        self.args = (self._text(),)

    def _text(self) -> str:
        lines = [f"{self.function} returned {self.code} ({self.name})"]
        if self.detail:
            lines.append(f"{self.source}: {self.detail}")
        if self.arguments:
            lines.append("arguments:")
            lines.extend(f"    {argument}" for argument in self.arguments)
        if self.hint:
            lines.append(f"hint: {self.hint}")
        return "\n".join(lines)


class ParameterNullError(AclError):
    """161001: a required argument is null."""


class ParameterInvalidError(AclError, ValueError):
    """161002: a dtype, shape, rank or attribute that the operator does not take."""


class RuntimeFailure(AclError):
    """The runtime refused a call or a call of the operator library into it failed."""


class OutOfMemoryError(RuntimeFailure, MemoryError):
    """The device has no memory left for the request."""


class ExecutionError(RuntimeFailure):
    """Work on the device failed; found at a wait, after the call that launched it."""


class InnerError(AclError):
    """561xxx: the operator library failed inside."""


class KernelNotFoundError(InnerError):
    """561003: no kernel for this operator on this chip, or its kernel package is not installed."""


class NotSupportedError(AclError):
    """The function is not supported here."""


_EXACT: dict[int, type[AclError]] = {
    161001: ParameterNullError,
    161002: ParameterInvalidError,
    561003: KernelNotFoundError,
    561112: KernelNotFoundError,
    207000: NotSupportedError,
    200000: OutOfMemoryError,
    207001: OutOfMemoryError,
}
_RANGES: tuple[tuple[range, type[AclError]], ...] = (
    (range(100000, 109000), RuntimeFailure),
    (range(161000, 162000), ParameterInvalidError),
    (range(200000, 300000), RuntimeFailure),
    (range(361000, 362000), RuntimeFailure),
    (range(500000, 508000), ExecutionError),
    (range(561000, 562000), InnerError),
)

HINTS: dict[int, str] = {
    107001: "the device index is not below the number of devices; pyaclnn.Device takes 0, 1, ...",
    107002: "no device is set on this thread; use the device inside its `with` block",
    161001: "a required argument was None",
    207001: "free tensors, call d.trim(), or use smaller tensors",
    561003: "this chip has no kernel for the operator, or CANN's kernel package for the chip is not installed",
    561103: "an internal step of the operator refused the arguments; compare dtypes and output shape",
    561107: "source CANN's set_env.sh: ASCEND_OPP_PATH is not set",
    561112: "install CANN's kernel package for this chip",
}


class Failures:
    """Collects what goes wrong in steps that must all be taken; the first failure is raised at the end."""

    def __init__(self) -> None:
        self._found: list[BaseException] = []

    def attempt(self, step: Callable[..., object], *args: object) -> None:
        """Takes one step, whatever comes of it."""
        try:
            step(*args)
        except BaseException as error:
            self._found.append(error)

    def raise_first(self) -> None:
        """Raises what was found first; an interrupt (Ctrl-C) before all failures."""
        interrupts = (error for error in self._found if not isinstance(error, Exception))
        for error in (*interrupts, *self._found):
            raise error


def error_class(code: int) -> type[AclError]:
    """The exception class for a return code."""
    if code in _EXACT:
        return _EXACT[code]
    return next((cls for codes, cls in _RANGES if code in codes), AclError)


def acl_error(
    code: int,
    function: str,
    *,
    name: str = "",
    detail: str = "",
    arguments: Sequence[str] = (),
) -> AclError:
    """The exception for a failed C call, of the class that fits its code."""
    return error_class(code)(code, function, name=name, detail=detail, arguments=arguments)
