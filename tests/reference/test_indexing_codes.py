"""Argument checks of reading and writing by index, and the outputs that are left out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import BOOL, FLOAT16, FLOAT32, FLOAT64, INT8, INT32, INT64
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from .arguments import scalar
from .compute import infer
from .refusals import A910, A950, B310, B910, P310, code_of, tensor

I2 = tensor(2, dtype=INT64)
SELECT = {"self": tensor(4, 3), "dim": 1, "index": I2, "out": tensor(4, 2)}
ROWS = {"weight": tensor(4, 3), "indices": I2, "out": tensor(2, 3)}
BACK = {
    "grad": tensor(2, 3),
    "indices": I2,
    "numWeights": 4,
    "paddingIdx": 1,
    "scaleGradByFreq": False,
    "out": tensor(4, 3),
}
GATHER = {"self": tensor(4, 3), "dim": 0, "index": tensor(2, 3, dtype=INT64), "out": tensor(2, 3)}
TAKE = {"self": tensor(4, 3), "index": I2, "out": tensor(2)}
INDEX = {"self": tensor(4, 3), "indices": (I2,), "out": tensor(2, 3)}
PUT = {"selfRef": tensor(4, 3), "indices": (I2,), "values": tensor(2, 3), "accumulate": False, "unsafe": False}
FOUND = {"self": tensor(4, 3), "out": tensor(12, 2, dtype=INT64)}
SCATTER = {
    "self": tensor(4, 3),
    "dim": 0,
    "index": tensor(2, 3, dtype=INT64),
    "src": tensor(2, 3),
    "reduce": 0,
    "out": tensor(4, 3),
}
REDUCE = {**SCATTER, "includeSelf": True}
VALUE = {n: v for n, v in SCATTER.items() if n != "src"} | {"value": scalar(1)}
INDEX_ADD = {
    "self": tensor(4, 3),
    "dim": 0,
    "index": I2,
    "source": tensor(2, 3),
    "alpha": scalar(1),
    "out": tensor(4, 3),
}
COPY = {"selfRef": tensor(4, 3), "dim": 0, "index": I2, "source": tensor(2, 3), "outRef": tensor(4, 3)}
MASKED = {"selfRef": tensor(4, 3), "mask": tensor(4, 3, dtype=BOOL), "source": tensor(12)}
NZ = Format.FRACTAL_NZ


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        ("IndexSelect", SELECT, 0, A910, {}),
        ("IndexSelect", SELECT, 561003, B310, {}),
        ("IndexSelect", SELECT, 161001, B910, {"index": None}),
        ("IndexSelect", SELECT, 161002, B910, {"index": tensor(2)}),
        ("IndexSelect", SELECT, 161002, B910, {"index": tensor(2, 1, dtype=INT64)}),
        ("IndexSelect", SELECT, 161002, B910, {"dim": 2}),
        ("IndexSelect", SELECT, 161002, B910, {"dim": -3}),
        ("IndexSelect", SELECT, 161002, B910, {"out": tensor(4, 3)}),
        ("IndexSelect", SELECT, 161002, B910, {"out": tensor(4, 2, dtype=FLOAT16)}),
        ("IndexSelect", SELECT, 161002, B910, {"self": tensor(4, 3, format=NZ)}),
        ("IndexSelect", SELECT, 0, B910, {"index": tensor(0, dtype=INT64), "out": tensor(9)}),
        ("Embedding", ROWS, 0, B310, {}),
        ("Embedding", ROWS, 161002, B910, {"indices": tensor(2)}),
        ("Embedding", ROWS, 161002, B910, {"out": tensor(2)}),
        ("Embedding", ROWS, 161002, B910, {"out": tensor(3, 3)}),
        ("Embedding", ROWS, 561103, B910, {"out": tensor(2, 4)}),
        ("EmbeddingDenseBackward", BACK, 0, A910, {}),
        ("EmbeddingDenseBackward", BACK, 561003, P310, {}),
        ("EmbeddingDenseBackward", BACK, 161002, B910, {"grad": tensor(2, 3, dtype=FLOAT64)}),
        ("EmbeddingDenseBackward", BACK, 161002, B910, {"grad": tensor(2, 0)}),
        ("EmbeddingDenseBackward", BACK, 161002, B910, {"indices": tensor(3, dtype=INT64)}),
        ("EmbeddingDenseBackward", BACK, 161002, B910, {"numWeights": 5}),
        ("EmbeddingDenseBackward", BACK, 0, B910, {"indices": tensor(2)}),
        ("Gather", GATHER, 0, B910, {}),
        ("Gather", GATHER, 561003, A950, {}),
        ("Gather", GATHER, 161002, B910, {"index": tensor(2, dtype=INT64)}),
        ("Gather", GATHER, 161002, B910, {"index": tensor(2, 4, dtype=INT64), "out": tensor(2, 4)}),
        ("Gather", GATHER, 161002, B910, {"out": tensor(2, 2)}),
        ("Gather", GATHER, 161002, B910, {"dim": 2}),
        ("Gather", GATHER, 0, B910, {"index": tensor(0, 3), "out": tensor(0, 3)}),
        ("Take", TAKE, 161002, B910, {"out": tensor(3)}),
        ("Take", TAKE, 161002, B910, {"self": tensor(0)}),
        ("Take", TAKE, 561003, P310, {}),
        ("Index", INDEX, 0, B310, {}),
        ("Index", INDEX, 161001, B910, {"indices": (None,)}),
        ("Index", INDEX, 161001, B910, {"indices": None}),
        ("Index", INDEX, 161002, B910, {"indices": (tensor(2),)}),
        ("Index", INDEX, 161002, B910, {"indices": (I2, I2, I2)}),
        ("Index", INDEX, 561002, B910, {"out": tensor(3, 3)}),
        ("Index", INDEX, 0, B910, {"indices": (tensor(0), I2), "out": tensor(4, 2)}),
        ("IndexPutImpl", PUT, 0, A910, {}),
        ("IndexPutImpl", PUT, 561003, P310, {}),
        ("IndexPutImpl", PUT, 161002, B910, {"values": tensor(2, 3, dtype=FLOAT16)}),
        ("IndexPutImpl", PUT, 161002, B910, {"indices": (I2, I2, I2)}),
        ("IndexPutImpl", PUT, 161002, B910, {"indices": (tensor(3, dtype=BOOL),)}),
        ("IndexPutImpl", PUT, 561002, B910, {"values": tensor(3, 3)}),
        ("Nonzero", FOUND, 161002, B910, {"out": tensor(12, 2, dtype=INT32)}),
        ("NonzeroV2", FOUND, 0, P310, {"out": tensor(2, 12, dtype=INT64)}),
        ("Scatter", SCATTER, 561003, A910, {}),
        ("Scatter", SCATTER, 161002, B910, {"src": tensor(2, 3, dtype=FLOAT16)}),
        ("Scatter", SCATTER, 161002, B910, {"src": tensor(2)}),
        ("Scatter", SCATTER, 161002, B910, {"src": tensor(1, 3)}),
        ("Scatter", SCATTER, 161002, B910, {"index": tensor(2, 4, dtype=INT64), "src": tensor(2, 4)}),
        ("Scatter", SCATTER, 161002, B910, {"dim": 2}),
        ("Scatter", SCATTER, 161002, B910, {"out": tensor(4, 4)}),
        ("Scatter", SCATTER, 0, B910, {"index": tensor(0), "src": tensor(7)}),
        ("Scatter", SCATTER, 0, B910, {"reduce": 77}),
        ("ScatterReduce", REDUCE, 161002, B910, {"reduce": 6}),
        ("ScatterReduce", REDUCE, 161002, B910, {"reduce": -1}),
        ("ScatterValue", VALUE, 161001, B910, {"value": None}),
        ("ScatterValue", VALUE, 161002, B910, {"value": scalar(1j, np.complex64)}),
        ("ScatterValue", VALUE, 161002, B910, {"index": tensor(2, 4, dtype=INT64)}),
        ("IndexAdd", INDEX_ADD, 161002, B910, {"source": tensor(3, 3)}),
        ("IndexAdd", INDEX_ADD, 161002, B910, {"source": tensor(2, 4)}),
        ("IndexAdd", INDEX_ADD, 161002, B910, {"dim": 2}),
        ("IndexAdd", INDEX_ADD, 161002, B910, {"alpha": scalar(1), "out": tensor(4, 4)}),
        ("IndexAdd", INDEX_ADD, 161002, B910, {"index": tensor(2, 1, dtype=INT64)}),
        ("IndexCopy", COPY, 161002, B910, {"source": tensor(3, 3)}),
        ("IndexCopy", COPY, 161002, B910, {"source": tensor(2)}),
        ("IndexCopy", COPY, 161002, B910, {"index": tensor(2, 1, dtype=INT64)}),
        ("IndexCopy", COPY, 161002, B910, {"outRef": tensor(4, 3, format=NZ)}),
        ("IndexCopy", COPY, 161002, B910, {"source": tensor(2, 3, dtype=INT8)}),
        ("InplaceMaskedScatter", MASKED, 561003, A910, {}),
        ("InplaceMaskedScatter", MASKED, 161002, B910, {"mask": tensor(4, 3)}),
        ("InplaceMaskedScatter", MASKED, 161002, B910, {"mask": tensor(2, 4, 3, dtype=BOOL)}),
        ("InplaceMaskedScatter", MASKED, 161002, B910, {"source": tensor(12, dtype=INT8)}),
    ],
)
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{operator}", call, changes, soc) == code


@pytest.mark.parametrize(
    ("operator", "call"),
    [
        ("IndexSelect", SELECT),
        ("Embedding", ROWS),
        ("EmbeddingDenseBackward", BACK),
        ("Gather", GATHER),
        ("Take", TAKE),
        ("Index", INDEX),
        ("Scatter", SCATTER),
        ("ScatterValue", VALUE),
        ("IndexAdd", INDEX_ADD),
    ],
)
def test_outputs_left_out(operator: str, call: dict[str, Any]) -> None:
    assert infer(f"aclnn{operator}", call | {"out": MISSING}) == {"out": (call["out"].shape, FLOAT32)}
