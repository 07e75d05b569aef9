"""Activations: functions of one tensor, element by element, with attributes that shape them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, BOOL, COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8
from .. import scalars
from ..chips import ALL_BUT_310B, SINCE_910B
from ..definition import Definition
from ..dtype_lists import (
    FLOATING,
    FLOATING_AND_COMPLEX,
    FLOATING_AND_COMPLEX_ON_ANY_CHIP,
    FLOATS,
    FLOATS_ON_ANY_CHIP,
    FLOATS_SINCE_910B,
    per_chip,
)
from ..kernels import Kernel
from ..kernels import activation as functions
from ..kernels.activation import SIGMOID, THRESHOLD
from ..kernels.arithmetic import MULS, RELU
from ..lowering import Array, Lowering
from ..meta import ScalarValue
from ..patterns.activation import (
    CASTABLE,
    FLOATS_OF_310B,
    SELU_DTYPES,
    activation,
    along_channels,
    channels,
    listed,
    swish_attributes,
)
from ..patterns.in_place import in_place
from ..patterns.lowerings import direct_kernel, float_attributes
from ..patterns.unary import function_of_floats, integers_as_output, overwriting
from ..rules import (
    Call,
    CastableTo,
    Check,
    DoneIfEmpty,
    DtypeIn,
    MaxRank,
    NotNull,
    NotPrivate,
    Promote,
    SameDtype,
    SameFormat,
    SameShape,
    Satisfies,
    require,
)


def _relu(low: Lowering, call: Call) -> None:
    x = low.tensor("self")
    if x.dtype != UINT8:
        low.view_copy(RELU(low, low.contiguous(x)), "out")
    elif x is not low.tensor("out"):
        low.view_copy(low.contiguous(x), "out")


relu = activation(
    "aclnnRelu",
    "out = max(self, 0)",
    RELU,
    per_chip((FLOAT32, FLOAT16, INT8, UINT8, INT32, INT64), since_910b=(BFLOAT16,)),
    lower=_relu,
)

leaky_relu = activation(
    "aclnnLeakyRelu",
    "out = self if self > 0 else self * negativeSlope",
    Kernel("LeakyRelu", functions.leaky_relu, FLOATS, takes_out=False, keeps_format=True),
    FLOATING,
    output=CASTABLE,
    attributes=("negativeSlope",),
)


def _check_weight(call: Call) -> None:
    count, allowed = call.args["weight"].size, channels(call.args["self"].shape)
    require(
        count in (1, allowed), f"weight has {count} elements; 1 or {allowed}, a weight for each channel, is allowed"
    )


def _prelu(low: Lowering, call: Call) -> None:
    x = low.cast(low.contiguous("self"), call.common)
    weight = low.cast(low.contiguous("weight"), call.common)
    rank = x.ndim

    def compute(a: Array, w: Array) -> Any:
        return functions.leaky_relu(a, along_channels(w, rank)).reshape(a.shape)

    low.write(low.kernel("PRelu", compute, [x, weight], x.shape, call.common, format=x.format), "out")


prelu = Definition(
    "aclnnPrelu",
    "out = self if self > 0 else self * weight, which has one element or one for each channel self.shape[1]",
    (
        NotNull("self", "weight", "out"),
        DtypeIn(FLOATS, "self", "weight", "out"),
        Promote("self", "weight", to="out"),
        MaxRank("self", "weight"),
        SameShape("self", "out"),
        Check(_check_weight),
        DoneIfEmpty("self", "weight"),
    ),
    _prelu,
    families=ALL_BUT_310B,
)

squared_relu = activation(
    "aclnnSquaredRelu",
    "out = max(input, 0) ** 2",
    Kernel("SquaredRelu", functions.squared_relu),
    FLOATS_ON_ANY_CHIP,
    of="input",
    families=SINCE_910B,
)

celu = activation(
    "aclnnCelu",
    "out = max(self, 0) + min(alpha * (exp(self / alpha) - 1), 0)",
    Kernel("CeluV2", functions.celu, takes_out=False),
    FLOATS_OF_310B,
    CastableTo(FLOAT32, "alpha"),
    Satisfies("alpha", lambda a: scalars.number(a) > 0 or scalars.number(a) < 0, "any number but 0"),
    output=CASTABLE,
    attributes=("alpha",),
)

ELU = Kernel("Elu", functions.elu, FLOATS, takes_out=False)


def _elu(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    alpha, scale, input_scale = float_attributes("alpha", "scale", "inputScale")(call)
    if np.isfinite(alpha) and np.isfinite(input_scale):
        result = ELU(low, x, attributes=(alpha, scale, input_scale))
    else:
        # The exponential is left out, as if it were 0 wherever self is not positive.
        zero, below = ScalarValue(FLOAT32, np.float32(0)), ScalarValue(FLOAT32, -alpha)
        x = low.cast(x, FLOAT32)
        kept = THRESHOLD(low, x, low.constant(zero, FLOAT32), low.constant(below, FLOAT32))
        result = MULS(low, kept, attributes=(scale,))
    low.write(result, "out")


elu = activation(
    "aclnnElu",
    "out = scale * (self if self > 0 else alpha * (exp(self * inputScale) - 1))",
    ELU,
    per_chip((FLOAT32, FLOAT16, FLOAT64, BFLOAT16)),
    CastableTo(FLOAT32, "scale", "alpha", "inputScale"),
    output=CASTABLE,
    attributes=("alpha", "scale", "inputScale"),
    lower=_elu,
)

selu = activation(
    "aclnnSelu",
    "out = 1.0507 * (self if self > 0 else 1.67326 * (exp(self) - 1))",
    Kernel("Selu", functions.selu, takes_out=False),
    SELU_DTYPES,
    output=listed(SELU_DTYPES),
    any_rank=True,
)

fast_gelu = activation(
    "aclnnFastGelu",
    "out = self / (1 + exp(-1.702 * self))",
    Kernel("FastGelu", functions.fast_gelu),
    FLOATS_SINCE_910B,
    SameFormat("self", "out"),
    families=SINCE_910B,
)

gelu = activation(
    "aclnnGelu",
    "out = 0.5 * self * (1 + tanh(sqrt(2 / pi) * (self + 0.044715 * self ** 3)))",
    Kernel("Gelu", functions.gelu_tanh),
    FLOATS,
    NotPrivate("self", "out"),
)

_GELU_V2 = Kernel("GeluV2", functions.gelu, takes_out=False)
_GELU_V2_TANH = Kernel("GeluV2", functions.gelu_tanh)


def _gelu_v2(low: Lowering, call: Call) -> None:
    kernel = _GELU_V2_TANH if call.args["approximate"] == 1 else _GELU_V2
    low.view_copy(kernel(low, low.contiguous("x")), "y")


gelu_v2 = Definition(
    "aclnnGeluV2",
    "y = x * Phi(x); for approximate 1 the tanh form 0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ** 3)))",
    (
        NotNull("x", "y"),
        SameDtype("x", "y"),
        DtypeIn(FLOATS, "x"),
        SameShape("x", "y"),
        DoneIfEmpty("x"),
    ),
    _gelu_v2,
    families=ALL_BUT_310B,
)


_SWISH = Kernel("Swish", functions.swish)
swish = activation(
    "aclnnSwish",
    "out = self / (1 + exp(-beta * self)); beta is 1 unless it is given",
    _SWISH,
    FLOATS,
    CastableTo(FLOAT32, "betaOptional"),
    lower=direct_kernel(_SWISH, ("self",), "out", attributes=swish_attributes),
)

silu = activation(
    "aclnnSilu",
    "out = self / (1 + exp(-self))",
    _SWISH,
    FLOATS,
    any_rank=True,
)

mish = activation(
    "aclnnMish",
    "out = self * tanh(log(1 + exp(self)))",
    Kernel("Mish", functions.mish, takes_out=False),
    FLOATS,
)

sigmoid = function_of_floats(
    "aclnnSigmoid",
    "out = 1 / (1 + exp(-self))",
    SIGMOID,
    takes=per_chip(
        (FLOAT32, FLOAT16, FLOAT64, INT8, INT16, INT32, INT64, BOOL, COMPLEX64, COMPLEX128, UINT8),
        since_910b=(BFLOAT16,),
    ),
    writes=FLOATING_AND_COMPLEX_ON_ANY_CHIP,
    computed_in=integers_as_output,
)

OPERATORS = (
    relu,
    in_place("aclnnInplaceRelu", relu),
    leaky_relu,
    in_place("aclnnInplaceLeakyRelu", leaky_relu),
    prelu,
    squared_relu,
    celu,
    in_place("aclnnInplaceCelu", celu),
    elu,
    in_place("aclnnInplaceElu", elu),
    selu,
    in_place("aclnnInplaceSelu", selu),
    fast_gelu,
    gelu,
    gelu_v2,
    swish,
    silu,
    mish,
    in_place("aclnnInplaceMish", mish),
    sigmoid,
    overwriting("aclnnInplaceSigmoid", sigmoid, FLOATING_AND_COMPLEX),
)
