"""Tensors packed into the blocks that the chip's matrix and convolution units read, and unpacked."""

from __future__ import annotations

from ...dtypes import (
    BFLOAT16,
    FLOAT4_E1M2,
    FLOAT4_E2M1,
    FLOAT8_E4M3FN,
    FLOAT16,
    FLOAT32,
    HIFLOAT8,
    INT8,
    INT32,
    UINT8,
    UINT32,
    DType,
)
from ...formats import Format
from ..chips import SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import per_chip
from ..lowering import Buffer, Lowering
from ..meta import TensorMeta
from ..packing import packing
from ..rules import (
    INNER_NULL,
    INVALID,
    Call,
    Check,
    Finished,
    Infer,
    NotNull,
    Refusal,
    Rule,
    dtype_of,
    require,
)

_NZ = Format.FRACTAL_NZ
_TO_NZ = (Format.ND, Format.NCL, Format.NCHW, Format.NCDHW)
_BLOCKED_NZ = (_NZ, Format.FRACTAL_NZ_C0_2, Format.FRACTAL_NZ_C0_4, Format.FRACTAL_NZ_C0_16, Format.FRACTAL_NZ_C0_32)

# What is packed into what; unpacking goes the other way.
_PACKED_910B = {
    *((source, _NZ) for source in _TO_NZ),
    (Format.NCDHW, Format.NDC1HWC0),
    (Format.NCDHW, Format.FRACTAL_Z_3D),
    (Format.NCHW, Format.NC1HWC0),
    (Format.NHWC, Format.NC1HWC0),
    (Format.NCHW, Format.FRACTAL_Z),
    (Format.HWCN, Format.FRACTAL_Z),
    (Format.NDHWC, Format.NDC1HWC0),
}
_PACKED_950 = {
    (source, target)
    for source in (Format.ND, Format.NCL)
    for target in (_NZ, Format.FRACTAL_NZ_C0_16, Format.FRACTAL_NZ_C0_32)
}

_ON_950 = (
    INT8, FLOAT32, FLOAT16, BFLOAT16, INT32, FLOAT8_E4M3FN, FLOAT4_E2M1, HIFLOAT8, UINT8, FLOAT4_E1M2,
)  # fmt: skip
_BEFORE_950 = (INT8, UINT8, FLOAT32, FLOAT16, BFLOAT16, INT32, UINT32)
_TAKEN = per_chip(_BEFORE_950, A950=(*_ON_950, UINT32))
_QUANTIZED = (INT8, UINT8, FLOAT8_E4M3FN, HIFLOAT8, FLOAT4_E2M1, FLOAT4_E1M2)

# How many elements the innermost block of a format has, where the dtype does not say.
_INNERMOST = {
    Format.FRACTAL_NZ_C0_2: 2, Format.FRACTAL_NZ_C0_4: 4, Format.FRACTAL_NZ_C0_16: 16, Format.FRACTAL_NZ_C0_32: 32,
}  # fmt: skip
_C0_2_OR_4 = (INT32, FLOAT32)
_C0_16_OR_32 = (INT8, UINT8, INT32, FLOAT32)
_UNPACKED = {
    *((dtype, _NZ) for dtype in (FLOAT4_E2M1, INT8, UINT8, FLOAT8_E4M3FN, FLOAT16, BFLOAT16, INT32, FLOAT32)),
    (FLOAT4_E2M1, Format.FRACTAL_NZ_C0_32),
    *((dtype, f) for dtype in _C0_2_OR_4 for f in (Format.FRACTAL_NZ_C0_2, Format.FRACTAL_NZ_C0_4)),
    *((dtype, f) for dtype in _C0_16_OR_32 for f in (Format.FRACTAL_NZ_C0_16, Format.FRACTAL_NZ_C0_32)),
}


def _has_kernels(call: Call) -> None:
    require(call.family in SINCE_910B, f"{call.family.value} has no casts between formats")


def _both(call: Call) -> tuple[TensorMeta, TensorMeta | None]:
    target = call.args["dstTensor"]
    return call.args["srcTensor"], target if isinstance(target, TensorMeta) else None


def _plain_checks(call: Call) -> None:
    for name, tensor in call.tensors(("srcTensor", "dstTensor")):
        require(tensor.is_contiguous, f"{name} is {tensor}, must be contiguous")
        require(tensor.dtype in _TAKEN[call.family], f"{name} is {tensor.dtype.name}, which is not taken")


def _check_950(call: Call) -> None:
    source, target = _both(call)
    if target is None:
        return
    same = source.dtype == target.dtype
    if target.format == _NZ and (source.format in (Format.ND, Format.NCL) or (same and source.format in _TO_NZ)):
        _check_packing(source, target)
    elif source.format in _BLOCKED_NZ and target.format in _TO_NZ:
        _check_unpacking(source, target)
    else:
        _plain_checks(call)


def _take_on_950(*tensors: TensorMeta) -> None:
    for tensor in tensors:
        require(tensor.dtype in _ON_950, f"{tensor} is of a dtype that is not taken")


