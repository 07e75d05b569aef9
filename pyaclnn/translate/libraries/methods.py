"""Methods of the standard library's classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..program.core import Core
from ..program.frames import Frame, Named
from ..results.defined import Given
from ..values import limits, types
from ..values.dynamic import Dynamic
from ..values.handles import Handle, Result
from ..values.numbers import sign_of
from ..values.texts import as_bytes, character, text_of
from ..values.types import AUTO
from ..values.variables import Pointer, Smart, Vector, coerce
from . import streams

READING = frozenset((
    "size", "length", "empty", "data", "begin", "cbegin", "end", "cend", "at", "back", "front", "c_str", "get",
    "count", "find", "substr", "compare", "rfind",
))  # fmt: skip
CHANGING = frozenset((  # texts
    "append", "push_back", "pop_back", "clear", "resize", "erase", "insert", "replace", "assign",
))  # fmt: skip


_SMALL = 64


class Thread:
    """A thread: its function has run when it is made, since a script's lines run one after the other."""


def call(core: Core, receiver: Any, name: str, args: list[Any], f: Frame) -> Any:
    """``receiver.name(args)`` for what is no object of the sample's own."""
    if isinstance(receiver, Vector):
        return _vector(core, receiver, name, args, f)
    if isinstance(receiver, Smart):
        return _smart(receiver, name, args)
    if isinstance(receiver, Dynamic) and receiver.ctype.pointers and name in ("c_str", "data"):
        return receiver
    if isinstance(receiver, str):
        return _string(receiver, name, args)
    if isinstance(receiver, dict) and name in ("size", "count", "at"):
        return len(receiver) if name == "size" else receiver[args[0]] if name == "at" else int(args[0] in receiver)
    if isinstance(receiver, Thread) and name in ("join", "detach", "joinable"):
        return True
    if isinstance(receiver, Named) and receiver.name in ("std::cout", "cout"):
        return streams.method(core, core.state.setdefault("cout", streams.Style()), name, args)
    method = getattr(receiver, f"m_{name}", None)
    if method is None:
        raise NotUnderstood("an unknown method", f"{type(receiver).__name__}.{name}")
    return method(*args)


def _vector(core: Core, vector: Vector, name: str, args: list[Any], f: Frame) -> Any:
    if isinstance(vector, Given):
        if name in ("size", "at"):
            return vector.length() if name == "size" else vector.read(args[0])
        raise NotUnderstood("a vector that only the script knows", name)
    data = vector.data
    if name in ("size", "length"):
        return len(data)
    if name == "empty":
        return len(data) == 0
    if name in ("data", "begin", "cbegin", "c_str"):
        return Pointer(vector, 0)
    if name in ("end", "cend"):
        return Pointer(vector, len(data))
    if name == "at":
        return vector.read(args[0])
    if name in ("back", "front"):
        return vector.read(len(data) - 1 if name == "back" else 0)
    if name in ("push_back", "emplace_back"):
        return _append(core, vector, args, f)
    if name in ("reserve", "shrink_to_fit"):
        return None
    if name == "capacity":
        raise NotUnderstood("an unknown method", name)
    if name == "clear":
        vector.data = []
        return None
    if name == "pop_back":
        vector.data = data[:-1]
        return None
    if name in ("resize", "assign"):
        if name == "assign" and isinstance(args[0], (Pointer, Vector)):
            made = core.construct(types.CType("vector", (vector.ctype,)), args, f)
            vector.data = made.data
            return None
        count = args[0]
        limits.hold(8 * len(data) if name == "resize" and len(data) > _SMALL else 0)
        made = core.construct(types.CType("vector", (vector.ctype,)), args, f)
        if name == "resize" and len(data):
            kept = data[:count]
            rest = made.data[len(kept) :]
            vector.data = (
                list(kept) + list(rest) if isinstance(kept, list) and isinstance(rest, list)
                else np.concatenate([np.asarray(kept, types.numpy_of(vector.ctype)), np.asarray(rest)])
            )  # fmt: skip
        else:
            vector.data = made.data
        return None
    if name == "insert" and len(args) == 3 and isinstance(args[1], Pointer):
        place, first, last = (a.index for a in args)
        limits.hold(8 * (len(data) + last - first))
        piece = list(args[1].vector.data[first:last])
        vector.data = [*list(data)[:place], *piece, *list(data)[place:]]
        return None
    if name == "insert" and len(args) == 2:
        limits.hold(8 * len(data) if len(data) > _SMALL else 0)
        vector.data = [*list(data)[: args[0].index], args[1], *list(data)[args[0].index :]]
        return None
    if name == "fill":
        dtype = types.numpy_of(vector.ctype)
        vector.data = np.broadcast_to(np.asarray(coerce(args[0], vector.ctype)).astype(dtype), (len(data),))
        return None
    if name == "swap":
        vector.data, args[0].data = args[0].data, vector.data
        return None
    if name == "erase":
        first = args[0].index
        limits.hold(8 * len(data) if len(data) > _SMALL else 0)
        last = args[1].index if len(args) > 1 else first + 1
        vector.data = [*list(data)[:first], *list(data)[last:]]
        return None
    raise NotUnderstood("an unknown method", f"vector.{name}")


