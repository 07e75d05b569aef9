"""What PyTorch computes on the simulator is what it computes on the CPU."""

from __future__ import annotations

import pytest

from .running import python

SAME = """
def same(function, *arguments, tolerance=1e-6):
    ours = function(*(a.npu() for a in arguments))
    theirs = function(*arguments)
    ours, theirs = (r if isinstance(r, tuple) else (r,) for r in (ours, theirs))
    for a, b in zip(ours, theirs, strict=True):
        assert a.device.type == "npu" and a.dtype == b.dtype, (a.device, a.dtype, b.dtype)
        torch.testing.assert_close(a.cpu(), b, rtol=tolerance, atol=tolerance, equal_nan=True)
torch.manual_seed(0)
x, y = torch.randn(3, 4), torch.randn(3, 4)
"""

ARITHMETIC = """
same(lambda a, b: a + b, x, y)
same(lambda a, b: torch.sub(a, b, alpha=2), x, y)
same(lambda a, b: a * b / (b + 10), x, y)
same(lambda a: a + 2.5, x)
same(lambda a: 1 - a * 3, x)
same(lambda a, b: torch.maximum(a, b), x, y)
same(lambda a: torch.exp(a).sqrt().tanh(), x)
same(lambda a, b: a.add_(b).mul_(2), x.clone(), y)
same(lambda a: a.sum(), x)
same(lambda a: a.mean(1, keepdim=True), x)
same(lambda a, b: torch.cat([a, b], 1), x, y)
same(lambda a, b: a < b, x, y)
same(lambda a: a.relu(), x)
z = torch.empty(3, 4).npu()
assert torch.add(x.npu(), y.npu(), out=z) is z
torch.testing.assert_close(z.cpu(), x + y)
same(lambda a, b: a + b, torch.arange(12).reshape(3, 4), torch.arange(4))
assert x.npu().sum().item() == float(x.npu().sum().cpu())
print("done")
"""

VIEWS = """
same(lambda a: a.t() + 1, x)
same(lambda a: a[1:, ::2] * 2, x)
same(lambda a: a[:, 1], x)
same(lambda a, b: a[1:] + b[:-1], x, y)
same(lambda a: a.expand(5, 3, 4).sum(0), x)
same(lambda a: a.t().contiguous(), x)
same(lambda a: a.reshape(4, 3).t().reshape(-1), x)
same(lambda a: a.permute(1, 0).clone(), x)
d = torch.zeros(3, 4).npu()
d[:, 1:3].copy_(x[:, 1:3])
d.t()[0].add_(7)
e = torch.zeros(3, 4)
e[:, 1:3].copy_(x[:, 1:3])
e.t()[0].add_(7)
assert torch.equal(d.cpu(), e)
assert torch.equal(d[1:].t().cpu(), e[1:].t())
print("done")
"""

DTYPES = """
values = torch.tensor([[0.0, 1.5, 2.25], [3.7, -1.2, 100.0]])
types = [torch.float16, torch.bfloat16, torch.float32, torch.int8, torch.int16, torch.int32, torch.int64, torch.bool]
for first in types:
    for second in types:
        same(lambda a: a.to(first).to(second), values)
same(lambda a: a.half() + a.half(), values)
same(lambda a: a.bfloat16() * a.bfloat16(), values)
same(lambda a: a.to(torch.uint8), values.abs())
same(lambda a: a.double().float(), values)
print("done")
"""

LOSSES = """
from torch.nn import functional as F
for loss in (F.smooth_l1_loss, F.mse_loss):
    for reduction in ("mean", "sum", "none"):
        def forward_and_backward(a, b):
            a = a.detach().requires_grad_()
            b = b.detach().requires_grad_()
            result = loss(a, b, reduction=reduction)
            result.sum().backward()
            return result.detach(), a.grad, b.grad
        same(forward_and_backward, x * 2, y)
        same(forward_and_backward, x.t()[1:], y.t()[1:])
l = F.smooth_l1_loss(torch.tensor([0.0, 2.0, 0.5]).npu(), torch.tensor([1.0, 5.0, 0.5]).npu(), beta=2.0)
assert abs(l.item() - (0.25 + 2.0) / 3) < 1e-6, l.item()  # by hand
print("done")
"""

TRAINING = """
from torch import nn
class Linear(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.inner = nn.Linear(inputs, outputs)
    def forward(self, a):
        return (a.unsqueeze(1) * self.inner.weight).sum(2) + self.inner.bias
def train(device, layer):
    torch.manual_seed(0)
    model = nn.Sequential(layer(8, 16), nn.ReLU(), layer(16, 1))
    a, b = torch.randn(32, 8), torch.randn(32, 1)
    model, a, b = model.to(device), a.to(device), b.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(20):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(a), b)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
layer = {"linear": nn.Linear, "products": Linear}[sys.argv[1]]
theirs, ours = train("cpu", layer), train("npu", layer)
assert theirs[-1] < 0.8 * theirs[0]
assert max(abs(a - b) for a, b in zip(theirs, ours, strict=True)) < 1e-5, (theirs, ours)
print("done")
"""


@pytest.mark.parametrize("code", [ARITHMETIC, VIEWS, DTYPES, LOSSES], ids=["arithmetic", "views", "dtypes", "losses"])
def test_like_the_cpu(code: str) -> None:
    assert python(SAME + code) == ["done"]


@pytest.mark.parametrize("soc", ["Ascend910B3", "Ascend910_9391", "Ascend950PR_9599"])
def test_on_other_chips(soc: str) -> None:
    before = f"import pyaclnn.simulator\npyaclnn.simulator.activate(soc={soc!r})\nimport torch\n"
    assert python(SAME + LOSSES, before=before) == ["done"]


@pytest.mark.parametrize("layer", ["linear", "products"])
def test_an_mlp_learns_as_on_the_cpu(layer: str) -> None:
    assert python("import sys\n" + TRAINING, layer) == ["done"]
