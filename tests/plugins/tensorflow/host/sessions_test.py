"""Version 1 programs with opdk beneath: mixed compute, its pairs and scopes, loops, training."""
import sys
import tempfile
import threading

import numpy as np

from host import Program, Report, check_session, compare, expect_error, npu_config_proto, npu_scope, run_cases, tf, v1

rng = np.random.default_rng(3)


def real(*shape):
    return rng.random(shape, np.float32)


def detector(images):
    """Texts of numbers, which stay in TensorFlow, a network's body and what comes after."""
    decoded = tf.strings.to_number(images, name="decoded")
    scaled = tf.subtract(decoded * 2.0, 1.0, name="scaled")
    body = tf.nn.conv2d(tf.reshape(scaled, [1, 8, 8, 3]), tf.constant(np.linspace(-1, 1, 3 * 3 * 3 * 4, dtype=np.float32),
                                                                    shape=[3, 3, 3, 4]), 1, "SAME", name="body")
    features = tf.nn.relu(body, name="features")
    scores = tf.nn.softmax(tf.reshape(features, [8, 32]), name="scores")
    best = tf.argmax(scores, axis=1, name="best")
    return scores, best


TEXTS = np.array([str(x).encode() for x in np.linspace(0, 1, 192).round(3)], object)




def run_detector(config):
    graph = tf.Graph()
    with graph.as_default():
        images = v1.placeholder(tf.string, TEXTS.shape, "images")
        fetched = list(detector(images))
        with v1.Session(graph=graph, config=config) as session:
            return session.run(fetched, {images: TEXTS})


def script_of_mixed_compute():
    # pylint: disable=import-outside-toplevel,unused-import
    import tensorflow.compat.v1 as tf1
    from npu_bridge.estimator import npu_ops
    from npu_bridge.estimator.npu import npu_scope as scope
    from tensorflow.core.protobuf.rewriter_config_pb2 import RewriterConfig

    def configured(in_nodes, out_nodes, flag):
        config = tf1.ConfigProto()
        custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
        custom_op.name = "NpuOptimizer"
        custom_op.parameter_map["use_off_line"].b = True
        custom_op.parameter_map["mix_compile_mode"].b = True
        config.graph_options.rewrite_options.remapping = RewriterConfig.OFF
        all_graph_iop = []
        if in_nodes:
            all_graph_iop.append([in_nodes, out_nodes])
            custom_op.parameter_map["in_out_pair"].s = tf1.compat.as_bytes(str(all_graph_iop))
        if not flag:
            custom_op.parameter_map["in_out_pair_flag"].b = False
        return config

    theirs = run_detector(None)
    for in_nodes, out_nodes, flag in (([], [], True), (["body"], ["scores", "best"], True),
                                      (["images"], ["scaled"], False), (["nowhere"], ["scores"], True)):
        compare(theirs, run_detector(configured(in_nodes, out_nodes, flag)), what=f"pair {in_nodes} {out_nodes} {flag}")


def errors():
    def run(**parameters):
        return lambda: run_detector(npu_config_proto(**parameters))
    pair = [[["images"], ["scores"]]]
    expect_error(run(), "E2008", "the whole graph has to go down", "'decoded' (StringToNumber)", "mix_compile_mode")
    expect_error(run(mix_compile_mode=True, in_out_pair=pair), "E2008", "in_out_pair", "'decoded' (StringToNumber)")
    expect_error(run(in_out_pair=pair), "E1001", "mix_compile_mode isn't on")
    expect_error(run(mix_compile_mode=True, in_out_pair="[[['images']"), "E1001", "in_out_pair, character 13")
    expect_error(run(mix_compile_mode=True, precison_mode="force_fp16"), "E1001", "did you mean precision_mode")
    expect_error(run(mix_compile_mode=True, precision_mode="half"), "E1001", "half")


