"""What the rules say that no single operator's table pins down: all kinds of arguments, and both ends of a range."""

from __future__ import annotations

from typing import Any

import pytest

from pyaclnn.dtypes import FLOAT16, FLOAT32, INT32
from pyaclnn.formats import Format
from pyaclnn.reference.chips import Family
from pyaclnn.reference.meta import ScalarValue
from pyaclnn.reference.rules import (
    MISSING,
    AxesOf,
    Call,
    DoneIfAllEmpty,
    DoneIfEmpty,
    DtypeIn,
    Finished,
    FormatIn,
    MaxRank,
    NoNullElement,
    NotPrivate,
    RankIn,
    RankIs,
    Refusal,
    Rule,
    ShapeIs,
    When,
    per_chip,
)

from .refusals import tensor


def call(**args: Any) -> Call:
    return Call("aclnnX", Family.B910, args)


def refusal(rule: Rule, **args: Any) -> str:
    """The text of a refusal; empty when the rule passes."""
    try:
        rule.check(call(**args))
    except Refusal as error:
        return f"{error.code}: {error.text}"
    return ""


ONLY_FLOAT32 = DtypeIn(per_chip((FLOAT32,)), "x")


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (tensor(2, dtype=INT32), "x"),
        (ScalarValue(INT32, 1), "x"),
        (INT32, "x"),
        ((tensor(2), tensor(2, dtype=INT32)), "x[1]"),
    ],
)
def test_a_dtype_is_checked_wherever_it_stands(value: Any, name: str) -> None:
    assert refusal(ONLY_FLOAT32, x=value) == f"161002: {name} is int32; on Ascend910B aclnnX takes float32"


@pytest.mark.parametrize("value", [None, MISSING, (), (None,), tensor(2), ScalarValue(FLOAT32, 1), FLOAT32])
def test_a_dtype_that_is_not_there_or_allowed_passes(value: Any) -> None:
    assert refusal(ONLY_FLOAT32, x=value) == ""


def test_a_number_that_names_no_dtype_is_refused() -> None:
    assert refusal(ONLY_FLOAT32, x=99) == "161002: x is 99; on Ascend910B aclnnX takes float32"


def test_dtypes_of_a_chip_are_the_base_and_more_or_a_list_of_its_own() -> None:
    dtypes = per_chip((FLOAT32,), since_910b=(FLOAT16,), A950=(INT32,))
    assert dtypes[Family.A910] == dtypes[Family.P310] == (FLOAT32,)
    assert dtypes[Family.B910] == dtypes[Family.A910_93] == (FLOAT32, FLOAT16)
    assert dtypes[Family.A950] == (INT32,)


@pytest.mark.parametrize(
    ("rule", "shape", "allowed"),
    [
        (RankIn(1, 3, "x"), (), "1 to 3"),
        (RankIn(1, 3, "x"), (1, 1, 1, 1), "1 to 3"),
        (MaxRank("x"), (1,) * 9, "0 to 8"),
        (RankIs(2, "x"), (1,), "2"),
        (RankIs(2, "x"), (1, 1, 1), "2"),
    ],
)
def test_ranks_out_of_range(rule: Rule, shape: tuple[int, ...], allowed: str) -> None:
    assert refusal(rule, x=tensor(*shape)) == f"161002: x has {len(shape)} dimensions, allowed are {allowed}"


@pytest.mark.parametrize("rank", [1, 3])
def test_ranks_at_the_ends_of_the_range(rank: int) -> None:
    assert refusal(RankIn(1, 3, "x"), x=tensor(*(1,) * rank)) == ""


@pytest.mark.parametrize(
    ("shape", "axes", "fits"),
    [
        ((2, 3), 1, True),
        ((2, 3), -2, True),
        ((2, 3), 2, False),
        ((2, 3), -3, False),
        ((2, 3), (0, 1), True),
        ((2, 3), (0, 2), False),
        ((2, 3), (1, -1), False),
        ((2, 3), (), True),
        ((), 0, True),
        ((), -1, True),
        ((), 1, False),
    ],
)
def test_axes(shape: tuple[int, ...], axes: Any, fits: bool) -> None:
    assert bool(refusal(AxesOf("dim", "x"), x=tensor(*shape), dim=axes)) is not fits


@pytest.mark.parametrize(("value", "fits"), [(MISSING, True), ((), True), ((tensor(1),), True), ((None,), False)])
def test_null_elements(value: Any, fits: bool) -> None:
    assert refusal(NoNullElement("x"), x=value) == ("" if fits else "161001: an element of x is null")


def test_formats() -> None:
    blocked, image = tensor(1, 1, 1, 1, 16, format=Format.NC1HWC0), tensor(1, 1, 1, 1, format=Format.NCHW)
    assert refusal(NotPrivate("x"), x=blocked).startswith("161002: x has format NC1HWC0")
    assert refusal(NotPrivate("x"), x=image) == ""
    assert refusal(FormatIn((Format.ND,), "x"), x=image) == "161002: x has format NCHW; allowed are ND"


def test_a_shape_is_required_or_told() -> None:
    rule = ShapeIs("x", lambda call: (3,), "a vector")
    assert refusal(rule, x=tensor(2)) == "161002: x has shape [2], must be [3]: a vector"
    missing = call(x=MISSING)
    rule.check(missing)
    assert missing.shapes == {"x": (3,)}


@pytest.mark.parametrize(
    ("rule", "ends"),
    [(DoneIfEmpty("x", "y"), True), (DoneIfAllEmpty("x", "y"), False), (DoneIfAllEmpty("x"), True)],
)
def test_early_ends(rule: Rule, ends: bool) -> None:
    one_empty = call(x=tensor(0), y=tensor(2))
    if ends:
        with pytest.raises(Finished):
            rule.check(one_empty)
    else:
        rule.check(one_empty)


def test_conditional_rules() -> None:
    rule = When(lambda call: call.args["y"] is not None, RankIs(1, "x"))
    assert refusal(rule, x=tensor(1, 1), y=None) == ""
    assert refusal(rule, x=tensor(1, 1), y=1) != ""
