"""MindSpore's primitives and networks with seeded weights, as MindSpore and opdk (from MindIR) run them."""
import importlib.util
import os
import pathlib
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from comparison import compare, run_cases  # noqa: E402
from opdk_process import OpdkProcess  # noqa: E402

import mindspore as ms  # noqa: E402
from mindspore import Tensor, nn  # noqa: E402

rng = np.random.default_rng(31)
opdk = OpdkProcess()

# The expressions that a cell computes of its inputs, and the inputs' shapes. MindSpore reads a cell's source, so it is
# written to a file.
EXPRESSIONS = {
    "arithmetic": ("a + b * 2.0 - 1 / b", [(2, 3), (2, 3)]),
    "numbers": ("(a - 1) / 4 + 0.5", [(2, 3)]),
    "functions": ("ops.pow(a, 2) + ops.sqrt(ops.abs(a)) + ops.exp(a) + ops.erf(a) + ops.sigmoid(a) + ops.tanh(a)", [(2, 3)]),
    "activations": ("ops.gelu(a) + ops.silu(a) + ops.leaky_relu(a, 0.1) + ops.relu6(a) + ops.hardswish(a) + ops.hardsigmoid(a)"
                    " + ops.elu(a) + ops.relu(a)", [(2, 3)]),
    "tanh_gelu": ("ops.gelu(a, 'tanh')", [(2, 3)]),
    "concatenation": ("ops.cat((a, b), 1)", [(2, 3), (2, 4)]),
    "shapes": ("ops.reshape(a, (3, -1)).transpose((1, 0)).expand_dims(1).squeeze(1)", [(2, 3)]),
    "parts": ("ops.split(a, 1, 1)", [(2, 3)]),
    "means": ("ops.mean(a, 1, True) + ops.sum(a, 1, keepdim=True) + ops.amax(a, 1, True) + ops.amin(a, 0)", [(2, 3)]),
    "whole_sum": ("ops.sum(a)", [(2, 3)]),
    "types": ("ops.cast(ops.cast(a * 10, ms.int32), ms.float32)", [(2, 3)]),
    "slices": ("a[:, 1:3, ::2]", [(2, 4, 6)]),
    "products": ("ops.matmul(a, b) + ops.bmm(a, b)", [(2, 3, 4), (2, 4, 5)]),
    "softmax": ("ops.softmax(a, -1) + ops.log_softmax(a, 0)", [(2, 3)]),
    "gather": ("ops.gather(a, Tensor([0, 2], ms.int32), 1)", [(2, 3)]),
    "choices": ("ops.where(a > b, a, b) + ops.maximum(a, b) * ops.minimum(a, b)", [(2, 3), (2, 3)]),
    "clamp": ("ops.clamp(a, -0.5, 0.7) + ops.clamp(a, max=0.2)", [(2, 3)]),
    "padding": ("ops.pad(a, (1, 2, 3, 4))", [(2, 3, 8, 8)]),
    "filled_padding": ("ops.pad(a, (1, 2), value=7.0)", [(2, 3)]),
    "stack": ("ops.stack((a, b), 1)", [(2, 3), (2, 3)]),
    "resize": ("ops.interpolate(a, size=(16, 12), mode='bilinear')", [(2, 3, 8, 8)]),
    "resize_nearest": ("ops.interpolate(a, size=(16, 12), mode='nearest')", [(2, 3, 8, 8)]),
    "resize_aligned": ("ops.interpolate(a, size=(16, 12), mode='bilinear', align_corners=True)", [(2, 3, 8, 8)]),
    "argmax": ("ops.argmax(a, 1)", [(2, 3)]),
    "tile": ("ops.tile(a, (2, 1))", [(2, 3)]),
    "several_outputs": ("(a + 1, a * 2)", [(2, 3)]),
    "topk": ("ops.topk(a, 2)", [(2, 5)]),
    "cumsum": ("ops.cumsum(a, 1)", [(2, 3)]),
    "logic": ("ops.logical_and(a > 0, ops.logical_not(b > 0))", [(2, 3), (2, 3)]),
}


class LeNet(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5, pad_mode="valid")
        self.conv2 = nn.Conv2d(6, 16, 5, pad_mode="valid", has_bias=True)
        self.pool = nn.MaxPool2d(2, 2)
        self.flatten = nn.Flatten()
        self.fc1, self.fc2 = nn.Dense(16 * 5 * 5, 120), nn.Dense(120, 10)
        self.relu = nn.ReLU()

    def construct(self, x):
        x = self.pool(self.relu(self.conv1(x)))
        x = self.pool(self.relu(self.conv2(x)))
        return self.fc2(self.relu(self.fc1(self.flatten(x))))


class Block(nn.Cell):
    def __init__(self, channels, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, 2 * channels, 3, stride, pad_mode="same")
        self.bn1, self.bn2 = nn.BatchNorm2d(2 * channels), nn.BatchNorm2d(2 * channels)
        self.conv2 = nn.Conv2d(2 * channels, 2 * channels, 3, pad_mode="pad", padding=1, group=2)
        self.short = nn.SequentialCell(nn.Conv2d(channels, 2 * channels, 1, stride), nn.BatchNorm2d(2 * channels))
        self.relu = nn.ReLU()

    def construct(self, x):
        y = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        return self.relu(y + self.short(x))


