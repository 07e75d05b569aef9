"""Operator libraries that a program adds: before CANN's and the simulator's, before and after a device exists."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

import pyaclnn
from pyaclnn import Device, Tensor, selection
from pyaclnn.abi.headers import own_directory
from pyaclnn.errors import LibraryBrokenError, LibraryNotFoundError, OperatorNotFoundError, SymbolNotFoundError

from .conftest import FakeCann


class Custom:
    """A custom operator package: a library with one operator, and a header that declares it."""

    def __init__(self, cann: FakeCann, folder: str, operator: str, mark: int, phases: str = "FIRST SECOND") -> None:
        self.root = cann.root.parent / folder
        self.library = cann.operator(f"../{folder}/op_api/lib/libcust_opapi.so", operator, mark, phases).resolve()
        self.headers = self.root / "op_api" / "include"
        self.headers.mkdir()
        text = (own_directory() / "aclnnop" / "aclnn_mul.h").read_text().replace("ACLNN_OUT ", "")
        snake = "".join(f"_{c.lower()}" if c.isupper() else c for c in operator.removeprefix("aclnn")).lstrip("_")
        (self.headers / f"aclnn_{snake}.h").write_text(text.replace("aclnnMul", operator))


def marked(result: Tensor) -> float:
    """The mark of the library that computed it: that is what its sum of zeros is."""
    result.device.synchronize()
    return float(result.numpy()[0])


def zeros(d: Device) -> Tensor:
    return d.tensor(np.zeros(4, np.float32))


@pytest.mark.parametrize("before", [True, False])
def test_an_operator_of_its_own(cann: FakeCann, before: bool) -> None:
    cann.base()
    custom = Custom(cann, "mine", "aclnnMine", 7)
    if before:
        pyaclnn.add_library(custom.library, custom.headers)
    with Device(0, backend="cann") as d:
        x = zeros(d)
        if not before:
            with pytest.raises(OperatorNotFoundError):
                d.mine(x, x, d.empty(4))
            pyaclnn.add_library(custom.library, custom.headers)
        assert marked(d.mine(x, x, d.empty(4))) == 7
        assert marked(d.aclnnMine(x, x, d.empty(4))) == 7
        assert "mine" in d.ops
        assert "mine" in dir(d)
        assert marked(d.mul(x, x, d.empty(4))) == 0


@pytest.mark.parametrize("before", [True, False])
def test_it_wins_over_cann_and_custom_operators(cann: FakeCann, clean: pytest.MonkeyPatch, before: bool) -> None:
    cann.base()
    cann.operator("more/op_api/lib/libcust_opapi.so", "aclnnMul", 3)
    clean.setenv("ASCEND_CUSTOM_OPP_PATH", str(cann.root / "more"))
    custom = Custom(cann, "mine", "aclnnMul", 7)
    if before:
        pyaclnn.add_library(custom.library, custom.headers)
    with Device(0, backend="cann") as d:
        x, out = zeros(d), d.empty(4)
        if not before:
            assert marked(d.mul(x, x, out)) == 3
            pyaclnn.add_library(custom.library, custom.headers)
        assert marked(d.mul(x, x, out)) == 7
        _, second = d.c_interface.phases("aclnnMul")
        null = d.c_interface.ffi.NULL
        assert second(null, 0, null, null) == 7  # both phases are from it


def test_the_last_one_wins(cann: FakeCann) -> None:
    cann.base()
    first, second = (Custom(cann, f"mine{m}", "aclnnMul", m) for m in (1, 2))
    with Device(0, backend="cann") as d:
        x, out = zeros(d), d.empty(4)
        for custom, mark in ((first, 1), (second, 2), (first, 1)):
            pyaclnn.add_library(custom.library, custom.headers)
            assert marked(d.mul(x, x, out)) == mark


def test_a_directory_of_custom_operators(cann: FakeCann) -> None:
    cann.base()
    custom = Custom(cann, "mine", "aclnnMine", 5)
    pyaclnn.add_library(str(custom.root))
    with Device(0, backend="cann") as d:
        assert marked(d.mine(zeros(d), zeros(d), d.empty(4))) == 5


def test_other_types_than_before(cann: FakeCann, tmp_path: Path) -> None:
    """A header that declares an operator anew counts, though the old prototype was in use."""
    cann.base()
    with Device(0, backend="cann") as d:
        x, out = zeros(d), d.empty(4)
        d.mul(x, x, out)
        text = (own_directory() / "aclnnop" / "aclnn_mul.h").read_text()
        headers = tmp_path / "newer"
        headers.mkdir()
        (headers / "aclnn_mul.h").write_text(text.replace("const aclTensor *other,", "const aclTensor *factor,"))
        pyaclnn.add_library(cann.operator("newer/libnewer.so", "aclnnMul", 4), headers)
        assert marked(d.mul(x, factor=x, out=out)) == 4
        with pytest.raises(TypeError):
            d.mul(x, other=x, out=out)


def test_on_the_simulator(cann: FakeCann) -> None:
    custom = Custom(cann, "mine", "aclnnMine", 7)
    with Device(0, backend="simulator") as d:
        np.testing.assert_array_equal(d.mul([2.0] * 4, [3.0] * 4).numpy(), [6.0] * 4)
        pyaclnn.add_library(custom.library, custom.headers)
        _, second = d.c_interface.phases("aclnnMine")
        null = d.c_interface.ffi.NULL
        assert second(null, 0, null, null) == 7
        np.testing.assert_array_equal(d.mul([2.0] * 4, [3.0] * 4).numpy(), [6.0] * 4)
        assert "does not compute it" in d.ops.describe("mine")
    with Device(0, backend="simulator", soc="Ascend310P3") as d:
        assert d.c_interface.phases("aclnnMine")


def test_called_on_the_simulator(cann: FakeCann, tmp_path: Path) -> None:
    """The C functions get the simulator's handles; what they return is what the call does."""
    source = tmp_path / "plain.c"
    source.write_text(
        '#include "acl/acl.h"\n#include "aclnn/acl_meta.h"\nint calls[2];\nstatic int executor;\n'
        "aclnnStatus aclnnPlainGetWorkspaceSize(const aclTensor *x, int64_t n, aclTensor *yOut,\n"
        "    uint64_t *workspaceSize, aclOpExecutor **out) {\n"
        "    calls[0]++; *workspaceSize = 64; *out = (aclOpExecutor *)&executor;\n"
        "    return x && yOut && n == 3 ? 0 : 161002; }\n"
        "aclnnStatus aclnnPlain(void *w, uint64_t s, aclOpExecutor *e, aclrtStream t) {\n"
        "    calls[1]++; return w && s == 64 && e == (aclOpExecutor *)&executor && t ? 0 : 361001; }\n"
    )
    (tmp_path / "aclnn_plain.h").write_text(
        "aclnnStatus aclnnPlainGetWorkspaceSize(const aclTensor *x, int64_t n, aclTensor *yOut,\n"
        "    uint64_t *workspaceSize, aclOpExecutor **executor);\n"
    )
    library = tmp_path / "libplain.so"
    command = ["gcc", "-shared", "-fPIC", f"-I{own_directory()}", str(source), "-o", str(library)]
    subprocess.run(command, check=True)
    pyaclnn.add_library(library, tmp_path)
    with Device(0, backend="simulator") as d:
        out = d.empty(4)
        assert d.plain([1.0], 3, out) is out
        with pytest.raises(pyaclnn.ParameterInvalidError):
            d.plain([1.0], 4, out)
        with pytest.raises(TypeError, match="the shape of y_out is not known"):
            d.plain([1.0], 3)
        d.synchronize()


