"""Host data that loops make under conditions, reads beyond its end, and how scripts write it."""

from __future__ import annotations

import ctypes
import math

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

import numpy as np

from pyaclnn.translate import translated
from pyaclnn.translate.check import Run, judged

from .running import INCLUDES, output, with_results
from .samples import ADD
from .test_repeated import with_data


@pytest.fixture(autouse=True)
def simulator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_BACKEND", "simulator")


def left(statements: str, before_main: str = "") -> str:
    """The line of a script that makes a tensor of 80 elements, which statements fill."""
    source = with_data("leftData.resize(80); " + statements).replace("int main() {", f"{before_main}\nint main() {{", 1)
    found = translated(INCLUDES + source)
    assert found.is_complete, found.missing
    return next(line.strip() for line in found.script.splitlines() if " left = " in line)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if (i < 30) { leftData[i] = 2; } else { leftData[i] = 5; }",
         "np.repeat(np.array([2, 5], np.float32), [30, 50])"),
        ("if (i % 2 == 0) leftData[i] = 1; else if (i % 4 == 1) leftData[i] = 7; else leftData[i] = 9;",
         "np.resize(np.array([1, 7, 1, 9], np.float32), (4, 20))"),
        ("if (i > 9 && i % 2 == 1) { leftData[i] = 3; } else { leftData[i] = 3; }", "np.full((4, 20), 3, np.float32)"),
        ("int64_t j = i / 20; leftData[i] = j == 2 ? 4 : 0; if (j != 2) { leftData[i] = 1; }",
         "np.repeat(np.array([1, 4, 1], np.float32), [40, 20, 20])"),
    ],
)  # fmt: skip
def test_conditions_in_a_long_loop(body: str, expected: str) -> None:
    assert expected in left(f"for (int i = 0; i < 80; ++i) {{ {body} }}")


def test_a_function_that_looks_at_a_shape_in_a_long_loop() -> None:
    """Element i lies in row i / 20 of {4, 20}; of a shape with one row it would be row 0."""
    function = """
    int64_t Row(int64_t flat, const std::vector<int64_t>& shape) {
        if (shape[0] == 1) { return 0; }
        return flat / shape[1] % shape[0];
    }"""
    loop = "for (int i = 0; i < 80; ++i) { leftData[i] = Row(i, %s); }"
    assert "np.repeat(np.array([0, 1, 2, 3], np.float32), 20)" in left(loop % "shape", function)
    assert "np.zeros((4, 20), np.float32)" in left("std::vector<int64_t> flat = {1, 80}; " + loop % "flat", function)


@pytest.mark.parametrize("turns", [1, 80])
def test_functions_of_float_round_as_the_c_library_does(turns: int) -> None:
    """A number where its logarithm differs from the one in double that is rounded afterwards."""
    library = ctypes.CDLL("libm.so.6")
    library.log1pf.restype, library.log1pf.argtypes = ctypes.c_float, [ctypes.c_float]
    numbers = np.arange(1, 2000).astype(np.float32) / np.float32(100)
    odd = [v for v in numbers if np.float32(library.log1pf(v)) != np.float32(math.log1p(v))]
    if not odd:
        pytest.skip("this C library rounds right everywhere")
    line = left(f"for (int i = 0; i < {turns}; ++i) {{ leftData[i] = std::log1p({odd[0]}f); }}")
    assert str(np.float32(library.log1pf(odd[0]))) in line


@pytest.mark.parametrize(
    ("filling", "expected"),
    [
        ("std::fill(leftData.begin(), leftData.begin() + 30, 6);", "np.pad(np.full(30, 6, np.float32), (0, 50))"),
        ("for (int i = 0; i < 80; ++i) { leftData[i] = (i + 3) % 30; }", "(np.arange(3, 83) % 30).astype(np.float32)"),
    ],
)
def test_how_data_is_written(filling: str, expected: str) -> None:
    assert expected in left(filling)


def test_a_number_outside_a_vector_that_nothing_depends_on(capsys: pytest.CaptureFixture[str]) -> None:
    """Zero times it is zero, whatever it is; once it matters, nothing is printed."""
    read = "std::vector<int> few = {4, 5}; int index = 2, factor = %d; int product = factor * (few[index] + 1);"
    shown = 'printf("product %d\\n", product);'
    found = translated(with_results(read % 0 + shown))
    assert found.is_complete, found.missing
    assert any("reads outside its vector" in note for note in found.notes)
    assert output(found.script, capsys) == "product 0\n"
    found = translated(with_results(read % 1 + shown))
    assert [m.reason.partition(":")[0] for m in found.missing] == ["reads outside a vector"]
    assert "product" not in "\n".join(line for line in found.script.splitlines() if "#" not in line)


def test_a_copy_of_more_bytes_than_the_device_has(capsys: pytest.CaptureFixture[str]) -> None:
    """Of four doubles, the memory of four floats has two; the script says so and prints these: only a part."""
    changed = ADD.replace("std::vector<float> result(", "std::vector<double> result(").replace(
        "result.size() * sizeof(float)", "result.size() * sizeof(double)"
    )
    found = translated(changed)
    assert [m.reason for m in found.missing] == ["undefined in the sample: prints what no device memory holds"]
    assert found.missing[0].line == changed[: changed.index('LOG_PRINT("sum[')].count("\n") + 1
    assert any("copies 32 bytes from device memory of 16" in note for note in found.notes)
    assert output(found.script, capsys).count("\n") == 2


def test_a_program_that_does_nothing() -> None:
    assert translated("int main() { return 0; }", "none.cpp").script == (
        '"""Translated by pyaclnn from none.cpp, which does nothing."""\n'
    )
    assert "Device" in translated("int main() { aclInit(nullptr); return 0; }").script


def test_a_loop_that_prints_a_list_of_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers and commas that are known before are one text."""
    found = translated(
        with_results(
            """printf("shape=[");
            for (size_t i = 0; i < shape.size(); i++) { printf("%ld%s", shape[i], i + 1 < shape.size() ? "," : ""); }
            printf("]\\n");"""
        )
    )
    assert found.is_complete, found.missing
    assert 'print("shape=[2,2]")' in found.script


@pytest.mark.parametrize(
    ("program", "script", "verdict"),
    [
        (Run(3, "a\n", ""), Run(3, "a\n", ""), "equal"),
        (Run(3, "a\n", ""), Run(3, "b\n", ""), "different"),
        (Run(3, "a\n", ""), Run(0, "a\n", ""), "different"),
        (Run(0, "a\n", ""), Run(3, "a\n", ""), "different"),
        (Run(1, "a\n", ""), Run(1, "a\n", "Traceback (most recent call last):\nKeyError: 1"), "different"),
    ],
)
def test_exit_codes_are_compared(program: Run, script: Run, verdict: str) -> None:
    assert judged(program, script, [], [])[0] == verdict
