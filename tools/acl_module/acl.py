"""A stand-in for the few functions of CANN's Python module ``acl`` that the package l0n0lacl imports.

Values come back together with the code, as that module gives them.
"""

from __future__ import annotations

import ctypes
import os
from types import SimpleNamespace
from typing import Any

_library = ctypes.CDLL(os.environ["ASCEND_HOME_PATH"] + "/lib64/libascendcl.so")
_library.aclGetRecentErrMsg.restype = ctypes.c_char_p
_library.aclDataTypeSize.restype = ctypes.c_size_t
_pointer, _size = ctypes.c_void_p, ctypes.c_size_t


def _number(name: str, *args: Any) -> tuple[int, int]:
    value = ctypes.c_int32()
    code = getattr(_library, name)(*args, ctypes.byref(value))
    return value.value, code


def init(config: str | None = None) -> int:
    return int(_library.aclInit(config.encode() if config else None))


def finalize() -> int:
    return int(_library.aclFinalize())


def get_version() -> tuple[int, int, int, int]:
    parts = [ctypes.c_int32() for _ in range(3)]
    code = _library.aclrtGetVersion(*(ctypes.byref(p) for p in parts))
    major, minor, patch = (p.value for p in parts)
    return major, minor, patch, code


def get_recent_err_msg() -> str:
    return (_library.aclGetRecentErrMsg() or b"").decode()


def data_type_size(dtype: int) -> int:
    return int(_library.aclDataTypeSize(dtype))


def app_log(level: int, text: str) -> None:
    _library.aclAppLog(level, b"", b"", 0, b"%s", text.encode())


def _malloc(size: int, policy: int) -> tuple[int, int]:
    memory = _pointer()
    code = _library.aclrtMalloc(ctypes.byref(memory), _size(size), policy)
    return memory.value or 0, code


def _memcpy(target: int, room: int, source: int, size: int, kind: int) -> int:
    return int(_library.aclrtMemcpy(_pointer(target), _size(room), _pointer(source), _size(size), kind))


rt = SimpleNamespace(
    get_device=lambda: _number("aclrtGetDevice"),
    set_device=lambda index: _library.aclrtSetDevice(index),
    reset_device_force=lambda index: _library.aclrtResetDeviceForce(index),
    synchronize_stream=lambda stream: _library.aclrtSynchronizeStream(_pointer(stream)),
    malloc=_malloc,
    free=lambda memory: _library.aclrtFree(_pointer(memory)),
    memcpy=_memcpy,
)
