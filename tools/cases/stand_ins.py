"""Small stand-ins for what executors import: the test framework they were written for, and absent libraries.

Only the names that executors use exist. The references run for real; the classes that arrange arguments for C work
on ``Slot`` objects, which ``calls`` then gives to pyaclnn.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.abc
import importlib.machinery
import importlib.util
import logging
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import torch

from pyaclnn import Format

REGISTERED: dict[str, type[Any]] = {}
_ABSENT = ("tensorflow", "onnx", "onnxruntime", "torch_npu", "torchvision", "ttk")


def register(name: str) -> Callable[[type[Any]], type[Any]]:
    """Makes a class the executor of that name."""

    def enter(found: type[Any]) -> type[Any]:
        REGISTERED[name] = found
        return found

    return enter


@dataclass
class InputDataset:
    """The inputs of a case: those without a name by place, the others by name."""

    args: list[Any] = field(default_factory=list)
    kwargs: dict[str, Any] = field(default_factory=dict)


@dataclass
class OutputInfo:
    """What one output of the reference is like."""

    shape: tuple[int, ...]
    dtype: Any


@dataclass
class TaskResult:
    """What an executor is told about its case."""

    name: str = ""
    device: str = "cpu"
    output_info_list: list[Any] = field(default_factory=list)


class OpsDataset:
    @staticmethod
    def seed_everything(seed: int = 0) -> None:
        random.seed(seed)
        np.random.seed(seed)
        torch.manual_seed(seed)


class BaseApi:
    """A reference: called with the inputs, it returns the expected outputs."""

    def __init__(self, task_result: TaskResult) -> None:
        self.init(task_result)

    def init(self, task_result: TaskResult) -> None:
        self.task_result = task_result
        self.device = task_result.device
        self.device_id = 0
        self.name = self.api_name = task_result.name
        self.change_flag: bool | None = False
        self.output: Any = None

    def init_by_input_data(self, input_data: InputDataset) -> Any:
        """May change the inputs before the call."""

    def get_format(self, input_data: InputDataset, index: int | None = None, name: str | None = None) -> Any:
        return Format.ND

    def change_data_dtype(self, data: Any, source: Any, target: Any) -> Any:
        """Tensors of one dtype as another, also inside of lists and dictionaries; ``change_flag`` notes that."""
        if isinstance(data, dict):
            return {key: self.change_data_dtype(value, source, target) for key, value in data.items()}
        if isinstance(data, list | tuple):
            return type(data)(self.change_data_dtype(value, source, target) for value in data)
        if isinstance(data, torch.Tensor) and data.dtype == source != target:
            self.change_flag = True
            return data.to(target)
        return data

    def __call__(self, input_data: InputDataset, with_output: bool = False) -> Any:
        raise NotImplementedError


class FunctionApi(BaseApi):
    """The PyTorch function that the case names."""

    def __call__(self, input_data: InputDataset, with_output: bool = False) -> Any:
        return eval(self.name, {"torch": torch})(*input_data.args, **input_data.kwargs)


class Slot:
    """One C argument: a value that goes in, or an output to make; after the call, what the device holds."""

    def __init__(self, value: Any = None, info: Any = None, format: Any = Format.ND) -> None:
        self.value = value
        self.info = info
        self.format = format
        self.tensors: Any = None

    @property
    def shape(self) -> Any:
        return getattr(self.value if self.info is None else self.info, "shape", ())

    @property
    def dtype(self) -> Any:
        return getattr(self.value if self.info is None else self.info, "dtype", None)


class Backend:
    """Makes slots. ``hints`` are the inputs that C is not given."""

    def __init__(self, hints: Sequence[str], read: Callable[[Slot], Any]) -> None:
        self.hints = hints
        self.read = read
        self.format_of: Callable[[int | None, str | None], Any] = lambda index, name: Format.ND

    def convert_input_data(self, value: Any, index: int | None = None, name: str | None = None) -> list[Any]:
        if name in self.hints:
            return []
        if value is None:
            return [ctypes.c_void_p(None)]
        return [Slot(value, format=self.format_of(index, name))]

    def convert_output_data(self, info: Any, index: int | None = None) -> list[Any]:
        return [Slot(info=info)]

    def torch_tensor_to_acl(self, tensor: Any) -> Slot:
        return Slot(tensor)

    def acl_tensor_to_torch(self, slot: Slot) -> Any:
        return self.read(slot)


class AclnnBaseApi:
    """Arranges the arguments for C: the inputs in the order of the file, then the outputs."""

    def __init__(self, task_result: TaskResult, backend: Backend) -> None:
        self.task_result = task_result
        self.backend = backend
        self.device = task_result.device

    def init_by_input_data(self, input_data: InputDataset) -> tuple[list[Any], list[Any]]:
        arguments: list[Any] = []
        outputs: list[Any] = []
        for index, value in enumerate(input_data.args):
            arguments += self.backend.convert_input_data(value, index=index)
        for name, value in input_data.kwargs.items():
            arguments += self.backend.convert_input_data(value, name=name)
        for index, info in enumerate(self.task_result.output_info_list):
            outputs += self.backend.convert_output_data(info, index)
        return arguments + outputs, outputs

    def get_format(self, input_data: InputDataset, index: int | None = None, name: str | None = None) -> Any:
        return Format.ND

    def acl_tensor_to_torch(self, slot: Slot) -> Any:
        return self.backend.acl_tensor_to_torch(slot)

    def __call__(self) -> None:
        """The call itself is made by pyaclnn."""

    def after_call(self, output_packages: list[Any]) -> Any:
        return [self.acl_tensor_to_torch(slot) for slot in output_packages]


class Logger:
    def get_logger(self) -> logging.Logger:
        return logging.getLogger("executor")


class AclTensor(ctypes.Structure):
    """Only pointers to it are made, and they are null."""


_FORMATS = SimpleNamespace(**{f"ACL_FORMAT_{f.name}": f for f in Format})
_MODULES: dict[str, dict[str, Any]] = {
    "atk": {},
    "atk.common": {},
    "atk.common.log": {"Logger": Logger},
    "atk.configs": {},
    "atk.configs.dataset_config": {"InputDataset": InputDataset},
    "atk.configs.results_config": {"TaskResult": TaskResult},
    "atk.tasks": {},
    "atk.tasks.api_execute": {"register": register},
    "atk.tasks.api_execute.base_api": {"BaseApi": BaseApi},
    "atk.tasks.api_execute.function_api": {"FunctionApi": FunctionApi},
    "atk.tasks.api_execute.aclnn_base_api": {"AclnnBaseApi": AclnnBaseApi},
    "atk.tasks.dataset": {},
    "atk.tasks.dataset.base_dataset": {"OpsDataset": OpsDataset},
    "atk.tasks.backends": {},
    "atk.tasks.backends.lib_interface": {},
    "atk.tasks.backends.lib_interface.acl_wrapper": {
        "AclFormat": _FORMATS, "AclDataType": SimpleNamespace(), "AclTensor": AclTensor, "AclTensorStruct": AclTensor,
        "TensorPtr": ctypes.c_void_p, "nnopbase": None,
    },
}  # fmt: skip


class _Absent(ModuleType):
    """A library that is not installed: it can be imported and named, and fails when it is used."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Absent(f"{self.__name__}.{name}")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise ModuleNotFoundError(f"{self.__name__} is not installed")


class _AbsentFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in _ABSENT:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return _Absent(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


@contextlib.contextmanager
def installed() -> Iterator[None]:
    """The stand-ins can be imported inside of the block, and are gone after it."""
    before = set(sys.modules)
    finder = _AbsentFinder()
    for name, members in _MODULES.items():
        module = ModuleType(name)
        module.__path__ = []
        vars(module).update(members)
        sys.modules[name] = module
    sys.meta_path.append(finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in set(sys.modules) - before:
            if name in _MODULES or isinstance(sys.modules[name], _Absent):
                del sys.modules[name]
