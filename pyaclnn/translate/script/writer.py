"""The script: the events of a trace, in order, as statements of the binding."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice
from typing import Any

import numpy as np

from ... import dtypes
from ...abi.headers import own_headers
from ...abi.signatures import Role, Signature
from ..errors import NotUnderstood
from ..libraries import libm
from ..trace import RESIDUAL, Call, Chip, Loop, Missing, Print, Read, Trace, Upload
from ..values.handles import ListHandle, Result, Symbol, TensorHandle
from . import arguments, layout
from .blocks import Blocks
from .prints import Printer
from .pruning import results_in
from .tensors import Names, Tensors

_MAX_LINES = 4000


@dataclass
class Script:
    """A script's text; ``missing`` says what of the sample it lacks."""

    text: str
    missing: list[Missing]
    notes: list[str] = field(default_factory=list)
    data_lines: int = 0
    operators: list[str] = field(default_factory=list)


# Operators that write only a part of an output, so that what was there before shows.
_PARTIAL = ("LogSigmoidForward", "NonZero", "Unique", "MaskedSelect", "NonMax", "Inplace")
# Operators that leave the sum of the weights as it was when their argument 3, the reduction, is none.
_SUM_OF_WEIGHTS = ("aclnnNLLLoss", "aclnnNLLLoss2d")


class Writer:
    def __init__(self, trace: Trace, name: str) -> None:
        self.trace = trace
        self.name = repr(name)[1:-1].replace('"', '\\"')  # as it can stand in a docstring
        self.missing: list[Missing] = []
        self.tensors = Tensors(Names(), 8)
        self.kept: dict[int, str] = {}
        self.printer = Printer(self.tensors, partial(_read, self.tensors, self.kept))
        self.blocks = Blocks(self.tensors, self.printer)
        self.operators: list[str] = []

    def write(self) -> Script:
        events = self.trace.events = self.blocks.prepare(self.trace.events)
        self._note_roles()
        for i, event in enumerate(events):
            mark, before, blocks = len(self.tensors.lines), self.tensors.state(), self.blocks.state()
            if mark > _MAX_LINES:
                raise NotUnderstood("a script too long")
            try:
                self._event(i, event)
            except NotUnderstood as error:
                del self.tensors.lines[mark:]
                self.tensors.restore(before)
                self.blocks.restore(blocks)
                self._comment(Missing(event.line, _words(event), str(error)))
        if not any(isinstance(e, Call) for e in events) and not self.missing:
            self.trace.notes.append("the sample ends before it calls an operator")
        if len(self.tensors.lines) > _MAX_LINES:
            raise NotUnderstood("a script too long")
        if not events and not self.trace.is_started:
            text = f'"""Translated by pyaclnn from {self.name}, which does nothing."""\n'
            return Script(text, [], list(self.trace.notes))
        return self._whole()

    def _whole(self) -> Script:
        lines = self.tensors.lines
        while lines and lines[-1] == "        return":
            lines.pop()
        lines = self.tensors.lines = layout.chained(lines)
        code = [line for line in lines if not line.lstrip().startswith("#")]
        body = "\n".join(code)
        modules = [
            m for m, used in (("ml_dtypes", r"\bml_dtypes\."), ("numpy as np", r"\bnp\.")) if re.search(used, body)
        ]
        imports = [f"import {m}" for m in modules]
        functions = libm.declared(sorted(self.blocks.speller.libm))
        body += "\n".join(self.blocks.definitions)
        typing = ["from typing import Any"] if any(": Any" in line for line in self.blocks.definitions) else []
        math = ["import math"] if re.search(r"\bmath\.", body) else []
        standard = [*(["import ctypes"] if functions else []), *math, *typing]
        imports = [*standard, *([""] if standard and imports else []), *imports]
        notes = list(dict.fromkeys([*self.trace.notes, *self.tensors.notes, *self.printer.notes]))
        first = f'"""Translated by pyaclnn from {self.name}.'
        if self.missing:
            first = f'"""Translated by pyaclnn from {self.name}, in part.'
        head = [f'{first}"""'] if not notes else [first, "", *(f"Note: {n}." for n in notes), '"""']
        uses = "Device, Format" if re.search(r"\bFormat\.", body) else "Device"
        opening = f"    with Device({self.trace.device})" + (" as d:" if re.search(r"\bd\.", body) else ":")
        text = "\n".join([
            *head, "", *imports, *([""] if imports else []), f"from pyaclnn import {uses}",
            *([""] if functions else []), *functions, "", "", *self.blocks.definitions,
            "def main() -> None:", opening, *lines, *([] if code else ["        pass"]), "", "",
            'if __name__ == "__main__":', "    main()", "",
        ])  # fmt: skip
        return Script(text, self.missing, notes, self.tensors.data_lines, self.operators)

    def _note_roles(self) -> None:
        read: set[int] = set()
        written: dict[int, TensorHandle] = {}
        for event in self.trace.events:
            if not isinstance(event, Call):
                continue
            signature = _signature(event.operator)
            parameters = signature.parameters if signature is not None else ()
            is_partial = _writes_partly(event)
            for i, value in enumerate(event.args):
                is_out = i < len(parameters) and parameters[i].role is Role.OUT and not is_partial
                for tensor in _tensors(value):
                    if tensor.address is not None:
                        used = self.tensors.used.setdefault(id(tensor.address.memory), [])
                        if tensor not in used:
                            used.append(tensor)
                    if is_out:
                        written[id(tensor)] = tensor
                    else:
                        read.add(id(tensor))
        self.tensors.written_only = written.keys() - read
        for event in self.trace.events:
            if isinstance(event, Read):
                self._note_size(event.result)

    def _note_size(self, result: Result) -> None:
        """Copies from the device that go beyond a tensor show memory that must be there: the storage is made whole."""
        memory = result.memory
        tensors = self.tensors.used.get(id(memory), memory.tensors[:1])
        end = result.offset + result.held * result.dtype.itemsize
        if tensors and (result.offset or end > max(_nbytes(t) for t in tensors)):
            self.tensors.whole.add(id(memory))

    def _event(self, i: int, event: Any) -> None:
        if isinstance(event, Missing):
            self._comment(event)
        elif isinstance(event, Call):
            self._call(event)
        elif isinstance(event, Print):
            if i and isinstance(before := self.trace.events[i - 1], Print) and not before.format.endswith("\n"):
                return  # printed with the line's beginning
            prints = [event]
            events = self.trace.events
            while not prints[-1].format.endswith("\n"):
                i += 1
                if i == len(events) or not isinstance(events[i], Print):
                    break
                prints.append(events[i])
            lines = self.printer.single(prints)
            self._add([*self.blocks.taken(), *lines])
        elif isinstance(event, RESIDUAL):
            self._add(self.blocks.write(event))
        elif isinstance(event, Loop):
            self._add(self.printer.loop(event))
        elif isinstance(event, Upload):
            self._upload(event)
        elif isinstance(event, Chip):
            stop = f'    raise SystemExit(f"this sample is for {event.part}, not for {{d.soc_name}}")'
            self._add([f'if "{event.part}" not in d.soc_name:', stop])
        elif isinstance(event, Read):
            self._keep(i, event)

    def _add(self, lines: list[str]) -> None:
        self.tensors.lines += [" " * 8 + line for line in lines]

    def _call(self, event: Call) -> None:
        signature = _signature(event.operator)
        if signature is None:
            raise NotUnderstood("an operator that no header has", event.operator)
        args = arguments.written(signature, event.args, self.tensors)
        self.operators.append(event.operator)
        self.tensors.lines += layout.call(8, f"d.{signature.python_name}", args)

    def _upload(self, event: Upload) -> None:
        owner = self.tensors.owners.get(id(event.memory))
        if owner is None or event.offset:
            raise NotUnderstood("writes into memory that operators have used")
        dtype = dtypes.from_code(owner.dtype)
        if dtype.numpy is None or event.data.nbytes != dtype.itemsize * max(1, math.prod(owner.shape)):
            raise NotUnderstood("writes into memory that operators have used")
        text, cast = self.tensors.host(event.data.view(dtype.numpy) if event.data.strides != (0,) or
                                       event.data.dtype.itemsize == dtype.itemsize else
                                       _filled(event.data, dtype.numpy), dtype, owner.shape)  # fmt: skip
        name = self.tensors.made[id(owner)]
        if cast:
            raise NotUnderstood("writes into memory that operators have used")
        self.tensors.lines += layout.rows(8, f"{name}.copy_from(", text, ")")

    def _keep(self, i: int, event: Read) -> None:
        """Gives results a name where an operator changes the memory before they are printed, or where it saves work."""
        uses, is_changed = 0, False
        for other in islice(self.trace.events, i + 1, i + 400):
            if isinstance(other, (Call, Upload)):
                is_changed = True
            elif isinstance(other, (Print, Loop, *RESIDUAL)) and _mentions(other, event.result):
                uses += isinstance(other, (Print, Loop))
                if is_changed or uses > 2:
                    text = self.tensors.read(event.result)[0]
                    name = self.tensors.names.new(f"{text.partition('.')[0]}_data")
                    self._add([f"{name} = {text}"])
                    self.kept[id(event.result)] = name
                    return

    def _comment(self, missing: Missing) -> None:
        self.missing.append(missing)
        text = " ".join(missing.text.split())
        first = f"# line {missing.line} is not understood ({missing.reason}):"
        self._add([first[: layout.WIDTH - 8].rstrip(), f"#   {text}"[: layout.WIDTH - 8].rstrip()])


