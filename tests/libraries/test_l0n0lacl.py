"""A public client that was not written for this project: the package ``l0n0lacl`` on the built libraries.

It opens libnnopbase.so, libascendcl.so and libopapi.so of the installed CANN with ctypes, and lists operators with
``nm``. The programs are the ones of its README for operators that the simulator computes.
"""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest

from pyaclnn.reference import registry
from pyaclnn.simulator.build.tree import Tree

from .building import Outcome, run_python

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("l0n0lacl") is None, reason="the package l0n0lacl is not installed"
)
STAND_IN = Path(__file__).parents[2] / "tools" / "acl_module"


def client(tree: Tree, code: str, **variables: str) -> Outcome:
    """Runs a program in which ``acl`` is the stand-in and the tree the installed CANN."""
    environ = {
        "ASCEND_HOME_PATH": str(tree.root),
        "ASCEND_OPP_PATH": str(tree.root / "opp"),
        "PYACLNN_SIMULATOR_DEVICES": "2",
        "ASCEND_VISIBLE_DEVICES": "0,1",
        "PYACLNN_SIMULATOR_CHECK": "0",  # it keeps tensors until after aclFinalize
        **variables,
    }
    paths = f"import sys\nsys.path.insert(0, {str(STAND_IN)!r})\n"
    return run_python(f"{paths}from l0n0lacl import *\nimport numpy as np\nimport ctypes\n{code}", environ)


def lines(outcome: Outcome) -> list[str]:
    assert outcome.code == 0, outcome.err
    assert outcome.err == ""
    return outcome.out.splitlines()


def test_abs_on_memory_of_two_devices(single: Tree) -> None:
    out = client(
        single,
        "设备.设置内存共享组([0, 1])\n"
        "values = np.random.uniform(-2, -1, (1024))\n"
        "a, a_out = 张量(values), 张量(np.zeros_like(values))\n"
        "a.切换到设备(1)\n"
        "out = 算子运行器('Abs')(a, a_out)\n"
        "print(np.array_equal(out[1].numpy(), np.abs(values)))\n",
    )
    assert lines(out) == ["True"]


def test_functions_that_its_command_generates(single: Tree, tmp_path: Path) -> None:
    """The command parses the tree's headers and writes a module with a function for each operator."""
    out = client(
        single,
        "from l0n0lacl.算子运行器 import 为所有算子创建函数\n"
        f"为所有算子创建函数({str(tmp_path / 'opp')!r})\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "import opp\n"
        "a = 张量(np.ones((2, 3)) * 2)\n"
        "other = 张量(np.ones((2, 3)) * 3)\n"
        "out = 张量(np.zeros([2, 3]))\n"
        "opp.Add(a, other, 1.2, out)\n"
        "print(out)\n",
    )
    assert lines(out)[-2:] == ["[[5.6 5.6 5.6]", " [5.6 5.6 5.6]]"]
    missing = {o.removeprefix("aclnn") for o in registry.definitions()} - {
        p.stem for p in (tmp_path / "opp").glob("*.py")
    }
    assert missing == set()


README = {
    "aclnnInplaceAcos": (
        "a = np.random.uniform(-1, 1, (200, 200)).astype(np.float16)\n"
        "expected = np.arccos(a.astype(np.float32))\n"
        "out = 算子运行器('InplaceAcos')(a)\n"
        "print(np.allclose(out[0].numpy().astype(np.float32), expected, 2e-3, 2e-3))\n"
    ),
    "aclnnAdaptiveAvgPool2d": (
        "a = np.random.uniform(0, 100, (2, 100, 100)).astype(np.float32)\n"
        "out = np.zeros((2, 3, 3), dtype=a.dtype)\n"
        "x, y = 张量(a, 格式=张量格式.NCL), 张量(out).变更格式(张量格式.NCL)\n"
        "output = 算子运行器('AdaptiveAvgPool2d')(x, [3, 3], y)\n"
        "print(np.allclose(output[2].numpy()[:, 0, 0], a[:, :34, :34].mean((1, 2)), 1e-4))\n"
    ),
    "aclnnAny": (
        "s = np.random.uniform(-1, -0.5, (3, 4))\n"
        "output = 算子运行器('Any')(s, [1], ctypes.c_bool(False), np.zeros(3, dtype=np.bool_))\n"
        "print(output[-1].numpy().tolist() == [True] * 3)\n"
    ),
}


@pytest.mark.parametrize("operator", README)
def test_the_other_operators_of_its_readme(single: Tree, operator: str) -> None:
    if registry.find(operator) is None:
        pytest.skip(f"the simulator does not compute {operator} yet")
    assert lines(client(single, README[operator])) == ["True"]


def test_a_mistake_of_its_own(single: Tree) -> None:
    """It frees a workspace before the operator is done; most operators of its README need none."""
    out = client(
        single,
        "s, mat, vec = (np.ones(shape, np.float32) for shape in (3, (3, 40), 40))\n"
        "output = 算子运行器('Addmv')(s, mat, vec, 1.2, 标量(1.1), np.zeros(3, dtype=np.float32), ctypes.c_int8(1))\n"
        "try:\n"
        "    output[-2].numpy()\n"
        "except Exception as error:\n"
        "    print(error)\n",
    )
    assert "aclnnAddmv: the workspace: " in out.out
    assert "is no device memory: freed at" in out.out


def test_an_operator_that_is_refused(single: Tree) -> None:
    """Its own exception carries the text of the C side."""
    out = client(
        single,
        "try:\n"
        "    算子运行器('Add')(np.ones(3), np.ones(4), 1.0, np.zeros(3))\n"
        "except Exception as error:\n"
        "    print(error)\n",
    )
    assert "aclnnAddGetWorkspace" in out.out
    assert "does not broadcast" in out.out


def test_the_libraries_are_those_of_the_tree(single: Tree) -> None:
    out = client(single, "import os\nprint(os.environ['ASCEND_HOME_PATH'] in open('/proc/self/maps').read())\n")
    assert lines(out) == ["True"]
    assert os.path.isdir(single.root / "opp" / "vendors"), "the package lists this directory"
