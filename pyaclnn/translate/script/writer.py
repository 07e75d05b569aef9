"""The script: the events of a trace, in order, as statements of the binding."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from ..errors import Consequence, NotUnderstood
from ..libraries import libm
from ..trace import RESIDUAL, Call, Chip, CopyWithin, Given, Loop, Missing, Print, Read, Trace, Upload
from ..values.handles import Result, Symbol
from . import arguments, bytewise, layout, roles
from .blocks import Blocks
from .lost import Lost
from .prints import Printer
from .pruning import results_in
from .tensors import Names, Tensors

_SPLIT = "# isort: split"  # linters sort pyaclnn as a library, or where they run in its checkout as the project's own
_MAX_LINES, _MAX_CHARACTERS = 4000, 8_000_000


@dataclass
class Script:
    """A script's text; ``missing`` says what of the sample it lacks."""

    text: str
    missing: list[Missing]
    notes: list[str] = field(default_factory=list)
    data_lines: int = 0
    operators: list[str] = field(default_factory=list)


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
        self.lost = Lost()

    def write(self) -> Script:
        if not self.trace.missing:
            for executor in self.trace.planned:
                if not executor.is_launched:  # the script would not see whether the operator accepts this
                    text = f"{executor.operator}GetWorkspaceSize(...)"
                    self.trace.not_understood(executor.line, text, "a first phase whose operator never runs")
        events = self.trace.events = self.blocks.prepare(self.trace.events)
        roles.note(self.trace, self.tensors)
        size = 0
        for i, event in enumerate(events):
            mark, before, blocks = len(self.tensors.lines), self.tensors.state(), self.blocks.state()
            if mark > _MAX_LINES:
                raise NotUnderstood("a script too long")
            try:
                self.lost.check(event)
                self._event(i, event)
            except NotUnderstood as error:
                del self.tensors.lines[mark:]
                self.tensors.restore(before)
                self.blocks.restore(blocks)
                self.lost.add(event)
                if not isinstance(error, Consequence) or isinstance(event, Call):
                    self._comment(Missing(event.line, _words(event), str(error)))
            size += sum(map(len, self.tensors.lines[mark:]))
            if size > _MAX_CHARACTERS:
                raise NotUnderstood("a script too long")
        beyond = f"{roles.UNDEFINED}: prints what no device memory holds"
        for missing in [*self.trace.undefined, *(Missing(line, "a print", beyond) for line in self.printer.beyond)]:
            if not any(m.line == missing.line for m in self.missing):
                self.missing.append(missing)
        if not any(isinstance(e, (Call, Given)) for e in events) and not self.missing:
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
        lines = layout.needed(layout.chained(lines), self.tensors.given.values())
        lines = self.tensors.lines = [part for line in lines for part in layout.wrapped(line)]
        code = [line for line in lines if not line.lstrip().startswith("#")]
        body = "\n".join(code)
        modules = [m for m, used in (("ml_dtypes", "ml_dtypes"), ("numpy as np", "np")) if _is_used(used, body)]
        imports = [f"import {m}" for m in modules]
        functions = libm.declared(sorted(self.blocks.speller.libm))
        definitions = [part for line in self.blocks.definitions for part in layout.wrapped(line)]
        body += "\n".join(definitions)
        typing = ["from typing import Any"] if any(": Any" in line for line in definitions) else []
        math = ["import math"] if _is_used("math", body) else []
        standard = [*(["import ctypes"] if functions else []), *math, *typing]
        imports = [*standard, *([""] if standard else []), *imports]
        notes = list(dict.fromkeys([*self.trace.notes, *self.tensors.notes, *self.printer.notes]))
        first = f'"""Translated by pyaclnn from {self.name}.'
        if self.missing:
            first = f'"""Translated by pyaclnn from {self.name}, in part.'
        head = [f'{first}"""'] if not notes else [first, "", *(f"Note: {n}." for n in notes), '"""']
        uses = "Device, Format" if _is_used("Format", body) else "Device"
        opening = "    " + self.tensors.devices.opening(self.trace.device, lambda name: _is_used(name, body))
        text = "\n".join([
            *head, "", *imports, *(["", _SPLIT] if imports else []), f"from pyaclnn import {uses}",
            *([""] if functions else []), *functions, "", "", *definitions,
            "def main() -> None:", opening, *lines, *([] if code else ["        pass"]), "", "",
            'if __name__ == "__main__":', "    main()", "",
        ])  # fmt: skip
        return Script(text, self.missing, notes, self.tensors.data_lines, self.operators)

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
        elif isinstance(event, Given):
            self.tensors.give(event)
        elif isinstance(event, CopyWithin):
            self._copy(event)
        elif isinstance(event, Chip):
            stop = f'    raise SystemExit(f"this sample is for {event.part}, not for {{d.soc_name}}")'
            self._add([f'if "{event.part}" not in d.soc_name:', stop])
        elif isinstance(event, Read):
            self._keep(i, event)

    def _add(self, lines: list[str]) -> None:
        self.tensors.lines += [" " * 8 + line for line in lines]

    def _call(self, event: Call) -> None:
        signature = roles.signature_of(event.operator)
        if signature is None:
            raise NotUnderstood("an operator that no header has", event.operator)
        args = arguments.written(signature, event.args, self.tensors)
        self.operators.append(event.operator)
        device = self.tensors.devices.name(event.device)
        self.tensors.lines += layout.call(8, f"{device}.{signature.python_name}", args)

    def _upload(self, event: Upload) -> None:
        """Host data into memory that the script has a tensor of by now."""
        name, dtype, shape = bytewise.viewed(*self.tensors.held_in(event.memory))
        if dtype.numpy is None or event.offset % dtype.itemsize or event.data.nbytes % dtype.itemsize:
            raise NotUnderstood("writes into memory that operators have used")
        first, count = event.offset // dtype.itemsize, event.data.nbytes // dtype.itemsize
        if first + count > math.prod(shape):
            raise NotUnderstood("writes into memory that operators have used")
        if first or count != math.prod(shape):
            name = f"{name if len(shape) == 1 else f'{name}.view(-1)'}[{first or ''}:{first + count}]"
            shape = (count,)
        text, cast = self.tensors.host(event.data.view(dtype.numpy) if event.data.strides != (0,) or
                                       event.data.dtype.itemsize == dtype.itemsize else
                                       _filled(event.data, dtype.numpy), dtype, shape)  # fmt: skip
        if cast:
            raise NotUnderstood("writes into memory that operators have used")
        self.tensors.lines += layout.rows(8, f"{name}.copy_from(", text, ")")

    def _copy(self, event: CopyWithin) -> None:
        to, dtype, shape = bytewise.viewed(*self.tensors.held_in(event.memory))
        source, held, found = bytewise.viewed(*self.tensors.held_in(event.source))
        if dtype != held or math.prod(shape) != math.prod(found):
            raise NotUnderstood("a copy between tensors of different types")
        if shape != found:
            source = f"{source}.view({', '.join(map(str, shape)) or '()'})"
        self.tensors.lines += layout.call(8, f"{to}.copy_from", [source])

    def _keep(self, i: int, event: Read) -> None:
        """Gives results a name where an operator changes the memory before they are printed, or where it saves work."""
        uses, is_changed = 0, False
        for other in islice(self.trace.events, i + 1, i + 400):
            if isinstance(other, (Call, CopyWithin, Upload)):
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
        first = f"# line {missing.line} is not understood ({' '.join(missing.reason.split())}):"
        self._add([first[: layout.WIDTH - 8].rstrip(), f"#   {text}"[: layout.WIDTH - 8].rstrip()])


def _is_used(module: str, body: str) -> bool:
    return f"{module}." in body and re.search(rf"\b{module}\.", body) is not None


def _read(tensors: Tensors, kept: dict[int, str], result: Result) -> tuple[str, Any, int, int]:
    text, dtype, count, rank = tensors.read(result)
    return kept.get(id(result), text), dtype, count, rank


def _filled(data: Any, dtype: Any) -> Any:
    if data[:1].view(np.uint8).any():
        raise NotUnderstood("writes into memory that operators have used")
    return np.zeros(data.nbytes // dtype.itemsize, dtype)


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
