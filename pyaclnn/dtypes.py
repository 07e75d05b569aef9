"""The data types of the aclnn interface and their NumPy counterparts.

``aclDataType`` numbers the types; NumPy and ``ml_dtypes`` hold their values on the host. A type with no
host counterpart (``hifloat8``, ``complex32``, ``string``) can be named, moved and viewed, not computed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np

from .errors import ArgumentTypeError, ArgumentValueError
from .values import exact, is_a, shortened, shown


@dataclass(frozen=True)
class DType:
    """One ``aclDataType``: its number, its width and the NumPy type that has the same bytes."""

    name: str
    acl_name: str
    code: int
    bits: int
    numpy: np.dtype[Any] | None = field(default=None, compare=False)

    @property
    def itemsize(self) -> int:
        """Bytes of one element. Types narrower than a byte have none."""
        if self.bits % 8:
            raise ArgumentTypeError(f"{self.name} has {self.bits} bits an element, so it has no size in whole bytes")
        return self.bits // 8

    def nbytes(self, count: int) -> int:
        """Bytes of ``count`` elements side by side; those narrower than a byte are packed."""
        return -(-count * self.bits // 8)

    @property
    def storage(self) -> np.dtype[Any]:
        """A NumPy dtype of the same width: the type itself, or raw bytes where NumPy lacks it."""
        return self.numpy if self.numpy is not None else np.dtype(f"V{self.itemsize}")

    @property
    def is_floating(self) -> bool:
        return self.name in _FLOATING

    @property
    def is_complex(self) -> bool:
        return self.name.startswith("complex")

    @property
    def is_integral(self) -> bool:
        return self.name in _INTEGRAL

    def __repr__(self) -> str:
        return self.name


def _row(name: str, acl_name: str, code: int, bits: int, numpy: Any = None) -> DType:
    return DType(name, acl_name, code, bits, None if numpy is None else np.dtype(numpy))


UNDEFINED = _row("undefined", "ACL_DT_UNDEFINED", -1, 0)
FLOAT32 = _row("float32", "ACL_FLOAT", 0, 32, np.float32)
FLOAT16 = _row("float16", "ACL_FLOAT16", 1, 16, np.float16)
INT8 = _row("int8", "ACL_INT8", 2, 8, np.int8)
INT32 = _row("int32", "ACL_INT32", 3, 32, np.int32)
UINT8 = _row("uint8", "ACL_UINT8", 4, 8, np.uint8)
INT16 = _row("int16", "ACL_INT16", 6, 16, np.int16)
UINT16 = _row("uint16", "ACL_UINT16", 7, 16, np.uint16)
UINT32 = _row("uint32", "ACL_UINT32", 8, 32, np.uint32)
INT64 = _row("int64", "ACL_INT64", 9, 64, np.int64)
UINT64 = _row("uint64", "ACL_UINT64", 10, 64, np.uint64)
FLOAT64 = _row("float64", "ACL_DOUBLE", 11, 64, np.float64)
BOOL = _row("bool", "ACL_BOOL", 12, 8, np.bool_)
STRING = _row("string", "ACL_STRING", 13, 128)
COMPLEX64 = _row("complex64", "ACL_COMPLEX64", 16, 64, np.complex64)
COMPLEX128 = _row("complex128", "ACL_COMPLEX128", 17, 128, np.complex128)
BFLOAT16 = _row("bfloat16", "ACL_BF16", 27, 16, ml_dtypes.bfloat16)
INT4 = _row("int4", "ACL_INT4", 29, 4)
UINT1 = _row("uint1", "ACL_UINT1", 30, 1)
COMPLEX32 = _row("complex32", "ACL_COMPLEX32", 33, 32)
HIFLOAT8 = _row("hifloat8", "ACL_HIFLOAT8", 34, 8)
FLOAT8_E5M2 = _row("float8_e5m2", "ACL_FLOAT8_E5M2", 35, 8, ml_dtypes.float8_e5m2)
FLOAT8_E4M3FN = _row("float8_e4m3fn", "ACL_FLOAT8_E4M3FN", 36, 8, ml_dtypes.float8_e4m3fn)
FLOAT8_E8M0 = _row("float8_e8m0", "ACL_FLOAT8_E8M0", 37, 8, getattr(ml_dtypes, "float8_e8m0fnu", None))
FLOAT6_E3M2 = _row("float6_e3m2", "ACL_FLOAT6_E3M2", 38, 6)
FLOAT6_E2M3 = _row("float6_e2m3", "ACL_FLOAT6_E2M3", 39, 6)
FLOAT4_E2M1 = _row("float4_e2m1", "ACL_FLOAT4_E2M1", 40, 4)
FLOAT4_E1M2 = _row("float4_e1m2", "ACL_FLOAT4_E1M2", 41, 4)

ALL: tuple[DType, ...] = (
    FLOAT32, FLOAT16, INT8, INT32, UINT8, INT16, UINT16, UINT32, INT64, UINT64, FLOAT64, BOOL, STRING,
    COMPLEX64, COMPLEX128, BFLOAT16, INT4, UINT1, COMPLEX32, HIFLOAT8, FLOAT8_E5M2, FLOAT8_E4M3FN,
    FLOAT8_E8M0, FLOAT6_E3M2, FLOAT6_E2M3, FLOAT4_E2M1, FLOAT4_E1M2,
)  # fmt: skip

_FLOATING = frozenset(d.name for d in ALL if d.name.startswith(("float", "bfloat", "hifloat")) and d is not UNDEFINED)
_INTEGRAL = frozenset(d.name for d in ALL if d.name.startswith(("int", "uint")))

_BY_CODE = {d.code: d for d in (UNDEFINED, *ALL)}
_BY_NUMPY = {d.numpy: d for d in ALL if d.numpy is not None}
_BY_NAME = {
    **{d.name: d for d in ALL},
    **{d.acl_name: d for d in ALL},
    **{d.acl_name.removeprefix("ACL_"): d for d in ALL},
    "float": FLOAT32, "half": FLOAT16, "double": FLOAT64, "bf16": BFLOAT16,
    "float8_e8m0fnu": FLOAT8_E8M0,
}  # fmt: skip

DTypeLike: TypeAlias = "DType | np.dtype[Any] | type | str | int"


def from_code(code: int) -> DType:
    """The type numbered ``code`` in ``aclDataType``; ``ArgumentValueError`` for a number that names none."""
    try:
        return _BY_CODE[code]
    except KeyError:
        raise ArgumentValueError(f"{shown(code)} is no aclDataType; known are {sorted(_BY_CODE)}") from None


def from_numpy(dtype: np.dtype[Any]) -> DType:
    """The type of a host array. ``ArgumentTypeError`` names a dtype that CANN lacks and those it has."""
    found = _BY_NUMPY.get(dtype.newbyteorder("="))
    if found is None:
        raise ArgumentTypeError(
            f"CANN has no data type for a host array of dtype {shortened(str(dtype))}; "
            f"allowed are {', '.join(d.name for d in ALL if d.numpy is not None)}"
        )
    return found


def as_dtype(value: DTypeLike) -> DType:
    """A ``DType`` from itself, a name (``"float16"``, ``"ACL_FLOAT16"``), a NumPy dtype or a code.

    ``ArgumentTypeError`` lists the allowed.
    """
    if is_a(value, DType):
        return value
    if is_a(value, str):
        value = str.__str__(value)  # a class of its own may have any methods
        if value in _BY_NAME:
            return _BY_NAME[value]
    if is_a(value, int) and not is_a(value, bool):
        try:
            return from_code(exact(value))
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from None
    if value is float:  # a Python float is stored as the type CANN computes in
        return FLOAT32
    anything: Any = value
    try:
        if anything is None or is_a(anything, (list, tuple, dict)):  # to NumPy float64, and records
            raise TypeError
        numpy: np.dtype[Any] = np.dtype(anything)
    except Exception:  # objects may have a dtype attribute that raises anything
        names = ", ".join(d.name for d in ALL)
        raise ArgumentTypeError(f"{shown(value)} is no data type; allowed are {names}, or a NumPy dtype") from None
    return from_numpy(numpy)
