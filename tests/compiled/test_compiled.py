"""Both phases by one compiled call: the same arguments reach C, and the same is seen of what C says."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyaclnn import AclError, ArgumentValueError, ClosedError, Device, DType, ParameterInvalidError, compiled
from pyaclnn.abi.headers import own_headers
from pyaclnn.abi.signatures import Kind, Signature
from pyaclnn.compiled import build, shapes
from pyaclnn.operators import Operator
from pyaclnn.simulator.injection import Injection

from ..abi.recording import EXECUTOR, WORKSPACE, Recorder, Values, recording_device

pytestmark = pytest.mark.usefixtures("way")


def plain() -> list[Signature]:
    signatures = [own_headers().operator(name) for name in sorted(own_headers().operators)]
    return [s for s in signatures if s is not None and shapes.is_plain(s)]


def test_which_way_is_taken(way: str) -> None:
    assert (compiled.functions() is not None) == (way == "compiled")


def test_every_shape_of_the_headers_has_its_function(way: str) -> None:
    found = Counter(shapes.function_for(s) is not None for s in plain())
    assert found == {way == "compiled": 626}


@pytest.mark.parametrize("workspace", [0, WORKSPACE])
def test_every_value_of_the_plain_operators_arrives(way: str, workspace: int) -> None:
    """The fast path of each; the first call only makes the descriptors of scalars and arrays."""
    recorder, slow = Recorder(workspace), []
    with recording_device(recorder) as d:
        values = Values(d)
        for signature in plain():
            operator = Operator(d._backend, signature)
            assert (operator.both_phases is not None) == (way == "compiled")
            pairs = [values.of(p) for p in signature.parameters]
            given = [_as_dtype(d, p.kind, v) for p, (v, _) in zip(signature.parameters, pairs, strict=True)]
            operator.invoke(d, given, (), {})
            invoke = operator.invoke
            operator.invoke = lambda *args, invoke=invoke: slow.append(args) or invoke(*args)  # type: ignore
            method = _method(operator)
            recorder.calls.clear()
            method(d, *given)
            assert slow == [], signature.name
            (first, seen), (second, launched) = recorder.calls
            assert (first, second) == (f"{signature.name}GetWorkspaceSize", signature.name)
            assert [(type(s), s) for s in seen] == [(type(w), w) for _, w in pairs], signature.name
            assert launched[1:3] == (workspace, EXECUTOR)
            assert bool(launched[0]) == bool(workspace)
            assert launched[3] == int(d._backend.ffi.cast("uintptr_t", d._current_stream().handle))


def _as_dtype(device: Device, kind: Kind, value: Any) -> Any:
    return device.empty((1,), value).dtype if kind is Kind.DTYPE else value


def _method(operator: Operator) -> Any:
    from pyaclnn.calls import callpath

    return callpath.make(operator)


def test_values_and_refusals() -> None:
    with Device(0, backend="simulator") as d:
        x, y, out = d.tensor([1.0, 2.0]), d.tensor([3.0, 5.0]), d.empty((2,))
        for _ in range(3):
            assert d.add(x, y, 2, out) is out
            assert out.numpy().tolist() == [7.0, 12.0]
        wrong = d.empty((3,))
        for _ in range(2):
            with pytest.raises(ParameterInvalidError) as caught:
                d.add(x, y, 2, wrong)
            assert caught.value.code == 161002
            assert caught.value.function == "aclnnAddGetWorkspaceSize"
            assert "out = float32[3]" in str(caught.value)
        for _ in range(2):
            with pytest.raises(
                ArgumentValueError, match="reduction is 1180591620717411303424; allowed is an int from -92"
            ):
                d.smooth_l1_loss_backward(x, x, y, 2**70, 1.0, out)


def test_a_launch_that_fails_is_told_once_with_its_code_and_leaves_nothing() -> None:
    with Device(0, backend="simulator") as d:
        x, out = d.tensor([1.0, -2.0]), d.empty((2,))
        d.abs(x, out)
        machine = d._backend.interface.libraries.machine  # type: ignore[attr-defined]
        for code in (507899, 207001, -3):
            machine.injection = injection = Injection(at=1, only="^aclnnAbs$", code=code)
            try:
                with pytest.raises(AclError) as caught:
                    d.abs(x, out)
            finally:
                machine.injection = None
            assert caught.value.code == code
            assert caught.value.function == "aclnnAbs"
            assert injection.names == ["aclnnAbs"]
        d.abs(x, out)
        assert out.numpy().tolist() == [1.0, 2.0]


def test_a_first_phase_that_fails_once_is_tried_again() -> None:
    """As the slow path does, which would explain a refusal."""
    with Device(0, backend="simulator") as d:
        x, out = d.tensor([1.0, -2.0]), d.empty((2,))
        d.abs(x, out)
        machine = d._backend.interface.libraries.machine  # type: ignore[attr-defined]
        machine.injection = injection = Injection(at=1, only="^aclnnAbs")
        try:
            d.abs(x, out)
        finally:
            machine.injection = None
        assert injection.names == ["aclnnAbsGetWorkspaceSize", "aclnnAbsGetWorkspaceSize", "aclnnAbs"]
        assert out.numpy().tolist() == [1.0, 2.0]


def test_a_workspace_comes_from_the_stream() -> None:
    with Device(0, backend="simulator") as d:
        x = d.tensor(np.arange(-12, 12, dtype=np.float32).reshape(4, 6))
        view, out = x.T, d.empty((6, 4))
        stream = d._current_stream()
        for _ in range(3):
            d.abs(view, out)  # transposed: phase 1 makes it contiguous first
        assert stream.last_workspace > 0
        assert out.numpy().tolist() == [[abs(c + 6 * r - 12) for r in range(4)] for c in range(6)]
        whole = d.empty((4, 6))
        for _ in range(3):
            d.abs(x, whole)
        assert stream.last_workspace == 0


def test_a_closed_stream_takes_no_call() -> None:
    with Device(0, backend="simulator") as d:
        x, out = d.tensor([1.0]), d.empty((1,))
        stream = d.stream()
        with stream:
            d.abs(x, out)
            stream.close()
            with pytest.raises(ClosedError):
                d.abs(x, out)
        d.abs(x, out)


def test_plans_run_again() -> None:
    with Device(0, backend="simulator") as d:
        x, out = d.tensor([1.0, -2.0]), d.empty((2,))
        with d.abs.plan(x, out) as plan:
            assert plan.repeatable
            for value in (-3.0, 4.0):
                x.copy_from(np.array([value, value], np.float32))
                assert plan().numpy().tolist() == [abs(value)] * 2
            plan.bind(self=d.tensor([-7.0, 0.5]))
            assert plan.run().numpy().tolist() == [7.0, 0.5]


def test_dtypes_are_passed() -> None:
    with Device(0, backend="simulator") as d:
        x, out = d.tensor([1.5, -2.0]), d.empty((2,), np.int32)
        kind: DType = out.dtype
        for _ in range(2):
            d.cast(x, kind, out)
        assert out.numpy().tolist() == [1, -2]


def test_a_shape_is_the_order_of_c_types() -> None:
    """aclnnSmoothL1LossBackward(gradOut*, self*, target*, int64_t reduction, float beta, gradInput*)."""
    signature = own_headers().operator("aclnnSmoothL1LossBackward")
    assert signature is not None
    assert shapes.shape_of(signature) == "ppplfp"
    assert "ppplfp" in build.header_shapes()
    unknown = Signature("aclnnX", (signature.parameters[0].__class__("a", "a", "struct x", *[None] * 3),), "", "")  # type: ignore[arg-type]
    assert shapes.shape_of(unknown) is None


def test_no_compiler_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(build.compiler.BuildError, match="no C compiler found"):
        build.build(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_module_of_another_python_is_no_error(tmp_path: Path) -> None:
    """A file that can't be loaded leaves the calls to Python."""
    code = (
        "import sys\nfrom pyaclnn import Device, compiled\nfrom pyaclnn.compiled import shapes\n"
        f"compiled.__path__ = [{str(tmp_path)!r}]\n"
        "with Device(0, backend='simulator') as d:\n"
        "    x = d.tensor([-1.0])\n    print(compiled.functions(), d.abs(x, d.abs(x)).numpy())\n"
    )
    (tmp_path / f"{compiled.MODULE}.abi3.so").write_bytes(b"not a library")
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "None [1.]\n"), done.stderr