def _check_packing(source: TensorMeta, target: TensorMeta) -> None:
    _take_on_950(source, target)
    quantized = source.dtype == target.dtype and source.dtype in _QUANTIZED
    plain = source.dtype in (FLOAT32, FLOAT16, BFLOAT16)
    if not quantized:
        formats = (Format.ND, Format.NCL) if plain else (Format.ND,)
        others = (INT32, FLOAT8_E4M3FN, HIFLOAT8, UINT8)
        fits = source.format in formats and (plain or source.dtype in others)
        require(fits, f"srcTensor is {source}, which is not packed into {target.format.name}")
    ranks, stored = (range(2, 7), range(4, 9)) if quantized or plain else (range(2, 4), range(4, 6))
    blocks = len(target.storage_shape)
    require(source.ndim in ranks, f"srcTensor has {source.ndim} dimensions, not {ranks.start} to {ranks.stop - 1}")
    require(blocks in stored, f"dstTensor is stored in {blocks} dimensions, not {stored.start} to {stored.stop - 1}")


def _check_unpacking(source: TensorMeta, target: TensorMeta) -> None:
    _take_on_950(source, target)
    blocks = source.storage_shape
    require(4 <= len(blocks) <= 8, f"srcTensor is stored in {len(blocks)} dimensions, not 4 to 8")
    require(0 not in blocks, "srcTensor is empty")
    innermost = _INNERMOST.get(source.format, _elements_of_32_bytes(source.dtype))
    require(blocks[-1] == innermost, f"srcTensor has blocks of {blocks[-1]} elements, must be {innermost}")
    fits = len(blocks) == target.ndim + 2 and target.ndim >= 2 and blocks[:-4] == target.shape[:-2]
    require(fits, f"srcTensor is stored as {list(blocks)}, which is not of shape {list(target.shape)}")
    columns, rows, height, width = blocks[-4:]
    needed = (-(-target.shape[-1] // width), -(-target.shape[-2] // height))
    require((columns, rows) == needed, f"srcTensor is stored as {list(blocks)}; dstTensor is {target}")
    require((source.dtype, source.format) in _UNPACKED, f"srcTensor is {source}, which can't be unpacked")


def _elements_of_32_bytes(dtype: DType) -> int:
    return 64 if dtype == FLOAT4_E2M1 else 32 // max(1, dtype.storage.itemsize)


def _for_chip(call: Call) -> None:
    (_check_950 if call.family is Family.A950 else _plain_checks)(call)


def _nothing_known(call: Call) -> None:
    """Ascend910B does nothing, and calls it success, between formats that it doesn't know."""
    source, target = _both(call)
    if target is None or call.family is Family.A950:
        return
    pair = (source.format, target.format)
    if pair not in _PACKED_910B and pair[::-1] not in _PACKED_910B:
        raise Finished


def _format_cast(low: Lowering, call: Call) -> None:
    x, target = low.tensor("srcTensor"), low.tensor("dstTensor")
    if x.format == target.format:
        if target.shape != x.shape:
            raise Refusal(INVALID, f"dstTensor has shape {list(target.shape)}, must be {list(x.shape)}")
        if x.format == Format.NCL and x.ndim != 3:
            raise Refusal(INNER_NULL, f"srcTensor has {x.ndim} dimensions, NCL is for 3")
        low.view_copy(x, "dstTensor")
        return
    if low.family is Family.A950:
        forward = (x.format, target.format) in _PACKED_950 or (target.format == _NZ and x.format in _TO_NZ)
        backward = x.format in _BLOCKED_NZ and target.format in _TO_NZ
        if not forward and not backward:
            raise Refusal(INNER_NULL, f"there is no cast from {x.format.name} to {target.format.name}")
    plain, packed = (x, target) if target.format.is_private else (target, x)
    _lay_out(low, plain, packed)
    low.view_copy(low.trans_data(x, target.format), "dstTensor")


def _lay_out(low: Lowering, plain: Buffer, packed: Buffer) -> None:
    """The tensor in blocks has the shape of the plain one, whatever the caller says; its storage must fit that."""
    assert packed.meta is not None
    assert packed.user is not None
    storage = packed.meta.storage_shape
    found = packing(plain.shape, plain.format, packed.format, storage[-1] if storage else 0)
    if found is not None and 0 not in plain.shape:
        text = f"{packed.user} is stored as {list(storage)}, must be {list(found.storage_shape)}"
        require(found.storage_shape == storage, text)
        low.packings[packed.user] = found
    packed.shape = plain.shape


_RULES: tuple[Rule, ...] = (
    NotNull("srcTensor", "dstTensor", code=INNER_NULL),
    Check(_has_kernels),
    Check(_for_chip),
    Infer(
        "dstTensor",
        shape=lambda call: call.args["srcTensor"].shape,
        dtype=dtype_of("srcTensor"),
    ),
    Check(_nothing_known),
)

npu_format_cast = Definition(
    "aclnnNpuFormatCast",
    "dstTensor = srcTensor in the blocks of its own format",
    _RULES,
    _format_cast,
    SINCE_910B,
)

OPERATORS = (npu_format_cast,)