def _writes_partly(call: Call) -> bool:
    """Whether what an output held before the call can show after it."""
    return any(p in call.operator for p in _PARTIAL) or (call.operator in _SUM_OF_WEIGHTS and call.args[3] == 0)


def _read(tensors: Tensors, kept: dict[int, str], result: Result) -> tuple[str, Any, int, int]:
    text, dtype, count, rank = tensors.read(result)
    return kept.get(id(result), text), dtype, count, rank


@lru_cache(maxsize=2048)
def _signature(operator: str) -> Signature | None:
    return own_headers().operator(operator)


def _filled(data: Any, dtype: Any) -> Any:
    if data[:1].view(np.uint8).any():
        raise NotUnderstood("writes into memory that operators have used")
    return np.zeros(data.nbytes // dtype.itemsize, dtype)


def _nbytes(tensor: TensorHandle) -> int:
    return math.prod(tensor.shape) * dtypes.from_code(tensor.dtype).bits // 8


def _tensors(value: Any) -> list[TensorHandle]:
    if isinstance(value, TensorHandle):
        return [value]
    if isinstance(value, ListHandle):
        return [t for i in value.items for t in _tensors(i)]
    return []


def _mentions(event: Any, result: Result) -> bool:
    if not isinstance(event, (Print, Loop)):
        return any(s.result is result for s in results_in(event))
    if isinstance(event, Print) and any(s.result is result for s in results_in(event)):
        return True
    columns = event.rows[0] if isinstance(event, Print) else event.columns
    values = [c[0] if isinstance(c, list) else c for c in columns]
    return any(isinstance(v := getattr(s, "value", s), Symbol) and v.result is result for s in values)


def _words(event: Any) -> str:
    """How a comment calls an event that can't be written."""
    if isinstance(event, Call):
        return f"{event.operator}(...)"
    if isinstance(event, (Print, Loop)):
        return f"a print: {event.format!r}"
    return "a copy"
