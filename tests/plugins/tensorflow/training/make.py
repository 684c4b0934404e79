"""Writes the training graphs of this folder, and what TensorFlow loses in their steps (training_test.cc trains with
them).

usage: make.py DIGITS.csv
"""
import os
import pathlib
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from google.protobuf import text_format  # noqa: E402

v1 = tf.compat.v1
HERE = pathlib.Path(__file__).resolve().parent
BATCH, STEPS = 32, 50


def first_value(fed, *shape):
    """Returns the sum with `fed` numbers for each of them."""
    values = np.sin(np.arange(1, np.prod(shape) + 1) * 1.7) * (2 / fed) ** 0.5
    return tf.constant_initializer(values.astype(np.float32).reshape(shape))


def network(x, y, resource):
    """Builds a convolution, a hidden layer and scores; returns the loss."""
    with v1.variable_scope("net", use_resource=resource):
        image = tf.reshape(x / 16.0, [BATCH, 8, 8, 1])
        kernel = v1.get_variable("kernel", [3, 3, 1, 4], initializer=first_value(9, 3, 3, 1, 4))
        features = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(image, kernel, 1, "SAME")), 2, 2, "VALID")
        hidden = v1.get_variable("hidden", [64, 16], initializer=first_value(64, 64, 16))
        bias = v1.get_variable("bias", [16], initializer=tf.zeros_initializer())
        scores = v1.get_variable("scores", [16, 10], initializer=first_value(16, 16, 10))
        last = tf.nn.relu(tf.nn.bias_add(tf.matmul(tf.reshape(features, [BATCH, 64]), hidden), bias))
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=tf.matmul(last, scores))
    return tf.reduce_mean(losses, name="loss")


def write(name, resource, optimizer, digits):
    graph = tf.Graph()
    with graph.as_default():
        x, y = v1.placeholder(tf.float32, [BATCH, 64], "x"), v1.placeholder(tf.int32, [BATCH], "y")
        loss = network(x, y, resource)
        with v1.variable_scope("count", use_resource=resource):
            count = v1.train.get_or_create_global_step()
        step = optimizer().minimize(loss, count, name="train_op")
        start = v1.global_variables_initializer()
        assert step.name == "train_op" and start.name == "init", (step.name, start.name)
        with v1.Session(graph=graph) as session:
            session.run(start)
            losses = []
            for number in range(STEPS):
                rows = digits[np.arange(number * BATCH, (number + 1) * BATCH) % len(digits)]
                losses.append(session.run([step, loss], {x: rows[:, 1:], y: rows[:, 0]})[1])
    (HERE / f"{name}.pbtxt").write_text(text_format.MessageToString(graph.as_graph_def()))
    (HERE / f"{name}.losses").write_text("".join(f"{value:.7g}\n" for value in losses))


def main():
    digits = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1, dtype=np.float32)  # the digit, then its image
    write("gradient_descent", True, lambda: v1.train.GradientDescentOptimizer(0.2), digits)
    write("momentum", False, lambda: v1.train.MomentumOptimizer(0.05, 0.9, use_nesterov=True), digits)
    write("adam", True, lambda: v1.train.AdamOptimizer(0.01), digits)


if __name__ == "__main__":
    main()
