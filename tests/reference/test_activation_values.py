"""Values of activations and of their gradients, with PyTorch as the judge, in every dtype and layout they take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn.reference import registry
from pyaclnn.reference.chips import family_of

from .arguments import scalar
from .compute import compute
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A910, A950, B910, P310
from .tolerances import assert_close
from .torch_normal import random

torch = pytest.importorskip("torch")
aten = torch.ops.aten
functional = torch.nn.functional

F64, F32, F16, BF16 = np.float64, np.float32, np.float16, ml_dtypes.bfloat16
FLOATS = (F32, F16, BF16)


@dataclass(frozen=True)
class Case:
    """An operator with some attributes, and what PyTorch makes of the tensors that it is given.

    ``of`` names the tensors, ``out`` the outputs; ``judge`` gets tensors of float32, or float64.
    """

    operator: str
    judge: Callable[..., Any]
    of: tuple[str, ...] = ("self",)
    attributes: dict[str, Any] = field(default_factory=dict)
    out: str = "out"
    dtypes: tuple[Any, ...] = FLOATS

    def __str__(self) -> str:
        values = [getattr(v, "value", v) for v in self.attributes.values()]
        return self.operator.removeprefix("aclnn") + "".join(f" {v}" for v in values)


def gradient(operator: str, judge: Callable[..., Any], of: str = "self", out: str = "gradInput", **more: Any) -> Case:
    attributes = more.pop("attributes", {})
    return Case(operator, judge, ("gradOutput", of), attributes, out, **more)


CASES = (
    Case("aclnnRelu", torch.relu),
    Case("aclnnLeakyRelu", lambda x: functional.leaky_relu(x, 0.25), attributes={"negativeSlope": scalar(0.25)}),
    Case("aclnnLeakyRelu", lambda x: functional.leaky_relu(x, -3.0), attributes={"negativeSlope": scalar(-3)}),
    Case("aclnnSquaredRelu", lambda x: torch.relu(x) ** 2, of=("input",)),
    Case("aclnnCelu", lambda x: functional.celu(x, 0.7), attributes={"alpha": scalar(0.7)}),
    Case("aclnnCelu", lambda x: functional.celu(x, -2.0), attributes={"alpha": scalar(-2)}),
    Case(
        "aclnnElu",
        lambda x: aten.elu(x, 1.5, 0.5, 2.0),
        attributes={"alpha": scalar(1.5), "scale": scalar(0.5), "inputScale": scalar(2)},
        dtypes=(F64, *FLOATS),
    ),
    Case("aclnnSelu", functional.selu),
    Case("aclnnFastGelu", lambda x: x * torch.sigmoid(1.702 * x)),
    Case("aclnnGelu", lambda x: functional.gelu(x, approximate="tanh")),
    Case("aclnnGeluV2", functional.gelu, of=("x",), attributes={"approximate": 0}, out="y"),
    Case(
        "aclnnGeluV2",
        lambda x: functional.gelu(x, approximate="tanh"),
        of=("x",),
        attributes={"approximate": 1},
        out="y",
    ),
    Case("aclnnSwish", functional.silu, attributes={"betaOptional": None}),
    Case("aclnnSwish", lambda x: x * torch.sigmoid(0.3 * x), attributes={"betaOptional": scalar(0.3)}),
    Case("aclnnMish", functional.mish),
    Case("aclnnSigmoid", torch.sigmoid, dtypes=(F64, *FLOATS)),
    Case("aclnnHardsigmoid", functional.hardsigmoid),
    Case("aclnnHardswish", functional.hardswish),
    Case(
        "aclnnHardtanh",
        lambda x: functional.hardtanh(x, -0.5, 1.25),
        attributes={"clipValueMin": scalar(-0.5), "clipValueMax": scalar(1.25)},
        dtypes=(F64, *FLOATS),
    ),
    Case("aclnnHardshrink", lambda x: functional.hardshrink(x, 0.7), attributes={"lambd": scalar(0.7)}),
    Case("aclnnSoftshrink", lambda x: functional.softshrink(x, 0.7), attributes={"lambd": scalar(0.7)}),
    Case(
        "aclnnSoftplus",
        lambda x: functional.softplus(x, 2.0, 3.0),
        attributes={"beta": scalar(2), "threshold": scalar(3)},
    ),
    Case("aclnnLogSigmoid", functional.logsigmoid),
    Case("aclnnLogSigmoidForward", functional.logsigmoid, attributes={"buffer": np.zeros(0, F32)}),
    Case(
        "aclnnThreshold",
        lambda x: functional.threshold(x, 0.3, -7.0),
        attributes={"threshold": scalar(0.3), "value": scalar(-7)},
    ),
    Case("aclnnSoftmax", lambda x: functional.softmax(x, 1), attributes={"dim": 1}, dtypes=(F64, *FLOATS)),
    Case("aclnnSoftmax", lambda x: functional.softmax(x, -1), attributes={"dim": -1}),
    Case("aclnnLogSoftmax", lambda x: functional.log_softmax(x, -3), attributes={"dim": -3}, dtypes=(F64, *FLOATS)),
    gradient(
        "aclnnEluBackward",
        lambda g, x: aten.elu_backward(g, 1.5, 0.5, 2.0, False, x),
        "selfOrResult",
        attributes={"alpha": scalar(1.5), "scale": scalar(0.5), "inputScale": scalar(2), "isResult": False},
    ),
    gradient(
        "aclnnEluBackward",
        lambda g, y: aten.elu_backward(g, 1.5, 0.5, 2.0, True, y),
        "selfOrResult",
        attributes={"alpha": scalar(1.5), "scale": scalar(0.5), "inputScale": scalar(2), "isResult": True},
    ),
    gradient("aclnnGeluBackward", lambda g, x: aten.gelu_backward(g, x, approximate="tanh")),
    gradient("aclnnSiluBackward", lambda g, x: aten.silu_backward(g, x)),
    gradient("aclnnSwishBackward", lambda g, x: aten.silu_backward(g, x), attributes={"betaOptional": None}),
    gradient(
        "aclnnSwishBackward",
        lambda g, x: g * torch.sigmoid(0.3 * x) * (1 + 0.3 * x * (1 - torch.sigmoid(0.3 * x))),
        attributes={"betaOptional": scalar(0.3)},
    ),
    gradient("aclnnMishBackward", lambda g, x: aten.mish_backward(g, x)),
    gradient("aclnnSigmoidBackward", lambda g, y: aten.sigmoid_backward(g, y), "output", dtypes=(F64, *FLOATS)),
    gradient("aclnnTanhBackward", lambda g, y: aten.tanh_backward(g, y), "output", dtypes=(F64, *FLOATS)),
    gradient(
        "aclnnLeakyReluBackward",
        lambda g, x: aten.leaky_relu_backward(g, x, 0.25, False),
        out="out",
        attributes={"negativeSlope": scalar(0.25), "selfIsResult": False},
        dtypes=(F64, *FLOATS),
    ),
    gradient("aclnnHardsigmoidBackward", lambda g, x: aten.hardsigmoid_backward(g, x), out="out"),
    gradient("aclnnHardswishBackward", lambda g, x: aten.hardswish_backward(g, x), out="out"),
    gradient("aclnnHardswishBackwardV2", lambda g, x: aten.hardswish_backward(g, x), out="out"),
    gradient(
        "aclnnHardtanhBackward",
        lambda g, x: aten.hardtanh_backward(g, x, -0.5, 1.25),
        out="out",
        attributes={"min": scalar(-0.5), "max": scalar(1.25)},
    ),
    gradient(
        "aclnnHardshrinkBackward",
        lambda g, x: aten.hardshrink_backward(g, x, 0.7),
        attributes={"lambd": scalar(0.7)},
    ),
    gradient(
        "aclnnSoftshrinkBackward",
        lambda g, x: aten.softshrink_backward(g, x, 0.7),
        attributes={"lambda": scalar(0.7)},
    ),
    gradient(
        "aclnnSoftplusBackward",
        lambda g, x: aten.softplus_backward(g, x, 2.0, 3.0),
        attributes={"beta": scalar(2), "threshold": scalar(3)},
    ),
    gradient(
        "aclnnLogSigmoidBackward",
        lambda g, x: g * torch.sigmoid(-x),
        attributes={"buffer": np.zeros(0, F32)},
    ),
    gradient(
        "aclnnThresholdBackward",
        lambda g, x: aten.threshold_backward(g, x, 0.3),
        out="out",
        attributes={"threshold": scalar(0.3)},
    ),
    gradient(
        "aclnnThresholdBackward",
        lambda g, x: aten.threshold_backward(g, x, 0.0),
        out="out",
        attributes={"threshold": scalar(0)},
    ),
    gradient(
        "aclnnSoftmaxBackward",
        lambda g, y: aten._softmax_backward_data(g, y, 1, g.dtype),
        "output",
        out="out",
        attributes={"dim": 1},
    ),
    gradient(
        "aclnnLogSoftmaxBackward",
        lambda g, y: aten._log_softmax_backward_data(g, y, -1, g.dtype),
        "output",
        out="out",
        attributes={"dim": -1},
    ),
)


def judged(case: Case, arrays: list[Array], dtype: Any) -> Array:
    """PyTorch's values from operands that are widened, so that they are rounded once."""
    wide = F64 if dtype == F64 else F32
    return np.asarray(case.judge(*(torch.from_numpy(np.array(a, wide)) for a in arrays)).numpy().astype(dtype))


