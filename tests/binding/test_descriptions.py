"""What ``help``, ``d.ops`` and docstrings say of operators, and that a call does not pay for it."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import pyaclnn
from pyaclnn import Device
from pyaclnn.lookup.description import in_python
from pyaclnn.lookup.laziness import LazyText

ROOT = Path(pyaclnn.__file__).parents[1]


def test_a_text_is_written_when_it_is_read() -> None:
    written = []

    def write() -> str:
        written.append(1)
        return "one\n  two\tthree"

    text = LazyText(write)
    assert isinstance(text, str)
    assert written == []
    assert (str(text), len(text), text.splitlines()) == ("one\n  two\tthree", 15, ["one", "  two\tthree"])
    assert written == [1]
    assert text == "one\n  two\tthree"
    assert "two" in text
    assert text.upper() + "!" == "ONE\n  TWO\tTHREE!"
    assert f"{text:.3}" == text[:3] == "one"
    assert hash(text) == hash("one\n  two\tthree")
    assert pickle.loads(pickle.dumps(text)) == "one\n  two\tthree"
    assert next(iter(text)) == "o"
    assert written == [1]


def test_help_reads_it(device: Device) -> None:
    assert inspect.getdoc(device.add).startswith("aclnnAdd (aclnnop/aclnn_add.h).\n\nout = self + alpha * other")
    assert device.add.__doc__ == device.ops.describe("add") == device.ops.describe("aclnnAdd")


def test_finding(device: Device) -> None:
    assert {"layer_norm", "layer_norm_backward"} <= set(device.ops.find("layer_norm"))
    assert {"layer_norm", "ada_layer_norm"} <= set(device.ops.find("LayerNorm"))
    assert "ada_layer_norm" not in device.ops.find("aclnnLayerNorm")
    assert "smooth_l1_loss" in device.ops.find("smoth_l1_loss")
    assert device.ops.find("no such thing at all") == []


def test_parameters_are_called_by_their_python_names(device: Device) -> None:
    text = device.ops.describe("smooth_l1_loss_backward")
    before = text[: text.index("C prototype")]
    assert "grad_input" in before
    assert "gradInput" not in before
    assert in_python("gradOut * x.gradOut + gradOuter - gradOut", {"gradOut": "grad_out", "x": "x"}) == (
        "grad_out * x.gradOut + gradOuter - grad_out"
    )


@pytest.mark.parametrize("operator", ["add", "layer_norm", "mse_loss", "cat", "inplace_add", "matmul"])
def test_outputs_that_may_be_left_out_can_be(device: Device, operator: str) -> None:
    assert "must be passed" not in device.ops.describe(operator)


def test_an_import_and_a_first_lookup_load_no_definitions() -> None:
    code = (
        "import sys, pyaclnn\n"
        "assert 'numpy' not in sys.modules\n"
        "from pyaclnn.abi.headers import own_headers\nfrom pyaclnn.calls import defaults\n"
        "own_headers().operator('aclnnAdd'); defaults.default_of('aclnnAdd', 'alpha')\n"
        "pyaclnn.Device\n"
        "print([m for m in sys.modules if m.startswith(('pyaclnn.reference.operators', 'pyaclnn.constants',\n"
        "       'pyaclnn.lookup.description', 'pyaclnn.calls.single_phase'))])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_public_names_come_when_they_are_used() -> None:
    assert set(pyaclnn.__all__) <= set(dir(pyaclnn))
    with pytest.raises(AttributeError, match="module 'pyaclnn' has no attribute 'nonsense'"):
        pyaclnn.nonsense  # noqa: B018
    for name in pyaclnn.__all__:
        assert getattr(pyaclnn, name) is getattr(pyaclnn, name)
