"""The functions of one phase in a C++ program: what they allocate is freed there, each as its header says."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyaclnn.abi.headers import own_headers
from pyaclnn.simulator.build.tree import Tree

from .building import compile_c, run

PROGRAM = """
#include <cstdio>
#include <cstdlib>
#include <vector>
#include "acl/acl.h"
#include "aclnnop/aclnn_npu_format_cast.h"
#include "aclnnop/aclnn_set_pytorch_random.h"
#include "aclnnop/aclnn_sparse4to2quant_matmul_weight_nz.h"
#include "aclnnop/aclnn_trans_convolution_weight.h"
#include "aclnnop/aclnn_trans_matmul_weight.h"
#include "aclnnop/aclnn_trans_quant_param.h"

static void sizes()
{
    const int64_t numbers[] = {17, 33}, images[] = {17, 3, 2, 5};
    aclIntArray *matrix = aclCreateIntArray(numbers, 2), *image = aclCreateIntArray(images, 4);
    uint64_t size = 0;
    std::printf("%d ", aclnnCalculateMatmulWeightSize(matrix, &size));
    std::printf("%ld\\n", (long)size);
    std::printf("%d ", aclnnCalculateMatmulWeightSizeV2(matrix, ACL_INT8, &size));
    std::printf("%ld\\n", (long)size);
    std::printf("%d ", aclnnCalculateConvolutionWeightSize(image, false, 1, ACL_FLOAT16, &size));
    std::printf("%ld\\n", (long)size);
    std::printf("%d %d %d\\n", aclnnCalculateMatmulWeightSize(nullptr, &size),
                aclnnCalculateMatmulWeightSize(image, nullptr),
                aclnnCalculateConvolutionWeightSize(matrix, false, 1, ACL_FLOAT16, &size));
    aclDestroyIntArray(matrix), aclDestroyIntArray(image);
}

static void packed()
{
    const float scales[] = {1, -2}, offsets[] = {2.5};
    uint64_t *packed = nullptr, count = 0;
    std::printf("%d ", aclnnTransQuantParam(scales, 2, offsets, 1, &packed, &count));
    std::printf("%ld %lx %lx %lx\\n", (long)count, (long)packed[0], (long)packed[1], (long)packed[2]);
    std::free(packed);
    std::printf("%d %d %d\\n", aclnnTransQuantParam(nullptr, 2, nullptr, 0, &packed, &count),
                aclnnTransQuantParam(scales, 2, nullptr, 1, &packed, &count),
                aclnnTransQuantParam(scales, 2, nullptr, 0, nullptr, &count));
    const int64_t shape[] = {1, 8};
    aclIntArray *extents = aclCreateIntArray(shape, 2);
    int8_t weight[] = {0, 1, 0, 2, 0, 0, 3, 4}, *values = nullptr;
    uint8_t *index = nullptr;
    int64_t *dims[2] = {};
    uint64_t counts[2] = {};
    std::printf("%d ", aclnnTransSparse4to2Para(weight, extents, &values, &dims[0], &counts[0], &index, &dims[1],
                                                &counts[1]));
    for (int i = 0; i < 2; i++)
        for (uint64_t k = 0; k < counts[i]; k++) std::printf("%ld ", (long)dims[i][k]);
    std::printf("%d%d%d%d %x\\n", values[0], values[1], values[2], values[3], index[0]);
    std::free(values), std::free(index), std::free(dims[0]), std::free(dims[1]);
    weight[0] = 5;
    for (const int8_t *given : {(const int8_t *)weight, (const int8_t *)nullptr})
        std::printf("%d ", aclnnTransSparse4to2Para(given, extents, &values, &dims[0], &counts[0], &index, &dims[1],
                                                    &counts[1]));
    std::printf("\\n");
    aclDestroyIntArray(extents);
}

