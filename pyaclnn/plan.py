"""Plans: an operator prepared once and run many times by one C call, its operands exchanged by name."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .abi.signatures import Kind, Parameter, Role
from .backend import Session, new_cells
from .calls import arguments
from .calls.arguments import Arguments
from .compiled import functions
from .errors import ArgumentTypeError, ArgumentValueError, ClosedError
from .handles import Handle, NotCopied
from .storage import Storage
from .tensor import Tensor

CLOSED = Session()  # no thread is ever in it

if TYPE_CHECKING:
    from typing_extensions import Self

    from .device import Device
    from .operators import Operator


class Plan(NotCopied):
    """An operator with its arguments, made by ``d.<operator>.plan(...)``.

    ``plan()`` runs it on the stream that was current when it was made, and returns what the operator would.
    ``plan.bind(name=tensor)`` exchanges operands for others with equal metadata. ``repeatable`` says whether CANN
    lets the prepared executor run again; where it does not, each run takes the two phases.

    The plan owns descriptors of its own, since exchanging an operand changes its descriptor, and a workspace. Close
    it, or use it in a ``with`` block; closing waits for its stream.
    """

    def __init__(self, operator: Operator, device: Device, values: list[Any]) -> None:
        self.operator = operator
        self.device = device
        self.stream = device._enter_thread().stream
        self._values = values
        self._call = Arguments(device, operator.name, operator.signature.name)
        self._executor: Handle | None = None
        self._workspace: Storage | None = None
        # The global names of the run function: the storages of the tensors, the session, and what it returns.
        self._bound: dict[str, Any] = {}
        self.repeatable = False
        try:
            self._pointers = [self._private(p, v) for p, v in self._parameters()]
            self._prepare()
        except BaseException:
            self._release()
            raise
        self._note_operands()
        self._bound["_session"] = self._prepared_in
        self.run = self._make_run()

    def __call__(self) -> Any:
        """Runs the operator once more; does not wait. ``plan.run`` is the same without the extra Python call."""
        return self.run()

    def bind(_plan, /, **tensors: Any) -> Self:
        """Exchanges operands, by the operator's parameter names; lists as lists. Returns the plan.

        A new tensor must have the shape, strides, offset, dtype, format and storage shape of the old one, and belong
        to the same device. Nothing is exchanged when one does not fit.
        """
        _plan._require_open()
        changes = [_plan._change(name, value) for name, value in tensors.items()]
        for index, old, new in changes:
            for position, (a, b) in enumerate(zip(old, new, strict=True)):
                if a is not b:
                    _plan._set_address(index, position, b)
            _plan._values[index] = new if isinstance(_plan._values[index], list) else new[0]
        _plan._note_operands()
        return _plan

    def close(self) -> None:
        """Waits for the plan's stream, then frees what the plan owns. Closing twice is fine."""
        if self._executor is not None and self._executor.pointer is not None and not self.stream.is_closed:
            self.stream.synchronize()
        self._release()

    @property
    def is_closed(self) -> bool:
        return self._call.is_closed or self.device._session is not self._prepared_in

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if "_call" in self.__dict__ and not self._call.is_closed:
            with contextlib.suppress(Exception):  # without a wait: work in flight only needs what stays in order
                self._release()

    def __repr__(self) -> str:
        how = "repeatable" if self.repeatable else "two phases each run"
        return f"<Plan of {self.operator.name}, {'closed' if self.is_closed else how}>"

    # -- making

    def _parameters(self) -> list[tuple[Parameter, Any]]:
        return list(zip(self.operator.signature.parameters, self._values, strict=True))

    def _private(self, parameter: Parameter, value: Any) -> Any:
        """A C argument that belongs to the plan alone."""
        if isinstance(value, Tensor):
            return self._call.own(value._new_handle())
        return arguments.convert(self._call, parameter, value, private=True)

    def _prepare(self) -> None:
        """Phase 1, on a thread of its own: one that prepared the same call before gives an executor from its cache,
        which can't be made repeatable."""
        self._prepared_in = self.device._session  # not by a tensor's name for it: a plan is no operand
        failures: list[BaseException] = []
        may_begin, is_done = threading.Lock(), threading.Event()

        def work() -> None:
            if may_begin.acquire(blocking=False):
                try:
                    self._prepare_here()
                except BaseException as error:
                    failures.append(error)
                finally:
                    is_done.set()

        try:
            threading.Thread(target=work, name=f"pyaclnn plan of {self.operator.name}").start()
            is_done.wait()
        except BaseException:  # an interrupt: what the thread uses must not be freed before it is done
            if not may_begin.acquire(blocking=False):
                is_done.wait()
            raise
        if failures:
            raise failures[0]

    def _prepare_here(self) -> None:
        backend = self.operator.backend
        self.device._enter_thread()
        destroy = backend.interface.function("aclDestroyAclOpExecutor")
        size, cell = new_cells(backend.ffi)
        executor = self.device._handles.expect("executor", cell, destroy)
        code = self.operator.first_phase(*self._pointers, size, cell)
        if code:
            executor.close()
            raise self.operator.first_phase_error(code, self._values)
        self.device._handles.arrived(executor)
        # At once: CANN looks at the thread's last phase 1.
        self.repeatable = backend.interface.function("aclSetAclOpExecutorRepeatable")(cell[0]) == 0
        if not self.repeatable:
            executor.close()
            backend.new_message()  # what the refusal left
            return
        self._executor = executor
        if size[0]:
            self._workspace = self.device._pool.storage(size[0], self.stream)

    def _make_run(self) -> Callable[[], Any]:
        if not self.repeatable:
            return self._run_both_phases
        ffi = self.operator.backend.ffi
        compiled = functions()
        assert self._executor is not None
        size = self._workspace.nbytes if self._workspace else 0
        address = self._workspace.address if self._workspace else 0
        lines = [
            "def run():",
            "    if _local.state.session is not _session:",
            "        _enter()",
            "    _s = _stream",
            "    try:",
            f"        _code = _launch({'_second, ' if compiled else ''}_workspace, _size, _executor, _s.pointer)",
            "        _s.launched = _s.epoch",
            "        _note(_name)",
            "        if _s.capture is not None:",
            "            _recorded()",
        ]
        for name, _ in self._slots():
            slot, method = ("writer", "written_by") if name.startswith("_w") else ("user", "read_by")
            lines += [f"        if {name}.{slot} is not _s:", f"            {name}.{method}(_s)"]
        if self.device._blocking:
            lines.append("        _wait(_device, _s)")
        lines += [
            "    except TypeError:",  # a closed stream has no pointer
            "        _enter()",
            "        raise",
            "    except BaseException:",
            "        _interrupted()",
            "        raise",
            "    if _code:",
            "        _fail(_code)",
            "    return _result",
        ]
        self._bound |= {
            "_enter": self._enter,
            "_executor": self._executor.pointer,
            "_fail": lambda code: self.operator.fail_launch(code, self._values),
            "_interrupted": lambda: self.operator.note_launch(self.stream, self._values),
            "_launch": compiled.launch if compiled else self.operator.second_phase,
            "_local": self.operator.backend.threads,
            "_name": self.operator.name,
            "_note": self.stream.recent.append,
            "_recorded": self._recorded,
            "_second": self.operator.second_phase,
            "_size": size,
            "_device": self.device,
            "_wait": self.operator.wait_if_blocking,
            "_stream": self.stream,
            "_workspace": ffi.cast("void *", address),
        }
        exec(compile("\n".join(lines), f"<pyaclnn plan of {self.operator.name}>", "exec"), self._bound)
        run: Callable[[], Any] = self._bound["run"]
        return run

    def _note_operands(self) -> None:
        for name, tensor in self._slots():
            self._bound[name] = tensor._storage
        self._bound["_result"] = self.operator.results(self._values)

    def _slots(self) -> list[tuple[str, Tensor]]:
        """A name for each tensor that is read (``_r0``, ...) and each that is written (``_w1``, ...)."""
        found: list[tuple[str, Tensor]] = []
        for parameter, value in self._parameters():
            for tensor in arguments.tensors(value):
                if parameter.role is not Role.OUT:
                    found.append((f"_r{len(found)}", tensor))
                if parameter.is_written:
                    found.append((f"_w{len(found)}", tensor))
        return found

    # -- running

    def _enter(self) -> None:
        self._require_open()
        _ = self.stream.handle
        self.device._enter_thread()

    def _recorded(self) -> None:
        """Gives the graph that is being recorded what it will use: the operands of now, and the workspace."""
        self.operator.note_operands(self.stream, self._values)
        graph = self.stream.capture
        if graph is not None and self._workspace is not None:
            graph.keep(self._workspace)

    def _run_both_phases(self) -> Any:
        self._enter()
        self.operator.run(self._call, self._values, self._pointers, self.stream)
        self.operator.wait_if_blocking(self.device, self.stream)
        return self._bound["_result"]

    # -- exchanging

    def _change(self, name: str, value: Any) -> tuple[int, list[Tensor], list[Tensor]]:
        """Index, old and new tensors of one exchange, or the error that says why it is not possible."""
        parameters = self._parameters()
        index = next((i for i, (p, _) in enumerate(parameters) if p.python_name == name), -1)
        bound = [p.python_name for p, v in parameters if arguments.tensors(v)]
        if index < 0 or name not in bound:
            raise ArgumentTypeError(f"{name} is no operand of this plan; it has {', '.join(bound)}")
        parameter, current = parameters[index]
        new = arguments.prepare(self._call, parameter, value)
        old, fresh = list(arguments.tensors(current)), list(arguments.tensors(new))
        if len(old) != len(fresh):
            raise ArgumentValueError(f"{name} has {len(fresh)} tensors, the plan was made for {len(old)}")
        for a, b in zip(old, fresh, strict=True):
            if a.meta != b.meta:
                raise ArgumentValueError(
                    f"{name} is {b.describe()} with storage {list(b.storage_shape)}, the plan was made for "
                    f"{a.describe()} with storage {list(a.storage_shape)}: all of it must be equal"
                )
        return index, old, fresh

    def _set_address(self, index: int, position: int, tensor: Tensor) -> None:
        backend, parameter = self.operator.backend, self.operator.signature.parameters[index]
        address = backend.ffi.cast("void *", tensor._storage.address)
        pointer = self._pointers[index]
        if self._executor is None:
            self._exchange_descriptor(index, tensor)
            return
        roles = [r for r in (Role.IN, Role.OUT) if parameter.role in (r, Role.INOUT)]
        for role in roles:
            where = "Input" if role is Role.IN else "Output"
            number = self._number_of(index, role)
            if parameter.kind is Kind.TENSOR_LIST:
                backend.call(
                    f"aclSetDynamic{where}TensorAddr", self._executor.pointer, number, position, pointer, address
                )
            else:
                backend.call(f"aclSet{where}TensorAddr", self._executor.pointer, number, pointer, address)

    def _number_of(self, index: int, role: Role) -> int:
        """Where C counts an operand: list members count one by one, unless the operand is a list itself."""
        parameters = self._parameters()
        before = [(p, v) for p, v in parameters[:index] if p.role in (role, Role.INOUT) and arguments.tensors(v)]
        if parameters[index][0].kind is Kind.TENSOR_LIST:
            return len(before)
        return sum(len(arguments.tensors(v)) for _, v in before)

    def _exchange_descriptor(self, index: int, tensor: Tensor) -> None:
        if isinstance(self._values[index], list):
            raise ArgumentTypeError("lists can't be exchanged in a plan that CANN does not let repeat")
        old, self._pointers[index] = self._pointers[index], self._call.own(tensor._new_handle())
        self._call.disown(old)

    # -- ending

    def _require_open(self) -> None:
        if self.is_closed:
            raise ClosedError(f"{self!r} can't be used any more")

    def _release(self) -> None:
        self._bound["_session"] = CLOSED
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.close()
        self._call.close()
        self._workspace = None
