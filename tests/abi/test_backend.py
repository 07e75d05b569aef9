"""Devices on an installed CANN, its errors, and the choice between it and the simulator."""

from __future__ import annotations

import ctypes
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyaclnn import Device, backend, selection
from pyaclnn.abi import library
from pyaclnn.abi.signatures import HeaderError
from pyaclnn.errors import (
    AclError,
    ArgumentValueError,
    LibraryBrokenError,
    LibraryNotFoundError,
    SymbolNotFoundError,
)

from .conftest import FakeCann

# -- devices on it


def test_a_device_on_cann(cann: FakeCann) -> None:
    cann.base()
    cann.operator("lib64/libopapi_math.so", mark=0)
    with Device(0, backend="cann") as d:
        assert d.backend == "cann"
        assert d.soc_name == "Ascend910B4"
        x = d.tensor(np.array([1, 2, 3, 4], np.float32))
        np.testing.assert_array_equal(d.mul(x, x).numpy(), [2, 4, 6, 8])
        np.testing.assert_array_equal(d.ops["aclnnMul"](x, x).numpy(), [2, 4, 6, 8])


def test_a_workspace_is_given(cann: FakeCann) -> None:
    cann.base()
    cann.operator("lib64/libopapi_math.so", mark=100)
    with Device(0, backend="cann") as d:
        x = d.tensor(np.zeros(4, np.float32))
        np.testing.assert_array_equal(d.mul(x, x).numpy(), [100] * 4)


def test_no_cann_lists_the_places(clean: pytest.MonkeyPatch) -> None:
    with pytest.raises(LibraryNotFoundError) as caught:
        Device(0, backend="cann")
    text = str(caught.value)
    for place in library.DEFAULT_ROOTS:
        assert f"{place}/lib64 (no such directory)" in text
    assert "ASCEND_HOME_PATH not set" in text
    assert "ASCEND_TOOLKIT_HOME not set" in text
    assert "set_env.sh" in text
    assert "backend='simulator'" in text


@pytest.mark.parametrize("name", ["libascendcl.so", "libnnopbase.so", "libopapi_math.so"])
def test_a_broken_library_is_named(cann: FakeCann, name: str) -> None:
    cann.base()
    broken = cann.root / "lib64" / name
    broken.write_text("not a library\n")
    with pytest.raises(LibraryBrokenError) as caught:
        Device(0, backend="cann")
    assert str(caught.value).startswith(f"{broken} is there but can't be loaded")
    assert "LD_LIBRARY_PATH" in str(caught.value)


def test_a_broken_custom_library_is_named(cann: FakeCann, clean: pytest.MonkeyPatch) -> None:
    cann.base()
    broken = cann.root / "more" / "op_api" / "lib" / "libcust_opapi.so"
    broken.parent.mkdir(parents=True)
    broken.touch()
    clean.setenv("ASCEND_CUSTOM_OPP_PATH", str(cann.root / "more"))
    with pytest.raises(LibraryBrokenError, match=str(broken)):
        Device(0, backend="cann")


def test_a_repaired_library_loads(cann: FakeCann) -> None:
    cann.base()
    good = (cann.root / "lib64/libascendcl.so").read_bytes()
    (cann.root / "lib64/libascendcl.so").unlink()
    (cann.root / "lib64/libascendcl.so").write_text("")
    with pytest.raises(LibraryBrokenError):
        Device(0, backend="cann")
    (cann.root / "lib64/libascendcl.so").write_bytes(good)
    Device(0, backend="cann").close()


def test_a_missing_operator_names_itself_and_the_libraries(cann: FakeCann) -> None:
    cann.base()
    cann.operator("lib64/libopapi_nn.so", "aclnnDiv")
    with Device(0, backend="cann") as d:
        x = d.tensor(np.zeros(4, np.float32))
        with pytest.raises(SymbolNotFoundError) as caught:
            d.abs(x)
        text = str(caught.value)
        assert "aclnnAbs is not in the installed CANN" in text
        assert str(cann.root / "lib64/libopapi_math.so") in text
        assert str(cann.root / "lib64/libopapi_nn.so") in text
        np.testing.assert_array_equal(d.mul(x, x).numpy(), [0] * 4)


def test_an_installed_header_that_is_not_c_stops_its_operators_only(cann: FakeCann) -> None:
    cann.base()
    header = cann.root / "include" / "aclnnop" / "aclnn_foo.h"
    header.parent.mkdir(parents=True)
    header.write_text(
        "aclnnStatus aclnnFooGetWorkspaceSize(const std::vector<int> &x, uint64_t *workspaceSize, "
        "aclOpExecutor **executor);\n"
    )
    with Device(0, backend="cann") as d:
        for ask in (lambda: d.ops["aclnnFoo"], lambda: d.ops["foo"], lambda: d.foo):
            with pytest.raises(
                HeaderError, match=r"aclnnFooGetWorkspaceSize in aclnnop/aclnn_foo\.h is not a C prototype"
            ):
                ask()
        assert "foo" in d.ops
        x = d.tensor(np.zeros(4, np.float32))
        np.testing.assert_array_equal(d.mul(x, x).numpy(), [0] * 4)


def test_a_device_that_does_not_exist(cann: FakeCann, clean: pytest.MonkeyPatch) -> None:
    cann.base()
    clean.setenv("FAKE_DEVICES", "2")
    with pytest.raises(ArgumentValueError, match="allowed are 0 to 1"):
        Device(2, backend="cann")


def test_the_chip_must_be_the_real_one(cann: FakeCann) -> None:
    cann.base()
    for kind in ("cann", "auto"):
        Device(0, backend=kind, soc="Ascend910B4").close()
        with pytest.raises(ArgumentValueError, match=r"Ascend910A.*Ascend910B4"):
            Device(0, backend=kind, soc="Ascend910A")


