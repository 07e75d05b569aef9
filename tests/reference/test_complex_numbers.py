"""Complex numbers made of parts and taken apart: NumPy's and PyTorch's, and those of halves by hand."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import COMPLEX32, COMPLEX64, FLOAT16, FLOAT32
from pyaclnn.formats import Format
from pyaclnn.reference.chips import family_of
from pyaclnn.reference.meta import TensorMeta
from pyaclnn.reference.registry import find
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer
from .layouts import ALL, DENSE, laid_out, output
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
NAN = float("nan")
RNG = np.random.default_rng(3)


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", [F32, F64])
def test_complex_of_parts(dtype: Any, layout: str) -> None:
    real, imag = laid_out(RNG.uniform(-2, 2, (4, 6)).astype(dtype), layout), RNG.uniform(-2, 2, (4, 6)).astype(dtype)
    kind = np.result_type(dtype, np.complex64)
    for soc in (A910, B910, A950):
        out = output((4, 6), kind, layout if layout in DENSE else "contiguous")
        compute("aclnnComplex", {"real": real, "imag": imag, "out": out}, soc)
        np.testing.assert_array_equal(out, real + 1j * imag)
    assert infer("aclnnComplex", {"real": real, "imag": imag, "out": MISSING}) == {
        "out": ((4, 6), dtypes.from_numpy(kind))
    }


def test_parts_broadcast() -> None:
    real, imag = np.array([[1], [2]], F32), np.array([3, 4, NAN], F32)
    out = np.zeros((2, 3), np.complex64)
    compute("aclnnComplex", {"real": real, "imag": imag, "out": out})
    np.testing.assert_array_equal(out.real, [[1, 1, 1], [2, 2, 2]])
    np.testing.assert_array_equal(out.imag, [[3, 4, NAN], [3, 4, NAN]])


def halves(operator: str, arrays: dict[str, Any], metas: dict[str, TensorMeta]) -> None:
    """Runs an operator one of whose tensors is complex32, which NumPy holds as four bytes."""
    definition = find(operator)
    assert definition is not None
    definition.plan(family_of(B910), metas).run(lambda name: arrays[name], lambda name: arrays[name])


def test_complex_numbers_of_halves() -> None:
    whole = TensorMeta((2,), (1,), COMPLEX32, storage_shape=(2,))
    part = TensorMeta((2,), (1,), FLOAT16, storage_shape=(2,))
    arrays = {"real": np.array([1.5, -2], F16), "imag": np.array([3, 0.25], F16), "out": np.zeros(2, "V4")}
    halves("aclnnComplex", arrays, {"real": part, "imag": part, "out": whole})
    # The real half comes first.
    assert arrays["out"].view(F16).tolist() == [1.5, 3, -2, 0.25]
    parts = {"self": arrays["out"], "out": np.zeros(2, F16)}
    halves("aclnnReal", parts, {"self": whole, "out": part})
    assert parts["out"].tolist() == [1.5, -2]


def test_halves_need_the_vector_cores() -> None:
    part, whole = tensor(2, dtype=FLOAT16), tensor(2, dtype=COMPLEX32)
    call = {"real": part, "imag": part, "out": whole}
    assert [code_of("aclnnComplex", call, {}, soc) for soc in (A910, P310, B910, A950)] == [561103, 561103, 0, 0]


def test_complex_refusals() -> None:
    call = {"real": tensor(2), "imag": tensor(2), "out": tensor(2, dtype=COMPLEX64)}
    assert code_of("aclnnComplex", call, {"imag": None}) == 161001
    assert code_of("aclnnComplex", call, {"imag": tensor(2, dtype=dtypes.FLOAT64)}) == 161002
    assert code_of("aclnnComplex", call, {"out": tensor(2, dtype=dtypes.COMPLEX128)}) == 161002
    assert code_of("aclnnComplex", call, {"out": tensor(3, dtype=COMPLEX64)}) == 161002
    # With an empty part nothing else is looked at.
    assert code_of("aclnnComplex", call, {"imag": tensor(0), "out": tensor(5, dtype=dtypes.STRING)}) == 0
    assert code_of("aclnnComplex", call, {"imag": tensor(2, format=Format.NCL)}, A950) == 161002
    assert code_of("aclnnComplex", call, {}, B310) == 561003


@pytest.mark.parametrize("soc", [A910, P310, B910, A950])
@pytest.mark.parametrize("layout", ALL)
def test_polar_agrees_with_torch(layout: str, soc: str) -> None:
    torch = pytest.importorskip("torch")
    size, angle = laid_out(RNG.uniform(0, 3, (4, 6)).astype(F32), layout), RNG.uniform(-4, 4, (6,)).astype(F32)
    out = output((4, 6), np.complex64, layout if layout in DENSE else "contiguous")
    kernels = compute("aclnnPolar", {"input": size, "angle": angle, "out": out}, soc)
    want = torch.polar(torch.from_numpy(np.array(size)), torch.from_numpy(angle)).numpy()
    assert_close(out, want, F32)
    assert ("Polar" in kernels) == (soc == A950)
    assert infer("aclnnPolar", {"input": size, "angle": angle, "out": MISSING}, soc) == {"out": ((4, 6), COMPLEX64)}


def test_polar_refusals() -> None:
    call = {"input": tensor(2), "angle": tensor(2), "out": tensor(2, dtype=COMPLEX64)}
    assert code_of("aclnnPolar", call, {"angle": None}) == 161001
    assert code_of("aclnnPolar", call, {"angle": tensor(2, dtype=FLOAT16)}) == 161002
    assert code_of("aclnnPolar", call, {"out": tensor(2)}) == 161002
    assert code_of("aclnnPolar", call, {"angle": tensor(0), "out": tensor(0, dtype=COMPLEX64)}) == 161002
    empty = {"input": tensor(0), "angle": tensor(0), "out": tensor(0, dtype=COMPLEX64)}
    assert code_of("aclnnPolar", empty, {}) == 0


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128, F32, F16])
def test_real(dtype: Any, layout: str) -> None:
    values = RNG.uniform(-2, 2, (4, 6)) + 1j * RNG.uniform(-2, 2, (4, 6))
    x = laid_out((values if np.dtype(dtype).kind == "c" else values.real).astype(dtype), layout)
    kind = np.array(x).real.dtype
    out = output((4, 6), kind, layout if layout in DENSE else "contiguous")
    compute("aclnnReal", {"self": x, "out": out})
    np.testing.assert_array_equal(out, x.real)
    assert infer("aclnnReal", {"self": x, "out": MISSING}) == {"out": ((4, 6), dtypes.from_numpy(kind))}


def test_real_refusals() -> None:
    call = {"self": tensor(2, dtype=COMPLEX64), "out": tensor(2)}
    assert [code_of("aclnnReal", call, {}, soc) for soc in (A910, P310, B910, A950)] == [0] * 4
    assert code_of("aclnnReal", call, {"out": tensor(2, dtype=FLOAT16)}) == 161002
    wide = {"self": tensor(2, dtype=dtypes.COMPLEX128), "out": tensor(2, dtype=dtypes.FLOAT64)}
    assert [code_of("aclnnReal", wide, {}, soc) for soc in (A910, B910, A950)] == [0, 0, 161002]
    assert [code_of("aclnnReal", call, {"self": tensor(2)}, soc) for soc in (A910, B910)] == [161002, 0]


def test_angles_by_hand() -> None:
    # Minus zero is not below zero; pi in float16 is 3.140625.
    for dtype, pi in ((F32, F32(np.pi)), (F16, F16(3.140625)), (BF16, BF16(3.140625))):
        out = np.zeros(4, dtype)
        compute("aclnnAngleV2", {"x": np.array([-2, -0.0, 3, NAN], dtype), "out": out})
        assert_close(out, np.array([pi, 0, 0, NAN], dtype))
    out = np.zeros(4, F32)
    compute("aclnnAngleV2", {"x": np.array([1, 1j, -1, -1j], np.complex64), "out": out})
    assert_close(out, [0, np.pi / 2, np.pi, -np.pi / 2])


def test_angle_refusals() -> None:
    call = {"x": tensor(2), "out": tensor(2)}
    assert code_of("aclnnAngleV2", call, {"x": None}) == 161001
    assert code_of("aclnnAngleV2", call, {"out": tensor(3)}) == 161002
    assert code_of("aclnnAngleV2", call, {"x": tensor(2, dtype=dtypes.FLOAT64)}) == 161002
    assert code_of("aclnnAngleV2", call, {"x": tensor(2, dtype=dtypes.INT8)}) == 0
    assert code_of("aclnnAngleV2", call, {}, A910) == 561003
    assert infer("aclnnAngleV2", {"x": tensor(2, dtype=dtypes.BOOL), "out": MISSING}) == {"out": ((2,), FLOAT32)}
