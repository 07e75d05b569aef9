"""What operators must give, by PyTorch in float64: for the values of programs that were not written here.

Each function takes the arguments by C name, with tensors as they were before the call, and returns the outputs.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from pyaclnn.abi import names

Arguments = dict[str, Any]
Array = np.ndarray[Any, Any]

# For operators that are named after a function of PyTorch: what the name adds, and where it differs.
_SUFFIX = re.compile(r"(?:Tensor|Scalar|List|Inplace|V2)+$")
_NAMES = {"ACos": "acos", "IsFinite": "isfinite", "IsInf": "isinf", "IsNegInf": "isneginf", "IsPosInf": "isposinf",
          "IsClose": "isclose", "Adds": "add", "Subs": "sub", "LeftShifts": "bitwise_left_shift"}  # fmt: skip
_OTHERWISE = ("aclnnForeachNorm",)  # named so, but with other arguments
_OUTPUTS = ("out", "result", "gradInput", "outRef")

# Relative and absolute tolerance by dtype: a few units in the last place, and sums in another order.
_TOLERANCES = {
    "float64": 1e-9,
    "complex128": 1e-9,
    "float32": 2e-5,
    "complex64": 2e-5,
    "float16": 4e-3,
    "bfloat16": 3e-2,
}


def compare(operator: str, before: Arguments, after: Arguments) -> str | None:
    """Empty when the outputs are right, a difference in words, or None when there is nothing to compare with."""
    if _torch() is None:
        return None
    is_listed = operator in EXPECTED
    function = EXPECTED.get(operator) or by_name(operator)
    if function is None:
        return None
    given = {name: _as_torch(value, keeps_integers=not is_listed) for name, value in before.items()}
    try:
        outputs = function(given)
    except IndexError:
        return None  # the sample's own indices are outside: nothing says what that gives
    except Exception as error:  # the table is wrong, not the sample: shown all the same
        return f"{operator}: what it must give can't be computed: {error!r}" if is_listed else None
    for name, expected in outputs.items():
        found = after[name]
        pairs = zip(found, expected, strict=True) if isinstance(found, list) else [(found, expected)]
        for array, tensor in pairs:
            difference = _difference(array, np.asarray(tensor.numpy()))
            if difference:
                return f"{operator}: {name} {difference}"
    return ""


def _difference(found: Array, expected: Array) -> str:
    if expected.shape != found.shape:
        return f"has shape {found.shape}, not {expected.shape}"
    name = str(found.dtype)
    tolerance = _TOLERANCES.get(name, 0.0)
    wide = found.astype(np.complex128 if found.dtype.kind == "c" else np.float64)
    if np.allclose(wide, expected, tolerance, tolerance, equal_nan=True):
        return ""
    worst = int(np.argmax(np.abs(np.nan_to_num(wide - expected, nan=np.inf))))
    return f"is {wide.flat[worst]} and not {expected.flat[worst]} at element {worst}"


@lru_cache(maxsize=1)
def _torch() -> Any:
    try:
        return importlib.import_module("torch")
    except ImportError:
        return None


def _as_torch(value: Any, *, keeps_integers: bool) -> Any:
    """Floating point becomes float64 and complex128; integers do where a formula is written for them."""
    if isinstance(value, list) and value and isinstance(value[0], np.ndarray):
        return [_as_torch(v, keeps_integers=keeps_integers) for v in value]
    if not isinstance(value, np.ndarray) or (keeps_integers and value.dtype.kind in "iub"):
        return _torch().from_numpy(value) if isinstance(value, np.ndarray) else value
    return _torch().from_numpy(value.astype(np.complex128 if value.dtype.kind == "c" else np.float64))


def _functional() -> Any:
    return _torch().nn.functional


def _median(a: Arguments) -> Arguments:
    values, indices = a["self"].median(a["dim"], a["keepDim"])
    return {"valuesOut": values, "indicesOut": indices}


def _reduce(loss: Any, reduction: int) -> Any:
    return (loss, loss.mean() if reduction == 1 else loss, loss.sum() if reduction == 2 else loss)[reduction]


def _gradient(function: Callable[..., Any], grad: Any, *inputs: Any) -> tuple[Any, ...]:
    leaves = [i.clone().requires_grad_() for i in inputs]
    result = function(*leaves)
    return tuple(_torch().autograd.grad(result, leaves, grad.expand(result.shape)))


def _smooth_l1(x: Any, y: Any, beta: float) -> Any:
    return _functional().smooth_l1_loss(x, y, reduction="none", beta=beta)


def _loss_gradient(a: Arguments, loss: Callable[[Any], Any], grad: Any) -> Any:
    """The outer gradient may have the shape of the elements with each reduction; ``mean`` divides by their number."""
    each = _gradient(loss, _torch().ones(()).double(), a["self"])[0]
    return each * grad / (each.numel() if a["reduction"] == 1 else 1)


def _smooth_l1_backward(a: Arguments) -> Arguments:
    return {"gradInput": _loss_gradient(a, lambda x: _smooth_l1(x, a["target"], a["beta"]), a["gradOut"])}


def _mse_backward(a: Arguments) -> Arguments:
    return {"out": _loss_gradient(a, lambda x: (x - a["target"]) ** 2, a["gradOutput"])}


def _mse(a: Arguments) -> Arguments:
    return {"out": _reduce((a["self"] - a["target"]) ** 2, a["reduction"])}


def _mse_by_row(a: Arguments) -> Arguments:
    """Reduced over the first dimension only."""
    error = (a["self"] - a["target"]) ** 2
    return {"out": (error, error.mean(0), error.sum(0))[a["reduction"]]}


def _loss(function: str, *names: str, **options: str) -> Callable[[Arguments], Arguments]:
    """A loss of ``torch.nn.functional``, whose third positional argument would be another than ``reduction``.

    ``names`` are the tensors in its order; ``options`` are its keywords and the names of our arguments for them.
    """

    def expected(a: Arguments) -> Arguments:
        keywords = {keyword: a[name] for keyword, name in options.items()}
        reduction = ("none", "mean", "sum", "batchmean")[a["reduction"]]
        value = getattr(_functional(), function)(*(a[name] for name in names), reduction=reduction, **keywords)
        return {"out": value.reshape(a["out"].shape)}

    return expected


def _nll_loss(a: Arguments) -> Arguments:
    """The sum of the weights is an output of its own, which only ``mean`` and ``sum`` define."""
    counted = a["target"].long() != a["ignoreIndex"]
    values = _functional().nll_loss(
        a["self"], a["target"].long(), a["weight"], ignore_index=a["ignoreIndex"], reduction="none"
    )
    total = a["weight"][a["target"].long()[counted]].sum()
    found = {"out": (values, values.sum() / total, values.sum())[a["reduction"]].reshape(a["out"].shape)}
    return found if a["reduction"] == 0 else {**found, "totalWeightOut": total.reshape(a["totalWeightOut"].shape)}


def _avg_pool(a: Arguments) -> Arguments:
    divisor = a["divisorOverride"] or None
    values = _functional().avg_pool2d(
        a["self"], a["kernelSize"], a["strides"] or None, a["paddings"], a["ceilMode"], a["countIncludePad"], divisor
    )
    return {"out": values}


def _layer_norm(a: Arguments) -> Arguments:
    x, shape = a["input"], a["normalizedShape"]
    dims = tuple(range(x.dim() - len(shape), x.dim()))
    mean, variance = x.mean(dims, keepdim=True), x.var(dims, unbiased=False, keepdim=True)
    values = _functional().layer_norm(x, shape, a["weightOptional"], a["biasOptional"], a["eps"])
    found = {"out": values, "meanOutOptional": mean, "rstdOutOptional": 1 / (variance + a["eps"]).sqrt()}
    return {name: value for name, value in found.items() if a[name] is not None}


def _layer_norm_backward(a: Arguments) -> Arguments:
    x, shape = a["input"], a["normalizedShape"]
    torch = _torch()
    weight = torch.ones(shape, dtype=x.dtype) if a["weightOptional"] is None else a["weightOptional"]
    mean, rstd = (s.reshape(x.shape[: x.dim() - len(shape)] + (1,) * len(shape)) for s in (a["mean"], a["rstd"]))
    kept, summed = tuple(range(x.dim() - len(shape), x.dim())), tuple(range(x.dim() - len(shape)))
    normal, grad = (x - mean) * rstd, a["gradOut"] * weight
    projection = grad.mean(kept, keepdim=True) + normal * (grad * normal).mean(kept, keepdim=True)
    found = {
        "gradInputOut": (grad - projection) * rstd,
        "gradWeightOut": (a["gradOut"] * normal).sum(summed) if summed else a["gradOut"] * normal,
        "gradBiasOut": a["gradOut"].sum(summed) if summed else a["gradOut"],
    }
    wanted = zip(found, a["outputMask"], strict=True)
    return {name: found[name].reshape(a[name].shape) for name, is_wanted in wanted if is_wanted}


def _index_fill(a: Arguments, name: str, out: str) -> Arguments:
    index = _torch().tensor(a["index"], dtype=_torch().int64)
    return {out: a[name].index_fill(a["dim"], index, float(a["value"]))}


def _scatter_mul(a: Arguments) -> Arguments:
    values = a["varRef"].clone()
    flat = a["indices"].long().reshape(-1)
    updates = a["updates"].reshape(flat.numel(), *values.shape[1:]) if a["updates"].dim() else a["updates"]
    for i, row in enumerate(flat.tolist()):
        values[row] *= updates[i] if a["updates"].dim() else updates
    return {"varRef": values}


def _resize(a: Arguments) -> Arguments:
    mode = {"bilinear": "bilinear", "nearest": "nearest"}[a["mode"]]
    options = {"align_corners": False} if mode == "bilinear" else {}
    return {"out": _functional().interpolate(a["self"], size=a["out"].shape[2:], mode=mode, **options)}


def _linear_1d(a: Arguments) -> Arguments:
    scale = a["scale"] if a["scale"] > 0 else None
    return {
        "out": _torch().ops.aten.upsample_linear1d(a["self"], list(a["outputSize"]), bool(a["alignCorners"]), scale)
    }


def _divide(x: Any, y: Any, mode: int) -> Any:
    return _torch().div(x, y, rounding_mode=(None, "trunc", "floor")[mode])


def _relu(x: Any) -> Any:
    return x.clamp(min=0)


def _gelu_backward(a: Arguments) -> Arguments:
    def gelu(x: Any) -> Any:
        return _functional().gelu(x, approximate=a["approximate"])

    return {"gradInput": _gradient(gelu, a["gradOutput"], a["self"])[0]}


def _glu_backward(a: Arguments) -> Arguments:
    return {"out": _gradient(lambda x: _functional().glu(x, a["dim"]), a["gradOut"], a["self"])[0]}


def _sum(a: Arguments) -> Arguments:
    dims = a["dims"] or list(range(a["self"].dim()))
    return {"out": a["self"].sum(dims, keepdim=a["keepDims"])}


def _to_out(a: Arguments, value: Any, out: str = "out") -> Arguments:
    return {out: value.expand(a[out].shape)}


EXPECTED: dict[str, Callable[[Arguments], Arguments]] = {
    "aclnnAbs": lambda a: {"out": a["self"].abs()},
    "aclnnAdd": lambda a: _to_out(a, a["self"] + a["alpha"] * a["other"]),
    "aclnnAddRelu": lambda a: _to_out(a, _relu(a["self"] + a["alpha"] * a["other"])),
    "aclnnAddN": lambda a: {"out": sum(a["tensors"][1:], a["tensors"][0])},
    "aclnnAdds": lambda a: {"out": a["self"] + a["alpha"] * a["other"]},
    "aclnnAvgPool2d": _avg_pool,
    "aclnnBinaryCrossEntropy": _loss("binary_cross_entropy", "self", "target", weight="weight"),
    "aclnnBinaryCrossEntropyWithLogits": _loss(
        "binary_cross_entropy_with_logits", "self", "target", weight="weightOptional", pos_weight="posWeightOptional"
    ),
    "aclnnCat": lambda a: {"out": _torch().cat(a["tensors"], a["dim"])},
    "aclnnCumsum": lambda a: {"out": a["self"].cumsum(a["dim"])},
    "aclnnDiv": lambda a: _to_out(a, a["self"] / a["other"]),
    "aclnnDivMod": lambda a: _to_out(a, _divide(a["self"], a["other"], a["mode"])),
    "aclnnDivMods": lambda a: {"out": _divide(a["self"], a["other"], a["mode"])},
    "aclnnDivs": lambda a: {"out": a["self"] / a["other"]},
    "aclnnForeachMulScalarList": lambda a: {"out": [x * s for x, s in zip(a["x"], a["scalars"], strict=True)]},
    "aclnnGelu": lambda a: {"out": _functional().gelu(a["self"], approximate="tanh")},
    "aclnnGeluBackwardV2": _gelu_backward,
    "aclnnGlu": lambda a: {"out": _functional().glu(a["self"], a["dim"])},
    "aclnnGluBackward": _glu_backward,
    "aclnnIndexFillTensor": lambda a: _index_fill(a, "self", "out"),
    "aclnnInplaceAdd": lambda a: {"selfRef": a["selfRef"] + a["alpha"] * a["other"]},
    "aclnnInplaceAddRelu": lambda a: {"selfRef": _relu(a["selfRef"] + a["alpha"] * a["other"])},
    "aclnnInplaceAdds": lambda a: {"selfRef": a["selfRef"] + a["alpha"] * a["other"]},
    "aclnnInplaceCopy": lambda a: _to_out(a, a["src"], "selfRef"),
    "aclnnInplaceDiv": lambda a: {"selfRef": a["selfRef"] / a["other"]},
    "aclnnInplaceDivMod": lambda a: {"selfRef": _divide(a["selfRef"], a["other"], a["mode"])},
    "aclnnInplaceDivMods": lambda a: {"selfRef": _divide(a["selfRef"], a["other"], a["mode"])},
    "aclnnInplaceDivs": lambda a: {"selfRef": a["selfRef"] / a["other"]},
    "aclnnInplaceIndexFillTensor": lambda a: _index_fill(a, "selfRef", "selfRef"),
    "aclnnInplaceMul": lambda a: {"selfRef": a["selfRef"] * a["other"]},
    "aclnnInplaceMuls": lambda a: {"selfRef": a["selfRef"] * a["other"]},
    "aclnnInplaceSub": lambda a: {"selfRef": a["selfRef"] - a["alpha"] * a["other"]},
    "aclnnInplaceSubs": lambda a: {"selfRef": a["selfRef"] - a["alpha"] * a["other"]},
    "aclnnKlDiv": _loss("kl_div", "self", "target", log_target="logTarget"),
    "aclnnL1Loss": _loss("l1_loss", "self", "target"),
    "aclnnLayerNorm": _layer_norm,
    "aclnnLayerNormBackward": _layer_norm_backward,
    "aclnnMatmul": lambda a: {"out": _torch().matmul(a["self"], a["mat2"])},
    "aclnnMedianDim": _median,
    "aclnnMseLoss": _mse,
    "aclnnMseLossBackward": _mse_backward,
    "aclnnMseLossOut": _mse_by_row,
    "aclnnMul": lambda a: _to_out(a, a["self"] * a["other"]),
    "aclnnMuls": lambda a: {"out": a["self"] * a["other"]},
    "aclnnNLLLoss": _nll_loss,
    "aclnnNLLLoss2d": _nll_loss,
    "aclnnNpuFormatCast": lambda a: {"dstTensor": a["srcTensor"]},
    "aclnnPermute": lambda a: {"out": a["self"].permute(a["dims"])},
    "aclnnReduceSum": _sum,
    "aclnnResize": _resize,
    "aclnnScatterMul": _scatter_mul,
    "aclnnSmoothL1Loss": lambda a: {"result": _reduce(_smooth_l1(a["self"], a["target"], a["beta"]), a["reduction"])},
    "aclnnSmoothL1LossBackward": _smooth_l1_backward,
    "aclnnSoftMarginLoss": _loss("soft_margin_loss", "self", "target"),
    "aclnnSplitTensor": lambda a: {"out": list(a["self"].split(a["splitSections"], a["dim"]))},
    "aclnnSub": lambda a: _to_out(a, a["self"] - a["alpha"] * a["other"]),
    "aclnnSubs": lambda a: {"out": a["self"] - a["alpha"] * a["other"]},
    "aclnnUpsampleLinear1d": _linear_1d,
}


def by_name(operator: str) -> Callable[[Arguments], Arguments] | None:
    """The PyTorch function that an operator is named after, for operators that take its tensors and numbers in order.

    In-place operators and those on lists follow from the plain one; suffixes tell only what ``other`` is.
    """
    base = operator.removeprefix("aclnn")
    plain = _SUFFIX.sub("", base.removeprefix("Foreach").removeprefix("Inplace"))
    name = _NAMES.get(plain, names.operator_name(f"aclnn{plain}"))
    places = (_torch(), _torch().special, _functional())
    function = next((f for p in places if callable(f := getattr(p, name, None))), None)
    if function is None or operator in _OTHERWISE:
        return None

    def expected(a: Arguments) -> Arguments:
        outputs = [n for n in a if n in _OUTPUTS]
        target = outputs[0] if outputs else next(iter(a))
        values = [v for n, v in a.items() if n not in _OUTPUTS]
        if base.startswith("Foreach"):
            return {target: _each(function, values)}
        return _to_out(a, _number(function(*values)), target)

    return expected


def _each(function: Callable[..., Any], values: list[Any]) -> list[Any]:
    """One call for each element of the first list; other lists give an element each, everything else is repeated."""
    count = len(values[0])
    columns = [v if isinstance(v, list) and len(v) == count else [v] * count for v in values]
    return [function(*row) for row in zip(*columns, strict=True)]


def _number(value: Any) -> Any:
    return value if hasattr(value, "expand") else _torch().tensor(float(value), dtype=_torch().float64)
