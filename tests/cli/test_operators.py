"""``pyaclnn ops`` and ``pyaclnn describe``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from pyaclnn.abi.headers import own_headers
from pyaclnn.calls import single_phase
from pyaclnn.cli.main import main
from pyaclnn.reference import registry

from .conftest import WIDTH, FakeCann

Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], clean: pytest.MonkeyPatch) -> Run:
    """The output of a command, which must end as expected and fit the terminal."""
    clean.setenv("COLUMNS", str(WIDTH))

    def command(*arguments: str, code: int = 0) -> str:
        assert main(list(arguments)) == code
        out, err = capsys.readouterr()
        assert "--json" in arguments or max(map(len, out.splitlines()), default=0) <= WIDTH
        return out if code == 0 or out else err

    return command


def test_all_operators_are_listed(run: Run) -> None:
    rows = json.loads(run("ops", "--json"))
    assert len(rows) >= 1009
    assert {"name": "add", "c_name": "aclnnAdd", "simulated": True} in rows
    assert {r["c_name"] for r in rows if r["simulated"]} == set(registry.definitions())
    words = run("ops").split()
    assert {r["name"] for r in rows} <= set(words)
    assert f"{len(rows)} operators" in run("ops")


@pytest.mark.parametrize("pattern", ["layer_norm", "LayerNorm", "aclnnLayerNorm", "LAYER"])
def test_a_pattern(run: Run, pattern: str) -> None:
    rows = json.loads(run("ops", pattern, "--json"))
    assert {"layer_norm", "layer_norm_backward"} <= {r["name"] for r in rows}
    assert "add" not in {r["name"] for r in rows}
    assert "layer_norm_backward" in run("ops", pattern)


def test_only_simulated_ones(run: Run) -> None:
    text = run("ops", "smooth_l1", "--simulated")
    assert text.splitlines()[-1] == "2 operators"
    assert " - " not in text


def test_nothing_found(run: Run) -> None:
    assert run("ops", "smooth_l1_los_", code=1) == (
        "no operator has 'smooth_l1_los_' in its name; near: smooth_l1_loss, smooth_l1_loss_backward\n"
    )
    assert json.loads(run("ops", "zzzz", "--json", code=1)) == []


def facts_of(run: Run, name: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(run("describe", name, "--json"))
    return facts


def test_describe(run: Run) -> None:
    facts = facts_of(run, "smooth_l1_loss_backward")
    assert facts == facts_of(run, "aclnnSmoothL1LossBackward")
    assert facts["header"] == "aclnnop/aclnn_smooth_l1_loss_backward.h"
    assert facts["topic"] == "nn"
    assert facts["simulated"] is True
    assert "grad_input = " in facts["formula"]
    assert [p["name"] for p in facts["parameters"]] == [
        "grad_out", "self", "target", "reduction", "beta", "grad_input"
    ]  # fmt: skip
    assert facts["parameters"][3]["words"] == {"none": 0, "mean": 1, "sum": 2}
    assert facts["outputs"] == {
        "grad_input": {
            "may_be_left_out": True,
            "shape": "the broadcast shape of grad_out, self and target",
            "dtype": "promoted from grad_out, self and target",
        }
    }
    assert facts["dtypes"]["self"]["Ascend910B"] == ["float32", "float16", "bfloat16"]
    assert "aclnnSmoothL1LossBackwardGetWorkspaceSize" in facts["prototype"]


def test_the_text_has_the_facts(run: Run) -> None:
    text = run("describe", "smooth_l1_loss_backward")
    for part in (
        "smooth_l1_loss_backward\naclnnSmoothL1LossBackward (aclnnop/aclnn_smooth_l1_loss_backward.h).",
        "    reduction: int, in; 0 = 'none', 1 = 'mean', 2 = 'sum'\n",
        "grad_input may be left out: shape the broadcast shape of grad_out, self and target; dtype promoted\n"
        "from grad_out, self and target.",
        "    self on Ascend910A, Ascend310P: float32, float16\n",
        "    ACLNN_OUT aclTensor * gradInput,\n",
    ):
        assert part in text


def test_defaults_and_their_source(run: Run) -> None:
    facts = facts_of(run, "dynamic_mx_quant")
    by_name = {p["name"]: p for p in facts["parameters"]}
    assert (by_name["dst_type"]["default"], by_name["dst_type"]["means"]) == (40, "data type")
    assert by_name["blocksize"]["default_source"] == "operator definition"
    assert by_name["round_mode_optional"]["optional"] is True
    assert facts["simulated"] is False
    assert facts["outputs"]["y_out"] == {"may_be_left_out": False, "shape": None, "dtype": None}


def test_an_operator_that_is_not_simulated(run: Run) -> None:
    text = run("describe", "aclnnDynamicMxQuant")
    assert "The simulator does not compute it, and outputs must be passed." in text
    assert "y_out must be passed." in text


def test_every_operator_fits_the_terminal(run: Run) -> None:
    for name in own_headers().operators:
        assert name in run("describe", name)


def test_an_unknown_operator(run: Run) -> None:
    assert run("describe", "smooth_l1_los", code=1).startswith(
        "pyaclnn: no operator 'smooth_l1_los'; did you mean smooth_l1_loss"
    )


def test_operators_of_an_installed_cann(run: Run, cann: FakeCann) -> None:
    cann.base()
    header = cann.root / "include" / "aclnnop" / "aclnn_newest.h"
    header.parent.mkdir(parents=True)
    header.write_text(
        "aclnnStatus aclnnNewestGetWorkspaceSize(const aclTensor *x, const aclTensor *maskOptional, int64_t mode,\n"
        "    const aclTensor *yOut, uint64_t *workspaceSize, aclOpExecutor **executor);\n"
    )
    assert run("ops", "newest").startswith("newest -\n1 operator;")
    facts = facts_of(run, "newest")
    assert [(p["name"], p["role"], p["optional"]) for p in facts["parameters"]] == [
        ("x", "in", False), ("mask_optional", "in", True), ("mode", "in", False), ("y_out", "out", False)
    ]  # fmt: skip


def test_narrow_terminals(run: Run, clean: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    clean.setenv("COLUMNS", "60")
    assert main(["ops", "backward"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 60


@pytest.mark.parametrize("name", sorted(single_phase.FUNCTIONS))
def test_functions_of_one_phase(run: Run, name: str) -> None:
    facts = facts_of(run, name)
    assert facts == facts_of(run, facts["name"])
    assert facts["prototype"].startswith(("aclnnStatus ", "int32_t "))
    assert facts["call"].startswith(f"d.{facts['name']}(")
    text = run("describe", name)
    assert "".join(facts["call"].split()) in "".join(text.split())
