"""What is left when a context, a device or the process ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .findings import C_CODE, Finding

if TYPE_CHECKING:
    from ..contexts import Context
    from ..handles import Table
    from ..machine import Machine
    from ..memory import Allocation

Leak = tuple[int, Finding]


def memory_of(machine: Machine, device: int) -> Iterator[Leak]:
    """Allocations of a device."""
    return (_memory(a) for a in machine.memory.allocations() if a.device == device)


def handles_of(machine: Machine, context: Context) -> Iterator[Leak]:
    """Streams and graphs of a context, and events where they go with it."""
    for number, stream in machine.queues.streams.items():
        if stream.context is context and stream is not context.default_stream:
            yield _handle(machine.queues.streams, number)
    for number, graph in machine.graphs.graphs.items():
        if graph.context is context:
            yield _handle(machine.graphs.graphs, number)
    for number, event in machine.queues.events.items():
        if context.primary and event.context is context:
            yield _handle(machine.queues.events, number)


def everything(machine: Machine) -> Iterator[Leak]:
    """All that the process has not given back."""
    for _, context in machine.contexts.items():
        yield from handles_of(machine, context)
        if not context.primary:
            yield _handle(machine.contexts, context.handle)
    yield from (_handle(machine.queues.events, n) for n, _ in machine.queues.events.items())
    yield from (_memory(a) for a in machine.memory.allocations())
    for number, executor in machine.executors.executors.items():
        text = f"an executor of {executor.operator} was neither launched nor destroyed"
        if executor.repeatable:
            text = f"a repeatable executor of {executor.operator} was not destroyed"
        name = "handle-leak" if executor.repeatable else "executor-dropped"
        yield number, Finding(name, text, machine.executors.executors.place(number) or C_CODE)
    yield from descriptors(machine)


def descriptors(machine: Machine) -> Iterator[Leak]:
    """Tensors, scalars, arrays and lists; what a list owns is not counted beside it."""
    d = machine.descriptors
    owned = {element for _, found in d.lists.items() for element in found.elements}
    tables: tuple[Table[Any], ...] = (d.lists, d.tensors, d.scalars, d.arrays)
    for table in tables:
        yield from (_handle(table, number) for number, _ in table.items() if number not in owned)


def _memory(allocation: Allocation) -> Leak:
    where = "page-locked host memory" if allocation.is_host else f"memory of device {allocation.device}"
    text = f"{allocation.size} bytes of {where} were never freed"
    return allocation.address, Finding("memory-leak", text, allocation.place or C_CODE)


def _handle(table: Table[Any], number: int) -> Leak:
    kind = table.kind
    article = "an" if kind[0] in "aeiou" else "a"
    return number, Finding("handle-leak", f"{article} {kind} was never destroyed", table.place(number) or C_CODE)