def test_a_call_from_a_signal_handler_takes_no_executor_of_another(way: str) -> None:
    """Handlers run between any two lines of a call, also between its two C calls."""
    with Device(0, backend="simulator") as d:
        x = d.tensor(np.arange(-6, 6, dtype=np.float32).reshape(3, 4))
        wide, tall, others = d.empty((3, 4)), d.empty((4, 3)), [d.empty((4, 3)), d.empty((3, 4))]
        calls = {"with a workspace": (x.T, tall), "without": (x, wide)}
        inner = [(x.T, others[0]), (x, others[1])]
        for view, out in (*calls.values(), *inner):
            for _ in range(2):
                d.abs(view, out)
        handled = 0

        def trace(frame: Any, event: str, arg: Any) -> Any:
            nonlocal handled
            if event == "opcode":
                sys.settrace(None)
                handled += 1
                d.abs(*inner[handled % 2])
                sys.settrace(trace)
            elif frame.f_code.co_name in ("abs", "launch_with_workspace"):
                frame.f_trace_opcodes = True
            return trace if frame.f_code.co_name in ("abs", "launch_with_workspace") else None

        for view, out in calls.values():
            sys.settrace(trace)
            try:
                d.abs(view, out)
            finally:
                sys.settrace(None)
            assert out.numpy().tolist() == np.abs(view.numpy()).tolist()
        assert handled > 100
        assert others[0].numpy().tolist() == np.abs(x.numpy().T).tolist()
        assert d._live_handles().get("executor", 0) == 0


def test_a_module_of_another_revision_is_not_used(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "REVISION", compiled.REVISION + 1)
    compiled.functions.cache_clear()
    assert compiled.functions() is None


def test_the_doctor_says_how_calls_are_made(way: str) -> None:
    from pyaclnn.cli.examination import examine

    said = examine().calls
    assert ("one compiled function" in said, "no C compiler" in said) == (way == "compiled", way == "Python")
