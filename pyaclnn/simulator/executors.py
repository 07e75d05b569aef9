"""The two phases of an operator: arguments checked and lowered, then queued on a stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import dtypes
from ..abi.signatures import Kind, Signature
from ..reference import registry
from ..reference.kernels.indexing import OutsideError
from ..reference.lowering import Lowering, TensorName
from ..reference.rules import OutsideStorage, Refusal
from . import codes
from .checks import kernels
from .checks.findings import C_CODE, Finding
from .checks.touches import Touch
from .descriptors import NULL_POINTER, TensorDescriptor
from .failures import Failure
from .handles import TWICE, USED, Table, number_of
from .memory import BadRange
from .operands import Arrays, Operands
from .streams import DeviceFault, Task

if TYPE_CHECKING:
    from .machine import Machine

INNER_NULL, INNER = 561103, 561000
_ARRAYS = {
    Kind.INT_ARRAY: "aclIntArray",
    Kind.FLOAT_ARRAY: "aclFloatArray",
    Kind.BOOL_ARRAY: "aclBoolArray",
}


@dataclass(eq=False)
class Executor:
    """One prepared call: the kernels, and the descriptors whose addresses they will use."""

    operator: str
    lowering: Lowering
    tensors: dict[TensorName, TensorDescriptor]
    workspace_size: int
    handles: tuple[int, ...] = ()
    repeatable: bool = False


class ExecutorFunctions:
    """Phases of every operator, and the functions on executors."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._ffi = machine.ffi
        self.executors: Table[Executor] = Table("executor", machine.numbers, INNER)
        self.last_kernels: tuple[str, ...] = ()

    def phases(self, signature: Signature) -> tuple[Callable[..., None], Callable[..., None]]:
        """The Python functions behind ``aclnnXxxGetWorkspaceSize`` and ``aclnnXxx``."""

        def first(*args: Any) -> None:
            self._prepare(signature, args)

        def second(workspace: Any, workspaceSize: int, executor: Any, stream: Any) -> None:
            self._launch(signature.name, workspace, workspaceSize, executor, stream)

        return first, second

    def aclSetAclOpExecutorRepeatable(self, executor: Any) -> None:
        found = self._executor(executor)
        if any(step.kernel and not step.is_node for step in found.lowering.steps):
            raise Failure(INNER)  # a kernel of the control CPU can't be run again; CANN leaves no text
        found.repeatable = True

    def aclDestroyAclOpExecutor(self, executor: Any) -> None:
        self._executor(executor, TWICE)
        self.executors.remove(number_of(self._ffi, executor))

    def aclSetTensorAddr(self, executor: Any, index: int, tensor: Any, addr: Any) -> None:
        # The address is set even if the executor is then refused; the index plays no part.
        if not tensor:
            raise Failure(INNER_NULL, "tensor is a null pointer")
        descriptor = self._machine.descriptors.tensors.get(number_of(self._ffi, tensor))
        descriptor.address = number_of(self._ffi, addr)
        self._executor(executor)

    aclSetInputTensorAddr = aclSetTensorAddr
    aclSetOutputTensorAddr = aclSetTensorAddr

    def aclSetDynamicTensorAddr(self, executor: Any, irIndex: int, relativeIndex: int, tensors: Any, addr: Any) -> None:
        if not tensors:
            raise Failure(INNER_NULL, "tensors is a null pointer")
        elements = self._machine.descriptors.elements_of("aclTensorList", tensors)
        if relativeIndex >= len(elements):
            raise Failure(161002, f"index {relativeIndex} of a list of {len(elements)} tensors")
        if not elements[relativeIndex]:
            raise Failure(INNER_NULL, f"element {relativeIndex} of the list is null")
        descriptor = self._machine.descriptors.tensors.get(elements[relativeIndex])
        descriptor.address = number_of(self._ffi, addr)
        self._executor(executor)

    aclSetDynamicInputTensorAddr = aclSetDynamicTensorAddr
    aclSetDynamicOutputTensorAddr = aclSetDynamicTensorAddr

    def _executor(self, pointer: Any, mistake: str = USED) -> Executor:
        if not pointer:
            raise Failure(INNER_NULL, "executor is a null pointer")
        return self.executors.get(number_of(self._ffi, pointer), mistake)

    def _prepare(self, signature: Signature, args: tuple[Any, ...]) -> None:
        workspace_size, executor = args[-2:]
        if not workspace_size or not executor:
            raise Failure(NULL_POINTER, f"{'executor' if workspace_size else 'workspaceSize'} is a null pointer")
        values, tensors, handles = self._arguments(signature, args[:-2])
        definition = registry.find(signature.name)
        if definition is None:
            self._refuse_undefined(signature, values)
        try:
            lowering = definition.plan(self._machine.settings.family, values)  # type: ignore[union-attr]
        except Refusal as refusal:
            raise Failure(refusal.code, refusal.text, finding=self._finding(refusal, tensors)) from None
        prepared = Executor(signature.name, lowering, tensors, lowering.workspace_size, handles)
        self.last_kernels = lowering.kernels
        workspace_size[0] = prepared.workspace_size
        executor[0] = self._ffi.cast("void *", self.executors.add(prepared))

    def _finding(self, refusal: Refusal, tensors: dict[TensorName, TensorDescriptor]) -> Finding | None:
        """A view that leaves its storage, made where its descriptor was; other refusals are no findings."""
        if not isinstance(refusal, OutsideStorage) or refusal.tensor is None:
            return None
        table = self._machine.descriptors.tensors
        descriptor = tensors.get(refusal.tensor)
        found = next((table.place(n) for n, d in table.items() if d is descriptor), "")
        return Finding("out-of-bounds", refusal.text, found or C_CODE)

    def _refuse_undefined(self, signature: Signature, values: dict[str, Any]) -> None:
        for p in signature.parameters:
            if values[p.name] is None and not p.optional:
                raise Failure(NULL_POINTER, f"{p.name} is null, but it is required")
        raise Failure(codes.NO_KERNEL, f"the simulator does not compute {signature.name}; a real NPU may")

    def use_up(self, executor: Any) -> None:
        """What a second phase does to its executor also when it fails: a one-shot one is gone."""
        number = number_of(self._ffi, executor)
        if number in self.executors and not self.executors.get(number).repeatable:
            self.executors.remove(number)

    def _launch(self, operator: str, workspace: Any, size: int, executor: Any, stream: Any) -> None:
        if not executor:
            raise Failure(NULL_POINTER, "executor is nullptr.")
        number = number_of(self._ffi, executor)
        prepared = self.executors.get(number, "executor-used-twice")
        # Whatever happens from here on, a one-shot executor is gone afterwards.
        if not prepared.repeatable or (size and not workspace):
            self.executors.remove(number)
        if prepared.operator != operator:
            raise Failure(INNER, f"the executor was prepared for {prepared.operator}, not for {operator}")
        if size and not workspace:
            raise Failure(NULL_POINTER, "workspace is nullptr.")
        if self._machine.checks is not None and self._machine.checks.wants("handle-used-after-destruction"):
            for handle in prepared.handles:
                self._machine.descriptors.tensors.get(handle)
        try:
            queue = self._machine.stream_of(stream)
        except Failure as failure:
            raise Failure(codes.RUNTIME_ERROR, failure.text) from None
        if not prepared.lowering.steps:
            return
        operands = Operands.of(prepared.lowering, prepared.tensors)
        base = number_of(self._ffi, workspace)

        def run() -> None:
            self._compute(prepared, operands, base)

        def touches() -> Iterator[Touch]:
            room = (base, prepared.workspace_size)
            return kernels.touches(prepared.lowering, operands.metas, operands.addresses, room)

        queue.enqueue(Task(operator, run, touches=touches))

    def _compute(self, prepared: Executor, operands: Operands, workspace: int) -> None:
        try:
            if prepared.workspace_size:
                self._machine.memory.device_bytes(workspace, prepared.workspace_size)
        except BadRange as error:
            raise DeviceFault(codes.KERNEL_FAULT, f"the workspace: {error}", finding=error.finding) from None
        arrays = Arrays(self._machine.memory, operands)
        try:
            self._run(prepared, operands, arrays)
        except OutsideError as error:
            raise DeviceFault(codes.KERNEL_FAULT, str(error)) from None

    def _run(self, prepared: Executor, operands: Operands, arrays: Arrays) -> None:
        checks = self._machine.checks
        if checks is None:
            prepared.lowering.run(arrays.read, arrays.write)
            arrays.put_back()
        else:
            kernels.run(checks, prepared.lowering, operands.metas, operands.addresses, arrays)
        for name, shape in prepared.lowering.found_shapes.items():
            prepared.tensors[name].reshape(shape)

    def _arguments(
        self, signature: Signature, args: tuple[Any, ...]
    ) -> tuple[dict[str, Any], dict[TensorName, TensorDescriptor], tuple[int, ...]]:
        """The values that the rules see, the tensors among them, and the handles of these."""
        values: dict[str, Any] = {}
        tensors: dict[TensorName, TensorDescriptor] = {}
        used: list[int] = []
        for p, arg in zip(signature.parameters, args, strict=True):
            if p.kind is Kind.TENSOR_LIST and arg:
                handles = self._machine.descriptors.elements_of("aclTensorList", arg)
                elements = [self._tensor_at(n) for n in handles]
                used.extend(n for n in handles if n)
                values[p.name] = tuple(e and e.meta for e in elements)
                tensors.update({(p.name, i): e for i, e in enumerate(elements) if e})
            elif p.kind is Kind.TENSOR and arg:
                used.append(number_of(self._ffi, arg))
                tensors[p.name] = self._machine.descriptors.tensors.get(used[-1])
                values[p.name] = tensors[p.name].meta
            else:
                values[p.name] = self._plain(p.kind, arg)
        return values, tensors, tuple(used)

    def _plain(self, kind: Kind, arg: Any) -> Any:
        descriptors = self._machine.descriptors
        if kind in (Kind.INT, Kind.FLOAT, Kind.BOOL):
            return arg
        if kind is Kind.DTYPE:
            return _known_dtype(arg)
        if not arg:
            return None
        if kind is Kind.SCALAR:
            return descriptors.scalars.get(number_of(self._ffi, arg))
        if kind is Kind.SCALAR_LIST:
            handles = descriptors.elements_of("aclScalarList", arg)
            return tuple(descriptors.scalars.get(n) if n else None for n in handles)
        if kind in _ARRAYS:
            return descriptors.values_of(_ARRAYS[kind], arg)
        if kind is Kind.STRING:
            return bytes(self._ffi.string(self._ffi.cast("char *", arg))).decode(errors="replace")  # type: ignore[arg-type]
        raise Failure(INNER, f"the simulator can't read an argument that is a {kind.value}")

    def _tensor_at(self, number: int) -> TensorDescriptor | None:
        return self._machine.descriptors.tensors.get(number) if number else None


def _known_dtype(code: int) -> Any:
    """The dtype of a number; a number that names none is passed on and refused by the operator's rules."""
    try:
        return dtypes.from_code(code)
    except ValueError:
        return code
