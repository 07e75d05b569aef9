"""Values of any type, as callers may pass them: looked at without an exception but our own.

An object's own methods (``__index__``, ``__repr__``, ``__iter__``, ...) may raise anything. What they raise becomes the
cause of ``ArgumentTypeError`` or of the error class that the caller names. What is no ``Exception`` is an interrupt, an
exit or a cancellation, which no function here holds up.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .errors import ArgumentTypeError, ArgumentValueError, PyaclnnError

if TYPE_CHECKING:
    from typing_extensions import TypeIs

LONGEST_SHAPE = 1000  # more extents than any tensor has: where reading an endless iterable stops
LONGEST_LIST = 1_000_000  # more than any operator takes in a list
_T = TypeVar("_T")
# How classes are looked at: a metaclass may have any methods and attributes.
_NAME, _NAMESPACE = type.__dict__["__name__"].__get__, type.__dict__["__dict__"].__get__


@overload
def is_a(value: object, kinds: type[_T]) -> TypeIs[_T]: ...


@overload
def is_a(value: object, kinds: tuple[type, ...]) -> bool: ...


def is_a(value: Any, kinds: Any) -> bool:
    """Whether a value is of a class, or of one of several, by its type.

    ``isinstance`` asks its ``__class__``, too, which may say or raise anything.
    """
    try:
        return issubclass(type(value), kinds)
    except Exception:  # abstract classes ask classes that were derived from them, whose metaclass may raise anything
        return False


def type_name(value: Any) -> str:
    """The name of a value's class."""
    return str(_NAME(type(value)))


def has_method(kind: type, name: str) -> bool:
    """Whether a class or one of its bases has a method."""
    return any(name in _NAMESPACE(base) for base in type.mro(kind))


def shown(value: Any, limit: int = 80) -> str:
    """A value in a message: its ``repr``, shortened, or its type where that can't be had."""
    try:
        text = str.__str__(repr(value[: limit + 1]) if type(value) is str else repr(value))
    except Exception:  # objects may raise anything; a deep list exceeds the recursion limit, an int that of digits
        return f"an int of {value.bit_length()} bits" if type(value) is int else f"a {type_name(value)}"
    return shortened(text, limit)


def shortened(text: str, limit: int = 80) -> str:
    """A text that ends in dots where it is longer."""
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


def reason(error: BaseException, limit: int = 200) -> str:
    """What an exception of somebody else's says, or its class where it says nothing."""
    try:
        text = str.__str__(str(error))
    except Exception:  # its own __str__ may fail, too
        text = ""
    return shortened(text, limit) or type_name(error)


def whole_number(value: Any, rule: str, error: type[PyaclnnError] = ArgumentTypeError) -> int:
    """Anything with ``__index__`` as an int of 64 bits; ``rule`` says in the message what is allowed."""
    try:
        number = operator.index(value)
    except TypeError:
        raise error(f"{rule}, not {shown(value)}") from None
    except Exception as cause:
        raise error(f"{rule}; the __index__ of {shown(value)} raised {type_name(cause)}") from cause
    number = exact(number)
    if not -(2**63) <= number < 2**63:
        raise error(f"{rule} of 64 bits, not {shown(number)}")
    return number


def exact(number: int) -> int:
    """An int of a class of its own, which may have any methods, as a plain one."""
    return number if type(number) is int else int.__add__(number, 0)


def text(value: Any, what: str) -> str:
    """A str as a plain one, whatever its class; ``what`` starts the message for anything else: ``find takes a str``."""
    return value if type(value) is str else str.__str__(instance(value, str, what))


def whole_numbers(values: Any, rule: str, error: type[PyaclnnError] = ArgumentTypeError) -> tuple[int, ...]:
    """A sequence of whole numbers as a tuple of ints of 64 bits."""
    if is_a(values, (str, bytes, bytearray)):
        raise error(f"{rule}, not {shown(values)}")
    found = elements(values, rule, error)
    return tuple(whole_number(n, rule, error) for n in found)


def elements(values: Any, rule: str, error: type[PyaclnnError] = ArgumentTypeError) -> list[Any]:
    """What an iterable gives, up to ``LONGEST_SHAPE`` of them."""
    try:
        found = list(islice(iter(values), LONGEST_SHAPE + 1))
    except TypeError:
        raise error(f"{rule}, not {shown(values)}") from None
    except Exception as cause:
        raise error(f"{rule}; iterating over {shown(values)} raised {type_name(cause)}") from cause
    if len(found) > LONGEST_SHAPE:
        raise error(f"{rule}, not one of more than {LONGEST_SHAPE} elements")
    return found


def members(values: Sequence[_T], what: Callable[[], str]) -> list[_T]:
    """The elements of a sequence, as many as it says it has; what reading them raises becomes the cause of
    ``ArgumentTypeError``. ``what`` starts the message."""
    try:
        count = len(values)
        found = list(islice(iter(values), min(count, LONGEST_LIST) + 1))
    except Exception as cause:
        raise ArgumentTypeError(f"{what()} can't be read: {type_name(cause)}: {reason(cause)}") from cause
    if count > LONGEST_LIST:
        raise ArgumentValueError(f"{what()} has {count} elements; allowed are at most {LONGEST_LIST}")
    if len(found) != count:
        other = "more" if len(found) > count else "fewer"
        raise ArgumentTypeError(f"{what()} says that it has {count} elements, and has {other}")
    return found


def path_text(value: Any, what: str) -> str:
    """A path, given as text or as an object with ``__fspath__``, as text."""
    try:
        text = str.__str__(os.fsdecode(value))
    except TypeError:
        raise ArgumentTypeError(f"{what} is a str or a path, not {shown(value)}") from None
    except Exception as cause:
        raise ArgumentTypeError(f"the __fspath__ of {shown(value)} raised {type_name(cause)}") from cause
    if "\0" in text:
        raise ArgumentValueError(f"{what} has a null character: {shown(text)}")
    return text


def flag(value: Any, what: str) -> bool:
    """True or False; an object's own truth is not asked for."""
    if value is True or value is False:
        return bool(value)
    raise ArgumentTypeError(f"{what} is True or False, not {shown(value)}")


def instance(value: Any, wanted: type[_T], what: str) -> _T:
    """The value if it is of a class; ``what`` starts the message if it isn't: ``record takes a Stream``."""
    if not is_a(value, wanted):
        raise ArgumentTypeError(f"{what}, not {shown(value)}")
    return value
