"""PaddlePaddle's networks with seeded weights, as Paddle and opdk (from the ONNX file that Paddle exports) run them."""
import os
import pathlib
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from comparison import compare, run_cases  # noqa: E402
from opdk_process import OpdkProcess  # noqa: E402

import paddle  # noqa: E402
from paddle import nn  # noqa: E402

rng = np.random.default_rng(41)
opdk = OpdkProcess()


class Encoder(nn.Layer):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(50, 32)
        self.layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(32, 4, 64, activation="gelu"), 2)

    def forward(self, tokens):
        return self.layers(self.embedding(tokens))


class Recurrent(nn.Layer):
    def __init__(self):
        super().__init__()
        self.lstm, self.gru, self.head = nn.LSTM(6, 8), nn.GRU(8, 8), nn.Linear(8, 3)

    def forward(self, x):
        return self.head(self.gru(self.lstm(x)[0])[0])


def convolutional():
    return nn.Sequential(nn.Conv2D(3, 8, 3, padding=1), nn.BatchNorm2D(8), nn.Hardswish(), nn.MaxPool2D(2), nn.Conv2D(8, 8, 3, groups=8),
                         nn.SiLU(), nn.AdaptiveAvgPool2D(1), nn.Flatten(), nn.Linear(8, 10), nn.Softmax())


# name: how the network is made, its declared inputs, and the values of a run
CASES = {
    "convolutional": (convolutional, [([None, 3, 16, 16], "float32")], lambda: [real(4, 3, 16, 16)]),
    "resnet18": (lambda: paddle.vision.models.resnet18(), [([1, 3, 64, 64], "float32")], lambda: [real(1, 3, 64, 64)]),
    "mobilenet_v2": (lambda: paddle.vision.models.mobilenet_v2(), [([1, 3, 64, 64], "float32")], lambda: [real(1, 3, 64, 64)]),
    "encoder": (Encoder, [([2, None], "int64")], lambda: [rng.integers(0, 50, (2, 7))]),
    "recurrent": (Recurrent, [([2, 5, 6], "float32")], lambda: [real(2, 5, 6)]),
}


def real(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def check(directory, name):
    make, inputs, values = CASES[name]
    paddle.seed(7)
    net = make()
    net.eval()
    values = values()
    theirs = net(*[paddle.to_tensor(value) for value in values])
    theirs = [output.numpy() for output in (theirs if isinstance(theirs, (list, tuple)) else [theirs])]
    specs = [paddle.static.InputSpec(shape, dtype, f"x{i}") for i, (shape, dtype) in enumerate(inputs)]
    path = os.path.join(directory, name)
    paddle.onnx.export(net, path, input_spec=specs)
    compare(theirs, list(opdk.run(path + ".onnx", values, {}).values()), what=name)


def main():
    with tempfile.TemporaryDirectory() as directory:
        return run_cases({name: lambda name=name: check(directory, name) for name in CASES}, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
