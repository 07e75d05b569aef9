"""The room on the device that the temporaries of a kernel sequence need."""

from __future__ import annotations

from collections.abc import Sequence

from .steps import Buffer, Step


def workspace_size(steps: Sequence[Step], elided: set[Buffer]) -> int:
    """CANN's allocator: buckets whose tensors have disjoint lifetimes, each as large as its largest."""
    nodes = [s for s in steps if s.is_node]
    # A kernel that overwrites its operand waits for itself in CANN's sort, which then accounts for nothing.
    if any(b.root is o.root for node in nodes for o in node.outputs for b in node.inputs):
        return 0
    last_use: dict[Buffer, int] = {}
    for index, node in enumerate(nodes):
        for buffer in node.inputs:
            last_use[buffer.root] = index
    buckets: list[tuple[int, int, Buffer]] = []  # size, end of the last tensor's life, the last tensor
    for index, node in enumerate(nodes):
        for buffer in node.outputs:
            if buffer in elided or buffer.user is not None:
                continue
            size = (_bytes(buffer) + 32 + 511) // 512 * 512
            end = last_use.get(buffer, index)
            for position in range(len(buckets) - 1, -1, -1):
                bucket_size, bucket_end, tenant = buckets[position]
                if bucket_end < index and all(b.root is not tenant for b in node.inputs):
                    buckets[position] = (max(bucket_size, size), end, buffer)
                    break
            else:
                buckets.append((size, end, buffer))
    return sum(size for size, _, _ in buckets)


def _bytes(buffer: Buffer) -> int:
    return (buffer.dtype.bits * buffer.size + 7) // 8
