"""Sizes of data types, and half precision as the runtime converts it."""

from __future__ import annotations

import numpy as np
import pytest

from .machines import Sim

SIZES = {
    0: (-1, 13),
    1: (12, 2, 4, 29, 30, 34, 35, 36, 37),
    2: (1, 27, 6, 7),
    4: (0, 3, 8, 33),
    8: (9, 10, 11, 16, 38, 39, 40, 41, 5, 14, 28, 99),
    16: (17,),
}


@pytest.mark.parametrize(("code", "size"), [(c, size) for size, codes in SIZES.items() for c in codes])
def test_data_type_size(bare: Sim, code: int, size: int) -> None:
    assert bare("aclDataTypeSize", code) == size


class TestFloat16:
    @pytest.mark.parametrize(
        ("value", "bits"),
        [
            (0.0, 0x0000),
            (-0.0, 0x8000),
            (1.0, 0x3C00),
            (-2.0, 0xC000),
            (65504.0, 0x7BFF),
            (65519.0, 0x7BFF),
            (65520.0, 0x7BFF),
            (1e30, 0x7BFF),
            (-1e30, 0xFBFF),
            (float("inf"), 0x7BFF),
            (float("-inf"), 0xFBFF),
            (float("nan"), 0x7BFF),
            (2.0**-24, 0x0001),
            (2.0**-25 * 1.5, 0x0001),
            (2.0**-25 * (1 + 2**-23), 0x0001),
            (2.0**-25, 0x0000),
            (-(2.0**-26), 0x8000),
            (2.0**-14, 0x0400),
            (1 + 2.0**-11, 0x3C00),
            (1 + 3 * 2.0**-11, 0x3C02),
            (1 + 2.0**-11 + 2.0**-20, 0x3C01),
        ],
    )
    def test_from_float(self, bare: Sim, value: float, bits: int) -> None:
        assert bare("aclFloatToFloat16", value) == bits

    @pytest.mark.parametrize(
        ("bits", "value"),
        [
            (0x0000, 0.0),
            (0x3C00, 1.0),
            (0xC000, -2.0),
            (0x7BFF, 65504.0),
            (0x0001, 2.0**-24),
            (0x03FF, 1023 * 2.0**-24),
            (0x7C00, 65536.0),
            (0xFC00, -65536.0),
            (0x7E00, 98304.0),
        ],
    )
    def test_to_float(self, bare: Sim, bits: int, value: float) -> None:
        assert bare("aclFloat16ToFloat", bits) == value

    def test_signed_zero(self, bare: Sim) -> None:
        assert np.signbit(bare("aclFloat16ToFloat", 0x8000))

    def test_there_and_back(self, bare: Sim) -> None:
        for bits in [*range(0, 0x7C00, 37), *range(0x8000, 0xFC00, 41)]:
            assert bare("aclFloatToFloat16", bare("aclFloat16ToFloat", bits)) == bits
