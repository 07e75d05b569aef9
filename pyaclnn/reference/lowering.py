"""How an operator becomes kernels: the sequence phase 1 records, its temporaries, and its computation.

A definition issues the steps CANN's own code issues: make an input contiguous, cast it, launch the kernel, cast
the result, copy it into the output's view. A step that changes nothing is no kernel, and a kernel whose result
can go straight to the output needs no temporary; the workspace is the room that is left to need.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from ..dtypes import DType
from ..formats import Format
from . import casts, scalars
from .blocks import in_blocks, in_rows
from .chips import Family
from .meta import ScalarValue, TensorMeta, span
from .packing import Packing
from .rules import INNER_NULL, INVALID, Call, OutsideStorage, Refusal
from .steps import Array, Buffer, Step, TensorName, compute, label
from .workspace import workspace_size

__all__ = ["Array", "Buffer", "Lower", "Lowering", "TensorName"]

# Issues the kernels that compute a call.
Lower: TypeAlias = "Callable[[Lowering, Call], None]"


@dataclass
class Lowering:
    """The kernel sequence of one call, as a definition builds it.

    ``aliases`` are the parameters of an in-place twin that stand for those of the operator itself. ``packings`` say how
    a caller's tensor lies in blocks where its own format and shape don't. ``found_shapes`` are those of outputs that
    the values decided when they were last computed.
    """

    family: Family
    args: Mapping[str, Any]
    aliases: Mapping[str, str] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    packings: dict[TensorName, Packing] = field(default_factory=dict)
    found_shapes: dict[TensorName, tuple[int, ...]] = field(default_factory=dict)
    _user: dict[TensorName, Buffer] = field(default_factory=dict)
    _elided: set[Buffer] = field(default_factory=set)

    def tensor(self, name: TensorName) -> Buffer:
        """The caller's tensor of that parameter, or the i-th of a list by ``(name, i)``."""
        if isinstance(name, str):
            name = self.aliases.get(name, name)
        if name not in self._user:
            value = self.args[name] if isinstance(name, str) else self.args[name[0]][name[1]]
            self._user[name] = Buffer(value.shape, value.dtype, name, value, value.format)
        return self._user[name]

    def strided(self, name: TensorName) -> Buffer:
        """The caller's tensor as it lies, for a kernel that takes strides."""
        buffer = self.tensor(name)
        assert buffer.meta is not None
        if buffer.meta.offset > math.prod(buffer.meta.storage_shape):
            raise OutsideStorage(buffer.user, f"{label(buffer.user)} begins behind its storage")
        return buffer

    def constant(self, scalar: ScalarValue, dtype: DType) -> Buffer:
        """A scalar argument as a 0-d operand, converted once."""
        if dtype.numpy is None:
            raise Refusal(INNER_NULL, f"a scalar can't be converted to {dtype.name}")
        return Buffer((), dtype, value=scalars.convert(scalar, dtype))

    def contiguous(self, buffer: TensorName | Buffer) -> Buffer:
        """A row-major copy of a strided tensor; the tensor itself when it is row-major."""
        if not isinstance(buffer, Buffer):
            buffer = self.tensor(buffer)
        if buffer.is_contiguous:
            return buffer
        self._require_view_in_storage(buffer)
        assert buffer.meta is not None
        return self._launch(
            "Contiguous",
            (buffer,),
            buffer.shape,
            buffer.dtype,
            lambda a: a,
            is_node=casts.gathers_on_vector_core(self.family, buffer.dtype, 0 in buffer.meta.strides),
            format=buffer.format,
        )

    def cast(self, buffer: Buffer, dtype: DType) -> Buffer:
        """The tensor in another dtype; the tensor itself when it has it."""
        if buffer.dtype == dtype:
            return buffer
        if not casts.is_possible(self.family, buffer.dtype, dtype):
            raise Refusal(INNER_NULL, f"{self.family.value} has no cast from {buffer.dtype.name} to {dtype.name}")
        on_core = casts.runs_on_vector_core(self.family, buffer.dtype, dtype)
        function: Callable[..., Array] = partial(casts.cast, dtype=dtype)
        if casts.saturates(buffer.dtype, dtype):
            function = in_blocks(function, buffer.shape, dtype.storage, takes_out=True)
        return self._launch(
            "Cast",
            (buffer,),
            buffer.shape,
            dtype,
            function,
            takes_out=True,
            is_node=on_core,
            format=buffer.format,
        )

    def broadcast_to(self, buffer: Buffer, shape: tuple[int, ...], *, always: bool = False) -> Buffer:
        """The tensor expanded to a shape; the tensor itself when it has it, unless it is ``always`` copied."""
        if buffer.shape == shape and not always:
            return buffer
        on_core = casts.broadcasts_on_vector_core(self.family, buffer.dtype)
        kept = Format.FRACTAL_NZ if buffer.format == Format.FRACTAL_NZ else Format.ND
        return self._launch(
            "BroadcastTo",
            (buffer,),
            shape,
            buffer.dtype,
            lambda a: np.broadcast_to(a, shape),
            is_node=on_core,
            format=kept,
        )

    def reshape(self, buffer: Buffer, shape: tuple[int, ...]) -> Buffer:
        """A row-major tensor's elements in another shape; nothing moves."""
        if buffer.shape == shape:
            return buffer
        result = Buffer(shape, buffer.dtype, base=buffer)
        self.steps.append(Step("", (buffer,), (result,), lambda a: a.reshape(shape), is_node=False))
        return result

    def reformat(self, buffer: Buffer, format: Format) -> Buffer:
        """The tensor labelled with another format, which must suit its number of dimensions; nothing moves."""
        self._require_rank(buffer, format)
        if buffer.user is not None:
            return replace(buffer, format=format)
        buffer.format = format
        return buffer

    def trans_data(self, buffer: Buffer, format: Format) -> Buffer:
        """The tensor packed into a format's blocks, or unpacked; the values seen are the same."""
        if not format.is_private or not buffer.format.is_private:
            self._require_rank(buffer, format if buffer.format.is_private else buffer.format)
        return self._launch("TransData", (buffer,), buffer.shape, buffer.dtype, lambda a: a, format=format)

    def kernel(
        self,
        name: str,
        function: Callable[..., Any],
        inputs: Sequence[Buffer],
        shape: tuple[int, ...],
        dtype: DType,
        *,
        raw: bool = False,
        takes_out: bool = False,
        elementwise: bool = False,
        rowwise: bool = False,
        aicpu: bool = False,
        format: Format = Format.ND,
    ) -> Buffer:
        """Launches the operator's own kernel: ``function(*arrays)`` gives its one result.

        float16 and bfloat16 are computed in float32 and rounded once, unless ``raw`` says that values only
        move. ``takes_out`` says that the function takes ``out=``, as NumPy's ufuncs do; ``elementwise`` that an
        element of the result depends on those of the same place only, so that it can be called on
        parts, and ``rowwise`` the same of places along the first axis.
        """
        halves = any(each in casts.HALF_STORAGE for each in (dtype.numpy, *(b.dtype.numpy for b in inputs)))
        if halves and not raw:
            function, takes_out = casts.through_float32(function, dtype), False
        # A ufunc has no steps to keep in the cache.
        if elementwise and dtype.numpy is not None and not (takes_out and isinstance(function, np.ufunc)):
            function, takes_out = in_blocks(function, shape, dtype.storage, takes_out=takes_out), True
        if rowwise and dtype.numpy is not None:
            function, takes_out = in_rows(function, shape, dtype.storage), True
        return self._launch(
            name, tuple(inputs), shape, dtype, function, takes_out=takes_out, is_node=not aicpu, format=format
        )

    def kernel_with_outputs(
        self,
        name: str,
        function: Callable[..., tuple[Array, ...]],
        inputs: Sequence[Buffer],
        outputs: Sequence[tuple[tuple[int, ...], DType]],
        *,
        raw: bool = False,
        aicpu: bool = False,
    ) -> tuple[Buffer, ...]:
        """Launches a kernel with several results, in the order of ``outputs``."""
        buffers = tuple(Buffer(shape, dtype) for shape, dtype in outputs)

        def widened(*arrays: Array) -> tuple[Array, ...]:
            results = function(*arrays) if raw else function(*map(casts.widened, arrays))
            return tuple(casts.cast(r, b.dtype) for r, b in zip(results, buffers, strict=True))

        self.steps.append(Step(name, tuple(inputs), buffers, widened, is_node=not aicpu))
        return buffers

    def kernel_into(self, name: str, function: Callable[..., Any], inputs: Sequence[Buffer], target: Buffer) -> Buffer:
        """Launches a kernel that writes into a buffer that is there already, in order from its first element.

        What it does not reach keeps its value in a tensor of the caller's, and is 0 in a temporary.
        """
        compute = casts.through_float32(function, target.dtype)

        def write(*arrays: Array, out: Array | None = None) -> Array:
            result = np.zeros(target.shape, target.dtype.storage) if out is None else out
            values = np.asarray(compute(*arrays))
            result.reshape(-1)[: values.size] = values.reshape(-1)[: result.size]
            return result

        self.steps.append(Step(name, tuple(inputs), (target,), write, target=target.user))
        return target

    def kernel_of_unknown_size(
        self,
        name: str,
        function: Callable[..., Array],
        inputs: Sequence[Buffer],
        output: TensorName,
        *,
        aicpu: bool = False,
    ) -> None:
        """Launches a kernel that decides the shape of an output by values, and writes it in order from its beginning.

        The output keeps what lies behind, and what does not fit is left out; its shape is found out by ``run``.
        """
        target = self.tensor(output)
        assert target.user is not None
        user = target.user

        def write(*arrays: Array, out: Array) -> Array:
            values = np.asarray(function(*arrays))
            self.found_shapes[user] = values.shape
            fitting = casts.cast(values, target.dtype).reshape(-1)[: out.size]
            out.flat[: fitting.size] = fitting
            return out

        self.steps.append(Step(name, tuple(inputs), (target,), write, is_node=not aicpu, target=user))

    def in_place(self, name: str, function: Callable[..., Any], buffer: Buffer) -> Buffer:
        """Launches a kernel that overwrites its one operand."""
        if buffer.dtype.storage in casts.HALF_STORAGE:
            function = casts.through_float32(function, buffer.dtype)
        self.steps.append(Step(name, (buffer,), (buffer,), function))
        return buffer

    def view_copy(self, buffer: Buffer, output: TensorName) -> None:
        """Puts a result into an output of any strides; the last step of every operator."""
        target = self.tensor(output)
        assert target.meta is not None
        assert target.user is not None
        output = target.user
        fits = target.shape == buffer.shape or target.size == buffer.size == 1
        if target.dtype != buffer.dtype or buffer.format not in (target.format, Format.ND) or not fits:
            raise Refusal(
                INNER_NULL,
                f"{label(output)} is {target.meta}, but the result is {buffer.dtype.name}{list(buffer.shape)}",
            )
        if buffer.user == target.user:
            return  # a kernel has written there already
        if buffer.user is None and target.is_contiguous and self._can_write_through(target.meta):
            self._elided.add(buffer.root)
            producer = next(s for s in reversed(self.steps) if buffer in s.outputs)
            if producer.takes_out and producer.target is None and target.shape == buffer.shape:
                producer.target = output
                return
            self.steps.append(Step("", (buffer,), (), lambda a: a, target=output, is_node=False))
            return
        name = "TensorMove" if buffer.user is not None and target.is_contiguous else "ViewCopy"
        self.steps.append(Step(name, (buffer,), (), lambda a: a, target=output))

    def require_shape(self, buffer: Buffer, output: TensorName) -> None:
        """161002 unless an output has a result's shape, or both have one element."""
        target = self.tensor(output)
        if target.shape != buffer.shape and not target.size == buffer.size == 1:
            raise Refusal(INVALID, f"{label(target.user)} has shape {list(target.shape)}, must be {list(buffer.shape)}")

    def write(self, buffer: Buffer, output: TensorName) -> None:
        """Casts a result to an output's dtype and puts it there."""
        self.view_copy(self.cast(buffer, self.tensor(output).dtype), output)

    @property
    def kernels(self) -> tuple[str, ...]:
        """The names of the kernels in launch order."""
        return tuple(s.kernel for s in self.steps if s.kernel)

    @property
    def workspace_size(self) -> int:
        """Bytes that the temporaries need, with room shared by those that don't live together."""
        return workspace_size(self.steps, self._elided)

    def run(self, read: Callable[[TensorName], Array], write: Callable[[TensorName], Array]) -> None:
        """Computes: ``read`` and ``write`` give the NumPy view of a caller's tensor."""
        compute(self.steps, read, write)

    def _launch(
        self,
        name: str,
        inputs: tuple[Buffer, ...],
        shape: tuple[int, ...],
        dtype: DType,
        function: Callable[..., Any],
        *,
        takes_out: bool = False,
        is_node: bool = True,
        format: Format = Format.ND,
    ) -> Buffer:
        result = Buffer(shape, dtype, format=format)
        self.steps.append(Step(name, inputs, (result,), function, takes_out=takes_out, is_node=is_node))
        return result

    def _require_rank(self, buffer: Buffer, format: Format) -> None:
        if format.rank not in (None, buffer.ndim):
            raise Refusal(INNER_NULL, f"{format.name} is for {format.rank} dimensions, not for {list(buffer.shape)}")

    def _can_write_through(self, out: TensorMeta) -> bool:
        """The older chips copy unless the output ends where its storage ends."""
        if self.family not in (Family.A910, Family.P310):
            return True
        return math.prod(out.storage_shape) == out.size + out.offset

    def _require_view_in_storage(self, buffer: Buffer) -> None:
        meta = buffer.meta
        assert meta is not None
        low, high = span(meta.shape, meta.strides, meta.offset)
        if low < 0 or high >= math.prod(meta.storage_shape):
            raise OutsideStorage(
                buffer.user,
                f"{label(buffer.user)} touches elements {low} to {high} of a storage of "
                f"{math.prod(meta.storage_shape)}",
            )
