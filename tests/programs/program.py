"""One random program: operators chained on a simulated device, and checked one by one against NumPy afterwards.

Every version of every storage stays readable, in the storage itself or in a copy queued before it is overwritten. So
each operator is checked with what it was really given, and errors don't add up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pyaclnn import Device, Stream, Tensor

from .comparing import difference, host, is_same, name_of, promoted, rounded
from .operators import BY_FAMILY, FLOATS, NUMBERS, Array, Operator

_VIEWS: tuple[Callable[[Any], Any], ...] = (lambda a: a, lambda a: a.T, lambda a: a[..., ::2], lambda a: a[::-1])


@dataclass(eq=False)
class Version:
    """What a storage holds between two writes; ``guess`` is about that, ``tensor`` where it stays."""

    tensor: Tensor
    guess: Array


@dataclass(eq=False)
class Storage:
    version: Version
    written_on: Stream | None = None
    read_on: set[Stream] = field(default_factory=set)


@dataclass(eq=False)
class Value:
    """A view of a storage."""

    storage: Storage
    view: Callable[[Any], Any]

    @property
    def tensor(self) -> Tensor:
        viewed: Tensor = self.view(self.storage.version.tensor)
        return viewed

    @property
    def guess(self) -> Array:
        viewed: Array = self.view(self.storage.version.guess)
        return viewed


Seen = tuple[Version, Callable[[Any], Any]]


@dataclass
class Step:
    """An operator that ran: what it read, what it wrote, and what the written storage held before."""

    text: str
    expected: Callable[..., list[Any]]
    exact: bool
    inputs: list[Seen]
    outputs: list[tuple[Seen, Version | None]]


class Program:
    """Builds and runs a program; ``check`` compares it."""

    def __init__(self, device: Device, rng: np.random.Generator) -> None:
        self.device, self.rng = device, rng
        self.streams: list[Stream] = []
        self.values: list[Value] = []
        self.steps: list[Step] = []
        base = [int(n) for n in rng.integers(1, 5, int(rng.integers(1, 4)))]
        for _ in range(4):
            shape = tuple(1 if rng.integers(5) == 0 else n for n in base[int(rng.integers(2)) * (len(base) > 1) :])
            self._add(self._drawn(shape, NUMBERS[self._pick(8)] if rng.integers(3) == 0 else FLOATS[self._pick(3)]))

    def run(self, length: int) -> None:
        done = 0
        for _ in range(20 * length):
            table = list(BY_FAMILY.values())[self._pick(len(BY_FAMILY))]
            done += self._try(table[self._pick(len(table))])
            if done == length:
                break
        while self.streams:
            self.streams.pop().__exit__(None, None, None)

    def check(self) -> list[str]:
        """What was wrong, in words."""
        self.device.synchronize()
        read: dict[int, Array] = {}

        def held(seen: Seen) -> Array:
            version, view = seen
            if id(version) not in read:
                read[id(version)] = version.tensor.numpy()
            array: Array = view(read[id(version)])
            return array

        found = []
        for step in self.steps:
            inputs = [held(seen) for seen in step.inputs]
            with np.errstate(all="ignore"):
                expected = step.expected(*inputs)
            for (seen, before), want in zip(step.outputs, expected, strict=True):
                wrong = difference(held(seen), want, step.exact, inputs)
                if not wrong and before is not None:
                    whole = held((before, lambda a: a)).copy()
                    seen[1](whole)[...] = held(seen)
                    if not is_same(held((seen[0], lambda a: a)), whole):
                        wrong = "other elements of the storage have changed"
                if wrong:
                    found.append(f"{step.text}: {wrong}; inputs {inputs}")
        return found

    # Building

    def _pick(self, count: int) -> int:
        return int(self.rng.integers(count))

    def _drawn(self, shape: tuple[int, ...], dtype: str) -> Array:
        if dtype in FLOATS:
            values = np.where(self.rng.random(shape) < 0.1, 0, self.rng.uniform(-3, 3, shape))
        else:
            values = self.rng.integers(0 if dtype == "uint8" else -9, 10, shape)
        return np.asarray(values).astype(host(dtype))

    def _add(self, array: Array) -> Value:
        """A tensor of the values, looked at in a random way."""
        storage = Storage(Version(self.device.tensor(array), array))
        value = Value(storage, _VIEWS[self._pick(len(_VIEWS)) if self._pick(2) else 0])
        self.values.append(value)
        return value

    def _try(self, op: Operator) -> bool:
        """Runs the operator if there are values that it takes."""
        fitting = [v for v in self.values if self._fits(op, v)]
        if not fitting:
            return False
        chosen = [fitting[self._pick(len(fitting))] for _ in range(op.tensors)]
        shapes = {v.guess.shape for v in chosen}
        if not op.broadcasts and op.tensors > 1:
            chosen = (
                [chosen[0]] * op.tensors if len(shapes) > 1 or len({name_of(v.guess) for v in chosen}) > 1 else chosen
            )
        try:
            shape = np.broadcast_shapes(*(v.guess.shape for v in chosen))
        except ValueError:
            return False
        if not op.name and shape != chosen[0].guess.shape:
            return False
        names = [name_of(v.guess) for v in chosen]
        if op.name in ("lerps", "addcmul", "addcdiv", "softmax") and len(set(names)) > 1:
            return False
        numbers = op.numbers(self.rng, shape)
        common = promoted(names)
        if op.name in ("reduce_sum", "mean", "cumsum"):
            numbers = (*numbers[:-1], common)
        gives = numbers[0] if op.gives == "attribute" else op.gives
        floats = common if common in FLOATS else "float32"
        results = [{"common": common, "float": floats}.get(g, g) for g in gives.split(",")]
        compute = _model(op, numbers, floats if op.gives == "float" else common, results)
        with np.errstate(all="ignore"):
            guesses = compute(*(v.guess for v in chosen))
        if any(not 0 < np.size(g) <= 400 for g in guesses):
            return False
        if op.lists:
            return self._list(op, chosen, numbers, compute)
        overwrites = op.in_place and (not op.name or self._pick(3) == 0)
        if overwrites and self._overwrites(chosen, guesses[0], results[0]):
            return self._in_place(op, chosen, numbers, compute, results[0])
        if not op.name:
            return False
        return self._out_of_place(op, chosen, numbers, compute, results, guesses)

    def _fits(self, op: Operator, value: Value) -> bool:
        guess = value.guess
        if name_of(guess) not in op.dtypes or guess.size == 0 or (op.axes and guess.ndim == 0):
            return False
        wide = guess.astype(np.float64)
        return bool(np.all(np.isfinite(wide))) and float(np.abs(wide).max()) <= op.limit

    def _overwrites(self, chosen: list[Value], guess: Array, result: str) -> bool:
        target = chosen[0].guess
        fits = result == "bool" or result == name_of(target) or {result, name_of(target)} <= set(FLOATS)
        return fits and target.shape == guess.shape and all(v.storage is not chosen[0].storage for v in chosen[1:])

    def _on_a_stream(self, reads: list[Storage], writes: list[Storage]) -> Stream:
        """The current stream, a new one inside it or the one around it, which waits for all that it must."""
        if len(self.streams) > 1 and self._pick(3) == 0:
            self.streams.pop().__exit__(None, None, None)
        elif not self.streams or (len(self.streams) < 3 and self._pick(3) == 0):
            self.streams.append(self.device.stream().__enter__())
        stream = self.streams[-1]
        others = {s.written_on for s in (*reads, *writes)} | {r for s in writes for r in s.read_on}
        for other in others - {None, stream}:
            assert other is not None
            if other.is_closed:
                continue
            if self._pick(2):
                stream.wait_for(other)
            else:
                stream.wait(self.device.event().record(other))
        for storage in reads:
            storage.read_on.add(stream)
        for storage in writes:
            storage.written_on, storage.read_on = stream, set()
        return stream

    def _in_place(
        self, op: Operator, chosen: list[Value], numbers: tuple[Any, ...], compute: Callable[..., Any], result: str
    ) -> bool:
        target = chosen[0]
        inputs: list[Seen] = [(v.storage.version, v.view) for v in chosen]
        dtype = name_of(target.guess)

        def expected(*arrays: Array) -> list[Any]:
            return [rounded(compute(*arrays)[0], dtype)]

        self._on_a_stream([v.storage for v in chosen[1:]], [target.storage])
        before = self._keep(target)
        getattr(self.device, op.in_place)(*(v.tensor for v in chosen), *numbers)
        inputs[0] = (before, target.view)
        with np.errstate(all="ignore"):
            target.view(target.storage.version.guess)[...] = expected(*(view(v.guess) for v, view in inputs))[0]
        self._note(op.in_place, numbers, expected, op.exact, inputs, [((target.storage.version, target.view), before)])
        return True

    def _keep(self, target: Value) -> Version:
        """Copies a storage that is about to be overwritten, on the current stream; the copy becomes the old version."""
        storage = target.storage
        base = storage.version.tensor
        copy = self.device.empty(base.shape, base.dtype)
        self.device.inplace_copy(copy, base)
        old, storage.version = storage.version, Version(base, storage.version.guess.copy())
        old.tensor = copy
        return old

    def _out_of_place(
        self,
        op: Operator,
        chosen: list[Value],
        numbers: tuple[Any, ...],
        compute: Callable[..., Any],
        results: list[str],
        guesses: list[Array],
    ) -> bool:
        inputs: list[Seen] = [(v.storage.version, v.view) for v in chosen]
        dtype = results[0]
        out: Value | None = None
        expected: Callable[..., list[Any]] = compute
        if len(guesses) == 1 and op.out and self._pick(3) == 0:
            if op.casts_output and dtype in FLOATS:
                dtype = FLOATS[self._pick(3)]
            out = self._output(np.shape(guesses[0]), dtype)

            def expected(*arrays: Array) -> list[Any]:
                return [rounded(compute(*arrays)[0], dtype)]

        stream = self._on_a_stream([v.storage for v in chosen], [] if out is None else [out.storage])
        outputs: list[tuple[Seen, Version | None]] = []
        given: list[Any] = [v.tensor for v in chosen]
        if op.joins:
            given = [given]
        if out is not None:
            before = self._keep(out)
            getattr(self.device, op.name)(*given, *numbers, **{op.out: out.tensor})
            outputs.append(((out.storage.version, out.view), before))
            with np.errstate(all="ignore"):
                out.view(out.storage.version.guess)[...] = rounded(guesses[0], dtype)
        else:
            made = getattr(self.device, op.name)(*given, *numbers)
            outputs = self._made(made if isinstance(made, tuple | list) else (made,), guesses, results, stream)
        self._note(op.name, numbers, expected, op.exact, inputs, outputs)
        return True

    def _output(self, shape: tuple[int, ...], dtype: str) -> Value:
        """A new tensor to be written, contiguous, or every other element of the last axis."""
        is_sliced = bool(shape) and self._pick(2) == 0
        wide = (*shape[:-1], 2 * shape[-1]) if is_sliced else shape
        value = Value(Storage(Version(self.device.tensor(filled := self._drawn(wide, dtype)), filled)),
                      _VIEWS[2] if is_sliced else _VIEWS[0])  # fmt: skip
        self.values.append(value)
        return value

    def _made(
        self, tensors: Any, guesses: list[Any], dtypes: list[str], stream: Stream
    ) -> list[tuple[Seen, Version | None]]:
        """Tensors that the call made, as values."""
        outputs: list[tuple[Seen, Version | None]] = []
        dtypes = dtypes * len(guesses) if len(dtypes) == 1 else dtypes
        for tensor, guess, dtype in zip(tensors, guesses, dtypes, strict=True):
            assert str(tensor.dtype) == dtype, f"{tensor} is not {dtype}"
            storage = Storage(Version(tensor, np.asarray(guess).astype(host(dtype))), stream)
            self.values.append(Value(storage, _VIEWS[0]))
            outputs.append(((storage.version, _VIEWS[0]), None))
        return outputs

    def _list(self, op: Operator, chosen: list[Value], numbers: tuple[Any, ...], compute: Callable[..., Any]) -> bool:
        """Every list twice the same tensor, which is read only."""
        inputs: list[Seen] = [(v.storage.version, v.view) for v in chosen]

        def expected(*arrays: Array) -> list[Any]:
            return compute(*arrays) * 2

        with np.errstate(all="ignore"):
            guesses = expected(*(v.guess for v in chosen))
        stream = self._on_a_stream([v.storage for v in chosen], [])
        made = getattr(self.device, op.name)(*([v.tensor] * 2 for v in chosen), *numbers)
        outputs = self._made(made, guesses, [name_of(chosen[0].guess)] * 2, stream)
        self._note(op.name, numbers, expected, op.exact, inputs, outputs)
        return True

    def _note(
        self,
        name: str,
        numbers: tuple[Any, ...],
        expected: Callable[..., list[Any]],
        exact: bool,
        inputs: list[Seen],
        outputs: list[tuple[Seen, Version | None]],
    ) -> None:
        text = f"{name}{numbers} of {[f'{name_of(v.guess)}{list(view(v.guess).shape)}' for v, view in inputs]}"
        self.steps.append(Step(text, expected, exact, inputs, outputs))


def _model(op: Operator, numbers: tuple[Any, ...], common: str, results: list[str]) -> Callable[..., list[Any]]:
    """The expression on operands in their common dtype, with floats as wide as its accuracy needs."""

    def compute(*arrays: Array) -> list[Any]:
        operands = [rounded(a, common) if op.tensors > 1 else a for a in arrays]
        if common in FLOATS or op.gives == "float":
            wide = np.float32 if op.exact else np.float64
            operands = [rounded(a, common).astype(wide) for a in operands]
        values = op.model(*operands, *numbers)
        made = values if isinstance(values, tuple | list) else (values,)
        dtypes = results * len(made) if len(results) == 1 else results
        return [
            rounded(v, r) if op.exact or r not in FLOATS else np.asarray(v) for v, r in zip(made, dtypes, strict=True)
        ]

    return compute
