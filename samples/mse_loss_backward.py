"""Gradients of the mean squared error, with the output passed in, as a C program would do it."""

import numpy as np

from pyaclnn import Device


def main() -> None:
    with Device(0) as d:
        grad_output = d.tensor(np.array([[0, 1], [2, 3]], np.float32))
        x = d.tensor(np.array([[0, 1], [2, 3]], np.float32))
        target = d.tensor(np.ones((2, 2), np.float32))
        out = d.empty((2, 2), "float32")

        d.mse_loss_backward(grad_output, x, target, reduction="mean", out=out)

        # gradOutput * (self - target) * 2 / 4
        print(out.numpy())


if __name__ == "__main__":
    main()
