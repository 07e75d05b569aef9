"""Random programs of views: each operation is done on a tensor and on a NumPy array over the same elements.

NumPy says what comes out: shape, contents, place of the first element, strides, or that there is no such view. A
program ends with the whole storage compared, after a write through the last view in some.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from pyaclnn import ArgumentTypeError, Device, Format, Tensor, ViewError

Array = np.ndarray[Any, Any]

LONGEST = 8
MOST_ELEMENTS, MOST_DIMENSIONS = 4096, 8
DTYPES = ("int8", "uint8", "int16", "float16", "int32", "float32", "int64", "float64", "complex64", "complex128")
_STEPS = (None, None, 1, 2, 3, -1, -2, -3, 7, -7)
_FAR = (10**6, -(10**6), 2**63, -(2**63), 10**30, -(10**30))


class Difference(AssertionError):
    """A program on which tensor and array differ."""


class Operands(NamedTuple):
    """A tensor, the array that it must equal, and all elements of the storage that both view."""

    x: Tensor
    a: Array
    storage: Array


class Step(NamedTuple):
    """One operation: how it is written, how it is done on the tensor, and the array it must give (None: refused)."""

    text: str
    call: Callable[[], Tensor]
    expected: Array | None


def numpy_or_none(function: Callable[[], Array]) -> Array | None:
    """What NumPy gives, or None where it refuses."""
    try:
        return function()
    except (IndexError, ValueError, OverflowError):
        return None


def viewed_as(a: Array, shape: tuple[int, ...]) -> Array | None:
    """``a.reshape`` where NumPy does it without a copy."""
    if min(shape, default=0) < -1:  # NumPy takes any one negative number for -1
        return None
    result = numpy_or_none(lambda: a.reshape(shape))
    if result is None or (result.size and not np.may_share_memory(result, a)):
        return None
    return result


def strided(storage: Array, shape: tuple[int, ...], strides: tuple[int, ...], offset: int) -> Array | None:
    """NumPy's own check that strides stay in a buffer."""
    width = storage.itemsize
    if offset < 0 or (storage.size == 0 and 0 not in shape):  # NumPy lets views of an empty buffer pass
        return None
    steps = tuple(s * width for s in strides)
    try:
        return np.ndarray(shape, storage.dtype, storage.data, offset * width, steps)
    except (ValueError, TypeError, OverflowError):
        return None


def factors(rng: random.Random, size: int) -> list[int]:
    """Extents whose product is ``size``, ones among them."""
    extents, rest = [], size
    while rest > 1 and len(extents) < 3:
        extents.append(rng.choice([n for n in range(1, rest + 1) if rest % n == 0]))
        rest //= extents[-1]
    return [*extents, rest] if rest != 1 or rng.random() < 0.5 else extents


# -- operations


def index(rng: random.Random, o: Operands) -> Step:
    wrong = rng.random() < 0.2
    parts = [_part(rng, n, wrong) for n in o.a.shape[: rng.randint(0, o.a.ndim)]]
    for extra in (None, ..., ...) if wrong else (None, ...):
        if rng.random() < 0.3:
            parts.insert(rng.randint(0, len(parts)), extra)
    if wrong and rng.random() < 0.3:
        parts += [0] * (o.a.ndim + 1 - len(parts))
    key: Any = parts[0] if len(parts) == 1 and rng.random() < 0.5 else tuple(parts)
    # NumPy gives a copy for an array among the indices, and without an ellipsis a scalar for integers alone.
    full = tuple(int(p) if isinstance(p, np.ndarray) else p for p in parts)
    full = full if any(p is ... for p in full) else (*full, ...)
    return Step(f"x[{key!r}]", lambda: o.x[key], numpy_or_none(lambda: o.a[full]))


def _part(rng: random.Random, extent: int, wrong: bool) -> Any:
    """An index or a slice of one dimension; out of range only where it may be wrong."""
    if rng.random() < 0.3 and (wrong or extent):
        number = rng.randint(-extent - 2, extent + 1) if wrong else rng.randint(-extent, extent - 1)
        return rng.choice((int, np.int64, np.int16, np.array))(number)
    bounds = [rng.choice((None, rng.randint(-extent - 3, extent + 3))) for _ in range(2)]
    step = 0 if wrong and rng.random() < 0.2 else rng.choice(_STEPS)
    if rng.random() < 0.05:
        bounds[rng.randint(0, 1)] = rng.choice(_FAR)
    if rng.random() < 0.02:
        step = rng.choice(_FAR)
    return slice(*bounds, step)


def flip(rng: random.Random, o: Operands) -> Step:
    axes = {axis for axis in range(o.a.ndim) if rng.random() < 0.5}
    key = tuple(slice(None, None, -1) if axis in axes else slice(None) for axis in range(o.a.ndim))
    return Step(f"x[{key!r}]", lambda: o.x[key], np.flip(o.a, tuple(axes)) if axes else o.a)


