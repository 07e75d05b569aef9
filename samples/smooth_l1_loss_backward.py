"""Gradients of the smooth L1 loss: one operator call, end to end.

Runs on an NPU where CANN is installed, else on the simulator.
"""

import numpy as np

from pyaclnn import Device


def main() -> None:
    grad_out = np.ones((4, 2), np.float32)
    x = np.arange(8, dtype=np.float32).reshape(4, 2)
    target = np.ones((4, 2), np.float32)

    with Device(0) as d:
        grad = d.smooth_l1_loss_backward(grad_out, x, target, reduction="none", beta=1.0)
        print(grad.numpy())
        print(f"computed on {'the simulator of ' if d.backend == 'simulator' else ''}{d.soc_name}")


if __name__ == "__main__":
    main()