def pairs_of_nodes_that_the_optimizer_would_remove():
    def build(x):
        enters = tf.identity(x, name="enters")
        kept = tf.nn.relu(enters - 0.5, name="kept")
        last = tf.tanh(kept, name="last")
        times_one = tf.multiply(last, tf.ones([4, 10]), name="times_one")
        return tf.nn.softmax(times_one * 2.0)

    def check(pair, flag, *expect):
        check_session(build, [real(4, 10)], mix_compile_mode=True, in_out_pair=pair, in_out_pair_flag=flag, expect=expect)
    inside = "inside of in_out_pair"
    check([[["enters"], ["last"]]], False, "(Mul 1, Softmax 1)", "Identity 1, Relu 1, Sub 1, Tanh 1: " + inside)
    check([[["enters"], ["last"]]], True, "(Identity 1, Relu 1, Sub 1, Tanh 1)", "outside of in_out_pair")
    check([[["kept"], ["times_one"]]], False, "Relu 1, Tanh 1: " + inside)
    check([[["enters"], ["enters"]]], True, "0 nodes go down", "Identity 1: alone it isn't worth a call (enters)")
    # A loop is written out before; its name is the scope of its nodes then.
    loop = lambda x: tf.nn.softmax(tf.while_loop(  # noqa: E731
        lambda i, h: i < 3, lambda i, h: (i + 1, tf.tanh(h)), [0, x], name="loop")[1])
    check_session(loop, [real(2, 3)], mix_compile_mode=True, in_out_pair=[[["loop"], ["loop"]]], in_out_pair_flag=False,
                  expect=["(Softmax 1)", inside])


def clusters_of(report):
    return "".join(line for line in report.text().splitlines(True) if line.startswith("  cluster "))


def run_chain(pair, flag, *functions, arithmetic="DEFAULT"):
    """Runs a chain of nodes n0, n1 ... and a sum that needs none of them, with TensorFlow's own optimizers as they are
    by default but for that of arithmetic. Returns the report of the graphs of both."""
    graph, report, beside = tf.Graph(), Report(), Report()
    with graph.as_default():
        x = v1.placeholder(tf.float32, [3], "x")
        last = x
        for i, function in enumerate(functions):
            last = function(last, name=f"n{i}")
        fetched, total = tf.identity(last), tf.reduce_sum(tf.cosh(x) * 2.0)
    feed = {x: np.array([.3, -.7, 1.2], np.float32)}
    with v1.Session(graph=graph) as session:
        theirs = session.run(fetched, feed)
    for each, values in ((report, fetched), (beside, total)):
        config = v1.ConfigProto()
        optimizer = config.graph_options.rewrite_options.custom_optimizers.add(name="NpuOptimizer")
        for name in ("use_off_line", "mix_compile_mode"):
            optimizer.parameter_map[name].b = True
        optimizer.parameter_map["in_out_pair"].s = str(pair).encode()
        optimizer.parameter_map["in_out_pair_flag"].b = flag
        optimizer.parameter_map["partition_report"].s = each.path.encode()
        rewriting = config.graph_options.rewrite_options
        rewriting.min_graph_nodes = -1
        rewriting.arithmetic_optimization = rewriting.Toggle.Value(arithmetic)
        with v1.Session(graph=graph, config=config) as session:
            ours = session.run(values, feed)
            if values is fetched:
                compare([theirs], [ours])
    return report, beside


def pairs_of_nodes_that_the_optimizer_would_join():
    relu6, exp, tanh, sin = tf.nn.relu6, tf.exp, tf.tanh, tf.sin
    for pair, functions, down in (([["n0"], ["n3"]], (relu6, exp, tanh, sin), ()),
                                  ([["n0"], ["n1"]], (relu6, exp), ()),
                                  ([["n0"], ["n1"]], (relu6, exp, sin), ("Sin",)),
                                  ([["n1"], ["n1"]], (relu6, exp, sin), ("Relu6", "Sin"))):
        report, _ = run_chain([pair], False, *functions)
        clusters = clusters_of(report)
        for name in ("Relu6", "Exp", "Tanh", "Sin"):
            assert (name in clusters) == (name in down), f"{pair} {functions} {name}:\n{report.text()}"
    for pair, functions, down in (([["n0"], ["n1"]], (relu6, exp, sin), "(Exp 1, Relu6 1)"),
                                  ([["n1"], ["n2"]], (sin, relu6, exp, tanh, tf.nn.elu), "(Exp 1, Relu6 1)")):
        report, beside = run_chain([pair], True, *functions)
        assert clusters_of(report).count("cluster") == 1, report.text()
        report.expect(down)
        for name in ("Relu6", "Exp"):
            assert name not in beside.text(), f"a graph that doesn't need the pair has it:\n{beside.text()}"
    # A double negation is dropped: nothing needs the pair's nodes any more.
    report, _ = run_chain([[["n1"], ["n2"]]], True, sin, tf.negative, tf.negative, exp)
    report.expect("0 nodes go down", "pair 1: the framework's optimizer has left none of its nodes here")
    assert "cluster 0" not in report.text(), report.text()


