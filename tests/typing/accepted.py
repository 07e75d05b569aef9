"""Calls that a type checker must accept."""

import numpy as np

from pyaclnn import Device, Plan, Tensor


def calls(d: Device, x: np.ndarray, tensor: Tensor) -> None:
    grad: Tensor = d.smooth_l1_loss_backward(x, tensor, [1.0, 2.0], reduction="mean", beta=1.0)
    d.smooth_l1_loss_backward(x, tensor, x, 1, 1.0, tensor)
    total: Tensor = d.add(x, grad)
    d.add(self=x, other=tensor, alpha=2, out=total)
    d.inplace_add(tensor, x, np.float32(2))
    out, mean, rstd = d.layer_norm(x, [4], None, None, 1e-5)
    print(out.shape, mean, rstd)
    d.layer_norm(x, [4], eps=1e-5)
    result = d.layer_norm(input=x, normalized_shape=(4,), eps=1e-5, weight_optional=tensor)
    print(result.out.numpy())
    d.cast(x, "float16")
    d.cast(x, np.float16)
    d.matmul(x, tensor, cube_math_type="keep_dtype")
    parts: list[Tensor] = d.split_tensor(x, 2, 0)
    d.cat(parts, 0)
    plan: Plan = d.add.plan(tensor, tensor)
    plan.bind(self=tensor)()
    d.scatter(x, 0, tensor, x, reduce="add")
    d.matmul(x, tensor, cube_math_type="use_fp32_add")
    d.convolution(x, x, None, [1], [0], [1], False, [0], 1, tensor, "use_hf32")
    d.dynamic_mx_quant(x, dst_type="float8_e5m2", scale_alg="ocp", y_out=tensor, mxscale_out=tensor)
    d.dynamic_mx_quant(x, -1, None, np.int8, y_out=tensor, mxscale_out=tensor)
    size: int = d.calculate_matmul_weight_size_v2([3, 4], "float16")
    print(size, d.trans_quant_param([1.0]).shape, d.trans_sparse4to2_para(x).sparse_index)
