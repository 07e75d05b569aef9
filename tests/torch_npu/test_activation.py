"""The simulator as CANN, from inside a program and from outside."""

from __future__ import annotations

import sys

from .running import environment, python, run

IMPORT = """
import torch
assert torch.npu.is_available() and torch.npu.device_count() == 1
print(torch.npu.get_device_name(0), torch.ones(2).npu().add(1).cpu().tolist())
"""


def test_exec() -> None:
    command = [sys.executable, "-m", "pyaclnn", "simulator", "exec", "--", sys.executable, "-c", IMPORT]
    code, out, err = run(command, environment(PYACLNN_SIMULATOR_SOC="Ascend910B4"))
    assert (code, out) == (0, "Ascend910B4 [2.0, 2.0]\n"), err


def test_the_backend_imported_by_its_name() -> None:
    """Without PyTorch's own loading of backends."""
    code = "import torch\nimport torch_npu\nprint((torch.ones(2).npu() + 1).cpu().tolist())\n"
    before = "import pyaclnn.simulator\npyaclnn.simulator.activate()\n"
    assert python(code, before=before, TORCH_DEVICE_BACKEND_AUTOLOAD="0") == ["[2.0, 2.0]"]


def test_what_it_sets() -> None:
    code = """
import os
print(os.environ["TASK_QUEUE_ENABLE"], os.environ["PYACLNN_SIMULATOR_DEVICES"])
with open("/proc/self/maps") as file:
    loaded = {line.split()[-1] for line in file if "/libascendcl.so" in line}
print(len(loaded), os.environ["ASCEND_HOME_PATH"] in loaded.pop())
pyaclnn.simulator.activate(devices=2)  # once more
torch.ones(1).npu()
try:
    pyaclnn.simulator.activate(devices=3)
except ValueError as error:
    print("runs already" in str(error))
"""
    assert python(code) == ["0 2", "1 True", "True"]


def test_settings_of_the_user_are_kept() -> None:
    code = "import os\nprint(os.environ['TASK_QUEUE_ENABLE'], os.environ['ACL_OP_INIT_MODE'])\n"
    before = "import pyaclnn.simulator\npyaclnn.simulator.activate()\n"
    assert python(code, before=before, TASK_QUEUE_ENABLE="1", ACL_OP_INIT_MODE="0") == ["1 0"]
