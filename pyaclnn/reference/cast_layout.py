"""The shape and the format that a cast between formats gives, which its caller asks for before the cast."""

from __future__ import annotations

from ..dtypes import (
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
from ..formats import Format
from .chips import SINCE_910B, Family
from .meta import TensorMeta
from .packing import packing, packs
from .rules import INVALID, RUNTIME, Refusal, require

_NZ = Format.FRACTAL_NZ
_WIDTHS = {
    Format.FRACTAL_NZ_C0_2: 2, Format.FRACTAL_NZ_C0_4: 4, Format.FRACTAL_NZ_C0_16: 16, Format.FRACTAL_NZ_C0_32: 32,
}  # fmt: skip
_FOUR_BITS = (FLOAT4_E2M1, FLOAT4_E1M2)
_BYTES = (INT8, UINT8, FLOAT8_E4M3FN, HIFLOAT8)
_TAKEN = (*_BYTES, *_FOUR_BITS, FLOAT32, FLOAT16, BFLOAT16, INT32, UINT32)
_BLOCK = 32  # bytes of a row of a block
_NO_BLOCKS = (Format.ND, Format.NCL, Format.NCHW, Format.NCDHW)

# On Ascend950: what a weight of one dtype may be packed for.
_FOR = {
    INT32: (FLOAT16, BFLOAT16, INT8),
    FLOAT32: (FLOAT16, BFLOAT16, FLOAT8_E4M3FN, HIFLOAT8, UINT8),
}

# None: CANN leaves the format as it is.
Layout = tuple[tuple[int, ...], Format | None]


def cast_layout(family: Family, source: TensorMeta, target: Format, block: DType) -> Layout:
    """The storage shape and the format of a cast; ``block`` is the dtype that decides how wide a block is.

    Raises ``Refusal`` as ``aclnnNpuFormatCastCalculateSizeAndFormat`` does.
    """
    require(source.dtype in _TAKEN, f"srcTensor is {source.dtype.name}, which is not taken")
    own = block == source.dtype
    if target is _NZ and (source.format in (Format.ND, Format.NCL) or (own and source.format in _NO_BLOCKS)):
        return _for_950(source, block) if family is Family.A950 else _packed(family, source, target, _width(block))
    if target is Format.ND and (source.format is _NZ or source.format in _WIDTHS):
        _check_blocks(family, source)
        _require_elements(family, source)
        return source.shape, target
    if packs(source.format, target):
        return _packed(family, source, target, _width(block))
    if packs(target, source.format):
        _require_elements(family, source)
        require(
            source.ndim == len(target.name),
            f"srcTensor is {source}, {target.name} has {len(target.name)} axes",
            RUNTIME,
        )
        return source.shape, target
    raise Refusal(RUNTIME, f"there is no cast from {source.format.name} to {target.name}")


def require_casts(family: Family) -> None:
    """161002 on the chips that have no casts between formats."""
    require(family in SINCE_910B, f"{family.value} has no casts between formats")


def _packed(family: Family, source: TensorMeta, target: Format, width: int, named: Format | None = _NZ) -> Layout:
    _require_elements(family, source)
    found = packing(source.shape, source.format, target, width)
    if found is None:
        raise Refusal(INVALID, f"srcTensor is {source}, which has the wrong number of dimensions for {target.name}")
    return found.storage_shape, named if target is _NZ else target


def _for_950(source: TensorMeta, block: DType) -> Layout:
    """Weights for matrix products, of their own dtype or for a product in another one."""
    require(source.dtype is not UINT32, "srcTensor is uint32, which is not taken")
    require(not source.is_empty, f"srcTensor is {source}, must not be empty")
    if block == source.dtype:
        plain = block in (FLOAT32, FLOAT16, BFLOAT16)
        require(plain or block in (*_BYTES, *_FOUR_BITS), f"srcTensor is {block.name}, which is packed for others only")
        require(2 <= source.ndim <= 6, f"srcTensor has {source.ndim} dimensions, allowed are 2 to 6")
        require(not plain or source.shape[-2] != 1, f"srcTensor has shape {list(source.shape)}: k must not be 1")
        return _packed(Family.A950, source, _NZ, 64 if block in _FOUR_BITS else _width(block))
    allowed = _FOR.get(source.dtype)
    require(allowed is None or block in allowed, f"srcTensor is {source.dtype.name}, not packed for {block.name}")
    require(source.ndim in (2, 3), f"srcTensor has {source.ndim} dimensions, allowed are 2 and 3")
    if block in (FLOAT8_E4M3FN, INT8):
        return _packed(Family.A950, source, _NZ, 32, Format.FRACTAL_NZ_C0_32)
    two_bytes = block.bits == 16
    return _packed(Family.A950, source, _NZ, 16, Format.FRACTAL_NZ_C0_16 if two_bytes else None)


def _check_blocks(family: Family, source: TensorMeta) -> None:
    if family is not Family.A950:
        require(source.format is _NZ, f"srcTensor is {source}, must be FRACTAL_NZ")
        return
    stored = source.storage_shape
    require(4 <= len(stored) <= 8 and 0 not in stored, f"srcTensor is stored as {list(stored)}")
    own = 64 if source.dtype == FLOAT4_E2M1 else _width(source.dtype)
    width = _WIDTHS.get(source.format, own)
    require(stored[-1] == width, f"srcTensor has blocks of {stored[-1]} elements, must be {width}")


def _require_elements(family: Family, source: TensorMeta) -> None:
    """Before Ascend950 empty tensors go another way in CANN, which is not this one."""
    require(family is Family.A950 or not source.is_empty, f"srcTensor is {source}, which is empty", RUNTIME)


def _width(dtype: DType) -> int:
    """Elements of a row of a block."""
    require(dtype.bits % 8 == 0 and 8 <= dtype.bits <= 8 * _BLOCK, f"there are no blocks of {dtype.name}")
    return _BLOCK * 8 // dtype.bits
