"""The functions of one phase: on C functions whose results must be copied and freed, and on the simulator."""

from __future__ import annotations

import ctypes
import gzip
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import pyaclnn
from pyaclnn import Device, Format
from pyaclnn.abi import names
from pyaclnn.abi.headers import own_directory, own_headers
from pyaclnn.calls import single_phase

from .conftest import FakeCann

SOURCE = Path(__file__).with_name("fake_single_phase.c")
TABLE = Path(__file__).parents[1] / "data" / "aclnn_single_phase.tsv.gz"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("gcc") is None:
        pytest.skip("no gcc on this machine")
    target = tmp_path_factory.mktemp("single") / "libopapi_nn.so"
    command = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", f"-I{own_directory()}"]
    subprocess.run([*command, str(SOURCE), "-o", str(target)], check=True)
    return target


@pytest.fixture
def d(cann: FakeCann, library: Path) -> Iterator[Device]:
    cann.base()
    shutil.copy(library, cann.root / "lib64")
    with Device(0, backend="cann") as device:
        yield device
        arrays = ctypes.c_int.in_dll(ctypes.CDLL(str(cann.root / "lib64/libnnopbase.so")), "fake_live_arrays")
        assert arrays.value == 0


@pytest.fixture
def simulator(clean: pytest.MonkeyPatch) -> Iterator[Device]:
    with Device(0, backend="simulator") as device:
        yield device


def test_all_eight_are_there() -> None:
    lines = gzip.decompress(TABLE.read_bytes()).decode().splitlines()[1:]
    listed = {line.split("\t")[0] for line in lines}
    assert listed == set(single_phase.FUNCTIONS) == set(own_headers().single_phase)
    for c_name, function in single_phase.FUNCTIONS.items():
        assert function.__name__ == names.operator_name(c_name)
        assert function.__doc__


def test_they_are_methods(d: Device) -> None:
    for c_name, function in single_phase.FUNCTIONS.items():
        assert getattr(d, c_name).__func__ is getattr(d, function.__name__).__func__ is d.ops[c_name].__func__
        assert c_name in d.ops
        assert function.__doc__ == d.ops.describe(function.__name__)
    assert not {f.__name__ for f in single_phase.FUNCTIONS.values()} & set(d.ops)


# -- on C functions


def test_sizes_of_weights(d: Device) -> None:
    assert d.calculate_matmul_weight_size([3, 5]) == 15
    assert d.calculate_matmul_weight_size(tensor_shape=np.array([2, 3, 2])) == 12
    assert d.calculate_matmul_weight_size_v2((1, 2, 3), "bfloat16") == 3027
    assert d.calculate_convolution_weight_size([1, 2, 3, 4], True, 5, np.float16) == 4151


def test_errors(d: Device) -> None:
    with pytest.raises(pyaclnn.ParameterInvalidError, match="aclnnCalculateMatmulWeightSize returned 161002"):
        d.calculate_matmul_weight_size([1] * 7)
    with pytest.raises(pyaclnn.ParameterInvalidError, match="aclnnSetPytorchRandom"):
        d.set_pytorch_random(2)
    with pytest.raises(pyaclnn.ParameterInvalidError):
        d.npu_format_cast_calculate_size_and_format([1.0], "FRACTAL_NZ", "float32")


def test_the_random_mode(d: Device) -> None:
    d.set_pytorch_random(True)
    assert d.get_pytorch_random() == 1
    assert d.set_pytorch_random(0) is None
    assert d.get_pytorch_random() == 0


def test_the_layout_of_a_cast(d: Device) -> None:
    found = d.npu_format_cast_calculate_size_and_format(d.tensor([1.0]), "FRACTAL_NZ", "float16")
    assert found == ((1, 29), Format.FRACTAL_NZ)
    assert found.actual_format is Format.FRACTAL_NZ
    assert d.npu_format_cast_calculate_size_and_format([1.0], 29).dst_shape == (-1, 29)


def test_quantization_parameters(d: Device) -> None:
    found = d.trans_quant_param([1.0, 2.0], offset_array=np.array([3.0]))
    assert (found.dtype, found.tolist()) == (np.uint64, [1, 2, 3])
    assert d.trans_quant_param(np.float64([4, 9])[::-1]).tolist() == [9, 4]
    found[:] = 0  # memory of its own


def test_sparse_weights(d: Device) -> None:
    weight = np.arange(-6, 6, dtype=np.int8).reshape(3, 4)
    found = d.trans_sparse4to2_para(weight.T)
    np.testing.assert_array_equal(found.sparse_weight, weight.T)
    np.testing.assert_array_equal(found.sparse_index, np.full(4, 7, np.uint8))
    assert (found.sparse_weight.dtype, found.sparse_index.dtype) == (np.int8, np.uint8)


