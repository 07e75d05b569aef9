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

INDEXING = """
i = torch.tensor([2, 0])
same(lambda a, b: torch.where(a > 0, a, b), x, y)
same(lambda a: a.masked_fill(a > 0, 5.0), x)
same(lambda a, b: a.masked_scatter(a > 0, b), x, y)
same(lambda a: a[a > 0], x)
same(lambda a: (a > 0).nonzero(), x)
same(lambda a, j: a[:, j], x, i)
same(lambda a, j: a[j, j], x, i)
same(lambda a, j: a.index_put((j,), a[0] * 2), x, i)
same(lambda a, j: a.index_select(0, j).index_add(0, j % 2, a[:2]), x, i)
same(lambda a, j: a.index_copy(0, j, a[:2]).index_fill(1, j, 3.0), x, i)
same(lambda a: a.gather(1, a.argsort(1)), x)
same(lambda a: a.scatter_add(1, a.argsort(1)[:, :2], a), x)
same(lambda a, j: a.take(j), x, i)
same(lambda a: (a.tril(), a.triu(1)), x)
same(lambda a: (*a.sort(1), *a.topk(2), *a.kthvalue(2, 1), *a.median(1)), x)
same(lambda a: torch.unique((a * 2).long(), return_inverse=True, return_counts=True), x)
same(lambda a: torch.histc(a, 5, -1, 1), x)
same(lambda j: torch.bincount(j), i)
same(lambda a, b: torch.searchsorted(a.sort(1)[0], b), x, y)
print("done")
"""

LAYERS = """
from torch.nn import functional as F
def gradients(function):
    def run(*arguments):
        leaves = [a.detach().clone().requires_grad_(a.is_floating_point()) for a in arguments]
        result = function(*leaves)
        result.sum().backward()
        return result.detach(), *(leaf.grad for leaf in leaves if leaf.grad is not None)
    return run
classes, images, weight = torch.randint(0, 4, (3,)), torch.randn(2, 4, 6, 6), torch.randn(3, 4, 3, 3)
same(gradients(lambda a, b: F.cross_entropy(a, b)), x, classes)
same(gradients(lambda a, b: F.embedding(b, a)), x, classes % 3)
same(gradients(lambda a, b: F.l1_loss(a, b)), x, y)
same(gradients(lambda a, b: F.binary_cross_entropy_with_logits(a, b.sigmoid().detach())), x, y)
same(gradients(lambda a, b: F.kl_div(a.log_softmax(1), b.softmax(1).detach(), reduction="batchmean")), x, y)
same(gradients(lambda a: F.layer_norm(F.silu(a), (4,))), x)
same(gradients(lambda a, b: F.group_norm(a, 2, b[0, :, 0, 0])), images, weight, tolerance=1e-5)
same(gradients(lambda a, b: F.conv2d(a, b, padding=1)), images, weight, tolerance=1e-4)
same(gradients(lambda a, b: F.conv_transpose2d(a, b.transpose(0, 1), stride=2)), images, weight, tolerance=1e-4)
same(gradients(lambda a: F.max_pool2d(a, 2)), images)
same(gradients(lambda a: F.avg_pool2d(a, 2)), images)
same(gradients(lambda a: F.adaptive_avg_pool2d(a, 3)), images)
for training in (True, False):
    found = lambda a, b: F.batch_norm(a, b[0, :, 0, 0].detach(), b[1, :, 0, 0].detach() ** 2, None, None, training)
    same(gradients(found), images, weight, tolerance=1e-4)
same(gradients(lambda a: F.interpolate(a, scale_factor=2)), images)
same(gradients(lambda a: F.interpolate(a, size=(9, 4), mode="nearest-exact")), images)
same(gradients(lambda a: a.frac()), x * 3)
same(gradients(lambda a: F.interpolate(a, size=(7, 9), mode="bilinear")), images, tolerance=1e-5)
same(gradients(lambda a: F.interpolate(a, scale_factor=2, mode="bilinear", align_corners=True)), images, tolerance=1e-5)
same(gradients(lambda a, b: F.nll_loss(a.log_softmax(1), b)), images, torch.randint(0, 4, (2, 6, 6)))
print("done")
"""