def run(case: Case, arrays: list[Array], out: Array, soc: str = B910) -> None:
    compute(case.operator, {**dict(zip(case.of, arrays, strict=True)), **case.attributes, case.out: out}, soc)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_dtype_and_layout(case: Case) -> None:
    for dtype in case.dtypes:
        for layout in ALL if dtype == F32 else ("contiguous", "transposed"):
            arrays = [laid_out(random((4, 3, 5), dtype, seed), layout) for seed in range(len(case.of))]
            out = output((4, 3, 5), dtype, layout if layout in DENSE else "contiguous")
            run(case, arrays, out)
            assert_close(out, judged(case, arrays, dtype))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_rank_and_chip(case: Case) -> None:
    axis = case.attributes.get("dim")
    for shape in ((), (7,), (1, 2, 1, 2, 3, 1, 2, 2)):
        if axis is not None and not -max(1, len(shape)) <= axis < max(1, len(shape)):
            continue
        arrays = [np.asarray(random(shape, F32, seed)) for seed in range(len(case.of))]
        for soc in (A910, P310, A950):
            if has_kernel(case, soc):
                out = np.full(shape, 77, F32)
                run(case, arrays, out, soc)
                assert_close(out, judged(case, arrays, F32))


def has_kernel(case: Case, soc: str) -> bool:
    definition = registry.find(case.operator)
    assert definition is not None
    return family_of(soc) in definition.families


