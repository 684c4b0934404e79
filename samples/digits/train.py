#!/usr/bin/env python3
"""Trains the digit classifier and writes model/digits.onnx and model/test_digits.csv.

Data: the UCI handwritten digits that ship with scikit-learn (1,797 images of 8x8, values 0..16). A quarter is held out.
The activation is Mish, exported as an operator of the custom domain "samples.digits", which no framework knows: the
package in this folder provides it. Needs PyTorch and scikit-learn (apt-get install python3-torch python3-sklearn);
running the sample needs neither.
"""
import pathlib

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

HERE = pathlib.Path(__file__).resolve().parent


class MishFunction(torch.autograd.Function):
    """x * tanh(softplus(x)), written out so that the exporter sees one operator."""

    @staticmethod
    def forward(ctx, x):
        return torch.nn.functional.mish(x)

    @staticmethod
    def symbolic(g, x):
        return g.op("samples.digits::Mish", x).setType(x.type())


class Mish(torch.nn.Module):
    exporting = False

    def forward(self, x):
        return MishFunction.apply(x) if Mish.exporting else torch.nn.functional.mish(x)


def make_network():
    nn = torch.nn
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), Mish(),
        nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), Mish(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1), nn.BatchNorm2d(64), Mish(), nn.AdaptiveAvgPool2d(1),
        nn.Flatten(), nn.Linear(64, 10), nn.Softmax(dim=1))


def main():
    torch.manual_seed(7)
    data = load_digits()
    images = (data.images / 16.0).astype(np.float32)[:, None]
    train_x, test_x, train_y, test_y = train_test_split(
        images, data.target.astype(np.int64), test_size=0.25, random_state=7, stratify=data.target)
    network = make_network()
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    for epoch in range(40):
        network.train()
        order = torch.randperm(len(train_x))
        for start in range(0, len(order), 64):
            batch = order[start:start + 64]
            logits = network[:-1](torch.from_numpy(train_x)[batch])
            loss = torch.nn.functional.cross_entropy(logits, torch.from_numpy(train_y)[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    network.eval()
    with torch.no_grad():
        predicted = network(torch.from_numpy(test_x)).argmax(1).numpy()
    print(f"held-out accuracy {np.mean(predicted == test_y):.4f} on {len(test_y)} images")

    Mish.exporting = True
    out = HERE / "model"
    torch.onnx.export(network, torch.zeros(1, 1, 8, 8), str(out / "digits.onnx"), opset_version=16,
                      input_names=["image"], output_names=["probabilities"], do_constant_folding=False,
                      training=torch.onnx.TrainingMode.PRESERVE, custom_opsets={"samples.digits": 1})
    rows = np.concatenate([test_y[:, None], np.rint(test_x.reshape(len(test_x), 64) * 16).astype(np.int64)], axis=1)
    np.savetxt(out / "test_digits.csv", rows, fmt="%d", delimiter=",", comments="",
               header="label," + ",".join(f"p{i}" for i in range(64)))


if __name__ == "__main__":
    main()
