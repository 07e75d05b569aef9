"""Programs that use several devices, each from a thread of its own."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

from pyaclnn.translate import translated

from .running import output
from .samples import ADD

_MAIN = """int main() {
    aclInit(nullptr);
    std::vector<int> devices = {1, 0};
    for (int device : devices) {
        std::thread worker(Work, device);
        worker.join();
    }
    aclFinalize();
    return 0;
}
"""


def _program() -> str:
    """The sample of an addition as what a thread does on its device."""
    work = ADD.replace("int main() {", "int Work(int device) {", 1)
    work = re.sub(r"aclInit\(nullptr\)|aclFinalize\(\)", "0", work).replace(
        "aclrtSetDevice(number)", "aclrtSetDevice(device)"
    )
    return f"#include <thread>\n{work}\n{_MAIN}"


def test_each_thread_works_on_its_device(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PYACLNN_BACKEND", "simulator")
    monkeypatch.setenv("PYACLNN_SIMULATOR_DEVICES", "2")
    alone = translated(ADD)
    found = translated(_program())
    assert found.is_complete, found.missing
    assert "with Device(1) as d, Device(0) as d0:" in found.script
    assert "d.add(" in found.script
    assert "d0.add(" in found.script
    assert "threads of the sample run one after the other here" in found.script
    once = output(alone.script, capsys)
    assert output(found.script, capsys) == 2 * once
    assert once


def test_a_stream_of_another_device_is_refused() -> None:
    program = _program().replace(
        "ret = aclrtCreateStream(&stream);", "ret = aclrtCreateStream(&stream); aclrtSetDevice(5);"
    )
    found = translated(program)
    assert not found.is_complete
    assert any("a stream of another device" in m.reason for m in found.missing)