// A matrix goes into blocks and comes back; the program prints the first elements of each row of two blocks.
static void cast()
{
    const int64_t shape[] = {17, 20}, steps[] = {20, 1};
    std::vector<int32_t> host(17 * 20);
    for (size_t i = 0; i < host.size(); i++) host[i] = (int32_t)i;
    const size_t bytes = host.size() * 4;
    void *x, *y, *z;
    aclrtMalloc(&x, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc(&z, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemcpy(x, bytes, host.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
    aclTensor *source = aclCreateTensor(shape, 2, ACL_INT32, steps, 0, ACL_FORMAT_ND, shape, 2, x);
    int64_t *blocks = nullptr;
    uint64_t count = 0;
    int format = -1;
    std::printf("%d ", aclnnNpuFormatCastCalculateSizeAndFormat(source, ACL_FORMAT_FRACTAL_NZ, ACL_FLOAT16, &blocks,
                                                                &count, &format));
    size_t stored = 1;
    for (uint64_t i = 0; i < count; i++) stored *= blocks[i], std::printf("%ld ", (long)blocks[i]);
    std::printf("%d\\n", format);
    std::vector<int32_t> result(stored);
    aclrtMalloc(&y, stored * 4, ACL_MEM_MALLOC_HUGE_FIRST);
    aclTensor *target = aclCreateTensor(shape, 2, ACL_INT32, steps, 0, (aclFormat)format, blocks, count, y);
    aclTensor *back = aclCreateTensor(shape, 2, ACL_INT32, steps, 0, ACL_FORMAT_ND, shape, 2, z);
    aclTensor *calls[][2] = {{source, target}, {target, back}};
    for (auto &call : calls) {
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;
        std::printf("%d ", aclnnNpuFormatCastGetWorkspaceSize(call[0], call[1], &size, &executor));
        std::printf("%d\\n", aclnnNpuFormatCast(nullptr, size, executor, nullptr));
    }
    aclrtSynchronizeStream(nullptr);
    aclrtMemcpy(result.data(), stored * 4, y, stored * 4, ACL_MEMCPY_DEVICE_TO_HOST);
    for (size_t i = 0; i < stored; i++) {
        const size_t c1 = i / 512, n1 = i / 256 % 2, n0 = i / 16 % 16, c0 = i % 16;
        const size_t n = n1 * 16 + n0, c = c1 * 16 + c0;
        if (result[i] != (n < 17 && c < 20 ? host[n * 20 + c] : 0)) std::printf("wrong at %zu\\n", i);
    }
    std::vector<int32_t> again(host.size());
    aclrtMemcpy(again.data(), bytes, z, bytes, ACL_MEMCPY_DEVICE_TO_HOST);
    std::printf("%d\\n", again == host);
    std::printf("%d\\n", aclnnNpuFormatCastCalculateSizeAndFormat(nullptr, 29, -1, &blocks, &count, &format));
    delete[] blocks;
    aclDestroyTensor(source), aclDestroyTensor(target), aclDestroyTensor(back);
    aclrtFree(x), aclrtFree(y), aclrtFree(z);
}

int main()
{
    std::printf("%d ", aclnnGetPytorchRandom());
    std::printf("%d ", aclnnSetPytorchRandom(1));
    std::printf("%d ", aclnnGetPytorchRandom());
    std::printf("%d\\n", aclnnSetPytorchRandom(2));
    sizes();
    packed();
    if (aclInit(nullptr) || aclrtSetDevice(0)) return 1;
    cast();
    return aclrtResetDevice(0) || aclFinalize();
}
"""

# By the functions' documentation: sizes round to blocks of 16 x 16 (float16) or 16 x 32, parameters have the scale's
# bits, bit 46 and nine bits of the rounded offset from bit 37.
EXPECTED = [
    "0 0 1 161002",
    f"0 {32 * 48}",
    f"0 {32 * 64}",
    f"161002 {32 * 64}",  # what was there before
    "161001 161001 161002",
    f"0 16 {0x3F800000 | 1 << 46 | 3 << 37:x} {0xC0000000 | 1 << 46:x} 0",
    "161002 161002 161001",
    "0 1 1 16 32 1 1 16 8 1234 a9",
    "161002 561103 ",
    "0 2 2 16 16 29",
    "0 0",
    "0 0",
    "1",
    "161002",
]


@pytest.fixture(scope="module")
def program(tree: Tree, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_c(PROGRAM, tmp_path_factory.mktemp("single_phase"), tree)


def test_all_of_them_in_c(program: Path) -> None:
    assert all(name in PROGRAM for name in own_headers().single_phase)
    outcome = run([program], {"PYACLNN_SIMULATOR_CHECK": "1"})
    assert (outcome.out.splitlines(), outcome.err, outcome.code) == (EXPECTED, "", 0)


def test_on_another_chip(program: Path) -> None:
    """Ascend310P has the size of convolutions' weights, and no casts between formats."""
    out = run([program], {"PYACLNN_SIMULATOR_SOC": "Ascend310P3"}).out.splitlines()
    assert out[1:4] == [f"0 {32 * 48}", f"0 {32 * 64}", f"0 {16 * 2 * 5 * 32}"]
    assert out[9].startswith("161002 ")
