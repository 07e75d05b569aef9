"""Calls that a type checker must refuse: each line that is marked, and no other."""

import numpy as np

from pyaclnn import Device, Tensor


def calls(d: Device, x: np.ndarray, tensor: Tensor) -> None:
    d.smooth_l1_loss_backward(x, tensor, x, reduction="average", beta=1.0)  # refused
    d.smooth_l1_loss_backward(x, tensor, x, 1)  # refused
    d.smooth_l1_loss_backward(x, tensor, x, 1, 1.0, x)  # refused
    d.add(x, tensor, alhpa=2)  # refused
    d.add(x)  # refused
    d.smooth_l1_los_backward(x, x, x, 1, 1.0)  # refused
    d.layer_norm(x, 4, None, None, 1e-5)  # refused
    number: int = d.add(x, x)  # refused
    print(number)
    d.add(x, tensor)
    d.scatter(x, 0, tensor, x, reduce="sum")  # refused
    d.convolution(x, x, None, [1], [0], [1], False, [0], 1, tensor, "use_fp32_add")  # refused
    d.calculate_matmul_weight_size(3)  # refused
