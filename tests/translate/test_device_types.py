"""Data types that hosts lack, tensors that become others, and what host functions of CANN give."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

import numpy as np

from pyaclnn import Device
from pyaclnn.translate import translated
from pyaclnn.translate.script import data, periods

from .running import output
from .samples import HELPERS, START

ABS = """
void Abs(aclTensor* self, aclTensor* out, aclrtStream stream) {
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    void* workspace = nullptr;
    auto ret = aclnnAbsGetWorkspaceSize(self, out, &size, &executor);
    if (size > 0) {
        ret = aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST);
    }
    ret = aclnnAbs(workspace, size, executor, stream);
    ret = aclrtSynchronizeStream(stream);
}
aclTensor* On(void* address, const std::vector<int64_t>& shape, aclDataType type, aclFormat format) {
    std::vector<int64_t> steps(shape.size(), 1);
    for (int64_t i = shape.size() - 2; i >= 0; i--) {
        steps[i] = shape[i + 1] * steps[i + 1];
    }
    return aclCreateTensor(shape.data(), shape.size(), type, steps.data(), 0, format, shape.data(), shape.size(),
                           address);
}
void* Memory(const void* data, size_t bytes) {
    void* address = nullptr;
    aclrtMalloc(&address, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    if (data != nullptr) {
        aclrtMemcpy(address, bytes, data, bytes, ACL_MEMCPY_HOST_TO_DEVICE);
    }
    return address;
}
"""
BACK = """std::vector<{0}> back({1}); aclrtMemcpy(back.data(), {1} * sizeof({0}), {2}, {1} * sizeof({0}),
    ACL_MEMCPY_DEVICE_TO_HOST); for (size_t i = 0; i < {1}; i++) {{ printf("%d ", back[i]); }}"""


def program(statements: str, before_main: str = "") -> str:
    return HELPERS + ABS + before_main + "int main() {" + START + statements + "\n    return 0;\n}\n"


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What an operator is given: it copies the bytes of its input, of any type, to its output."""
    calls: list[tuple[Any, ...]] = []

    def copied(_: Device, source: Any, out: Any) -> None:
        def raw(x: Any) -> Any:
            return x.as_strided((x.size + x.size % 2,), (1,), x.offset).view(np.uint8)

        found = raw(source).numpy()
        raw(out).copy_from(found)
        calls.append((source.dtype.name, source.shape, source.strides, source.offset, source.format.name,
                      source.storage_shape, out.dtype.name, found.tolist()))  # fmt: skip

    monkeypatch.setenv("PYACLNN_BACKEND", "simulator")
    monkeypatch.setattr(Device, "abs", copied, raising=False)
    return calls


def test_four_bits(given: list[tuple[Any, ...]], capsys: pytest.CaptureFixture[str]) -> None:
    """int32 0x12345678 is the bytes 78 56 34 12: 22136 and 4660 as uint16."""
    source = program(
        """std::vector<int32_t> host(8, 0x12345678);
        void* a = Memory(host.data(), 32);
        void* b = Memory(nullptr, 32);
        Abs(On(a, {8, 8}, ACL_INT4, ACL_FORMAT_NCHW), On(b, {8, 8}, ACL_FLOAT4_E2M1, ACL_FORMAT_ND), stream);"""
        + BACK.format("uint16_t", 16, "b")
    )
    found = translated(source)
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == "22136 4660 " * 8
    assert given == [("int4", (8, 8), (8, 1), 0, "NCHW", (8, 8), "float4_e2m1", [0x78, 0x56, 0x34, 0x12] * 8)]


def test_rows_that_end_within_a_byte(given: list[tuple[Any, ...]], capsys: pytest.CaptureFixture[str]) -> None:
    source = program(
        """std::vector<int8_t> host = {1, 2, 3, 4, 5, 6, 7, -8};
        void* a = Memory(host.data(), 8);
        void* b = Memory(nullptr, 8);
        Abs(On(a, {3, 5}, ACL_INT4, ACL_FORMAT_ND), On(b, {3, 5}, ACL_INT4, ACL_FORMAT_ND), stream);"""
        + BACK.format("uint8_t", 8, "b")
    )
    found = translated(source)
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == "1 2 3 4 5 6 7 248 "
    assert given == [("int4", (3, 5), (5, 1), 0, "ND", (3, 5), "int4", [1, 2, 3, 4, 5, 6, 7, 248])]


def test_uploads_and_copies_between_operators(given: list[tuple[Any, ...]], capsys: pytest.CaptureFixture[str]) -> None:
    source = program(
        """std::vector<uint8_t> three(8, 3), nine(8, 9);
        void* a = Memory(three.data(), 8);
        void* b = Memory(nullptr, 8);
        aclTensor* x = On(a, {2, 4}, ACL_HIFLOAT8, ACL_FORMAT_ND);
        aclTensor* y = On(b, {2, 4}, ACL_HIFLOAT8, ACL_FORMAT_ND);
        Abs(x, y, stream);
        aclrtMemcpy((uint8_t*)a + 2, 4, nine.data(), 4, ACL_MEMCPY_HOST_TO_DEVICE);
        Abs(x, y, stream);
        aclrtMemcpy(a, 8, three.data(), 8, ACL_MEMCPY_HOST_TO_DEVICE);
        aclrtMemcpy(a, 8, b, 8, ACL_MEMCPY_DEVICE_TO_DEVICE);
        Abs(x, y, stream);"""
        + BACK.format("uint8_t", 8, "b")
    )
    found = translated(source)
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == "3 3 9 9 9 9 3 3 "
    mixed = [3, 3, 9, 9, 9, 9, 3, 3]
    assert [g[-1] for g in given] == [[3] * 8, mixed, mixed]


def test_another_tensor_in_a_descriptor(given: list[tuple[Any, ...]], capsys: pytest.CaptureFixture[str]) -> None:
    source = program(
        """std::vector<int32_t> host = {1, 2, 3, 4, 5, 6};
        void* a = Memory(host.data(), 24);
        void* b = Memory(host.data(), 24);
        aclTensor* x = On(a, {2, 3}, ACL_INT32, ACL_FORMAT_ND);
        aclTensor* y = On(b, {2, 3}, ACL_INT32, ACL_FORMAT_ND);
        Abs(x, y, stream);
        std::vector<int64_t> extents = {3, 2}, steps = {1, 3}, stored = {2, 3};
        ret = aclInitTensor(x, extents.data(), 2, ACL_INT32, steps.data(), 0, ACL_FORMAT_ND, stored.data(), 2, a);
        Abs(x, y, stream);"""
        + BACK.format("int32_t", 6, "a")
    )
    found = translated(source)
    assert found.is_complete, found.missing
    assert "x_2 = x_storage.as_strided((3, 2), (1, 3)).with_format(Format.ND, (2, 3))" in found.script
    assert output(found.script, capsys) == "1 2 3 4 5 6 "
    assert [g[1:3] for g in given] == [((2, 3), (3, 1)), ((3, 2), (1, 3))]


def test_a_layout_for_float32(given: list[tuple[Any, ...]], capsys: pytest.CaptureFixture[str]) -> None:
    """Blocks of 16 rows and 32 bytes, which are 8 elements."""
    source = program(
        """void* a = Memory(nullptr, 4 * 20 * 9);
        int64_t* extents = nullptr; uint64_t count = 0; int format = 0;
        ret = aclnnNpuFormatCastCalculateSizeAndFormat(On(a, {20, 9}, ACL_FLOAT, ACL_FORMAT_ND), 29, ACL_FLOAT,
                                                       &extents, &count, &format);
        for (uint64_t i = 0; i < count; i++) { printf("%ld ", extents[i]); }
        printf("%d\\n", format);"""
    )
    found = translated(source)
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == "2 2 16 8 29\n"


def test_vectors_as_host_data() -> None:
    """Their bytes are addresses: nobody knows them, but an operator that only writes there replaces them."""
    statements = """std::vector<std::vector<float>> inner(2, std::vector<float>(2));
        std::vector<float> host(4, 2), more(4, 2);
        void *a = nullptr, *b = nullptr;
        aclTensor *x = nullptr, *y = nullptr;
        ret = Make({0}, {{2, 2}}, &a, ACL_FLOAT, &x);
        ret = Make({1}, {{2, 2}}, &b, ACL_FLOAT, &y);
        Abs(x, y, stream);"""
    written = translated(program(statements.format("host", "inner")))
    assert written.is_complete, written.missing
    assert "copies vectors themselves" in written.notes[0]
    read = translated(program(statements.format("inner", "host")))
    assert [m.reason for m in read.missing] == [
        "undefined in the sample: an operator reads what was copied from outside host data"
    ]


def test_quantization_parameters(given: list[tuple[Any, ...]], capsys: pytest.CaptureFixture[str]) -> None:
    """1.0f is 0x3F800000, the offset 1 stands at bit 37, and bit 46 is set: 70507248484352, then zeros up to 16."""
    source = program(
        """float scales[3] = {1.0, 1.0, 1.0}, offsets[3] = {1.0, 1.0, 1.0};
        uint64_t* packed = nullptr;
        uint64_t size = 0;
        ret = aclnnTransQuantParam(scales, 3, offsets, 3, &packed, &size);
        for (uint64_t i = 0; i < size; i++) { printf("%lu ", packed[i]); }
        void* a = Memory(packed, size * 8);
        void* b = Memory(nullptr, size * 8);
        aclTensor* deqScale = On(a, {(int64_t)size}, ACL_UINT64, ACL_FORMAT_ND);
        Abs(deqScale, On(b, {(int64_t)size}, ACL_UINT64, ACL_FORMAT_ND), stream);"""
    )
    found = translated(source)
    assert found.is_complete, found.missing
    assert "packed = d.trans_quant_param(np.ones(3, np.float32), np.ones(3, np.float32))" in found.script
    assert "deq_scale = d.tensor(packed)" in found.script
    assert output(found.script, capsys) == "70507248484352 " * 3 + "0 " * 13
    assert bytes(given[0][-1]) == np.array([70507248484352] * 3 + [0] * 13, np.uint64).tobytes()


@pytest.mark.parametrize(
    ("call", "is_complete"),
    [("scales, 1, nullptr, 0", True), ("scales, 1, nullptr, 1", False), ("scales, 0, nullptr, 0", False),
     ("nullptr, 1, nullptr, 0", False), ("scales, 2, nullptr, 0", False)],
)  # fmt: skip
def test_quantization_parameters_that_are_refused(call: str, is_complete: bool) -> None:
    source = program(
        f"""float scales[1] = {{2.5}}; uint64_t* packed = nullptr; uint64_t size = 0;
        ret = aclnnTransQuantParam({call}, &packed, &size);"""
    )
    found = translated(source)
    assert found.is_complete == is_complete
    assert ("        d.trans_quant_param(np.full(1, 2.5, np.float32))" in found.script) == is_complete


def test_a_lambda_of_numbers_in_a_long_loop(given: list[tuple[Any, ...]]) -> None:
    source = program(
        """auto pack = [](int8_t low, int8_t high) -> int8_t {
            uint8_t first = static_cast<uint8_t>(low) & 0x0F;
            return static_cast<int8_t>(((static_cast<uint8_t>(high) & 0x0F) << 4) | first);
        };
        std::vector<int8_t> host(1 << 20);
        for (int64_t i = 0; i < (1 << 20); ++i) { host[i] = pack((2 * i) % 8, (2 * i + 1) % 8); }
        void* a = Memory(host.data(), 1 << 20);
        Abs(On(a, {2, 1 << 20}, ACL_INT4, ACL_FORMAT_ND), On(a, {2, 1 << 20}, ACL_INT4, ACL_FORMAT_ND), stream);"""
    )
    found = translated(source)
    assert found.is_complete, found.missing
    # 0x10, 0x32, 0x54, 0x76
    assert "np.resize(np.array([16, 50, 84, 118], np.int8), (2, 524288))" in found.script
    changing = source.replace("auto pack = []", "int turns = 0; auto pack = [&]").replace(
        "uint8_t first =", "turns++; uint8_t first ="
    )
    assert "np.resize" not in translated(changing).script


def test_long_data_of_repeated_parts() -> None:
    rng = np.random.default_rng(1)
    first, second = rng.integers(0, 256, 24), rng.integers(0, 256, 7)
    values = np.concatenate([np.resize(first, 3000), rng.integers(0, 256, 20), np.resize(second, 3001)])
    for dtype in (np.uint8, np.int32, np.float32):
        array = values.astype(dtype)
        text = data.written(array, f"np.{np.dtype(dtype).name}", shape=(array.size,)).text
        assert eval(text, {"np": np}).tobytes() == array.tobytes()
        assert len(text) < 1000
    assert periods.parts(rng.integers(0, 256, 5000)) is None


@pytest.mark.parametrize("dtype", ["ACL_FLOAT", "ACL_BF16", "ACL_UINT16", "ACL_FLOAT16", "ACL_HIFLOAT8"])
def test_halves_in_memory_of_any_type(
    dtype: str, given: list[tuple[Any, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    """The halves 0x0000, 0x3F80, 0x0000 and 0xC000 are 0, 1.875, 0 and -2, whatever the tensor's own elements are."""
    extent = {"ACL_FLOAT": 2, "ACL_HIFLOAT8": 8}.get(dtype, 4)
    source = program(
        f"""std::vector<float> host = {{1, -2}};
        void* a = Memory(host.data(), 8);
        void* b = Memory(nullptr, 8);
        Abs(On(a, {{{extent}}}, {dtype}, ACL_FORMAT_ND), On(b, {{{extent}}}, {dtype}, ACL_FORMAT_ND), stream);
        std::vector<uint16_t> back(4);
        aclrtMemcpy(back.data(), 8, b, 8, ACL_MEMCPY_DEVICE_TO_HOST);
        for (size_t i = 0; i < 4; i++) {{ printf("%.3f ", aclFloat16ToFloat(back[i])); }}"""
    )
    found = translated(source)
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == "0.000 1.875 0.000 -2.000 "


def test_allocated_memory_without_a_type(given: list[tuple[Any, ...]]) -> None:
    source = program(
        """void* host = std::malloc(16);
        std::memset(host, 0, 16);
        void* a = Memory(host, 16);
        std::free(host);
        Abs(On(a, {2, 2}, ACL_FLOAT, ACL_FORMAT_ND), On(a, {2, 2}, ACL_FLOAT, ACL_FORMAT_ND), stream);"""
    )
    found = translated(source)
    assert found.is_complete, found.missing
    assert "d.tensor(np.zeros((2, 2), np.float32))" in found.script
    assert not translated(source.replace("host, 0, 16", "host, 1, 16")).is_complete
    assert not translated(source.replace("host, 0, 16", "host, 0, 17")).is_complete
