"""Whole models of TensorFlow: frozen graphs and saved models, control flow of both versions, networks of keras."""
import pathlib
import sys
import tempfile

import numpy as np
import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

from agreement import compare, run_cases, run_graph, run_opdk, v1, write_graph

rng = np.random.default_rng(23)


def real(*shape):
    return rng.uniform(-1, 1, shape).astype(np.float32)


def freeze(function, *specs, lower=True):
    concrete = tf.function(function).get_concrete_function(*specs)
    return convert_variables_to_constants_v2(concrete, lower_control_flow=lower)


def check_function(function, *feeds, lower=True, tolerance=1e-4):
    """Checks a tf.function, frozen: control flow lowered to version 1's, or left functional."""
    frozen = freeze(function, *[tf.TensorSpec(x.shape, x.dtype) for x in feeds], lower=lower)
    path = write_graph(frozen.graph.as_graph_def())
    theirs = [np.asarray(y) for y in frozen(*[tf.constant(x) for x in feeds])]
    names = [x.op.name for x in frozen.inputs]
    ours = run_opdk(path, dict(zip(names, feeds)))
    compare(theirs, [ours[y.op.name] if y.op.name in ours else ours[y.name] for y in frozen.outputs], tolerance)


def saved(module, signatures):
    directory = tempfile.mkdtemp(prefix="opdk-tf-saved-")
    tf.saved_model.save(module, directory, signatures=signatures)
    return directory


def loop(x):
    i = tf.constant(0)
    return tf.while_loop(lambda i, x: i < 5, lambda i, x: (i + 1, tf.tanh(x) * 1.5), [i, x])[1]


def nested_loop(x):
    def outer(i, x):
        y = tf.while_loop(lambda j, y: j < i, lambda j, y: (j + 1, y * 1.1 + x), [tf.constant(0), x])[1]
        return i + 1, tf.tanh(y)
    return tf.while_loop(lambda i, x: i < 4, outer, [tf.constant(0), x])[1]


def conditional(x):
    return tf.cond(tf.reduce_sum(x) > 0, lambda: (x * 2.0, tf.constant([1, 2])), lambda: (x - 1.0, tf.constant([3, 4])))


def nested_conditional(x):
    total = tf.reduce_sum(x)
    return tf.cond(total > 0, lambda: tf.cond(total > 2, lambda: x * 3.0, lambda: x + 5.0), lambda: -x)


def one_condition_again(x):
    holds = tf.reduce_sum(x) > 0
    for _ in range(3):
        x = tf.cond(holds, lambda x=x: x * 2.0, lambda x=x: x - 1.0)
    return x, tf.cond(holds, lambda: tf.constant(1.0), lambda: tf.constant(2.0))


def conditional_in_loop(x):
    def body(i, x):
        return i + 1, tf.cond(tf.equal(i % 2, 0), lambda: x + 1.0, lambda: x * 2.0)
    return tf.while_loop(lambda i, x: i < 5, body, [tf.constant(0), x])[1]


def switch_case(x):
    return tf.switch_case(tf.cast(tf.reduce_sum(x), tf.int32), [lambda: x, lambda: x * 2.0, lambda: x * 3.0])


def as_v1(function, *feeds):
    v1.disable_control_flow_v2()
    try:
        run_graph(function, feeds)
    finally:
        v1.enable_control_flow_v2()


def v1_rnn(x):
    weights = tf.constant(real(4 + 6, 6))

    def step(state, x):
        return tf.tanh(tf.matmul(tf.concat([x, state], 1), weights))
    array = tf.TensorArray(tf.float32, size=7).unstack(tf.transpose(x, [1, 0, 2]))
    outputs = tf.TensorArray(tf.float32, size=7)

    def body(t, state, outputs):
        state = step(state, array.read(t))
        return t + 1, state, outputs.write(t, state)
    _, state, outputs = tf.while_loop(lambda t, *_: t < 7, body, [tf.constant(0), tf.zeros([2, 6]), outputs])
    return state, outputs.stack()


class Affine(tf.Module):
    def __init__(self):
        super().__init__()
        self.weights = tf.Variable(real(5, 3), name="weights")
        self.bias = tf.Variable(real(3), name="bias")
        self.table = tf.Variable(real(9, 5), name="table")

    @tf.function(input_signature=[tf.TensorSpec([None, 5], tf.float32)])
    def __call__(self, x):
        return {"y": tf.matmul(x, self.weights) + self.bias, "z": x * 2.0}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def look_up(self, indices):
        return {"rows": tf.gather(self.table, indices)}

    @tf.function(input_signature=[tf.TensorSpec([4, 3], tf.float32)])
    def repeat(self, x):
        square = tf.matmul(self.weights, self.weights, transpose_a=True)
        _, x = tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.tanh(tf.matmul(x, square) + self.bias)),
                             [tf.constant(0), x])
        return {"x": x}


def saved_model():
    module = Affine()
    directory = saved(module, {"serving_default": module.__call__, "rows": module.look_up, "repeat": module.repeat})
    x, indices, square = real(4, 5), np.array([3, 1, 8], np.int32), real(4, 3)
    ours = run_opdk(directory, {"x": x})
    theirs = module(tf.constant(x))
    compare([theirs["y"], theirs["z"]], [ours["y"], ours["z"]])
    ours = run_opdk(str(pathlib.Path(directory) / "saved_model.pb"), {"indices": indices}, {"signature": "rows"})
    compare([module.look_up(tf.constant(indices))["rows"]], [ours["rows"]])
    ours = run_opdk(directory, {"x": square}, {"signature": "repeat"})
    compare([module.repeat(tf.constant(square))["x"]], [ours["x"]])


