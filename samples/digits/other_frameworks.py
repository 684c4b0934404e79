#!/usr/bin/env python3
"""Writes model/digits.onnx as TensorFlow and Caffe would have it: digits.pb, and digits.prototxt with
digits.caffemodel.

Needs onnx and tensorflow; running the sample does not. Mish is an operator of neither framework: it is called by its
name there, and the package's mappings (plugins/tensorflow, plugins/caffe) say what it is.
"""
import pathlib

import numpy as np
import onnx
import tensorflow as tf

MODEL = pathlib.Path(__file__).parent / "model"
PLACES = ((0, 1), (3, 4), (7, 8))  # convolution and normalisation, in the order of the network


def weights():
    model = onnx.load(str(MODEL / "digits.onnx"))
    return {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in model.graph.initializer}


def tensorflow_graph(held):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.compat.v1.placeholder(tf.float32, [1, 8, 8, 1], "image")
        graph_def = graph.as_graph_def()

    def node(name, op, inputs, **attributes):
        made = graph_def.node.add(name=name, op=op, input=inputs)
        made.attr["T"].type = tf.float32.as_datatype_enum
        for key, value in attributes.items():
            made.attr[key].CopyFrom(value)
        return name

    def constant(name, array):
        proto = tf.make_tensor_proto(array)
        made = graph_def.node.add(name=name, op="Const")
        made.attr["dtype"].type = proto.dtype
        made.attr["value"].tensor.CopyFrom(proto)
        return name

    value = tf.compat.v1.AttrValue
    ints = lambda *numbers: value(list=value.ListValue(i=numbers))  # noqa: E731
    y = x.op.name
    for number, (conv, norm) in enumerate(PLACES):
        filters = constant(f"filters{number}", held[f"{conv}.weight"].transpose(2, 3, 1, 0))
        y = node(f"conv{number}", "Conv2D", [y, filters], strides=ints(1, 1, 1, 1), padding=value(s=b"SAME"))
        y = node(f"bias{number}", "BiasAdd", [y, constant(f"biases{number}", held[f"{conv}.bias"])])
        parts = [constant(f"norm{number}/{part}", held[f"{norm}.{part}"])
                 for part in ("weight", "bias", "running_mean", "running_var")]
        y = node(f"norm{number}", "FusedBatchNormV3", [y, *parts], epsilon=value(f=1e-5), is_training=value(b=False))
        y = node(f"mish{number}", "Mish", [y])
        if number == 1:
            y = node("pool", "MaxPool", [y], ksize=ints(1, 2, 2, 1), strides=ints(1, 2, 2, 1), padding=value(s=b"VALID"))
    y = node("mean", "Mean", [y, constant("axes", np.array([1, 2], np.int32))])
    y = node("dense", "MatMul", [y, constant("matrix", held["12.weight"])], transpose_b=value(b=True))
    y = node("logits", "BiasAdd", [y, constant("offsets", held["12.bias"])])
    node("probabilities", "Softmax", [y])
    (MODEL / "digits.pb").write_bytes(graph_def.SerializeToString())


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, payload):
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def caffe_net(held):
    text = ['name: "digits"', 'layer { name: "image" type: "Input" top: "image"',
            "  input_param { shape { dim: 1 dim: 1 dim: 8 dim: 8 } } }"]
    net = b""

    def layer(name, kind, bottom, parameters="", blobs=()):
        nonlocal net
        text.append(f'layer {{ name: "{name}" type: "{kind}" bottom: "{bottom}" top: "{name}"{parameters} }}')
        message = field(1, name.encode()) + field(2, kind.encode())
        for blob in blobs:
            blob = np.asarray(blob, np.float32)
            shape = field(7, field(1, b"".join(varint(extent) for extent in blob.shape)))
            message += field(7, shape + field(5, blob.tobytes()))
        net += field(100, message)
        return name

    y = "image"
    for number, (conv, norm) in enumerate(PLACES):
        w = held[f"{conv}.weight"]
        y = layer(f"conv{number}", "Convolution", y,
                  f" convolution_param {{ num_output: {w.shape[0]} kernel_size: 3 pad: 1 }}", [w, held[f"{conv}.bias"]])
        y = layer(f"norm{number}", "BatchNorm", y, " batch_norm_param { eps: 1e-5 }",
                  [held[f"{norm}.running_mean"], held[f"{norm}.running_var"], [1.0]])
        y = layer(f"scale{number}", "Scale", y, " scale_param { bias_term: true }",
                  [held[f"{norm}.weight"], held[f"{norm}.bias"]])
        y = layer(f"mish{number}", "Mish", y)
        if number == 1:
            y = layer("pool", "Pooling", y, " pooling_param { pool: MAX kernel_size: 2 stride: 2 }")
    y = layer("mean", "Pooling", y, " pooling_param { pool: AVE global_pooling: true }")
    y = layer("dense", "InnerProduct", y, " inner_product_param { num_output: 10 }", [held["12.weight"], held["12.bias"]])
    layer("probabilities", "Softmax", y)
    (MODEL / "digits.prototxt").write_text("\n".join(text) + "\n")
    (MODEL / "digits.caffemodel").write_bytes(net)


if __name__ == "__main__":
    tensorflow_graph(weights())
    caffe_net(weights())