def split(rng: random.Random, o: Operands) -> Step:
    """One of the parts that iterating over the tensor gives."""
    if o.a.ndim == 0:
        return Step("list(x)", lambda: next(iter(o.x)), None)
    if len(o.a) == 0:
        return Step("x[0]", lambda: o.x[0], None)
    at = rng.randrange(len(o.a))
    return Step(f"list(x)[{at}]", lambda: list(o.x)[at], o.a[at, ...])


def permute(rng: random.Random, o: Operands) -> Step:
    n = o.a.ndim
    order = rng.sample(range(n), n) if rng.random() < 0.8 else [rng.randint(-n - 1, n) for _ in range(n)]
    order = [axis - n if rng.random() < 0.3 else axis for axis in order]
    expected = numpy_or_none(lambda: o.a.transpose(tuple(order)))
    if rng.random() < 0.5:
        return Step(f"x.permute(*{order})", lambda: o.x.permute(*order), expected)
    return Step(f"x.permute({order})", lambda: o.x.permute(order), expected)


def transpose(rng: random.Random, o: Operands) -> Step:
    n = o.a.ndim
    first, second = rng.randint(-n - 1, n), rng.randint(-n - 1, n)
    expected = numpy_or_none(lambda: o.a.swapaxes(first, second))
    return Step(f"x.transpose({first}, {second})", lambda: o.x.transpose(first, second), expected)


def reverse(rng: random.Random, o: Operands) -> Step:
    return Step("x.T", lambda: o.x.T, o.a.T)


def expand(rng: random.Random, o: Operands) -> Step:
    lead = [rng.randint(0, 3) for _ in range(rng.choice((0, 0, 1, 2)))]
    tail = [rng.randint(0, 4) if n == 1 else n for n in o.a.shape]
    if tail and rng.random() < 0.2:
        tail[rng.randrange(len(tail))] = rng.randint(0, 5)
    wanted = (*lead, *tail)
    given = [*lead, *(-1 if n == m and rng.random() < 0.3 else n for n, m in zip(tail, o.a.shape, strict=True))]
    if rng.random() < 0.05:
        given, wanted = given[1:], wanted[1:]
    return Step(f"x.expand({given})", lambda: o.x.expand(given), numpy_or_none(lambda: np.broadcast_to(o.a, wanted)))


def squeeze(rng: random.Random, o: Operands) -> Step:
    n = o.a.ndim
    axis = rng.choice((None, rng.randint(-n - 1, n)))
    text = f"x.squeeze({axis})"
    if axis is not None and n == 0:
        return Step(text, lambda: o.x.squeeze(axis), None)  # NumPy takes axis 0 of a 0-d array
    if axis is not None and -n <= axis < n and o.a.shape[axis] != 1:
        return Step(text, lambda: o.x.squeeze(axis), o.a)  # as in PyTorch, where NumPy refuses
    return Step(text, lambda: o.x.squeeze(axis), numpy_or_none(lambda: o.a.squeeze(axis)))


def unsqueeze(rng: random.Random, o: Operands) -> Step:
    axis = rng.randint(-o.a.ndim - 2, o.a.ndim + 1)
    return Step(f"x.unsqueeze({axis})", lambda: o.x.unsqueeze(axis), numpy_or_none(lambda: np.expand_dims(o.a, axis)))


def reshape(rng: random.Random, o: Operands) -> Step:
    if rng.random() < 0.15:
        shape = [rng.randint(-2, 5) for _ in range(rng.randint(0, 4))]
    elif o.a.size:
        shape = factors(rng, o.a.size)
    else:
        shape = [*(rng.randint(0, 4) for _ in range(rng.randint(0, 3))), 0]
    if shape and rng.random() < 0.3:
        shape[rng.randrange(len(shape))] = -1
    return Step(f"x.view({shape})", lambda: o.x.view(shape), viewed_as(o.a, tuple(shape)))


