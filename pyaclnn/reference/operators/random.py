"""Random numbers, reproducible but not a chip's."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
)
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import BASE_REAL, UNSIGNED, per_chip
from ..kernels.random import generator, uniform
from ..lowering import Array, Buffer, Lower, Lowering
from ..patterns.in_place import in_place
from ..rules import (
    INNER_NULL,
    TILING,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    NotPrivate,
    SameDtype,
    SameShape,
    Satisfies,
    ShapeIs,
    require,
)
from ..scalars import number
from ..shapes import broadcast

_COMPUTED = (FLOAT16, FLOAT32, FLOAT64, BFLOAT16)
_ANY = per_chip(BASE_REAL, since_910b=(BFLOAT16,))
_OLDEST_AND_NEWER = SINCE_910B | {Family.A910}


def _filling(kernel: str, values: Callable[[Call, np.random.Generator, tuple[int, ...]], Array]) -> Lower:
    """A kernel that overwrites a tensor with what a generator gives; whole numbers are made from float32."""

    def lower(low: Lowering, call: Call) -> None:
        shape, own = call.args["selfRef"].shape, call.args["selfRef"].dtype
        dtype = own if own in _COMPUTED or own.is_complex else FLOAT32

        def compute() -> Array:
            return np.asarray(values(call, generator(call.args["seed"], call.args["offset"]), shape))

        made = low.kernel(kernel, compute, (), shape, dtype)
        low.write(made, "selfRef")

    return lower


def _normal(call: Call, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    return np.asarray(rng.normal(size=shape) * call.args["std"] + call.args["mean"])


inplace_normal = Definition(
    "aclnnInplaceNormal",
    "selfRef = numbers of a normal distribution, reproducible by seed and offset, but not the chip's",
    (
        NotNull("selfRef"),
        Satisfies("std", lambda std: not std < 0, "a number from 0"),
        DtypeIn(_ANY, "selfRef"),
        MaxRank("selfRef"),
        DoneIfEmpty("selfRef"),
    ),
    _filling("StatelessRandomNormalV2", _normal),
    families=_OLDEST_AND_NEWER,
)


def _uniform(call: Call, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    return uniform(rng, shape, call.args["from"], call.args["to"])


def _bounds_in_order(call: Call) -> None:
    least, most = call.args["from"], call.args["to"]
    require(not least > most, f"from is {least}, which is more than to {most}")


inplace_uniform = Definition(
    "aclnnInplaceUniform",
    "selfRef = numbers spread evenly from from up to to, reproducible by seed and offset, but not the chip's",
    (
        NotNull("selfRef"),
        DtypeIn(
            per_chip((FLOAT32, INT32, INT64, FLOAT16, INT16, INT8, UINT8, FLOAT64), since_910b=(BFLOAT16,)), "selfRef"
        ),
        MaxRank("selfRef"),
        Check(_bounds_in_order),
        DoneIfEmpty("selfRef"),
    ),
    _filling("StatelessRandomUniformV2", _uniform),
    families=ALL_BUT_310B,
)


def _whole(call: Call, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    return rng.integers(call.args["from"], call.args["to"], shape)


def _lower_random(low: Lowering, call: Call) -> None:
    shape, own = call.args["selfRef"].shape, call.args["selfRef"].dtype

    def compute() -> Array:
        return _whole(call, generator(call.args["seed"], call.args["offset"]), shape)

    whole = low.kernel("StatelessRandomUniformV2", compute, (), shape, INT64, raw=True)
    low.write(whole, "selfRef") if own != INT64 else low.view_copy(whole, "selfRef")


def _range_is_not_empty(call: Call) -> None:
    least, most = call.args["from"], call.args["to"]
    require(least < most, f"from is {least}, which is not less than to {most}")


_WHOLE = (*BASE_REAL, BFLOAT16)
inplace_random = Definition(
    "aclnnInplaceRandom",
    "selfRef = whole numbers from from up to but not to, reproducible by seed and offset, but not the chip's",
    (
        NotNull("selfRef"),
        DtypeIn(per_chip((*_WHOLE, COMPLEX64, COMPLEX128), A950=_WHOLE), "selfRef"),
        MaxRank("selfRef"),
        Check(_range_is_not_empty),
        DoneIfEmpty("selfRef"),
    ),
    _lower_random,
    families=_OLDEST_AND_NEWER,
)


# Ones with a probability.

_DRAWN = per_chip((), A910=BASE_REAL, since_910b=(*BASE_REAL, BFLOAT16), A950=(*BASE_REAL, BFLOAT16, *UNSIGNED))
_CHANCES = per_chip((), A910=(FLOAT32, FLOAT16, FLOAT64), since_910b=_COMPUTED)


def _draw(low: Lowering, call: Call, *chances: Buffer) -> None:
    shape, dtype = call.args["self"].shape, call.args["self"].dtype
    fixed = call.args["prob"]

    def compute(*given: Array) -> Array:
        chance = given[0].astype(np.float64) if given else float(number(fixed, FLOAT64))
        return generator(call.args["seed"], call.args["offset"]).random(shape) < chance

    drawn = low.kernel("StatelessBernoulli", compute, chances, shape, BOOL, raw=True)
    low.write(low.cast(drawn, dtype), "out")


def _chance_is_one(call: Call) -> None:
    chance = float(number(call.args["prob"], FLOAT64))
    require(not (chance > 1 or chance < 0), f"prob is {chance}; allowed are 0 to 1")


_EXTENTS = (MaxRank("self"), SameShape("self", "out"), DoneIfEmpty("self"))
bernoulli = Definition(
    "aclnnBernoulli",
    "out = 1 with the probability prob, else 0, reproducible by seed and offset, but not the chip's",
    (
        NotNull("self", "prob", "out"),
        DtypeIn(_DRAWN, "self"),
        DtypeIn(_CHANCES, "prob"),
        SameDtype("self", "out"),
        Check(_chance_is_one),
        NotPrivate("self"),
        *_EXTENTS,
    ),
    lambda low, call: _draw(low, call),
    families=_OLDEST_AND_NEWER,
)


def _lower_bernoulli_tensor(low: Lowering, call: Call) -> None:
    x, chance = call.args["self"].shape, call.args["prob"].shape
    fits = broadcast(x, chance) == x
    require(fits, f"prob of shape {list(chance)} does not broadcast to self {list(x)}", TILING)
    _draw(low, call, low.contiguous("prob"))


bernoulli_tensor = Definition(
    "aclnnBernoulliTensor",
    "out = 1 with the probability prob of each element, else 0, reproducible by seed and offset, but not the chip's",
    (
        NotNull("self", "prob", "out"),
        DtypeIn(_DRAWN, "self"),
        DtypeIn(_CHANCES, "prob"),
        SameDtype("self", "out"),
        NotPrivate("self", "prob"),
        MaxRank("prob"),
        *_EXTENTS,
    ),
    _lower_bernoulli_tensor,
    families=_OLDEST_AND_NEWER,
)


# Orders and samples.


def _lower_randperm(low: Lowering, call: Call) -> None:
    count = int(call.args["n"])
    if not count:
        return

    def compute() -> Array:
        return generator(call.args["seed"], call.args["offset"]).permutation(count)

    made = low.kernel("StatelessRandperm", compute, (), (count,), call.args["out"].dtype, raw=True)
    low.view_copy(made, "out")


_ORDERED = (FLOAT32, FLOAT16, INT32, FLOAT64, INT64, INT8, UINT8, INT16)
randperm = Definition(
    "aclnnRandperm",
    "out = the numbers below n in an order that seed and offset decide, but not the chip's",
    (
        NotNull("out", code=INNER_NULL),
        DtypeIn(per_chip(_ORDERED, since_910b=(BFLOAT16,)), "out"),
        Satisfies("n", lambda n: n >= 0, "a number from 0"),
        ShapeIs("out", lambda call: (int(call.args["n"]),), "n"),
        Infer("out", dtype=lambda call: INT64),
    ),
    _lower_randperm,
    families=_OLDEST_AND_NEWER,
)


def _sample_shape(call: Call) -> tuple[int, ...]:
    return (*call.args["self"].shape[:-1], int(call.args["numsamples"]))


def _check_samples(call: Call) -> None:
    x, count = call.args["self"], int(call.args["numsamples"])
    require(x.ndim in (1, 2), f"self has {x.ndim} dimensions, allowed are 1 and 2")
    call.expect_shape("out", _sample_shape(call), "numsamples of each row of self")
    require(count > 0, f"numsamples is {count}, must be positive")
    replaced = bool(call.args["replacement"])
    require(replaced or count <= x.shape[-1], f"numsamples is {count} of {x.shape[-1]}, which are not put back")
    require(x.shape[-1] <= 2**24, f"self has {x.shape[-1]} categories, at most {2**24} are allowed")


def _lower_multinomial(low: Lowering, call: Call) -> None:
    count, replaced = int(call.args["numsamples"]), bool(call.args["replacement"])

    def compute(weights: Array) -> Array:
        rng = generator(call.args["seed"], call.args["offset"])
        wide = weights.astype(np.float64).reshape(-1, weights.shape[-1])
        if replaced:
            limits = np.cumsum(wide, axis=-1)
            points = rng.random((len(wide), count)) * limits[:, -1:]
            found = [np.searchsorted(row, each, side="right") for row, each in zip(limits, points, strict=True)]
        else:
            # The first of exponential waiting times, each by its weight, are a sample without replacement.
            waits = np.where(wide > 0, rng.exponential(size=wide.shape) / wide, np.inf)
            found = list(np.argsort(waits, axis=-1, kind="stable")[:, :count])
        return np.asarray(found).reshape(_sample_shape(call))

    x = low.contiguous("self")
    low.view_copy(low.kernel("MultinomialWithReplacement", compute, (x,), _sample_shape(call), INT64, raw=True), "out")


multinomial = Definition(
    "aclnnMultinomial",
    "out = categories drawn by the weights of self, reproducible by seed and offset, but not the chip's",
    (
        NotNull("self", "out"),
        DtypeIn(per_chip((FLOAT32, FLOAT16, FLOAT64), since_910b=(BFLOAT16,)), "self"),
        DtypeIn(per_chip((INT64,)), "out"),
        Check(_check_samples),
        Infer("out", dtype=lambda call: INT64),
        DoneIfEmpty("self"),
    ),
    _lower_multinomial,
    families=ALL_BUT_310B,
)


OPERATORS = (
    inplace_normal,
    inplace_uniform,
    inplace_random,
    bernoulli,
    in_place("aclnnInplaceBernoulli", bernoulli),
    bernoulli_tensor,
    in_place("aclnnInplaceBernoulliTensor", bernoulli_tensor),
    randperm,
    multinomial,
)
