"""The same operator on views that are not contiguous: what lies where, and what it costs.

CANN copies a strided operand into a contiguous temporary first, in the workspace. So the same numbers in
another layout need more workspace.
"""

import numpy as np

from pyaclnn import Device, Tensor


def main() -> None:
    rng = np.random.default_rng(0)
    with Device(0) as d:
        x = d.tensor(rng.standard_normal((4, 6)).astype(np.float32))
        target = d.tensor(np.zeros((6, 4), np.float32))
        row = d.tensor(rng.standard_normal((1, 4)).astype(np.float32))
        one = d.tensor(np.ones((), np.float32))

        views: dict[str, Tensor] = {
            "contiguous": d.tensor(x.T.numpy()),
            "transposed": x.T,
            "sliced": d.tensor(rng.standard_normal((12, 8)).astype(np.float32))[::2, ::-2],
            "expanded": row.expand(6, 4),
            "broadcast by the operator": row,
        }
        for name, view in views.items():
            grad = d.smooth_l1_loss_backward(one, view, target, reduction="none", beta=1.0)
            expected = np.broadcast_to(np.clip(view.numpy(), -1, 1), (6, 4))
            same = "as expected" if np.allclose(grad.numpy(), expected) else "WRONG"
            print(f"{name}: {same}, workspace {d.memory_stats()['last_workspace']} bytes")
            print(view.layout(width=24))
            print()


if __name__ == "__main__":
    main()
