"""Functions of CANN that compute on the host, at once."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ... import dtypes
from ...formats import Format
from ...reference.single_phase import quantization_parameters
from ..errors import NotUnderstood
from ..program.core import Core
from ..trace import Given
from ..values import limits, types
from ..values.handles import AskedFormat
from ..values.types import CType
from ..values.variables import Pointer, Vector, elements
from . import copies


def dtype_size(core: Core, args: list[Any], line: int) -> int:
    return _width(args[0])


def _width(code: Any) -> int:
    """Bytes of an element."""
    dtype = dtypes.from_code(int(code))
    if dtype.bits % 8:
        raise NotUnderstood("the size of such elements", dtype.name)
    return dtype.bits // 8


def weight_size(core: Core, args: list[Any], line: int) -> int:
    """How many elements a weight in blocks has: what the documented rule gives, written out in the script."""
    shape = args[0].values
    width = _width(args[1]) if len(args) > 2 else 2
    if len(shape) < 2 or width > 2:
        raise NotUnderstood("the size of such a weight")
    rows, columns = shape[-2:]
    block = 32 // width if len(args) > 2 and width == 1 else 16
    size = math.prod(shape[:-2]) * (-(-rows // 16) * 16) * (-(-columns // block) * block)
    copies.put(args[-1], size)
    return 0


def cast_layout(core: Core, args: list[Any], line: int) -> int:
    """The shape and format of a tensor in blocks, which ``aclnnNpuFormatCast`` needs."""
    source, format, additional, shape, count, found = args
    code = int(additional) if int(additional) >= 0 else source.dtype
    width = _width(code)
    is_own = code == source.dtype
    is_wide = source.dtype == dtypes.INT32.code and code in (dtypes.FLOAT16.code, dtypes.BFLOAT16.code)
    is_known = width in (1, 2) or (is_own and code == dtypes.FLOAT32.code)
    if int(format) != int(Format.FRACTAL_NZ) or len(source.shape) < 2 or not (is_own or is_wide) or not is_known:
        raise NotUnderstood("the layout of such a cast")
    *outer, rows, columns = source.shape
    block = 32 // width
    blocks = [*outer, -(-columns // block), -(-rows // 16), 16, block]
    copies.put(shape, Pointer(Vector(blocks, CType("int64_t")), 0))
    copies.put(count, len(blocks))
    copies.put(found, int(format) if is_own else AskedFormat(int(format), source, code))
    return 0


def quant_param(core: Core, args: list[Any], line: int) -> int:
    """Scales and offsets as quantized operators take them."""
    scale, count, offset, offsets, found, size = args
    if scale is None or int(count) == 0 or (offset is None) != (int(offsets) == 0):
        raise NotUnderstood("a function of CANN that fails", "aclnnTransQuantParam")
    given = [_floats(scale, count), *([_floats(offset, offsets)] if offset is not None else [])]
    packed = quantization_parameters(given[0], given[1] if len(given) > 1 else None)
    name = getattr(getattr(found, "ref", found), "name", "")
    core.trace.is_started = True
    core.trace.add(Given("trans_quant_param", given, packed, name, line))
    copies.put(found, Pointer(Vector(packed.tolist(), CType("uint64_t"), name), 0))
    copies.put(size, len(packed))
    return 0


def _floats(pointer: Any, count: Any) -> np.ndarray[Any, Any]:
    values = elements(pointer)
    if types.numpy_of(values.ctype) != np.float32:
        raise NotUnderstood("an array of another type", f"{values.ctype.name} as float")
    if len(values) < int(count):
        raise NotUnderstood("reads outside a vector")
    limits.hold(int(count) << 6)
    found = [values.read(i) for i in range(int(count))]
    if not all(isinstance(v, (int, float)) for v in found):
        raise NotUnderstood("an array of results")
    return np.array(found, np.float32)
