"""``python -m tools.cases`` on case files of its own, with executors and a golden function beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

pytest.importorskip("torch", reason="the references of case files are written with PyTorch")

from tools.cases import __main__, drawing, explanations, files, outcomes, standards
from tools.cases.running import Runner

_EXECUTOR = """
import torch
from atk.configs.dataset_config import InputDataset
from atk.configs.results_config import TaskResult
from atk.tasks.api_execute import register
from atk.tasks.api_execute.base_api import BaseApi
from atk.tasks.api_execute.aclnn_base_api import AclnnBaseApi
from atk.tasks.backends.lib_interface.acl_wrapper import AclFormat
import tensorflow as tf

print("what an executor prints is dropped")

@register("scaled")
class Scaled(BaseApi):
    def __init__(self, task_result: TaskResult):
        super().__init__(task_result)
    def __call__(self, input_data: InputDataset, with_output=False):
        return torch.add(input_data.kwargs["x"], input_data.kwargs["y"], alpha=input_data.kwargs["alpha"])
    def get_format(self, input_data, index=None, name=None):
        return AclFormat.ACL_FORMAT_NCHW

@register("wrong")
class Wrong(BaseApi):
    def __call__(self, input_data: InputDataset, with_output=False):
        return input_data.kwargs["x"] + 1

@register("classes")
class Classes(BaseApi):
    def __call__(self, input_data: InputDataset, with_output=False):
        return torch.nn.functional.one_hot(input_data.kwargs["x"].clamp(0, 2), 3)

@register("narrow")
class Narrow(BaseApi):
    def __call__(self, input_data: InputDataset, with_output=False):
        x = input_data.kwargs["x"]
        return (x + 100) - 100 + x * 0 + x * 0 if x.dtype == torch.float16 else x

@register("slow")
class Slow(BaseApi):
    def __call__(self, input_data: InputDataset, with_output=False):
        while True:
            pass

@register("exits")
class Exits(BaseApi):
    def __call__(self, input_data: InputDataset, with_output=False):
        import os
        os._exit(3)

@register("needs_tensorflow")
class Needs(BaseApi):
    def __call__(self, input_data: InputDataset, with_output=False):
        return tf.math.abs(input_data.kwargs["x"])

@register("filled")
class Filled(BaseApi):
    def __call__(self, input_data: InputDataset, with_output=False):
        return torch.zeros_like(input_data.kwargs["x"])

@register("filled_on_device")
class FilledOnDevice(AclnnBaseApi):
    def init_by_input_data(self, input_data):
        arguments, outputs = super().init_by_input_data(input_data)
        arguments.pop()
        outputs[:] = [arguments[0]]
        return arguments, outputs

@register("each")
class Each(BaseApi):
    def __call__(self, input_data: InputDataset, with_output=False):
        return [x.abs() for x in input_data.kwargs["x"]]

@register("listed")
class Listed(AclnnBaseApi):
    def init_by_input_data(self, input_data):
        self.task_result.output_info_list = [self.task_result.output_info_list]
        return super().init_by_input_data(input_data)
"""

_GOLDEN = """
import numpy as np
__golden__ = {"kernel": {"abs": "golden"}}

def golden(x, **kwargs):
    return np.abs(x)