def test_mistakes(cann: FakeCann, tmp_path: Path) -> None:
    with pytest.raises(LibraryNotFoundError, match="does not exist"):
        pyaclnn.add_library(tmp_path / "none.so")
    with pytest.raises(LibraryNotFoundError, match=r"op_api/lib/libcust_opapi\.so does not exist"):
        pyaclnn.add_library(tmp_path)
    custom = Custom(cann, "mine", "aclnnMine", 7)
    with pytest.raises(LibraryNotFoundError, match="is no directory"):
        pyaclnn.add_library(custom.library, tmp_path / "none")
    half = Custom(cann, "half", "aclnnMul", 1, "FIRST")
    broken = tmp_path / "broken.so"
    broken.touch()
    with Device(0, backend="simulator") as d:
        with pytest.raises(LibraryBrokenError, match=r"broken\.so is there but can't be loaded"):
            pyaclnn.add_library(broken, custom.headers)
        assert "mine" not in d.ops
        pyaclnn.add_library(half.library, half.headers)
        with pytest.raises(SymbolNotFoundError, match="has the first phase of aclnnMul but lacks the second"):
            d.mul([1.0], [1.0])


def test_a_broken_library_is_not_kept(clean: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "broken.so"
    broken.touch()
    with Device(0, backend="simulator"), pytest.raises(LibraryBrokenError):
        pyaclnn.add_library(broken)
    Device(0, backend="simulator", soc="Ascend310P3").close()


# -- paths set after import


def test_paths_count_until_the_backend_is_first_taken(cann: FakeCann, clean: pytest.MonkeyPatch) -> None:
    cann.base()
    other = FakeCann(cann.root.parent / "other", cann.build)
    other.runtime("lib64/libacl_rt.so")
    other.descriptors()
    other.operator("lib64/libopapi.so", mark=9)
    clean.setenv("ASCEND_HOME_PATH", str(cann.root.parent / "none"))
    with pytest.raises(LibraryNotFoundError):
        Device(0, backend="cann")
    clean.setenv("ASCEND_HOME_PATH", str(other.root))
    with Device(0, backend="cann") as d:
        assert marked(d.mul(zeros(d), zeros(d), d.empty(4))) == 9
    clean.setenv("ASCEND_HOME_PATH", str(cann.root))
    with Device(0, backend="cann") as d:
        assert marked(d.mul(zeros(d), zeros(d), d.empty(4))) == 9
    assert len(selection.known_backends()) == 1