def pairs_whose_nodes_the_optimizer_copies():
    # Adds products of one factor, which grappler takes out: the product behind the sum is a copy of one of them.
    def scaled_sum(x, name):
        other = tf.multiply(tf.tanh(tf.sin(x)), [.5, 2, 3], name="other")
        return tf.add(other, tf.multiply(x, [.5, 2, 3], name="last"), name=name)
    for flag, names in ((True, ("Sin", "Tanh", "Elu", "Add")), (False, ("Abs",))):
        report, _ = run_chain([[["n1"], ["last"]]], flag, tf.nn.elu, tf.abs, tf.identity, scaled_sum, arithmetic="AGGRESSIVE")
        for name in names:
            assert name not in clusters_of(report), f"{name}:\n{report.text()}"


def everything_goes_down():
    def build(x):
        hidden = tf.nn.relu(tf.matmul(x, tf.ones([8, 16])) - 1.0)
        return tf.nn.softmax(hidden), tf.reduce_sum(hidden)
    check_session(build, [real(3, 8)], expect=["in 1 cluster, 1 stays", "2 outputs"])
    check_session(build, [real(3, 8)], use_off_line=False)
    check_session(build, [real(3, 8)], precision_mode="must_keep_origin_dtype", expect=["in 1 cluster"])


def scopes():
    def build(x):
        x = tf.nn.relu(x - 0.5)
        with npu_scope.without_npu_compile_scope():
            x = tf.tanh(x, name="kept")
        return tf.nn.softmax(x * 2.0)
    check_session(build, [real(4, 10)], mix_compile_mode=True, expect=["in 2 clusters", "stays: Tanh 1: its scope stays (kept)"])

    def refused(x):
        with npu_scope.npu_compile_scope():
            return tf.strings.to_number(tf.strings.as_string(x, name="wanted")) + 1.0
    expect_error(lambda: Program(refused, [real(2)]).run(npu_config_proto(mix_compile_mode=True)), "E2008", "a scope",
                 "'wanted' (AsString)")


def version1(build):
    """Uses control flow of version 1, whatever other cases use."""
    def wrapped(*arguments):
        v1.disable_control_flow_v2()
        try:
            return build(*arguments)
        finally:
            v1.enable_control_flow_v2()
    return wrapped


@version1
def rnn(x):
    weights = v1.get_variable("weights", [14, 8], initializer=tf.constant_initializer(np.linspace(-1, 1, 14 * 8)),
                              use_resource=False)
    steps = tf.transpose(x, [1, 0, 2])
    body = lambda i, h: (i + 1, tf.tanh(tf.matmul(tf.concat([steps[i], h], 1), weights)))  # noqa: E731
    state = tf.while_loop(lambda i, h: i < 10, body, [0, tf.zeros([4, 8])])[1]
    return state, tf.nn.softmax(state)


@version1
def conditional(x):
    return tf.cond(tf.reduce_sum(x) > 20.0, lambda: tf.nn.relu(x - 0.5), lambda: tf.tanh(x) * 2.0) + 1.0


@version1
def fetched_merge(x):
    return tf.cond(tf.reduce_sum(x) > 20.0, lambda: tf.nn.relu(x - 0.5), lambda: tf.tanh(x) * 2.0)


@version1
def loop_with_text(x):
    def body(i, h):
        return i + 1, tf.strings.to_number(tf.strings.as_string(h * 0.5))
    state = tf.while_loop(lambda i, h: i < 3, body, [0, x])[1]
    return tf.nn.softmax(state * 3.0)


@version1
def tensor_arrays(x):
    given = tf.TensorArray(tf.float32, 5).unstack(x)

    def body(i, made, state):
        state = tf.tanh(given.read(i) + state)
        return i + 1, made.write(i, state), state
    return tf.while_loop(lambda i, made, state: i < 5, body, [0, tf.TensorArray(tf.float32, 5), tf.zeros([4])])[1].stack()


@version1
def loops_in_each_other(x):
    def inner(a):
        return tf.while_loop(lambda j, b: j < 2, lambda j, b: (j + 1, b + 1.0), [0, a])[1]
    body = lambda i, a: (i + 1, tf.cond(tf.reduce_sum(a) > 2.0, lambda: a * 0.5, lambda: inner(a)))  # noqa: E731
    return tf.while_loop(lambda i, a: i < 3, body, [0, x])[1]


