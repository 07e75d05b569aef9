"""Names for the numbers of attributes: ``reduction="mean"`` or ``Reduction.MEAN`` for ``reduction=1``.

An attribute has words only where CANN's documentation says what its numbers mean. The same name can mean different
things in different operators: then the operators are listed one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache


class Reduction(IntEnum):
    NONE = 0
    MEAN = 1
    SUM = 2


class KlDivReduction(IntEnum):
    NONE = 0
    MEAN = 1
    SUM = 2
    BATCHMEAN = 3


class QuantScatterReduction(IntEnum):
    UPDATE = 1


class Scatter(IntEnum):
    NONE = 0
    ADD = 1
    MUL = 2


class ScatterReduce(IntEnum):
    NONE = 0
    ADD = 1
    MUL = 2
    MAX = 3
    MIN = 4
    MEAN = 5


class CubeMathType(IntEnum):
    KEEP_DTYPE = 0
    ALLOW_FP32_DOWN_PRECISION = 1
    USE_FP16 = 2
    USE_HF32 = 3


class MatmulMathType(IntEnum):
    """``-1`` is known from the source of these operators only."""

    FP16FP32_KEEP_DTYPE = -1
    KEEP_DTYPE = 0
    ALLOW_FP32_DOWN_PRECISION = 1
    USE_FP16 = 2
    USE_HF32 = 3
    USE_FP32_ADD = 4


class Interpolation2d(IntEnum):
    BILINEAR = 0
    NEAREST = 1
    BICUBIC = 2


class Interpolation3d(IntEnum):
    BILINEAR = 0
    NEAREST = 1


class Padding(IntEnum):
    ZEROS = 0
    BORDER = 1
    REFLECTION = 2


class Rounding(IntEnum):
    NONE = 0
    TRUNC = 1
    FLOOR = 2


class QuantParamRounding(IntEnum):
    TRUNCATE = 0
    ROUND = 1


class Approximation(IntEnum):
    NONE = 0
    TANH = 1


class Qr(IntEnum):
    REDUCED = 0
    COMPLETE = 1
    R = 2


class Bag(IntEnum):
    SUM = 0
    MEAN = 1
    MAX = 2


class Decay(IntEnum):
    L2 = 0
    ADAMW = 1


class Rotation(IntEnum):
    HALF = 0
    INTERLEAVE = 1
    QUARTER = 2
    INTERLEAVE_HALF = 3


class RotaryLayout(IntEnum):
    BSND = 1
    SBND = 2
    BNSD = 3


class GroupList(IntEnum):
    CUMSUM = 0
    COUNT = 1


class TokensNumber(IntEnum):
    CUMSUM = 0
    COUNT = 1
    KEY_VALUE = 2


class RowIndex(IntEnum):
    GATHER = 0
    SCATTER = 1


class Norm(IntEnum):
    SOFTMAX = 0
    SIGMOID = 1


class LayerNormMode(IntEnum):
    HIGH_PRECISION = 0
    HIGH_PERFORMANCE = 1
    KEEP_FP16 = 2


class Precision(IntEnum):
    HIGH_PRECISION = 0
    HIGH_PERFORMANCE = 1


class AttentionPrecision(IntEnum):
    """The second bit corrects rows that are masked as a whole."""

    HIGH_PRECISION = 0
    HIGH_PERFORMANCE = 1
    HIGH_PRECISION_MASKED_ROWS = 2
    HIGH_PERFORMANCE_MASKED_ROWS = 3


class SparseMode(IntEnum):
    DEFAULT_MASK = 0
    ALL_MASK = 1
    LEFT_UP_CAUSAL = 2
    RIGHT_DOWN_CAUSAL = 3
    BAND = 4
    PREFIX = 5
    PREFIX_COMPRESSED = 6
    VARLEN_RIGHT_DOWN_CAUSAL = 7
    VARLEN_LEFT_UP_CAUSAL = 8


class Pse(IntEnum):
    OUTER_MUL_ADD = 0
    OUTER_ADD_MUL = 1
    INNER_MUL_ADD = 2
    INNER_MUL_ADD_SQRT = 3


class ScaleAlgorithm(IntEnum):
    OCP = 0
    CUBLAS = 1
    DYNAMIC_DTYPE_RANGE = 2


class Activation(IntEnum):
    NONE = 0
    GELU = 1
    SILU = 2
    RELU = 3
    FAST_GELU = 4


class GroupedActivation(IntEnum):
    NONE = 0
    RELU = 1
    GELU_TANH = 2
    GELU_ERF = 3
    FAST_GELU = 4
    SILU = 5


class DropPad(IntEnum):
    DROPLESS = 0
    DROP_PAD = 1


class RoutingQuantization(IntEnum):
    NONE = -1
    STATIC = 0
    DYNAMIC = 1


class NormQuantization(IntEnum):
    STATIC = 0
    DYNAMIC = 1


class DispatchQuantization(IntEnum):
    NONE = 0
    STATIC = 1
    PERTOKEN_DYNAMIC = 2
    PERGROUP_DYNAMIC = 3
    MX = 4


class DispatchQuantizationV2(IntEnum):
    NONE = 0
    DYNAMIC = 2


class SwigluGroupQuantization(IntEnum):
    BLOCK_FP8 = 0
    MX = 1
    HIFP8_STATIC = 2
    HIFP8_DYNAMIC = 3


class Box(IntEnum):
    CORNERS = 0
    CENTER = 1


class Balance(IntEnum):
    BY_RANK = 0
    BY_TOKEN = 1


class RoutingDtype(IntEnum):
    FLOAT32 = 0
    FLOAT16 = 1
    BFLOAT16 = 2


# Attributes whose numbers mean the same in every operator that has them, but for the exceptions below.
_EVERYWHERE: dict[str, type[IntEnum]] = {
    "reduction": Reduction,
    "cubeMathType": CubeMathType,
    "paddingMode": Padding,
    "approximate": Approximation,
    "sparseMode": SparseMode,
    "pseType": Pse,
    "scaleAlg": ScaleAlgorithm,
}

# Attribute, its words, the operators. None: the operator's numbers have no documented meaning.
_BY_OPERATOR: tuple[tuple[str, type[IntEnum] | None, str], ...] = (
    ("reduction", KlDivReduction, "KlDiv KlDivBackward KlDivTargetBackward"),
    ("reduction", QuantScatterReduction, "InplaceQuantScatter InplaceQuantScatterV2"),
    ("reduce", Scatter, "Scatter ScatterValue InplaceScatter InplaceScatterValue"),
    ("reduce", ScatterReduce, "ScatterReduce InplaceScatterReduce"),
    ("cubeMathType", MatmulMathType, "Addmm AddmmWeightNz Baddbmm FusedMatmul Gemm InplaceAddmm InplaceBaddbmm Matmul "
     "MatmulWeightNz Mm"),
    ("interpolationMode", Interpolation2d, "GridSampler2D GridSampler2DBackward"),
    ("interpolationMode", Interpolation3d, "GridSampler3D GridSampler3DBackward"),
    ("mode", Rounding, "DivMod DivMods InplaceDivMod InplaceDivMods"),
    ("mode", Qr, "LinalgQr"),
    ("mode", Bag, "EmbeddingBag"),
    ("mode", Decay, "ApplyFusedEmaAdam"),
    ("mode", Rotation, "RotaryPositionEmbedding RotaryPositionEmbeddingGrad"),
    ("layout", RotaryLayout, "ApplyRotaryPosEmb ApplyRotaryPosEmbV2"),
    ("groupListType", GroupList, "GroupedDynamicBlockQuant GroupedDynamicBlockQuantV2 GroupedMatmulFinalizeRouting "
     "GroupedMatmulFinalizeRoutingV2 GroupedMatmulFinalizeRoutingV3 GroupedMatmulFinalizeRoutingWeightNz "
     "GroupedMatmulFinalizeRoutingWeightNzV2 SwiGluQuantV2"),
    ("expertTokensNumType", TokensNumber, "MoeInitRoutingV3"),
    ("rowIdxType", RowIndex, "MoeInitRoutingV3"),
    ("dropPadMode", DropPad, "MoeInitRoutingV3"),
    ("quantMode", RoutingQuantization, "MoeInitRoutingV3"),
    ("quantMode", NormQuantization, "LayerNormQuant"),
    ("quantMode", DispatchQuantization, "MoeDistributeDispatch"),
    ("quantMode", DispatchQuantizationV2, "MoeDistributeDispatchV2 MoeDistributeDispatchV3"),
    ("quantMode", SwigluGroupQuantization, "SwigluGroupQuant"),
    ("normType", Norm, "MoeGatingTopK"),
    ("implMode", LayerNormMode, "LayerNormWithImplMode"),
    ("innerPrecise", Precision, "IncreFlashAttentionV3 IncreFlashAttentionV4 WeightQuantBatchMatmulV3"),
    ("innerPrecise", AttentionPrecision, "FusedInferAttentionScore FusedInferAttentionScoreV2 "
     "FusedInferAttentionScoreV3 FusedInferAttentionScoreV4 PromptFlashAttentionV3"),
    ("scaleAlg", None, "RotateQuant"),
    ("sparseMode", None, "NsaSelectedAttentionInfer InnerFusedInferAttentionScore InnerFusedInferAttentionScoreTensor"),
    ("actType", Activation, "AlltoAllAllGatherBatchMatMul"),
    ("actType", GroupedActivation, "GroupedMatmulV4 GroupedMatmulV5"),
    ("roundMode", QuantParamRounding, "TransQuantParamV3"),
    ("centerPointBox", Box, "NonMaxSuppression"),
    ("balanceMode", Balance, "MoeUpdateExpert"),
    ("dtype", RoutingDtype, "GroupedMatmulFinalizeRouting GroupedMatmulFinalizeRoutingV2 "
     "GroupedMatmulFinalizeRoutingV3 GroupedMatmulFinalizeRoutingWeightNz GroupedMatmulFinalizeRoutingWeightNzV2"),
)  # fmt: skip

# Integers that are an aclDataType, and those that are an aclFormat: in every operator, or in those named.
_DTYPES: dict[str, str] = {
    "dstType": "",
    "dstDtype": "",
    "outputDtype": "",
    "additionalDtype": "",
    "yDtype": "MatmulEmuSplitWeight",
    "dtype": "TransposeQuantBatchMatMul TransposeQuantBatchMatMulWeightNz",
}
_FORMATS: dict[str, str] = {"dstFormat": ""}


@lru_cache(maxsize=1)
def _exceptions() -> dict[tuple[str, str], type[IntEnum] | None]:
    return {(f"aclnn{o}", attribute): words for attribute, words, os in _BY_OPERATOR for o in os.split()}


def enumeration(operator: str, attribute: str) -> type[IntEnum] | None:
    """The names of an attribute's numbers; None where it has none. Both by C name."""
    exceptions = _exceptions()
    key = (operator, attribute)
    return exceptions[key] if key in exceptions else _EVERYWHERE.get(attribute)


@lru_cache(maxsize=512)
def words(operator: str, attribute: str) -> dict[str, int]:
    """Word -> number of an attribute; empty where it has no words."""
    found = enumeration(operator, attribute)
    return {} if found is None else {member.name.lower(): int(member) for member in found}


def is_dtype(operator: str, attribute: str) -> bool:
    """Whether an integer attribute is an ``aclDataType``."""
    return _holds(_DTYPES, operator, attribute)


def is_format(operator: str, attribute: str) -> bool:
    """Whether an integer attribute is an ``aclFormat``."""
    return _holds(_FORMATS, operator, attribute)


def listed() -> Iterator[tuple[str, str]]:
    """Every ``(operator, attribute)`` that is named here, for a check against the headers."""
    yield from _exceptions()
    for table in (_DTYPES, _FORMATS):
        for attribute, operators in table.items():
            yield from ((f"aclnn{operator}", attribute) for operator in operators.split())


def _holds(table: dict[str, str], operator: str, attribute: str) -> bool:
    operators = table.get(attribute)
    return operators is not None and (not operators or operator.removeprefix("aclnn") in operators.split())