def as_strided(rng: random.Random, o: Operands) -> Step:
    shape = tuple(rng.randint(0, 4) if rng.random() < 0.2 else rng.randint(1, 4) for _ in range(rng.randint(0, 4)))
    reach = max(1, o.storage.size // 6)
    strides = tuple(rng.randint(-reach, reach) for _ in shape)
    offset = rng.randint(-1, o.storage.size + 1)
    expected = strided(o.storage, shape, strides, offset)
    return Step(f"x.as_strided({shape}, {strides}, {offset})", lambda: o.x.as_strided(shape, strides, offset), expected)


def with_format(rng: random.Random, o: Operands) -> Step:
    name = rng.choice(("ND", "NCHW", "NHWC", "NCDHW"))
    given = rng.choice((name, f"ACL_FORMAT_{name}", Format[name], int(Format[name])))
    return Step(f"x.with_format({given!r})", lambda: o.x.with_format(given), o.a)


OPERATIONS = (
    index, index, index, flip, split, permute, permute, transpose, reverse, expand, expand, squeeze, unsqueeze,
    reshape, reshape, reshape, as_strided, with_format,
)  # fmt: skip


# -- programs


def check_same(o: Operands) -> None:
    """Shape, contents, and strides and offset wherever they matter: for extents above one of what is not empty."""
    x, a, storage = o
    assert x.shape == a.shape
    assert (x.ndim, x.size, x.nbytes) == (a.ndim, a.size, a.nbytes)
    got = x.numpy()
    assert got.dtype == a.dtype
    np.testing.assert_array_equal(got, a)
    if a.size:
        steps = tuple(s // a.itemsize for s in a.strides)
        assert [s for n, s in zip(x.shape, x.strides, strict=True) if n > 1] == [
            s for n, s in zip(a.shape, steps, strict=True) if n > 1
        ]
        start = a.__array_interface__["data"][0] - storage.__array_interface__["data"][0]
        assert x.offset * a.itemsize == start
        assert x.data_ptr == x._storage.address + start
        assert x.is_contiguous == a.flags.c_contiguous


def start(device: Device, rng: random.Random) -> Operands:
    """A new tensor and the array that it was made of; no two elements are equal."""
    dtype = rng.choice(DTYPES)
    most = 3 if dtype.endswith("int8") else 5
    low = 0 if rng.random() < 0.15 else 1
    shape = [rng.randint(low, most) for _ in range(rng.randint(0, 4))]
    storage = np.arange(int(np.prod(shape)), dtype=dtype)
    a = storage.reshape(shape)
    return Operands(device.tensor(a), a, storage)


def run(device: Device, seed: int) -> Counter[str]:
    """Runs the program of a seed and counts its steps; ``Difference`` shows the program, as far as it came."""
    rng = random.Random(seed)
    o = start(device, rng)
    counts: Counter[str] = Counter(programs=1)
    program = [f"x = device.tensor(np.arange({o.storage.size}, dtype={str(o.a.dtype)!r}).reshape({list(o.a.shape)}))"]
    try:
        for _ in range(rng.randint(1, LONGEST)):
            step = rng.choice(OPERATIONS)(rng, o)
            program.append(f"x = {step.text}")
            counts["steps"] += 1
            o = _taken(o, step, counts)
        if not o.x.is_contiguous and rng.random() < 0.3:
            program.append("x = x.contiguous()")
            same = o.a.copy(order="C")
            check_same(Operands(o.x.contiguous(), same, same))
        if rng.random() < 0.3:
            program.append("x.copy_from(...)")
            _write(rng, o, counts)
        whole = o.x.as_strided((o.storage.size,), (1,))
        np.testing.assert_array_equal(whole.numpy(), o.storage, "the whole storage")
    except (Exception, pytest.fail.Exception) as error:
        text = "\n    ".join(program)
        raise Difference(f"seed {seed}:\n    {text}\n{type(error).__name__}: {error}") from error
    return counts


def _taken(o: Operands, step: Step, counts: Counter[str]) -> Operands:
    """The operands after a step; the same where it is refused, or gives what is too large to go on with."""
    if step.expected is None:
        # A 0-d tensor can't be iterated over, which is no matter of views.
        with pytest.raises(ArgumentTypeError if step.text == "list(x)" else ViewError, match=r"\w"):
            step.call()
        counts["refused"] += 1
        return o
    if step.expected.size > MOST_ELEMENTS or step.expected.ndim > MOST_DIMENSIONS:
        return o
    o = Operands(step.call(), step.expected, o.storage)
    check_same(o)
    return o


def _write(rng: random.Random, o: Operands, counts: Counter[str]) -> None:
    """Writes through the view, to the tensor and to the array; reads it back into an array of other strides."""
    values = np.array([rng.randint(0, 100) for _ in range(o.a.size)], o.a.dtype).reshape(o.a.shape)
    if len(np.unique(o.a)) < o.a.size:  # no two elements of the storage are equal
        with pytest.raises(ViewError, match="more than once"):
            o.x.copy_from(values)
        counts["refused"] += 1
        return
    o.x.copy_from(values)
    o.a.flags.writeable = True
    o.a[...] = values
    counts["written"] += 1
    target = np.zeros((*o.a.shape[:-1], 2 * o.a.shape[-1]) if o.a.ndim else (), o.a.dtype)
    out = target[..., ::2] if o.a.ndim else target
    assert o.x.numpy(out) is out
    np.testing.assert_array_equal(out, values)
    if o.a.ndim:
        assert not target[..., 1::2].any()