def _append(core: Core, vector: Vector, args: list[Any], f: Frame) -> None:
    value = args[0] if len(args) == 1 else core.construct(vector.ctype, args, f)
    if isinstance(value, Dynamic):
        raise NotUnderstood("host data of results")
    if isinstance(value, np.ndarray):  # all turns of a loop at once
        old = vector.array()
        limits.hold(old.nbytes + old.itemsize * value.size)
        core.appended.append((vector, vector.data))
        with np.errstate(all="ignore"):
            vector.data = np.concatenate([old, value.astype(old.dtype)])
        return
    if core.is_in_bulk:
        raise NotUnderstood("appends the same in every turn")
    if isinstance(vector.data, Result):
        raise NotUnderstood("changes results on the host")
    if isinstance(vector.data, np.ndarray):
        limits.hold(40 * len(vector.data))
        vector.data = vector.data.tolist()
    if vector.ctype == AUTO or vector.ctype.pointers:
        vector.data.append(value)
    else:
        vector.data.append(core.construct(vector.ctype, [value], f) if vector.ctype.name in ("thread", "unique_ptr")
                           else coerce(value, vector.ctype))  # fmt: skip
    if isinstance(value, Handle) and vector.name:
        value.rename(f"{vector.name}{len(vector.data) - 1}", vector.depth, element=True)


def _smart(smart: Smart, name: str, args: list[Any]) -> Any:
    if name == "get":
        return smart.value
    if name == "reset":
        smart.reset(args[0] if args else None)
        return None
    if name == "release":
        value, smart.value = smart.value, None
        return value
    if name == "swap":
        smart.value, args[0].value = args[0].value, smart.value
        return None
    return _vector_of(smart, name, args)


def _vector_of(smart: Smart, name: str, args: list[Any]) -> Any:
    raise NotUnderstood("an unknown method", f"unique_ptr.{name}")


def _string(text: str, name: str, args: list[Any]) -> Any:
    if name in ("c_str", "data"):
        return text.partition("\0")[0]
    if name in ("size", "length"):
        return len(as_bytes(text))
    args = [text_of(a) for a in args]
    if name not in ("empty", "compare") and not text.isascii():
        raise NotUnderstood("parts of a text of more than ASCII")
    if name == "substr" and not 0 <= args[0] <= len(text):
        raise NotUnderstood("a part outside of a text")
    if name == "empty":
        return not text
    if name in ("back", "front", "at"):
        index = len(text) - 1 if name == "back" else args[0] if args else 0
        if not 0 <= index < len(text):
            raise NotUnderstood("reads outside a text")
        return ord(text[index])
    if name == "substr":
        return text[args[0] :] if len(args) == 1 else text[args[0] : args[0] + args[1]]
    if name in ("find", "rfind") and len(args) < 3 and (name == "find" or len(args) == 1):
        wanted = args[0] if isinstance(args[0], str) else character(args[0])
        found = text.find(wanted, *args[1:]) if name == "find" else text.rfind(wanted)
        return found if found >= 0 else 2**64 - 1
    if name == "compare" and len(args) == 1:
        return sign_of(text, args[0])
    if name in ("at", "back", "front") and text:
        place = args[0] if args else len(text) - 1 if name == "back" else 0
        if 0 <= place < len(text):
            return ord(text[place])
        raise NotUnderstood("a part outside of a text")
    raise NotUnderstood("an unknown method", f"string.{name}")


def change(core: Core, ref: Any, name: str, args: list[Any]) -> str:
    """``text.append("x")``: sets the place of a text, and gives the text."""
    text, args = ref.get(), [text_of(a) for a in args]
    if core.is_in_bulk:
        raise NotUnderstood("changes a text in a loop at once")
    if not all(isinstance(a, (int, str)) for a in [text, *args]) or not text.isascii():
        raise NotUnderstood("parts of a text of more than ASCII")
    found = _changed(text, name, args)
    if found is None:
        raise NotUnderstood("an unknown method", f"string.{name}")
    limits.text(len(found))
    ref.set(found)
    return found


def _changed(text: str, name: str, args: list[Any]) -> str | None:
    kinds = "".join("i" if isinstance(a, int) else "s" for a in args)
    if name == "clear":
        return ""
    if name == "pop_back" and text:
        return text[:-1]
    if name == "push_back" and kinds == "i":
        return text + character(args[0])
    if name in ("append", "assign") and kinds == "s":
        return text * (name == "append") + args[0]
    if not kinds.startswith("i") or args[0] < 0 or (args[0] > len(text) and name != "resize"):
        return None
    place = args[0]
    if name in ("append", "assign", "resize") and kinds in ("ii", "i"):
        limits.text(place)
        given = character(args[1]) if len(args) > 1 else "\0"
        if name == "resize":
            return text[:place] + given * (place - len(text))
        return text * (name == "append") + given * place if kinds == "ii" else None
    if name == "erase" and kinds in ("i", "ii"):
        return text[:place] + (text[place + args[1] :] if len(args) > 1 else "")
    if name == "insert" and kinds == "is":
        return text[:place] + args[1] + text[place:]
    if name == "replace" and kinds == "iis":
        return text[:place] + args[2] + text[place + args[1] :]
    return None