RANDOM = """
def draw():
    torch.manual_seed(5)
    kinds = torch.randn(200, device="npu"), torch.rand(200, device="npu"), torch.randint(0, 9, (200,), device="npu")
    return [k.cpu() for k in (*kinds, torch.randperm(20, device="npu"))]
first, second = draw(), draw()
assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))
assert abs(first[0].mean()) < 0.3 and 0 <= first[1].min() and first[1].max() < 1 and first[2].max() < 9
assert torch.equal(first[3].sort()[0], torch.arange(20))
dropped = torch.nn.functional.dropout(torch.ones(500).npu(), 0.5).cpu()
assert set(dropped.tolist()) == {0.0, 2.0} and 0.3 < (dropped > 0).float().mean() < 0.7
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
def train(device, layer, optimizer):
    torch.manual_seed(0)
    model = nn.Sequential(layer(8, 16), nn.ReLU(), layer(16, 1))
    a, b = torch.randn(32, 8), torch.randn(32, 1)
    model, a, b = model.to(device), a.to(device), b.to(device)
    optimizer = optimizer(model.parameters())
    losses = []
    for _ in range(20):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(a), b)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
layer = {"linear": nn.Linear, "products": Linear}[sys.argv[1]]
optimizer = {
    "sgd": lambda p: torch.optim.SGD(p, lr=0.1),
    "adam": lambda p: torch.optim.Adam(p, lr=0.01, foreach=True),
    "adamw": lambda p: torch.optim.AdamW(p, lr=0.01),
}[sys.argv[2]]
theirs, ours = train("cpu", layer, optimizer), train("npu", layer, optimizer)
assert theirs[-1] < 0.8 * theirs[0]
assert max(abs(a - b) for a, b in zip(theirs, ours, strict=True)) < 1e-5, (theirs, ours)
print("done")
"""

IMAGES = """
from torch import nn
def train(device):
    torch.manual_seed(0)
    layers = nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2)
    model = nn.Sequential(*layers, nn.Flatten(), nn.Linear(64, 3))
    images, classes = torch.randn(16, 1, 8, 8), torch.arange(16) % 3
    images[:, 0, 0] += classes[:, None] * 2
    model, images, classes = model.to(device), images.to(device), classes.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    losses = []
    for _ in range(8):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(images), classes)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        losses.append(nn.functional.cross_entropy(model(images), classes).item())
    return losses
theirs, ours = train("cpu"), train("npu")
assert theirs[-1] < 0.3 * theirs[0]
assert max(abs(a - b) for a, b in zip(theirs, ours, strict=True)) < 1e-4, (theirs, ours)
print("done")
"""


PROGRAMS = {
    "arithmetic": ARITHMETIC,
    "views": VIEWS,
    "dtypes": DTYPES,
    "losses": LOSSES,
    "indexing": INDEXING,
    "layers": LAYERS,
    "random": RANDOM,
}


@pytest.mark.parametrize("code", PROGRAMS.values(), ids=PROGRAMS)
def test_like_the_cpu(code: str) -> None:
    assert python(SAME + code) == ["done"]


@pytest.mark.parametrize("soc", ["Ascend910B3", "Ascend910_9391", "Ascend950PR_9599"])
def test_on_other_chips(soc: str) -> None:
    before = f"import pyaclnn.simulator\npyaclnn.simulator.activate(soc={soc!r})\nimport torch\n"
    assert python(SAME + LOSSES, before=before) == ["done"]


@pytest.mark.parametrize(
    ("layer", "optimizer"), [("linear", "sgd"), ("products", "sgd"), ("linear", "adam"), ("linear", "adamw")]
)
def test_an_mlp_learns_as_on_the_cpu(layer: str, optimizer: str) -> None:
    assert python("import sys\n" + TRAINING, layer, optimizer) == ["done"]


@pytest.mark.parametrize("soc", ["Ascend910B3", "Ascend950PR_9599"])
def test_a_network_for_images_learns_as_on_the_cpu(soc: str) -> None:
    before = f"import pyaclnn.simulator\npyaclnn.simulator.activate(soc={soc!r})\nimport torch\n"
    assert python(IMAGES, before=before) == ["done"]
