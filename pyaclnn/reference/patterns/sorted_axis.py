"""What operators share that sort along a dimension."""

from __future__ import annotations

from ..rules import Call, Check, require


def swapped_axes(axis: int, rank: int) -> tuple[int, ...]:
    """The axes with one and the last exchanged."""
    axes = list(range(rank))
    axes[axis], axes[-1] = axes[-1], axes[axis]
    return tuple(axes)


def _dim_in_rank(call: Call) -> None:
    """An axis of the tensor; one without dimensions has -1 and 0."""
    dim, rank = int(call.args["dim"]), call.args["self"].ndim
    least, most = min(-rank, rank - 1), max(-rank, rank - 1)
    require(least <= dim <= most, f"dim is {dim}; allowed are {least} to {most}")


DIM_IN_RANK = Check(_dim_in_rank)