"""


def _tensor(name: str, values: Any = (-5, 5), dtype: str = "fp32", shape: Any = (2, 3)) -> dict[str, Any]:
    return {"name": name, "type": "tensor", "dtype": dtype, "shape": list(shape), "range_values": values}


def _attribute(name: str, values: Any, dtype: str = "int", kind: str = "attr") -> dict[str, Any]:
    return {"name": name, "type": kind, "dtype": dtype, "shape": None, "range_values": values}


def _case(operator: str, inputs: list[Any], **more: Any) -> dict[str, Any]:
    return {"id": 0, "name": "torch.abs", "aclnn_name": operator, "standard": {"acc": "md5"}, "inputs": inputs, **more}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "tests" / "st" / "x").mkdir(parents=True)
    (tmp_path / "tests" / "assets").mkdir()
    (tmp_path / "tests" / "st" / "x" / "executor.py").write_text(_EXECUTOR)
    (tmp_path / "tests" / "assets" / "golden.py").write_text(_GOLDEN)
    return tmp_path


def _write(place: Path, *cases: dict[str, Any]) -> Path:
    file = place / "tests" / "st" / "x" / "my_aclnn_cases.json"
    file.write_text(json.dumps([{**case, "id": i} for i, case in enumerate(cases)]))
    return file


def _run(place: Path, case: dict[str, Any]) -> outcomes.Outcome:
    return Runner("simulator", ["Ascend910B1", "Ascend950PR_9599"], 0).run(next(files.read(_write(place, case))))


_ALPHA = _attribute("alpha", 3, "fp32", "scalar")
_ONE_HOT = [
    _tensor("x", [3, 9], "int64", (4,)),
    _attribute("classes", 3),
    _tensor("on", 1, "int64", (1,)),
    _tensor("off", 0, "int64", (1,)),
    _attribute("axis", -1),
]
_SAME = [
    _case("Abs", [_tensor("", [-5, 5])]),
    _case("aclnnAbs", [_tensor("", "nan", "bf16"), _attribute("format", "ND", "non_param")]),
    _case("Add", [_tensor("x"), _tensor("y", shape=(3,)), _ALPHA], api_type="scaled", standard={"acc": "single_bm"}),
    _case("Add", [_tensor("x", dtype="int32"), _tensor("y", dtype="int32"), _attribute("alpha", 2, "int64", "scalar")],
          api_type="scaled"),
    _case("Abs", [_tensor("x")], api_type="needs_tensorflow"),
    _case("InplaceZero", [_tensor("x")], api_type="filled", aclnn_api_type="filled_on_device"),
    _case("InplaceZero", [_tensor("x")], api_type="filled"),
    _case("ForeachAbs", [[_tensor("x"), _tensor("x", shape=())]], api_type="each", aclnn_api_type="listed"),
    _case("Permute", [_tensor("input"), [_attribute("dims", 1, kind="attrs"), _attribute("dims", 0, kind="attrs")]],
          name="torch.permute"),
    _case("MaxDim", [_tensor("input"), _attribute("dim", -1), _attribute("keepdim", True, "bool")], name="torch.max"),
]  # fmt: skip


@pytest.mark.parametrize("case", _SAME, ids=lambda case: f"{case['aclnn_name']}-{case.get('api_type', 'function')}")
def test_a_case_is_equal_to_its_reference(place: Path, case: dict[str, Any]) -> None:
    assert _run(place, case) == outcomes.Outcome(outcomes.EQUAL, "", "Ascend910B1")


@pytest.mark.parametrize(
    ("case", "state", "detail"),
    [
        (_case("Abs", [_tensor("x", 2)], api_type="wrong"), outcomes.DIFFERENT, "6 of 6 elements not the same"),
        (_case("Abs", [_tensor("x", [0.1, 1], "fp16")], api_type="narrow"), outcomes.EQUAL_WIDE, "not the same"),
        (_case("Abs", [_tensor("nobody")]), outcomes.UNSUPPORTED, "reference: TypeError"),
        (_case("OneHot", _ONE_HOT, api_type="classes"), outcomes.EXPLAINED, "not the same"),
        (_case("Abs", [_tensor("", shape=[1] * 9)]), outcomes.REFUSED, "161002"),
        (_case("Abs", [_tensor(""), _tensor("")], name="torch.add"), outcomes.UNSUPPORTED, "3 arguments"),
        (_case("Abs", [_tensor("x")], api_type="nobody"), outcomes.UNSUPPORTED, "no executor"),
        (_case("Abs", [_tensor("", "abc")]), outcomes.UNSUPPORTED, "no range"),
        (_case("Abs", [_tensor("", dtype="hifloat8")]), outcomes.UNSUPPORTED, "no values on the host"),
        (_case("Abs", [_tensor("")], standard={"acc": "random_bm"}), outcomes.UNSUPPORTED, "random"),
    ],
)
def test_what_is_not_equal_is_told_apart(place: Path, case: dict[str, Any], state: str, detail: str) -> None:
    found = _run(place, case)
    assert found.state == state
    assert detail in found.detail


def test_the_command_counts_and_reports(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    x = [_tensor("x")]
    _write(
        place,
        _case("Abs", [_tensor("")]),
        _case("Abs", x, api_type="wrong"),
        _case("Abs", x, api_type="exits"),
        _case("Abs", x, api_type="slow"),
        _case("Abs", [_tensor("", shape=(10, 1000))]),
        _case("NoOperator", x),
        _case("Add", x),
    )
    report = place / "report.json"
    limits = ["--max-elements", "5000", "--limit", "4", "--jobs", "1", "--json", str(report)]
    assert __main__.main([str(place), "abs", "NoOp*", *limits]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in printed if line.isupper() or line.split()[0].isupper()] == [
        "DIFFERENT aclnnAbs my_aclnn_cases.json#1",
        "CRASHED aclnnAbs my_aclnn_cases.json#2",
        "CRASHED aclnnAbs my_aclnn_cases.json#3",
    ]
    assert "cases found: 6; of unknown operators: 1; too large: 1" in printed
    assert "equal: 1 (50.00 % of those that ran); of these only to the reference in float64: 0" in printed
    found = json.loads(report.read_text())
    assert found["counts"] == {"equal": 1, "different": 1, "crashed": 2}
    assert found["cases"][0]["operator"] == "aclnnAbs"


def test_a_sample_of_equal_cases_exits_with_0(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write(place, *[_case("Abs", [_tensor("")])] * 5)
    assert __main__.main([str(place), "--sample", "2", "--jobs", "1"]) == 0
    assert "run: 2" in capsys.readouterr().out


def test_the_same_seed_draws_the_same_values(place: Path) -> None:
    case = next(files.read(_write(place, _case("Abs", [_tensor("x")]))))
    first, again, other = (drawing.draw(case, seed)[0].value for seed in (0, 0, 1))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()
    assert first.dtype == np.float32
    assert np.abs(first).max() <= 5


@pytest.mark.parametrize(
    ("values", "dtype", "low", "high"),
    [
        ([-5, 5], "int8", -5, 5),
        ("(0, 1)", "bf16", 0, 1),
        ("[ -5, 0 )", "fp16", -5, 0),
        (["inf"], "fp32", np.inf, np.inf),
        ("-inf", "int16", -(2**15), -(2**15)),
        (["-inf", "inf"], "uint8", 0, 255),
        (["-inf", "inf"], "fp64", -1.8e308, 1.8e308),
        ([1, 2, 3], "int64", 1, 3),
        ([True, False], "bool", 0, 1),
        ({"name": "nd", "mean": [3, 4], "std": [0, 0]}, "fp32", 3, 4),
    ],
)
def test_values_are_in_their_range(place: Path, values: Any, dtype: str, low: float, high: float) -> None:
    case = next(files.read(_write(place, _case("Abs", [_tensor("x", values, dtype, (50,))]))))
    drawn = drawing.draw(case, 0)[0].value.astype(np.float64)
    assert drawn.min() >= low
    assert drawn.max() <= high


def test_standards() -> None:
    one = np.ones(1000, np.float16)
    off = one.copy()
    off[0] += np.float16(2**-9)
    assert standards.of("md5").difference(off, one)
    assert standards.of("default").difference(off, one)
    assert not standards.of("single_bm").difference(off, one)
    assert standards.of({"single_bm": {"type": "high_precision"}}).difference(off, one)
    assert not standards.of({"single_bm": {"type": "high_precision", "fp16_error": "2**-9"}}).difference(off, one)
    assert "mean error" in standards.of("single_bm").difference(one * np.float16(1 + 2**-9), one)
    nan = np.array([np.nan, np.inf], ml_dtypes.bfloat16)
    assert not standards.of("md5").difference(nan, nan)
    assert standards.of("default").difference(nan, -nan)
    assert not standards.of("stand_quantize").difference(np.int8([1]), np.int8([2]))
    assert standards.of("default").difference(np.int8([1]), np.int8([2]))
    assert "shape" in standards.of("md5").difference(one, one[:2])


def test_explanations_name_defined_operators() -> None:
    from pyaclnn.reference import registry

    for row in explanations._rows():
        assert row.operator in registry.definitions()
        assert row.side in ("reference", "operator", "both")


def test_what_is_no_case_file_is_left_out(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "other_aclnn.json").write_text('{"inputs": 1}')
    (place / "broken_aclnn.json").write_text("[")
    (place / "short_aclnn.json").write_text('[{"inputs": [], "nothing": 1}]')
    assert __main__.main([str(place)]) == 1
    assert capsys.readouterr().err.count("left out") == 3