def resident() -> int:
    """MiB that this process has in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 >> 20


def test_what_c_allocates_is_freed(d: Device) -> None:
    scale, weight, x = np.ones(1_000_000, np.float32), np.zeros((1000, 8000), np.int8), d.tensor([1.0])

    def calls() -> None:
        d.trans_quant_param(scale)
        d.trans_sparse4to2_para(weight)
        d.npu_format_cast_calculate_size_and_format(x, Format.NC1HWC0)

    calls()
    before = resident()
    for _ in range(20):
        calls()
    assert resident() - before < 100  # of 480 MiB


def test_an_installed_cann_without_them(cann: FakeCann) -> None:
    cann.base()
    with Device(0, backend="cann") as d, pytest.raises(pyaclnn.SymbolNotFoundError, match="no aclnnGetPytorchRandom"):
        d.get_pytorch_random()


def test_from_an_added_library(library: Path, simulator: Device) -> None:
    assert simulator.trans_quant_param([1.0, 2.0]).shape == (16,)
    pyaclnn.add_library(library)
    assert simulator.trans_quant_param([1.0, 2.0]).tolist() == [1, 2]


# -- on the simulator


@pytest.mark.parametrize(
    ("shape", "dtype", "size"),
    [
        ([16, 16], "float16", 256), ([17, 1], "float16", 32 * 16), ([3, 2, 16, 17], "bfloat16", 6 * 16 * 32),
        ([17, 33], "int8", 32 * 64), ([2, 1, 1], "float32", 2 * 16 * 32),
    ],
)  # fmt: skip
def test_simulated_sizes(simulator: Device, shape: list[int], dtype: str, size: int) -> None:
    assert simulator.calculate_matmul_weight_size_v2(shape, dtype) == size
    if dtype == "float16":
        assert simulator.calculate_matmul_weight_size(shape) == size


def test_simulated_refusals(simulator: Device) -> None:
    for shape in ([1], [1] * 7, [0, 1]):
        with pytest.raises(pyaclnn.ParameterInvalidError, match="tensorShape"):
            simulator.calculate_matmul_weight_size_v2(shape, "float16")
    with pytest.raises(pyaclnn.ParameterInvalidError, match="only Ascend310P"):
        simulator.calculate_convolution_weight_size([1, 1, 1, 1], False, 1, "float16")
    with pytest.raises(pyaclnn.ParameterInvalidError):
        simulator.set_pytorch_random(2)
    with pytest.raises(pyaclnn.ParameterInvalidError, match="wrong number of dimensions for FRACTAL_NZ"):
        simulator.npu_format_cast_calculate_size_and_format([1.0], "FRACTAL_NZ")
    for call in (
        lambda: simulator.calculate_matmul_weight_size(3),
        lambda: simulator.calculate_matmul_weight_size([1.5, 2]),
        lambda: simulator.trans_sparse4to2_para([1, 2]),
    ):
        with pytest.raises((pyaclnn.ArgumentTypeError, pyaclnn.ArgumentValueError)):
            call()


def test_simulated_convolution_weights(clean: pytest.MonkeyPatch) -> None:
    with Device(0, backend="simulator", soc="Ascend310P3") as d:
        assert d.calculate_convolution_weight_size([17, 3, 2, 5], False, 1, "float16") == 1 * 2 * 5 * 2 * 16 * 16
        assert d.calculate_convolution_weight_size([17, 0, 2, 5], False, 1, "float16") == 0
        with pytest.raises(pyaclnn.ParameterInvalidError):
            d.calculate_convolution_weight_size([17, 3, 2, 5], True, 1, "float16")


def test_simulated_quantization_parameters(simulator: Device) -> None:
    (one,) = simulator.trans_quant_param(1.0)
    assert int(one) == 0x3F800000 | 1 << 46
    found = simulator.trans_quant_param([1.0, -2.0], [2.5, -300.0, 0.5])
    assert found.shape == (16,)
    assert [hex(int(v)) for v in found[:4]] == [
        hex(0x3F800000 | 1 << 46 | 3 << 37), hex(0xC0000000 | 1 << 46 | 0x100 << 37), hex(1 << 37), "0x0"
    ]  # fmt: skip


def test_simulated_sparse_weights(simulator: Device) -> None:
    weight = np.zeros((17, 70), np.int8)
    weight[0, :8] = [0, 1, 0, 2, 0, 0, 3, 4]
    weight[16, 64:70] = [5, 0, 6, 0, 7, 0]
    found = simulator.trans_sparse4to2_para(weight)
    assert (found.sparse_weight.shape, found.sparse_index.shape) == ((2, 2, 16, 32), (2, 2, 16, 8))
    assert found.sparse_weight[0, 0, 0, :4].tolist() == [1, 2, 3, 4]
    assert found.sparse_index[0, 0, 0, 0] == 0b1010_1001
    assert found.sparse_weight[1, 1, 0, :4].tolist() == [5, 6, 7, 0]
    assert found.sparse_index[1, 1, 0, 0] == 0b0000_0100
    assert int(np.abs(found.sparse_weight).sum()) == int(np.abs(weight).sum())
    weight[3, :3] = 1
    with pytest.raises(pyaclnn.ParameterInvalidError, match="more than two of four"):
        simulator.trans_sparse4to2_para(weight)


@pytest.mark.parametrize(("shape", "blocks"), [((0, 4), (1, 0)), ((33, 0), (0, 3)), ((0, 0), (0, 0))])
def test_simulated_sparse_weights_without_elements(
    simulator: Device, shape: tuple[int, int], blocks: tuple[int, int]
) -> None:
    """Blocks of 16 rows, and of 32 of the kept columns, which are one in two."""
    found = simulator.trans_sparse4to2_para(np.zeros(shape, np.int8))
    assert (found.sparse_weight.shape, found.sparse_index.shape) == ((*blocks, 16, 32), (*blocks, 16, 8))