class ResNet(nn.Cell):
    def __init__(self):
        super().__init__()
        self.stem = nn.SequentialCell(nn.Conv2d(3, 8, 7, 2, pad_mode="pad", padding=3), nn.BatchNorm2d(8), nn.ReLU(),
                                      nn.MaxPool2d(3, 2, pad_mode="pad", padding=1))
        self.blocks = nn.SequentialCell(Block(8, 2), Block(16, 1))
        self.mean, self.head, self.flatten = nn.AdaptiveAvgPool2d(1), nn.Dense(32, 10), nn.Flatten()

    def construct(self, x):
        return self.head(self.flatten(self.mean(self.blocks(self.stem(x)))))


class Encoder(nn.Cell):
    def __init__(self):
        super().__init__()
        self.embedding, self.attention = nn.Embedding(50, 32), nn.MultiheadAttention(32, 4, batch_first=True)
        self.norm1, self.norm2 = nn.LayerNorm((32,)), nn.LayerNorm((32,))
        self.up, self.down, self.gelu = nn.Dense(32, 64), nn.Dense(64, 32), nn.GELU()

    def construct(self, tokens):
        x = self.embedding(tokens)
        x = self.norm1(x + self.attention(x, x, x)[0])
        return self.norm2(x + self.down(self.gelu(self.up(x))))


LAYERS = {
    "dense": (lambda: nn.Dense(3, 5), [(2, 3)]),
    "dense_of_a_batch": (lambda: nn.Dense(3, 5), [(2, 4, 3)]),
    "layer_norm": (lambda: nn.LayerNorm((3, 4), begin_norm_axis=1, begin_params_axis=1), [(2, 3, 4)]),
    "group_norm": (lambda: nn.GroupNorm(2, 4), [(2, 4, 5, 5)]),
    "batch_norm": (lambda: nn.BatchNorm2d(3), [(2, 3, 5, 5)]),
    "average_pool": (lambda: nn.AvgPool2d(2, 2), [(2, 3, 8, 8)]),
    "average_pool_same": (lambda: nn.AvgPool2d(3, 2, "same"), [(2, 3, 8, 8)]),
    "adaptive_pool": (lambda: nn.AdaptiveAvgPool2d((2, 3)), [(2, 3, 8, 8)]),
    "max_pool_same": (lambda: nn.MaxPool2d(3, 2, "same"), [(2, 3, 7, 7)]),
    "max_pool_padded": (lambda: nn.MaxPool2d(3, 2, "pad", 1), [(2, 3, 8, 8)]),
    "depthwise": (lambda: nn.Conv2d(4, 4, 3, stride=2, pad_mode="pad", padding=1, group=4), [(1, 4, 8, 8)]),
    "dilated": (lambda: nn.Conv2d(3, 4, 3, dilation=2, has_bias=True), [(1, 3, 8, 8)]),
    "transposed": (lambda: nn.Conv2dTranspose(3, 4, 3, stride=2, pad_mode="pad", padding=1, has_bias=True), [(2, 3, 8, 8)]),
    "prelu": (lambda: nn.PReLU(3), [(2, 3, 4, 4)]),
    "attention": (lambda: nn.MultiheadAttention(8, 2), [(3, 2, 8)] * 3),
    "lenet": (LeNet, [(4, 1, 32, 32)]),
    "resnet": (ResNet, [(2, 3, 64, 64)]),
}


def expression_cells(directory):
    text = "import mindspore as ms\nfrom mindspore import Tensor, nn, ops\n"
    for name, (expression, shapes) in EXPRESSIONS.items():
        arguments = ", ".join("ab"[: len(shapes)])
        text += f"\n\nclass {name}(nn.Cell):\n    def construct(self, {arguments}):\n        return {expression}\n"
    path = pathlib.Path(directory) / "expression_cells.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location("expression_cells", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["expression_cells"] = module
    spec.loader.exec_module(module)
    return module


def seed(cell):
    """Weights that differ, means that aren't 0 and variances that aren't 1."""
    for parameter in cell.get_parameters():
        value = rng.standard_normal(parameter.shape).astype(np.float32) * 0.3
        if "variance" in parameter.name or "gamma" in parameter.name:
            value = np.abs(value) + 0.5
        parameter.set_data(Tensor(value))


def check(directory, name, cell, values):
    cell.set_train(False)
    seed(cell)
    tensors = [Tensor(value) for value in values]
    theirs = cell(*tensors)
    theirs = [output.asnumpy() for output in (theirs if isinstance(theirs, (list, tuple)) else [theirs])]
    path = os.path.join(directory, name)
    ms.export(cell, *tensors, file_name=path, file_format="MINDIR")
    ours = opdk.run(path + ".mindir", list(values), {})
    compare(theirs, list(ours.values()), what=name)


def main():
    with tempfile.TemporaryDirectory() as directory:
        module = expression_cells(directory)
        real = lambda shapes: [rng.standard_normal(shape).astype(np.float32) for shape in shapes]  # noqa: E731
        cases = {}
        for name, (_, shapes) in EXPRESSIONS.items():
            cases[name] = lambda name=name, shapes=shapes: check(directory, name, getattr(module, name)(), real(shapes))
        for name, (make, shapes) in LAYERS.items():
            cases[name] = lambda name=name, make=make, shapes=shapes: check(directory, name, make(), real(shapes))
        tokens = rng.integers(0, 50, (2, 7)).astype(np.int32)
        cases["encoder"] = lambda: check(directory, "encoder", Encoder(), [tokens])
        return run_cases(cases, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
