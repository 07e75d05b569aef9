"""Random numbers: the same seed and offset give the same numbers, which are not those of a chip.

The kernels' own generators are not documented to the bit. NumPy's Philox takes their place, with the seed as its key
and the offset as its counter.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_WORD = 2**64 - 1


def generator(seed: int, offset: int) -> np.random.Generator:
    """A generator that a seed and an offset decide."""
    return np.random.Generator(np.random.Philox(key=int(seed) & _WORD, counter=(int(offset) & _WORD) << 64))


def uniform(rng: np.random.Generator, shape: tuple[int, ...], least: float, most: float) -> np.ndarray[Any, Any]:
    """Numbers from ``least`` up to but not ``most``, also when they are rounded to float32."""
    values = (least + rng.random(shape) * (most - least)).astype(np.float32)
    below = np.nextafter(np.float32(most), np.float32(least), dtype=np.float32)
    return np.minimum(values, below) if most > least else values
