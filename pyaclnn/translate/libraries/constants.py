"""Names of CANN and of the standard library that stand for a number."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ... import dtypes
from ...formats import Format
from ..values.numbers import Named, f32


class File:
    """A stream of C."""

    def __init__(self, name: str) -> None:
        self.name = name


_OTHERS: dict[str, Any] = {
    "ACL_SUCCESS": 0, "ACL_ERROR_NONE": 0, "OK": 0, "ACL_ERROR_FAILURE": 500000, "ACL_ERROR_INVALID_PARAM": 100000,
    "ACL_MEM_MALLOC_HUGE_FIRST": 0, "ACL_MEM_MALLOC_HUGE_ONLY": 1, "ACL_MEM_MALLOC_NORMAL_ONLY": 2,
    "ACL_MEMCPY_HOST_TO_HOST": 0, "ACL_MEMCPY_HOST_TO_DEVICE": 1, "ACL_MEMCPY_DEVICE_TO_HOST": 2,
    "ACL_MEMCPY_DEVICE_TO_DEVICE": 3, "EXIT_SUCCESS": 0, "EXIT_FAILURE": 1, "ACL_HOST": 0, "ACL_DEVICE": 1,
    "INT8_MAX": 127, "INT8_MIN": -128, "INT16_MAX": 32767, "INT32_MAX": 2**31 - 1, "INT32_MIN": -(2**31),
    "INT64_MAX": 2**63 - 1, "INT64_MIN": -(2**63), "UINT8_MAX": 255, "UINT16_MAX": 65535, "UINT32_MAX": 2**32 - 1,
    "INT_MAX": 2**31 - 1, "INT_MIN": -(2**31), "SIZE_MAX": 2**64 - 1, "M_PI": 3.141592653589793,
    "UINT64_MAX": 2**64 - 1, "UINT_MAX": 2**32 - 1, "LONG_MAX": 2**63 - 1, "LONG_MIN": -(2**63),
    "ULONG_MAX": 2**64 - 1, "LLONG_MAX": 2**63 - 1, "LLONG_MIN": -(2**63), "ULLONG_MAX": 2**64 - 1, "CHAR_BIT": 8,
    "npos": 2**64 - 1,
    "DBL_MAX": 1.7976931348623157e308, "INT16_MIN": -32768,
    "INFINITY": f32(float("inf")), "NAN": f32(float("nan")), "FLT_MAX": f32(3.4028234663852886e38),
    "FLT_MIN": f32(1.1754943508222875e-38), "FLT_EPSILON": f32(2.0**-23), "NULL": None,
    "stdout": File("stdout"),
}  # fmt: skip


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    found: dict[str, Any] = dict(_OTHERS)
    for dtype in (dtypes.UNDEFINED, *dtypes.ALL):
        found[dtype.acl_name] = Named(dtype.code, dtype.acl_name)
    for format in Format:
        found[f"ACL_FORMAT_{format.name}"] = Named(int(format), f"ACL_FORMAT_{format.name}")
    return found


def value(name: str) -> Any:
    """The number behind a name, or None."""
    return _table().get(name)
