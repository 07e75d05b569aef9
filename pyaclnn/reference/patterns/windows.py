"""Windows over the two last dimensions of an image: how many there are, their sums, and what flows back from them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..lowering import Array


class Axis(NamedTuple):
    """The windows along one axis of the image."""

    size: int
    kernel: int
    stride: int
    pad: int
    ceil: bool

    @property
    def windows(self) -> int:
        """How many there are. The division truncates: a kernel a little too long still gives one."""
        room = self.size + 2 * self.pad - self.kernel + (self.stride - 1 if self.ceil else 0)
        count = (room // self.stride if room >= 0 else -(-room // self.stride)) + 1
        starts_in_padding = self.ceil and (count - 1) * self.stride >= self.size + self.pad
        return count - 1 if starts_in_padding else count

    def lengths(self, with_padding: bool) -> Array:
        """How many cells of the image, or of the padded image, each window covers."""
        start = np.arange(self.windows) * self.stride - self.pad
        end = np.minimum(start + self.kernel, self.size + self.pad)
        if not with_padding:
            start, end = np.maximum(start, 0), np.minimum(end, self.size)
        return (end - start).astype(np.float32)


def window_sums(image: Array, height: Axis, width: Axis) -> Array:
    margins = [(0, 0)] * (image.ndim - 2)
    for axis in (height, width):
        reach = (axis.windows - 1) * axis.stride + axis.kernel
        margins.append((axis.pad, max(0, reach - axis.size - axis.pad)))
    windows = np.lib.stride_tricks.sliding_window_view(
        np.pad(image, margins), (height.kernel, width.kernel), axis=(-2, -1)
    )
    chosen = windows[..., :: height.stride, :: width.stride, :, :][..., : height.windows, : width.windows, :, :]
    return np.asarray(chosen.sum(axis=(-2, -1), dtype=np.float32))


def spread(grad: Array, height: Axis, width: Axis) -> Array:
    """The gradient of ``window_sums``: what each window gets goes to all of its cells."""
    extents = [axis.size + axis.pad + max(axis.pad, axis.kernel + axis.stride) for axis in (height, width)]
    total = np.zeros((*grad.shape[:-2], *extents), np.float32)
    for y in range(height.kernel):
        for x in range(width.kernel):
            rows = slice(y, y + (height.windows - 1) * height.stride + 1, height.stride)
            columns = slice(x, x + (width.windows - 1) * width.stride + 1, width.stride)
            total[..., rows, columns] += grad
    return total[..., height.pad : height.pad + height.size, width.pad : width.pad + width.size]