def loops():
    for parameters in ({}, {"mix_compile_mode": True}):
        check_session(rnn, [real(4, 10, 6)], expect=["Enter"], steps=2, **parameters)
    for scale in (1, 3):
        for program in (conditional, fetched_merge):
            check_session(program, [real(4, 10) * np.float32(scale)], expect=["in 1 cluster", "Switch"],
                          mix_compile_mode=True)
    check_session(loop_with_text, [real(4, 10)], mix_compile_mode=True,
                  expect=["its loop or conditional has a", "Softmax"])
    check_session(tensor_arrays, [real(5, 4)], mix_compile_mode=True, expect=["in 1 cluster", "Enter"])
    for scale in (0.1, 3):
        check_session(loops_in_each_other, [real(3) * np.float32(scale)], mix_compile_mode=True, expect=["in 1 cluster, 1 stays"])


def digits_net(resource, optimizer):
    def build(x, y):
        with v1.variable_scope("net", use_resource=resource, initializer=v1.glorot_uniform_initializer(seed=5)):
            h = tf.nn.relu(tf.nn.conv2d(x, v1.get_variable("w", [3, 3, 1, 16]), 1, "SAME"))
            h = tf.reshape(tf.nn.max_pool2d(h, 2, 2, "VALID"), [-1, 256])
            logits = tf.matmul(h, v1.get_variable("w2", [256, 4])) + v1.get_variable("b2", [4])
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
        with tf.control_dependencies([optimizer().minimize(loss)]):
            return tf.identity(loss, name="reached")
    return build


def residual_network(x):
    """Convolutions with normalization, a residual connection, pooling; its gradients."""
    def block(y, channels, name):
        with v1.variable_scope(name, initializer=v1.glorot_uniform_initializer(seed=7), use_resource=True):
            y = tf.nn.conv2d(y, v1.get_variable("w", [3, 3, y.shape[3], channels]), 1, "SAME")
            scale = v1.get_variable("scale", [channels], initializer=v1.ones_initializer())
            shift = v1.get_variable("shift", [channels], initializer=v1.zeros_initializer())
            y, mean, variance = v1.nn.fused_batch_norm(y, scale, shift, is_training=True)
            return tf.nn.relu(y), mean, variance
    y, mean, variance = block(x, 8, "first")
    z = y + block(y, 8, "second")[0]
    z = tf.nn.avg_pool2d(tf.nn.max_pool2d(z, 2, 2, "SAME"), 4, 4, "VALID")
    scores = tf.nn.log_softmax(tf.reshape(z, [x.shape[0], -1]))
    loss = tf.reduce_sum(tf.square(scores))
    return [scores, mean, variance, *tf.gradients(loss, v1.trainable_variables())]


def networks():
    for mixed in (False, True):
        check_session(residual_network, [real(4, 16, 16, 3)], 1e-3, "residual", 2, ["in 1 cluster", "FusedBatchNorm"],
                      mix_compile_mode=mixed)


def training():
    images = real(128, 8, 8, 1)
    labels = (images[:, :4].sum((1, 2, 3)) > images[:, 4:].sum((1, 2, 3))).astype(np.int64)
    momentum = lambda: v1.train.MomentumOptimizer(0.05, 0.9)  # noqa: E731
    for resource in (False, True):
        for mixed in (False, True):
            check_session(digits_net(resource, momentum), [images, labels], 1e-4, f"resource {resource} mixed {mixed}", 200,
                          ["Conv2D", "in 1 cluster"], mix_compile_mode=mixed)
    # Adam divides by what is nearly nothing: sums in another order show.
    check_session(digits_net(True, lambda: v1.train.AdamOptimizer(0.01)), [images, labels], 2e-2, "Adam", 200, ["Conv2D"])


def many_threads_one_session():
    program = Program(lambda x: tf.nn.softmax(tf.matmul(x, tf.ones([8, 16])) * x[0, 0]), [real(3, 8)])
    (placeholder,) = program.feeds
    feeds = [real(3, 8) for _ in range(8)]
    with v1.Session(graph=program.graph) as plain, v1.Session(graph=program.graph, config=npu_config_proto()) as session:
        wanted = [plain.run(program.fetched, {placeholder: feed}) for feed in feeds]
        wrong = []

        def work(number):
            for _ in range(20):
                got = session.run(program.fetched, {placeholder: feeds[number]})
                if np.abs(got[0] - wanted[number][0]).max() > 1e-5:
                    wrong.append(number)
        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong, f"other results in threads {wrong}"


