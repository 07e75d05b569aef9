"""Random numbers: decided by seed and offset, of the right kind and in the right range; dropout; codes."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, INT32, INT64, UINT8
from pyaclnn.reference.rules import MISSING

from . import layouts
from .agreement import assert_agrees, results
from .arguments import scalar
from .compute import infer
from .refusals import A910, A950, B310, B910, P310, code_of, tensor

F32, BF16 = np.float32, ml_dtypes.bfloat16
FLOATS = [F32, np.float16, np.float64, BF16]
WHOLE = [np.int8, np.int16, np.int32, np.int64, np.uint8]
SEEDS = [(1, 0), (1, 4), (2, 0), (-(2**63), 2**40)]
SIZE = 20000

FILLED: dict[str, dict[str, Any]] = {
    "aclnnInplaceNormal": {"mean": 3.0, "std": 2.0},
    "aclnnInplaceUniform": {"from": -1.0, "to": 5.0},
    "aclnnInplaceRandom": {"from": 2, "to": 9},
    "aclnnInplaceBernoulli": {"prob": scalar(0.25)},
}
# Mean and deviation: of a normal distribution those asked for; 6 / sqrt(12); sqrt((7^2 - 1) / 12); sqrt(p (1 - p)).
MOMENTS = {
    "aclnnInplaceNormal": (3, 2),
    "aclnnInplaceUniform": (2, 1.732),
    "aclnnInplaceRandom": (5, 2),
    "aclnnInplaceBernoulli": (0.25, 0.433),
}


def drawn(
    operator: str, dtype: Any, seed: int = 1, offset: int = 0, size: int = SIZE, layout: str = "contiguous"
) -> Any:
    call = {"selfRef": np.zeros(size, dtype), **FILLED[operator], "seed": seed, "offset": offset}
    found = results(operator, call, {"selfRef": ((size,), dtype)}, layout=layout)["selfRef"]
    return np.array(found).astype(np.float64)


@pytest.mark.parametrize("operator", FILLED)
def test_seed_and_offset_decide_the_numbers(operator: str) -> None:
    found = [drawn(operator, F32, *seed) for seed in SEEDS]
    for i, first in enumerate(found):
        assert (first == drawn(operator, F32, *SEEDS[i])).all()
        for second in found[:i]:
            assert (first != second).any()


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("operator", FILLED)
def test_every_layout_gets_the_same_numbers(operator: str, layout: str) -> None:
    assert (drawn(operator, F32, size=50, layout=layout) == drawn(operator, F32, size=50)).all()


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("operator", FILLED)
def test_moments(operator: str, dtype: Any) -> None:
    values = drawn(operator, dtype)
    mean, deviation = MOMENTS[operator]
    # Of 20000 numbers the mean is off by deviation / 141; six times that hardly ever.
    assert abs(values.mean() - mean) < 6 * deviation / 141
    assert abs(values.std() - deviation) < 0.05 * deviation


@pytest.mark.parametrize("dtype", [*FLOATS, *WHOLE])
def test_kinds_and_ranges(dtype: Any) -> None:
    assert set(drawn("aclnnInplaceRandom", dtype)) == set(range(2, 9))
    assert set(drawn("aclnnInplaceBernoulli", dtype)) == {0, 1}
    if dtype == F32:
        values = drawn("aclnnInplaceUniform", dtype)
        assert values.min() >= -1
        assert values.max() < 5


def test_probabilities_of_each_element() -> None:
    chances = np.repeat(F32([0, 1, 0.5]), 1000).reshape(3, 1000)
    call = {"self": np.zeros((3, 1000), np.int32), "prob": chances, "seed": 1, "offset": 0}
    found = results("aclnnBernoulliTensor", call, {"out": ((3, 1000), np.int32)})["out"]
    assert (found[0] == 0).all()
    assert (found[1] == 1).all()
    assert 400 < found[2].sum() < 600
    twin = {("selfRef" if n == "self" else n): v for n, v in call.items()}
    assert_agrees("aclnnInplaceBernoulliTensor", twin, {"selfRef": found})
    single = call | {"prob": scalar(1.0)}
    assert_agrees("aclnnBernoulli", single, {"out": np.ones((3, 1000), np.int32)})


@pytest.mark.parametrize("dtype", [*FLOATS, *WHOLE])
def test_randperm(dtype: Any) -> None:
    found = results("aclnnRandperm", {"n": 50, "seed": 3, "offset": 0}, {"out": ((50,), dtype)})["out"]
    assert sorted(found.tolist()) == list(range(50))
    other = results("aclnnRandperm", {"n": 50, "seed": 4, "offset": 0}, {"out": ((50,), dtype)})["out"]
    assert (found != other).any()


@pytest.mark.parametrize("dtype", FLOATS)
def test_multinomial(dtype: Any) -> None:
    weights = np.array([[0, 1, 3, 0], [2, 0, 2, 4]], dtype)
    call = {"self": weights, "numsamples": 4000, "replacement": True, "seed": 1, "offset": 0}
    found = results("aclnnMultinomial", call, {"out": ((2, 4000), np.int64)})["out"]
    for row, chances in zip(found, ([0, 0.25, 0.75, 0], [0.25, 0, 0.25, 0.5]), strict=True):
        assert np.abs(np.bincount(row, minlength=4) / 4000 - chances).max() < 0.05
    call |= {"numsamples": 2, "replacement": False}
    found = results("aclnnMultinomial", call, {"out": ((2, 2), np.int64)})["out"]
    assert sorted(found[0]) == [1, 2]
    assert len(set(found[1]) & {0, 2, 3}) == 2


@pytest.mark.parametrize("dtype", [F32, np.float16, BF16])
@pytest.mark.parametrize("layout", layouts.DENSE)
def test_dropout(layout: str, dtype: Any) -> None:
    # Of 260 elements 384 bits are made, in 48 bytes; the lowest bit of a byte is the first.
    call = {"shape": (26, 10), "prob": 0.25, "seed": 1, "offset": 0}
    mask = results("aclnnDropoutGenMask", call, {"out": ((48,), np.uint8)})["out"]
    again = call | {"probDataType": FLOAT32}
    assert (results("aclnnDropoutGenMaskV2", again, {"out": ((48,), np.uint8)})["out"] == mask).all()
    kept = np.array([[mask[i // 8] >> i % 8 & 1 for i in range(10 * j, 10 * j + 10)] for j in range(26)])
    assert 0.6 < kept.mean() < 0.9
    x = np.ones((26, 10), dtype)
    expected = np.where(kept, 4 / 3, 0).astype(dtype)
    assert_agrees("aclnnDropoutDoMask", {"self": x, "mask": mask, "prob": 0.25}, {"out": expected}, layout=layout)


def test_dropout_of_all_and_of_nothing() -> None:
    for chance, byte in ((0.0, 255), (1.0, 0)):
        call = {"shape": (8,), "prob": chance, "seed": 1, "offset": 0}
        assert (results("aclnnDropoutGenMask", call, {"out": ((16,), np.uint8)})["out"] == byte).all()
    # 1 / 0 is infinite, but no element is kept.
    nothing = {"self": np.ones(8, F32), "mask": np.zeros(16, np.uint8), "prob": 1.0}
    assert_agrees("aclnnDropoutDoMask", nothing, {"out": np.zeros(8, F32)})


SEED = {"seed": 1, "offset": 0}
NORMAL = {"selfRef": tensor(4), "mean": 0.0, "std": 1.0, **SEED}
UNIFORM = {"selfRef": tensor(4), "from": 0.0, "to": 1.0, **SEED}
RANDOM = {"selfRef": tensor(4), "from": 0, "to": 1, **SEED}
BERNOULLI = {"self": tensor(4), "prob": scalar(0.5), **SEED, "out": tensor(4)}
CHANCES = {"self": tensor(4), "prob": tensor(4), **SEED, "out": tensor(4)}
ORDER = {"n": 4, **SEED, "out": tensor(4, dtype=INT64)}
SAMPLE = {"self": tensor(2, 4), "numsamples": 3, "replacement": False, **SEED, "out": tensor(2, 3, dtype=INT64)}
MASK = {"shape": (4,), "prob": 0.5, **SEED, "out": tensor(16, dtype=UINT8)}
DROP = {"self": tensor(4), "mask": tensor(16, dtype=UINT8), "prob": 0.5, "out": tensor(4)}
DEEP = tensor(*[1] * 9)


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        ("InplaceNormal", NORMAL, 0, A910, {}),
        ("InplaceNormal", NORMAL, 561003, P310, {}),
        ("InplaceNormal", NORMAL, 161001, B910, {"selfRef": None}),
        ("InplaceNormal", NORMAL, 161002, B910, {"std": -1.0}),
        ("InplaceNormal", NORMAL, 161002, A910, {"selfRef": tensor(4, dtype=BFLOAT16)}),
        ("InplaceNormal", NORMAL, 161002, B910, {"selfRef": DEEP}),
        ("InplaceUniform", UNIFORM, 0, P310, {}),
        ("InplaceUniform", UNIFORM, 161002, B910, {"from": 2.0}),
        ("InplaceUniform", UNIFORM, 0, B910, {"from": 1.0}),
        ("InplaceRandom", RANDOM, 161002, B910, {"from": 1}),
        ("InplaceRandom", RANDOM, 561003, B310, {}),
        ("Bernoulli", BERNOULLI, 0, A950, {}),
        ("Bernoulli", BERNOULLI, 161002, P310, {}),
        ("Bernoulli", BERNOULLI, 161002, B910, {"prob": scalar(1.5)}),
        ("Bernoulli", BERNOULLI, 161002, B910, {"prob": scalar(1, np.int32)}),
        ("Bernoulli", BERNOULLI, 161002, B910, {"out": tensor(4, dtype=FLOAT16)}),
        ("BernoulliTensor", CHANCES, 161002, B910, {"prob": tensor(4, dtype=INT32)}),
        ("BernoulliTensor", CHANCES, 561002, B910, {"prob": tensor(3)}),
        ("Randperm", ORDER, 561103, B910, {"out": None}),
        ("Randperm", ORDER, 161002, B910, {"out": tensor(5, dtype=INT64)}),
        ("Randperm", ORDER, 161002, B910, {"n": -1}),
        ("Randperm", ORDER, 0, B910, {"n": 0, "out": tensor(0, dtype=INT64)}),
        ("Multinomial", SAMPLE, 0, P310, {}),
        ("Multinomial", SAMPLE, 161002, B910, {"numsamples": 5, "out": tensor(2, 5, dtype=INT64)}),
        ("Multinomial", SAMPLE, 161002, B910, {"numsamples": 0, "out": tensor(2, 0, dtype=INT64)}),
        ("Multinomial", SAMPLE, 161002, B910, {"out": tensor(2, 2, dtype=INT64)}),
        ("Multinomial", SAMPLE, 161002, B910, {"self": tensor(1, 2, 4)}),
        ("Multinomial", SAMPLE, 161002, B910, {"out": tensor(2, 3, dtype=INT32)}),
        ("DropoutGenMask", MASK, 161002, B910, {"out": tensor(1, dtype=UINT8)}),
        ("DropoutGenMask", MASK, 161002, B910, {"prob": 1.5}),
        ("DropoutGenMask", MASK, 161002, B910, {"out": tensor(16)}),
        ("DropoutGenMaskV2", MASK | {"probDataType": FLOAT32}, 161002, B910, {"probDataType": FLOAT64}),
        ("DropoutDoMask", DROP, 161002, B910, {"mask": tensor(15, dtype=UINT8)}),
        ("DropoutDoMask", DROP, 161002, B910, {"prob": -0.5}),
        ("DropoutDoMask", DROP, 161002, B910, {"out": tensor(5)}),
        ("DropoutDoMask", DROP, 161002, A910, {"self": tensor(4, dtype=BFLOAT16)}),
    ],
)
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{operator}", call, changes, soc) == code


def test_outputs_left_out() -> None:
    assert infer("aclnnRandperm", ORDER | {"out": MISSING}) == {"out": ((4,), INT64)}
    assert infer("aclnnMultinomial", SAMPLE | {"out": MISSING}) == {"out": ((2, 3), INT64)}
    assert infer("aclnnDropoutGenMask", MASK | {"out": MISSING}) == {"out": ((16,), UINT8)}
    assert infer("aclnnBernoulli", BERNOULLI | {"out": MISSING}) == {"out": ((4,), FLOAT32)}