def text_form():
    frozen = freeze(lambda x: tf.nn.relu(x) + 1.0, tf.TensorSpec([3], tf.float32))
    path = pathlib.Path(tempfile.mkdtemp()) / "graph.pbtxt"
    path.write_text(str(frozen.graph.as_graph_def()))
    x = real(3)
    compare([np.maximum(x, 0) + 1], list(run_opdk(str(path), {frozen.inputs[0].op.name: x}).values()))


def keras_network(name, size, **arguments):
    def check():
        tf.keras.utils.set_random_seed(5)
        model = getattr(tf.keras.applications, name)(weights=None, input_shape=(size, size, 3), classes=17, **arguments)
        for variable in model.variables:  # statistics of normalisations that aren't those of a new network
            if "moving_variance" in variable.path:
                variable.assign(rng.uniform(0.5, 1.5, variable.shape))
            if "moving_mean" in variable.path:
                variable.assign(rng.uniform(-0.2, 0.2, variable.shape))
        check_function(lambda x: model(x, training=False), real(1, size, size, 3))
    return check


def keras_layers():
    tf.keras.utils.set_random_seed(5)
    model = tf.keras.Sequential([tf.keras.layers.Input((8, 6)), tf.keras.layers.LSTM(5, return_sequences=True),
                                 tf.keras.layers.GRU(4)])
    check_function(lambda x: model(x, training=False), real(2, 8, 6))


def transformer(layers=2, width=32, heads=4, length=12):
    tf.keras.utils.set_random_seed(5)
    tokens = tf.keras.layers.Input((length,), dtype=tf.int32)
    x = tf.keras.layers.Embedding(50, width)(tokens)
    for _ in range(layers):
        y = tf.keras.layers.MultiHeadAttention(heads, width // heads)(x, x)
        x = tf.keras.layers.LayerNormalization()(x + y)
        y = tf.keras.layers.Dense(width * 4, activation="gelu")(x)
        x = tf.keras.layers.LayerNormalization()(x + tf.keras.layers.Dense(width)(y))
    model = tf.keras.Model(tokens, x)
    check_function(lambda t: model(t, training=False), rng.integers(0, 50, (2, length)).astype(np.int32))


CASES = {
    "loop/lowered": lambda: check_function(loop, real(3)),
    "loop/functional": lambda: check_function(loop, real(3), lower=False),
    "loop/v1": lambda: as_v1(loop, real(3)),
    "nested_loop/lowered": lambda: check_function(nested_loop, real(3)),
    "nested_loop/functional": lambda: check_function(nested_loop, real(3), lower=False),
    "nested_loop/v1": lambda: as_v1(nested_loop, real(3)),
    "conditional/true": lambda: check_function(conditional, np.ones(3, np.float32)),
    "conditional/false": lambda: check_function(conditional, -np.ones(3, np.float32)),
    "conditional/functional": lambda: check_function(conditional, np.ones(3, np.float32), lower=False),
    "conditional/v1": lambda: as_v1(conditional, np.ones(3, np.float32)),
    "nested_conditional/lowered": lambda: check_function(nested_conditional, np.ones(3, np.float32)),
    "nested_conditional/else": lambda: check_function(nested_conditional, np.full(3, 0.5, np.float32)),
    "nested_conditional/v1": lambda: as_v1(nested_conditional, np.ones(3, np.float32)),
    "one_condition_again/lowered": lambda: check_function(one_condition_again, np.ones(3, np.float32)),
    "one_condition_again/v1": lambda: as_v1(one_condition_again, -np.ones(3, np.float32)),
    "conditional_in_loop/lowered": lambda: check_function(conditional_in_loop, real(3)),
    "conditional_in_loop/functional": lambda: check_function(conditional_in_loop, real(3), lower=False),
    "conditional_in_loop/v1": lambda: as_v1(conditional_in_loop, real(3)),
    "switch_case": lambda: check_function(switch_case, np.ones(1, np.float32), lower=False),
    "rnn/v1": lambda: as_v1(v1_rnn, real(2, 7, 4)),
    "rnn/lists": lambda: check_function(v1_rnn, real(2, 7, 4), lower=False),
    "saved_model": saved_model,
    "text_form": text_form,
    "keras/LSTM and GRU": keras_layers,
    "keras/transformer": transformer,
    "keras/ResNet50": keras_network("ResNet50", 64),
    "keras/ResNet50V2": keras_network("ResNet50V2", 64),
    "keras/MobileNet": keras_network("MobileNet", 64),
    "keras/MobileNetV2": keras_network("MobileNetV2", 64),
    "keras/MobileNetV3Small": keras_network("MobileNetV3Small", 64),
    "keras/EfficientNetB0": keras_network("EfficientNetB0", 64),
    "keras/EfficientNetV2B0": keras_network("EfficientNetV2B0", 64),
    "keras/DenseNet121": keras_network("DenseNet121", 64),
    "keras/InceptionV3": keras_network("InceptionV3", 96),
    "keras/Xception": keras_network("Xception", 96),
    "keras/VGG16": keras_network("VGG16", 32),
    "keras/NASNetMobile": keras_network("NASNetMobile", 64),
    "keras/ConvNeXtTiny": keras_network("ConvNeXtTiny", 64),
}


if __name__ == "__main__":
    sys.exit(run_cases(CASES, sys.argv[1:]))
