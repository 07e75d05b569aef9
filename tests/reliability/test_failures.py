"""Failures that tell where they come from: at a call, at a wait, in a script that repeats them, in a child process."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pyaclnn import AclError, ClosedError, Device, ExecutionError, LibraryUnsafeError, ParameterInvalidError
from pyaclnn.abi.library import require_safe
from pyaclnn.simulator.injection import Injection

from . import programs


@contextlib.contextmanager
def failing_wait(device: Device) -> Iterator[None]:
    """The next wait tells that work on the device failed."""
    machine = device._backend.interface.libraries.machine  # type: ignore[attr-defined]
    machine.injection = Injection(at=1, only="aclrtSynchronizeStream$", code=507035)
    try:
        yield
    finally:
        machine.injection = None


def test_a_failure_at_a_wait_names_what_was_launched() -> None:
    with programs.device() as d:
        x = d.tensor([1.0])
        d.mul(x, x)
        d.synchronize()
        d.add(x, x, 1)
        d.add(x, x, 1)
        d.sub(x, x, 1)
        with (
            failing_wait(d),
            pytest.raises(ExecutionError, match=r"launched since the last wait.*: add, add, sub$") as caught,
        ):
            d.synchronize()
        assert caught.value.code == 507035
        with failing_wait(d), pytest.raises(ExecutionError) as caught:
            d.synchronize()
        assert "launched" not in str(caught.value)


def test_a_blocking_device_fails_at_the_call() -> None:
    with Device(0, backend="simulator", soc=programs.SOC, blocking=True) as d:
        x = d.tensor([1.0])
        for _ in range(3):
            out = d.add(x, x, 1)
            assert d._current_stream().query()
        with failing_wait(d), pytest.raises(ExecutionError, match=r": add$"):
            d.add(x, x, 1, out)
        np.testing.assert_array_equal(d.add(x, x, 1).numpy(), [2])


def test_plans_and_captures_of_a_blocking_device() -> None:
    with Device(0, backend="simulator", soc=programs.SOC, blocking=True) as d:
        x = d.tensor([1.0])
        plan = d.add.plan(x, x, 1)
        out = plan.run()
        assert d._current_stream().query()
        with d.capture() as graph:
            y = d.mul(x, out)
        graph.replay()
        d.synchronize()
        np.testing.assert_array_equal(y.numpy(), [2])
        plan.close()


def test_a_failed_wait_names_plans_too() -> None:
    with programs.device() as d:
        x = d.tensor([1.0])
        plan = d.add.plan(x, x, 1)
        plan.run()
        d.synchronize()
        plan.run()
        with failing_wait(d), pytest.raises(ExecutionError, match=r"launched since the last wait.*: add$"):
            d.synchronize()
        plan.close()


def test_a_block_that_ends_on_another_thread() -> None:
    def blocks() -> Iterator[None]:
        with programs.device() as d:
            d.tensor([1.0])
            yield

    generator = blocks()
    next(generator)
    errors: list[BaseException] = []

    def close() -> None:
        try:
            generator.close()  # type: ignore[attr-defined]
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=close)
    thread.start()
    thread.join()
    assert errors == []


def test_a_call_whose_outputs_can_not_be_made_is_dumped_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_DUMP", str(tmp_path))
    with programs.device() as d:
        x, y = d.tensor(np.ones((2, 3), np.float32)), d.tensor(np.ones((4, 5), np.float32))
        with pytest.raises(ParameterInvalidError, match="repeats the call"):
            d.add(x, y, 1)
    (script,) = tmp_path.glob("*.py")
    assert "d.add(self=self, other=other, alpha=alpha)" in script.read_text()


def test_a_failed_call_leaves_a_script_that_repeats_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_DUMP", str(tmp_path / "dump"))
    with programs.device() as d:
        x = d.tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
        with pytest.raises(ParameterInvalidError, match="repeats the call") as caught:
            d.add(x.T, x.T, 2, d.empty((4, 4)))
    (script,) = (tmp_path / "dump").glob("*.py")
    assert script.stat().st_mode & 0o077 == 0
    assert script.with_suffix(".npz").stat().st_mode & 0o077 == 0
    environment = {k: v for k, v in os.environ.items() if k != "PYACLNN_DUMP"}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    again = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False, env=environment)
    assert again.returncode == 1
    assert f"{caught.value.code}" in again.stderr
    assert "float32[3, 2] strides (1, 3)" in again.stderr


def test_a_dump_of_lists_scalars_and_other_dtypes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_DUMP", str(tmp_path))
    with programs.device() as d:
        half = d.tensor([1.5, 2.0], "bfloat16")
        with pytest.raises(AclError):
            d.foreach_mul_scalar_list([half], [np.float32(2)], [d.empty((3, 3), "float64")])
    (script,) = tmp_path.glob("*.py")
    text = script.read_text()
    assert "foreach_mul_scalar_list" in text
    compile(text, "script", "exec")


def test_a_dump_of_a_type_that_hosts_lack_has_its_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_DUMP", str(tmp_path))
    data = np.arange(8, dtype=np.uint8).reshape(2, 4)
    with programs.device() as d:
        x = d.tensor(data).view("int4")[:, 2:]
        with pytest.raises(ParameterInvalidError, match="repeats the call"):
            d.neg(x, d.empty(3))
    (script,) = tmp_path.glob("*.py")
    np.testing.assert_array_equal(np.load(script.with_suffix(".npz"))["self"], data.ravel())
    environment = {k: v for k, v in os.environ.items() if k != "PYACLNN_DUMP"}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    again = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False, env=environment)
    assert "int4[2, 6] strides (8, 1) offset 2" in again.stderr


def test_nothing_is_written_unless_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYACLNN_DUMP", raising=False)
    monkeypatch.chdir(tmp_path)
    with programs.device() as d, pytest.raises(AclError):
        d.add(d.tensor([1.0]), d.tensor([1.0]), 1, d.empty(3))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_is_refused_and_the_parent_goes_on() -> None:
    with programs.device() as d:
        x = d.tensor([1.0, 2.0])
        d.add(x, x, 1)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            outcomes = []
            for use in (lambda: d.add(x, x, 1), x.numpy, lambda: programs.device().tensor([1.0])):
                try:
                    use()
                    outcomes.append("worked")
                except ClosedError:
                    outcomes.append("refused")
                except BaseException as error:
                    outcomes.append(type(error).__name__)
            os.write(write, ",".join(outcomes).encode())
            os._exit(0)
        os.close(write)
        assert os.waitpid(child, 0)[1] == 0
        assert os.read(read, 100) == b"refused,refused,refused"
        os.close(read)
        np.testing.assert_array_equal(d.add(x, x, 1).numpy(), [2, 4])


def test_a_library_that_others_could_change_is_refused(tmp_path: Path) -> None:
    library = tmp_path / "libcust_opapi.so"
    library.write_bytes(b"")
    library.chmod(0o644)
    require_safe(library, {})
    library.chmod(0o666)
    with pytest.raises(LibraryUnsafeError, match="everybody may write"):
        require_safe(library, {})
    require_safe(library, {"PYACLNN_ALLOW_UNSAFE_LIBRARIES": "1"})
    library.chmod(0o644)
    tmp_path.chmod(0o777)
    with pytest.raises(LibraryUnsafeError, match="everybody may write"):
        require_safe(library, {})
    tmp_path.chmod(0o755)
    link = tmp_path / "link.so"
    link.symlink_to(library)
    require_safe(link, {})
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    (open_to_all / "link.so").symlink_to(library)
    with pytest.raises(LibraryUnsafeError, match="everybody may write"):  # the link could be turned to another file
        require_safe(open_to_all / "link.so", {})


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
def test_a_library_of_another_user_is_refused(tmp_path: Path) -> None:
    library = tmp_path / "libopapi.so"
    library.write_bytes(b"")
    os.chown(library, 12345, -1)
    with pytest.raises(LibraryUnsafeError, match="12345"):
        require_safe(library, {})