@pytest.mark.parametrize("case", CASES, ids=str)
def test_nothing(case: Case) -> None:
    arrays = [np.zeros((0, 3, 2), F32) for _ in case.of]
    run(case, arrays, np.zeros((0, 3, 2), F32))


IN_PLACE = {
    "aclnnInplaceRelu": "selfRef",
    "aclnnInplaceLeakyRelu": "selfRef",
    "aclnnInplaceCelu": "selfRef",
    "aclnnInplaceElu": "selfRef",
    "aclnnInplaceSelu": "selfRef",
    "aclnnInplaceMish": "selfRef",
    "aclnnInplaceSigmoid": "selfRef",
    "aclnnInplaceHardsigmoid": "self",
    "aclnnInplaceHardswish": "self",
    "aclnnInplaceHardtanh": "selfRef",
    "aclnnInplaceThreshold": "selfRef",
}


@pytest.mark.parametrize("operator", IN_PLACE)
@pytest.mark.parametrize("layout", DENSE)
def test_in_place(operator: str, layout: str) -> None:
    case = next(c for c in CASES if c.operator == operator.replace("Inplace", ""))
    for dtype in case.dtypes:
        x = laid_out(random((4, 3, 5), dtype, 3), layout)
        expected = judged(case, [x], dtype)
        compute(operator, {IN_PLACE[operator]: x, **case.attributes})
        assert_close(x, expected)
