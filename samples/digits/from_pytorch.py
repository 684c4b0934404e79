#!/usr/bin/env python3
"""The network of train.py by torch.compile, with Mish as an operator of PyTorch's library: opdk runs all of it in one
graph, with this package's kernel behind Mish.

Needs PyTorch 2.6 or later (PyPI's) and opdk's Python package; the weights are random.

    OPDK_PLUGIN_PATH=build/samples/digits python samples/digits/from_pytorch.py
"""
import logging

import torch
import torchair
from torch import nn


# Tells PyTorch how the operator is called, what it returns, and the shape of the result. `digits::mish` is Mish by
# its name, so that torchair needs to be told nothing.
@torch.library.custom_op("digits::mish", mutates_args=())
def mish(x: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.mish(x)


@mish.register_fake
def _(x):
    return torch.empty_like(x)


class Mish(nn.Module):
    def forward(self, x):
        return mish(x)


def make_network():
    torch.manual_seed(7)
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), Mish(),
        nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), Mish(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1), nn.BatchNorm2d(64), Mish(), nn.AdaptiveAvgPool2d(1),
        nn.Flatten(), nn.Linear(64, 10), nn.Softmax(dim=1)).eval()


def main():
    logging.basicConfig(level=logging.INFO)
    torchair.logger.setLevel(logging.DEBUG)  # each operator with its kernel and package
    network = make_network()
    compiled = torch.compile(network, backend=torchair.get_npu_backend())
    images = torch.rand(32, 1, 8, 8)
    with torch.no_grad():
        off = float((compiled(images) - network(images)).abs().max())
    print(f"off by {off:.2g} from PyTorch's own")
    return off


if __name__ == "__main__":
    main()