@pytest.mark.parametrize("is_ours", [True, False])
def test_what_others_initialized_is_not_reset(cann: FakeCann, clean: pytest.MonkeyPatch, is_ours: bool) -> None:
    cann.base()
    if not is_ours:
        clean.setenv("FAKE_INITIALIZED", "1")
    for _ in range(2):
        with Device(0, backend="cann"):
            pass
    runtime = ctypes.CDLL(str(cann.root / "lib64/libascendcl.so"))
    selection._registry.finalize()
    selection._registry.finalize()
    calls = {n: ctypes.c_int.in_dll(runtime, f"fake_{n}_calls").value for n in ("init", "reset", "finalize")}
    assert calls == {"init": 1, "reset": int(is_ours), "finalize": 1}


def test_cann_needs_no_simulator(cann: FakeCann) -> None:
    cann.base()
    code = (
        "import sys, numpy as np\nfrom pyaclnn import Device\n"
        "with Device(0) as d:\n"
        "    x = d.tensor(np.zeros(4, np.float32))\n"
        "    print(d.backend, d.mul(x, x).numpy().tolist())\n"
        "print([m for m in sys.modules if m.startswith('pyaclnn.simulator')])\n"
    )
    root = Path(backend.__file__).parent.parent
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert run.stdout.splitlines() == ["cann [0.0, 0.0, 0.0, 0.0]", "[]"], run.stderr
    assert run.stderr == ""


# -- choosing


def warnings_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.name == "pyaclnn" and r.levelno >= logging.WARNING]


def test_auto_takes_cann_where_a_device_answers(cann: FakeCann, caplog: pytest.LogCaptureFixture) -> None:
    cann.base()
    with Device(0) as d:
        assert d.backend == "cann"
    assert warnings_of(caplog) == []


@pytest.mark.parametrize(
    ("situation", "reason"),
    [
        ("no cann", "no CANN installation found"),
        ("no devices", "no device answers"),
        ("no driver", "aclrtGetDeviceCount returned 507899"),
        ("broken", "can't be loaded"),
        ("no count", "has no aclrtGetDeviceCount"),
    ],
)
def test_auto_falls_back_and_says_so_once(
    cann: FakeCann, clean: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, situation: str, reason: str
) -> None:
    cann.base()
    if situation == "no cann":
        clean.delenv("ASCEND_HOME_PATH")
    elif situation == "no devices":
        clean.setenv("FAKE_DEVICES", "0")
    elif situation == "no driver":
        clean.setenv("FAKE_NO_DRIVER", "1")
    elif situation == "broken":
        (cann.root / "lib64/libascendcl.so").write_text("")
    else:
        cann.descriptors("lib64/libascendcl.so")
    for _ in range(3):
        with Device(0) as d:
            assert d.backend == "simulator"
    (text,) = warnings_of(caplog)
    assert reason in text
    assert "simulator of Ascend910B1" in text
    assert "\n" not in text


def test_the_simulator_on_request(cann: FakeCann, caplog: pytest.LogCaptureFixture) -> None:
    cann.base()
    with Device(0, backend="simulator", soc="Ascend310P3") as d:
        assert (d.backend, d.soc_name) == ("simulator", "Ascend310P3")
    assert warnings_of(caplog) == []


def test_a_driver_that_does_not_answer_is_an_error_on_cann(cann: FakeCann, clean: pytest.MonkeyPatch) -> None:
    cann.base()
    clean.setenv("FAKE_NO_DRIVER", "1")
    with pytest.raises(AclError) as caught:
        Device(0, backend="cann")
    assert caught.value.code == 507899
    assert caught.value.name == "ACL_ERROR_RT_DRV_INTERNAL_ERROR"
    assert caught.value.detail == "EE9999: the driver does not answer"


@pytest.mark.parametrize(
    ("variable", "asked", "taken"),
    [
        ("simulator", "auto", "simulator"),
        ("cann", "auto", "cann"),
        ("auto", "auto", "cann"),
        ("", "auto", "cann"),
        ("simulator", "cann", "cann"),
        ("cann", "simulator", "simulator"),
        ("nonsense", "cann", "cann"),
    ],
)
def test_the_variable_decides_for_auto(
    cann: FakeCann,
    clean: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    variable: str,
    asked: str,
    taken: str,
) -> None:
    cann.base()
    clean.setenv("PYACLNN_BACKEND", variable)
    with Device(0, backend=asked) as d:
        assert d.backend == taken
    assert warnings_of(caplog) == []


def test_the_variable_forbids_the_simulator(clean: pytest.MonkeyPatch) -> None:
    clean.setenv("PYACLNN_BACKEND", "cann")
    with pytest.raises(LibraryNotFoundError):
        Device(0)


@pytest.mark.parametrize("variable", ["Simulator", "npu", " cann"])
def test_unknown_backends(clean: pytest.MonkeyPatch, variable: str) -> None:
    with pytest.raises(ArgumentValueError, match="allowed are 'auto', 'cann', 'simulator'"):
        Device(0, backend=variable)
    clean.setenv("PYACLNN_BACKEND", variable)
    with pytest.raises(ArgumentValueError, match=f"PYACLNN_BACKEND is '{variable}'; allowed are"):
        Device(0)


def test_devices_of_one_installation_share_a_backend(cann: FakeCann, clean: pytest.MonkeyPatch) -> None:
    cann.base()
    clean.setenv("FAKE_DEVICES", "2")
    first: Any = Device(0, backend="cann")
    second: Any = Device(1, backend="auto")
    assert first._backend is second._backend
    assert len(selection.known_backends()) == 1