def variables_in_their_order():
    def count(resource):
        def build(x):
            counter = v1.get_variable(f"counter_{resource}", [], tf.int32, tf.zeros_initializer(), use_resource=resource)
            before = tf.cast(counter, tf.float32) + 0.5
            with tf.control_dependencies([before]):
                with tf.control_dependencies([v1.assign_add(counter, 1)]):
                    return before, tf.cast(tf.identity(counter.read_value()), tf.float32) * x
        return build
    for resource in (False, True):
        for mixed in (False, True):
            check_session(count(resource), [real(2)], steps=4, mix_compile_mode=mixed, expect=["in 2 clusters"])


def what_is_fed_and_fetched_within():
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, [None, 4])
        hidden = tf.nn.relu(x * 2.0)
        parts = tf.split(tf.nn.softmax(hidden + 1.0), 2, 1)
        best = tf.nn.top_k(parts[0], 1)
    feeds = ({x: real(2, 4)}, {hidden: real(3, 4)}, {parts[0]: real(2, 2), x: real(1, 4)})
    fetched = (parts, [best.indices, parts[1]], [best.values, hidden])
    for parameters in ({}, {"mix_compile_mode": True}):
        with v1.Session(graph=graph) as plain, v1.Session(graph=graph, config=npu_config_proto(**parameters)) as ours:
            for feed, values in zip(feeds, fetched):
                compare(plain.run(values, feed), ours.run(values, feed), what=f"{parameters} {values}")


def data_sets():
    rows = real(6, 4)

    def build():
        pipeline = tf.data.Dataset.from_tensor_slices(rows).map(lambda row: row * 2.0 - 1.0).batch(2)
        return tf.nn.softmax(v1.data.make_one_shot_iterator(pipeline).get_next() * 0.5)
    check_session(build, [], steps=3, expect=["graph", "Softmax"])


def saving_and_restoring():
    graph = tf.Graph()
    with graph.as_default():
        weights = v1.get_variable("weights", [4, 4], initializer=v1.glorot_uniform_initializer(seed=1))
        product, doubled = tf.matmul(weights, weights) + 1.0, weights.assign(weights * 2.0)
        saver, initializer = v1.train.Saver(), v1.global_variables_initializer()
    with tempfile.TemporaryDirectory() as directory, v1.Session(graph=graph, config=npu_config_proto()) as session:
        session.run(initializer)
        first = session.run(product)
        path = saver.save(session, directory + "/model")
        session.run(doubled)
        changed = session.run(product)
        saver.restore(session, path)
        compare([first], [session.run(product)])
        assert np.abs(changed - first).max() > 0.1


def errors_of_a_run():
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, [None, 3])
        y = tf.reshape(x, [2, -1]) + 1.0
    with v1.Session(graph=graph, config=npu_config_proto()) as session:
        session.run(y, {x: real(2, 3)})
        expect_error(lambda: session.run(y, {x: real(1, 3)}), "E2003", "[1,3] has 3 elements", "node Reshape")
        compare([np.float32(2.0).repeat(12).reshape(2, 6)], [session.run(y, {x: np.ones((4, 3), np.float32)})])


def sizes_that_change():
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, [None, None])
        y = tf.nn.softmax(x * 2.0 - 1.0)
        z = tf.boolean_mask(x, x[:, 0] > 0.5)
    with v1.Session(graph=graph) as plain, v1.Session(graph=graph, config=npu_config_proto(mix_compile_mode=True)) as ours:
        for rows in (1, 2, 3, 0, 2, *range(4, 24), 1):
            feed = {x: real(rows, 5)}
            compare(plain.run([y, z], feed), ours.run([y, z], feed), what=f"{rows} rows")


CASES = {check.__name__: check for check in
         (script_of_mixed_compute, pairs_of_nodes_that_the_optimizer_would_remove,
          pairs_of_nodes_that_the_optimizer_would_join,
          pairs_whose_nodes_the_optimizer_copies, errors, errors_of_a_run, everything_goes_down, scopes, loops, variables_in_their_order,
          networks, training, what_is_fed_and_fetched_within, data_sets, saving_and_restoring, many_threads_one_session,
          sizes_that_change)}

if __name__ == "__main__":
    sys.exit(run_cases(CASES, sys.argv[1:]))
