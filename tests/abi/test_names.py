"""Python names of operators and parameters."""

from __future__ import annotations

import time

import pytest

from pyaclnn.abi import names

OPERATORS = {
    "aclnnAbs": "abs",
    "aclnnAdd": "add",
    "aclnnAdds": "adds",
    "aclnnInplaceAddRelu": "inplace_add_relu",
    "aclnnSmoothL1LossBackward": "smooth_l1_loss_backward",
    "aclnnL1LossBackward": "l1_loss_backward",
    "aclnnMSELoss": "mse_loss",
    "aclnnNLLLoss2dBackward": "nll_loss2d_backward",
    "aclnnAvgPool2d": "avg_pool2d",
    "aclnnCircularPad3dBackward": "circular_pad3d_backward",
    "aclnnUpsampleBilinear2dAABackward": "upsample_bilinear2d_aa_backward",
    "aclnnUpsampleNearestExact1dBackward": "upsample_nearest_exact1d_backward",
    "aclnnUpsampleBilinear2dBackwardV2": "upsample_bilinear2d_backward_v2",
    "aclnnGeluBackwardV2": "gelu_backward_v2",
    "aclnnGeGluV3": "ge_glu_v3",
    "aclnnLpNormV3": "lp_norm_v3",
    "aclnnIsInScalarTensor": "is_in_scalar_tensor",
    "aclnnXLogYScalarOther": "x_log_y_scalar_other",
    "aclnnXlog1py": "xlog1py",
    "aclnnLog1p": "log1p",
    "aclnnExpm1": "expm1",
    "aclnnApplyAdamWV2": "apply_adam_w_v2",
    "aclnnApplyTopKTopP": "apply_top_k_top_p",
    "aclnnErfInv": "erf_inv",
    "aclnnErfinv": "erfinv",
    "aclnnHardShrink": "hard_shrink",
    "aclnnHardshrink": "hardshrink",
    "aclnnIm2Col": "im2_col",
    "aclnnIm2col": "im2col",
    "aclnnGRUBackward": "gru_backward",
    "aclnnCIoU": "ciou",
    "aclnnIoU": "iou",
    "aclnnMaxPool3D": "max_pool3d",
    "aclnnAddmmWeightNz": "addmm_weight_nz",
    "aclnnForeachMulScalarList": "foreach_mul_scalar_list",
    "aclnnFusedInferAttentionScoreV4": "fused_infer_attention_score_v4",
}

PARAMETERS = {
    "self": "self",
    "gradOut": "grad_out",
    "selfRef": "self_ref",
    "mat2": "mat2",
    "x1Level0Scale": "x1_level0_scale",
    "cubeMathType": "cube_math_type",
    "cMinSteps": "c_min_steps",
    "cThreshL1": "c_thresh_l1",
    "computeUV": "compute_uv",
    "actualSeqQLenOptional": "actual_seq_q_len_optional",
    "workspace_size": "workspace_size",
    "DEFAULT_AXIS": "default_axis",
    "from": "from_",
    "lambda": "lambda_",
    "in": "in_",
    "max": "max",
    "None": "none",
}


@pytest.mark.parametrize(("c_name", "python_name"), OPERATORS.items())
def test_operator_names(c_name: str, python_name: str) -> None:
    assert names.operator_name(c_name) == python_name


@pytest.mark.parametrize(("c_name", "python_name"), PARAMETERS.items())
def test_parameter_names(c_name: str, python_name: str) -> None:
    assert names.parameter_name(c_name) == python_name


@pytest.mark.parametrize(("split", "whole"), names.EXCEPTIONS.items())
def test_exceptions_apply_to_whole_words(split: str, whole: str) -> None:
    assert names.snake(split) == whole
    assert names.snake(f"a_{split}_b") == f"a_{whole}_b"


@pytest.mark.parametrize("name", ["radio_unit", "io_unit", "radio_u1", "max_pool3_dx"])
def test_exceptions_leave_parts_of_words_alone(name: str) -> None:
    assert names.snake(name) == name


def test_exceptions_are_words_that_the_rule_makes() -> None:
    assert names.operator_name("aclnnBatchCIoUGrad") == "batch_ciou_grad"
    assert names.operator_name("aclnnBatchIoU") == "batch_iou"
    assert names.operator_name("aclnnMaxPool3_d") == "max_pool3d"


def test_only_the_prefix_goes() -> None:
    assert names.operator_name("Add") == "add"
    assert names.operator_name("aclnnAclnnAdd") == "aclnn_add"


def test_nearest_names_come_closest_first() -> None:
    known = ["add", "adds", "addmm", "smooth_l1_loss", "smooth_l1_loss_backward", "softmax"]
    assert names.nearest("smoth_l1_loss", known)[0] == "smooth_l1_loss"
    assert names.nearest("ad", known, 1) == ["add"]
    assert names.nearest("zzz", known) == []
    assert len(names.nearest("add", ["add1", "add2", "add3", "add4"])) == 3


@pytest.mark.parametrize("name", ["A" * 200_000, "aV1" * 50_000, "V1" * 100_000, "_" * 200_000])
def test_long_names_take_linear_time(name: str) -> None:
    start = time.perf_counter()
    names.snake(name)
    assert time.perf_counter() - start < 5
