"""Outputs that an operator leaves as they were: a script must begin with what the program put there."""

from __future__ import annotations

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

from pyaclnn.translate import translated

from .samples import HELPERS, START

PROGRAM = (
    HELPERS
    + "int main() {"
    + START
    + """
    std::vector<float> selfData = {1, 2, 4, 5}, weightData = {2, 3}, outData(COUNT, 0), sumData(1, 0);
    std::vector<int32_t> targetData = {0, 1};
    void *a = nullptr, *b = nullptr, *c = nullptr, *d = nullptr, *e = nullptr;
    aclTensor *self = nullptr, *target = nullptr, *weight = nullptr, *out = nullptr, *sum = nullptr;
    ret = Make(selfData, {2, 2}, &a, ACL_FLOAT, &self);
    ret = Make(targetData, {2}, &b, ACL_INT32, &target);
    ret = Make(weightData, {2}, &c, ACL_FLOAT, &weight);
    ret = Make(outData, {COUNT}, &d, ACL_FLOAT, &out);
    ret = Make(sumData, {1}, &e, ACL_FLOAT, &sum);
    ret = aclnnNLLLossGetWorkspaceSize(self, target, weight, REDUCTION, -100, out, sum, &workspaceSize, &executor);
    ret = aclnnNLLLoss(workspace, workspaceSize, executor, stream);
    ret = aclrtSynchronizeStream(stream);
    return 0;
}
"""
)


@pytest.mark.parametrize(
    ("reduction", "count", "made"), [(0, 2, "d.tensor(np.zeros(1, np.float32))"), (1, 1, 'd.empty(1, "float32")')]
)
def test_the_sum_of_weights_of_a_loss(reduction: int, count: int, made: str) -> None:
    """Without a reduction nothing is summed up, and the output keeps its contents."""
    found = translated(PROGRAM.replace("REDUCTION", str(reduction)).replace("COUNT", str(count)), "loss.cpp")
    assert found.is_complete, found.missing
    assert f"        sum = {made}" in found.script.splitlines()
