"""Functions of tf.function with opdk beneath: networks, recurrent layers, variables that change, Keras's training."""
import sys

import numpy as np

from host import Report, compare, expect_error, run_cases, tf

import npu_device as npu

rng = np.random.default_rng(4)


def real(*shape):
    return rng.random(shape, np.float32)


def check_function(function, arguments, tolerance=1e-4, what="", expect=(), runs=2):
    """Checks that `function` on opdk gives, run after run, what it gives without."""
    report = Report()
    npu.global_options().partition_report = report.path
    on_opdk, plain = tf.function(function), tf.function(function)
    for number in range(runs):
        theirs = tf.nest.flatten(plain(*arguments))
        with npu.open().as_default():
            ours = tf.nest.flatten(on_opdk(*arguments))
        compare([a.numpy() for a in theirs], [b.numpy() for b in ours], tolerance, f"{what} run {number}")
    report.expect(*expect)


def network(name, size):
    model = getattr(tf.keras.applications, name)(weights=None, input_shape=(size, size, 3))
    for variable in model.variables:
        if "moving_mean" in variable.path:
            variable.assign(rng.random(variable.shape) * 0.1)
    features = tf.keras.Model(model.inputs, model.layers[-2].output)
    check_function(lambda x: features(x, training=False), [tf.constant(real(1, size, size, 3))], 1e-3, name,
                   ["in 1 cluster", "1 output"])


def recurrent_layers():
    for layer in (tf.keras.layers.LSTM(12), tf.keras.layers.GRU(12, return_sequences=True)):
        model = tf.keras.Sequential([tf.keras.layers.Input((None, 6)), layer, tf.keras.layers.Dense(3)])
        for length in (7, 3):
            check_function(model, [tf.constant(real(4, length, 6))], what=f"{layer.name} {length}",
                           expect=["Enter", "in 1 cluster"])


def control_flow():
    weights = tf.Variable(real(8, 8))

    def function(x):
        i = tf.constant(0)
        while i < 5:
            x = tf.tanh(tf.matmul(x, weights))
            i += 1
        if tf.reduce_sum(x) > 10.0:
            x = x * 2.0
        else:
            x = x - 1.0
        return x
    for sign in (1, -1):
        check_function(function, [tf.constant(real(3, 8) * sign)], expect=["in 1 cluster", "Enter", "Merge"])


def calls():
    """Functions that stay functions, for XLA, and read variables."""
    weights, shift = tf.Variable(real(8, 8)), tf.Variable(real(8))
    inner = tf.function(lambda x: tf.nn.relu(tf.matmul(x, weights) + shift), jit_compile=True)
    check_function(lambda x: tf.nn.softmax(inner(inner(x) - 1.0)), [tf.constant(real(3, 8))],
                   expect=["in 1 cluster", "StatefulPartitionedCall 2"])

    def writes(x):
        weights.assign_add(x[0] * tf.ones([8, 8]))
        return tf.matmul(x, weights)
    stays = tf.function(writes, jit_compile=True)
    check_function(lambda x: tf.nn.softmax(stays(x * 0.0) * 2.0), [tf.constant(real(3, 8))],
                   expect=["a function that takes a variable's handle stays"])


def variables_that_change():
    weights = tf.Variable(real(8, 16))
    compute = lambda x: tf.nn.softmax(tf.nn.relu(tf.matmul(x, weights) - 1.0))  # noqa: E731
    on_opdk, plain = tf.function(compute), tf.function(compute)
    x = tf.constant(real(3, 8))
    changes = [lambda: weights.assign_add(real(8, 16)), lambda: weights.assign(real(8, 16)),
               lambda: weights.scatter_update(tf.IndexedSlices(real(2, 16), [1, 3])),
               lambda: weights[2].assign(real(16)), lambda: None]
    for number in range(15):
        with npu.open().as_default():
            ours = on_opdk(x)
        compare([plain(x).numpy()], [ours.numpy()], what=f"after change {number}")
        changes[number % len(changes)]()


def keras_fit():
    images, labels = real(128, 8, 8, 1), rng.integers(0, 4, 128)

    def fit():
        tf.keras.utils.set_random_seed(1)
        model = tf.keras.Sequential([
            tf.keras.layers.Input((8, 8, 1)), tf.keras.layers.Conv2D(8, 3, activation="relu"),
            tf.keras.layers.BatchNormalization(), tf.keras.layers.Flatten(), tf.keras.layers.Dropout(0.2),
            tf.keras.layers.Dense(4)])
        model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
        history = model.fit(images, labels, epochs=3, batch_size=32, verbose=0, shuffle=False).history["loss"]
        return [np.array(history, np.float32), model.predict(images[:5], verbose=0)]
    report = Report()
    npu.global_options().partition_report = report.path
    theirs = fit()
    with npu.open().as_default():
        compare(theirs, fit(), 1e-2)
    report.expect("Conv2D")


def texts_between():
    def function(x):
        return tf.strings.to_number(tf.strings.as_string(tf.nn.relu(x - 0.5) * 2.0)) * 3.0 + tf.nn.softmax(x)
    check_function(function, [tf.constant(real(4, 6))], 1e-4, expect=["StringToNumber 1: no operator is mapped to it"])


def options():
    function = tf.function(lambda x: tf.matmul(x, x) + 1.0)
    options_ = npu.global_options()
    options_.presision_mode = "force_fp16"
    try:
        def run():
            with npu.open().as_default():
                function(tf.ones([4, 4]))
        expect_error(run, "E1001", "did you mean precision_mode")
    finally:
        del options_.presision_mode
    options_.precision_mode = "force_fp16"
    try:
        x = tf.constant(np.full((4, 4), 1.0009765625 / 3, np.float32))
        with npu.open().as_default():
            halves = tf.function(lambda x: tf.matmul(x, x) + 1.0)(x).numpy()
        assert np.abs(halves - function(x).numpy()).max() > 1e-6, "nothing was computed in float16"
    finally:
        del options_.precision_mode


def loops_over_iterators():
    total = tf.Variable(0.0)

    @tf.function
    def train(iterator, steps):
        for _ in tf.range(steps):
            total.assign_add(tf.reduce_sum(tf.nn.relu(next(iterator) - 1.0)))

    iterator = iter(tf.data.Dataset.range(1, 7, output_type=tf.float32).repeat())
    with npu.open().as_default():
        npu.set_npu_loop_size(4)
        train(iterator, tf.constant(4))
    assert total.numpy() == 0 + 1 + 2 + 3, total
    for size in (0, 2.5):
        try:
            npu.set_npu_loop_size(size)
        except ValueError as error:
            assert "1 or more" in str(error), error
        else:
            raise AssertionError(f"{size} is a size")


CASES = {check.__name__: check for check in
         (recurrent_layers, control_flow, calls, variables_that_change, keras_fit, texts_between, options,
          loops_over_iterators)}
CASES |= {name: lambda name=name: network(name, 96) for name in ("MobileNetV2", "ResNet50", "EfficientNetB0")}

if __name__ == "__main__":
    sys.exit(run_cases(CASES, sys.argv[1:]))
