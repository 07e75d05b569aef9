"""``PYACLNN_DUMP=DIR``: a failed call leaves a script and its inputs there, which repeat it alone."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..dtypes import DType
from ..formats import Format
from ..reference.meta import ScalarValue
from ..tensor import Tensor
from .callpath import UNSET

if TYPE_CHECKING:
    from ..abi.signatures import Signature

_SCRIPT = '''"""Repeats a call of {operator} that failed: {reason}"""

from pathlib import Path

import ml_dtypes  # noqa: F401 - its dtypes are in the file
import numpy as np

from pyaclnn import Device

DATA = np.load(Path(__file__).with_suffix(".npz"))

with Device(0{options}) as d:

    def tensor(name, dtype, shape, strides, offset, format):
        """A view of a storage that held these bytes."""
        data = DATA[name] if DATA[name].size else np.zeros(1, DATA[name].dtype)
        flat = d.tensor(data).view(dtype).with_format(format)
        return flat.as_strided(shape, strides, offset)

{arguments}
    result = d.{operator}({passed})
    d.synchronize()
    print(result)
'''


def directory() -> Path | None:
    """Where to write, if it is asked for."""
    text = os.environ.get("PYACLNN_DUMP")
    return Path(text) if text else None


def write(target: Path, signature: Signature, values: Sequence[Any], reason: str) -> Path | None:
    """Writes the script and its data; the script's path, None when an operand can't be read any more.

    Files are private to the user, since they hold the program's data.
    """
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    lines: list[str] = []
    given = [(p, v) for p, v in zip(signature.parameters, values, strict=True) if v is not UNSET]
    device = next((t.device for v in values for t in _tensors(v)), None)
    try:
        for parameter, value in given:
            lines.append(f"    {parameter.python_name} = {_source(parameter.python_name, value, arrays)}")
    except Exception:  # the dump must not hide the failure that it is about
        return None
    passed = ", ".join(f"{p.python_name}={p.python_name}" for p, _ in given)
    options = (
        ""
        if device is None
        else f", backend={device.backend!r}" + (f", soc={device.soc_name!r}" if device.backend == "simulator" else "")
    )
    text = _SCRIPT.format(
        operator=signature.python_name,
        reason=reason.splitlines()[0],
        options=options,
        arguments="\n".join(lines),
        passed=passed,
    )
    target.mkdir(parents=True, exist_ok=True, mode=0o700)
    for number in itertools.count(1):
        script = target / f"{signature.python_name}-{os.getpid()}-{number}.py"
        with contextlib.suppress(FileExistsError):
            with open(os.open(script, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                file.write(text)
            with open(os.open(script.with_suffix(".npz"), os.O_CREAT | os.O_WRONLY, 0o600), "wb") as data:
                np.savez(data, **arrays)  # type: ignore[arg-type]
            return script
    return None


def _tensors(value: Any) -> list[Tensor]:
    return (
        [value]
        if isinstance(value, Tensor)
        else [v for v in value if isinstance(v, Tensor)]
        if isinstance(value, list)
        else []
    )


def _source(name: str, value: Any, arrays: dict[str, np.ndarray[Any, Any]]) -> str:
    """A value as Python source; a tensor's storage goes into ``arrays``."""
    if isinstance(value, Tensor):
        elements = value._storage_elements()
        flat = value.as_strided((elements,), (1,)).with_format(Format.ND, (elements,))
        whole = (flat if value.dtype.numpy is not None else flat.view("uint8")).numpy()
        arrays[name] = whole.view(f"u{whole.itemsize}") if whole.dtype.kind == "V" else whole
        view = f"{value.shape}, {value.strides}, {value.offset}, {value.format.name!r}"
        return f"tensor({name!r}, {value.dtype.name!r}, {view})"
    if isinstance(value, list):
        return "[" + ", ".join(_source(f"{name}_{i}", v, arrays) for i, v in enumerate(value)) + "]"
    if isinstance(value, ScalarValue):
        arrays[name] = np.asarray(value.value)
        return f"DATA[{name!r}].astype({str(arrays[name].dtype)!r})[()]"
    if isinstance(value, DType):
        return repr(value.name)
    if isinstance(value, float) and not np.isfinite(value):
        return f"float({str(value)!r})"
    return repr(value)
