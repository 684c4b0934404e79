"""Several steps in one run of a session: a loop around what the run does."""
import sys
import tempfile

import numpy as np

from host import Report, compare, expect_error, npu_config_proto, run_cases, tf, v1
import npu_bridge.npu_init as npu
from npu_bridge.estimator.npu import util
from sessions_test import version1

rng = np.random.default_rng(11)
IMAGES = rng.random((200, 8, 8, 1), np.float32)
LABELS = (IMAGES[:, :4].sum((1, 2, 3)) > IMAGES[:, 4:].sum((1, 2, 3))).astype(np.int64)


class Training:
    """A network that learns from a data set: `step` is its operation, `loss` what is fetched."""

    def __init__(self, resource, body=None):
        self.graph = tf.Graph()
        with self.graph.as_default():
            v1.set_random_seed(5)
            data = tf.data.Dataset.from_tensor_slices((IMAGES, LABELS)).repeat().batch(20, drop_remainder=True)
            iterator = v1.data.make_initializable_iterator(data)
            x, y = iterator.get_next()
            with v1.variable_scope("net", use_resource=resource, initializer=v1.glorot_uniform_initializer(seed=5)):
                h = tf.nn.relu(tf.nn.conv2d(x, v1.get_variable("w", [3, 3, 1, 8]), 1, "SAME"))
                h = tf.reshape(tf.nn.avg_pool2d(h, 2, 2, "VALID"), [-1, 128])
                h = body(h) if body else h
                logits = tf.matmul(h, v1.get_variable("w2", [128, 4])) + v1.get_variable("b2", [4])
            self.loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
            self.count = v1.train.get_or_create_global_step()
            self.step = v1.train.MomentumOptimizer(0.02, 0.9).minimize(self.loss, self.count)
            self.variables = v1.global_variables()
            self.start = [v1.global_variables_initializer(), iterator.initializer]

    def run(self, steps, per_run, config=None):
        """Returns the losses of the runs, and all variables after them."""
        with v1.Session(graph=self.graph, config=config) as session:
            session.run(self.start)
            step = util.set_iteration_per_loop(session, self.step, per_run)
            losses = [session.run([step, self.loss])[1] for _ in range(steps // per_run)]
            return losses, session.run(self.variables)


def same(a, b, what):
    for x, y in zip(a, b):
        assert np.array_equal(x, y), f"{what}: {x} and {y}"


def training():
    for resource in (False, True):
        report = Report()
        parameters = {"partition_report": report.path, "deterministic": 1}
        theirs = Training(resource).run(200, 1)
        single = Training(resource).run(200, 1, npu_config_proto(**parameters))
        report.expect("Conv2D")
        looped = Training(resource).run(200, 10, npu_config_proto(iterations_per_loop=10, **parameters))
        report.expect("a run loops over its steps, as 'IterationOp' says")
        same(single[0][9::10], looped[0], f"losses, resource {resource}")
        same(single[1], looped[1], f"variables, resource {resource}")
        compare([theirs[0][9::10], *theirs[1]], [looped[0], *looped[1]], 1e-3, f"resource {resource}")
        assert looped[1][-1].size and looped[0][-1] < 0.6 * looped[0][0], looped[0]


def recurrent(h):
    weights = v1.get_variable("r", [128, 128])
    grow = lambda i, state: (i + 1, tf.tanh(tf.matmul(state, weights)) + h)  # noqa: E731
    state = tf.while_loop(lambda i, state: i < 3, grow, [0, h])[1]
    return tf.cond(tf.reduce_sum(state) > 0.0, lambda: state * 0.5, lambda: tf.tanh(state))


# Gradients of loops have stacks, which stay in TensorFlow.
def loop(h):
    return h + tf.stop_gradient(recurrent(h))


@version1
def loop_version1(h):
    return loop(h)


def steps_with_loops_of_their_own():
    for body, resource in ((loop, True), (loop_version1, False), (loop_version1, True)):
        single = Training(resource, body).run(20, 1, npu_config_proto(deterministic=1))
        looped = Training(resource, body).run(20, 5, npu_config_proto(iterations_per_loop=5, deterministic=1))
        same(single[0][4::5], looped[0], f"losses, {body.__name__}, resource {resource}")
        same(single[1], looped[1], f"variables, {body.__name__}, resource {resource}")


def dropped(h):
    return tf.nn.dropout(h, rate=0.3, seed=7)


def random_numbers_go_on():
    single = Training(True, dropped).run(20, 1, npu_config_proto(deterministic=1))
    looped = Training(True, dropped).run(20, 4, npu_config_proto(iterations_per_loop=4, deterministic=1))
    same(single[0][3::4], looped[0], "losses")


def data_that_ends():
    graph = tf.Graph()
    with graph.as_default():
        row = v1.data.make_one_shot_iterator(tf.data.Dataset.range(25, output_type=tf.float32)).get_next()
        total = v1.get_variable("total", [], initializer=tf.zeros_initializer())
        step = v1.assign_add(total, tf.nn.relu(row - 1.0)).op
        start = v1.global_variables_initializer()
    with v1.Session(graph=graph, config=npu_config_proto(iterations_per_loop=10)) as session:
        session.run(start)
        step = util.set_iteration_per_loop(session, step, 10)
        session.run(step)
        assert session.run([step, row])[1] == 19
        try:
            session.run(step)
        except tf.errors.OutOfRangeError:
            assert session.run(total) == sum(range(24))
        else:
            raise AssertionError("there was data for another run")


class Counting:
    """A step whose work shows in a counter, whatever is done beside it."""

    def __init__(self, resource=True):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = v1.placeholder(tf.float32, [2], "x")
            self.factor = v1.placeholder_with_default(tf.constant(2.0), [], "factor")
            self.counter = v1.get_variable("counter", [], tf.int32, tf.zeros_initializer(), use_resource=resource)
            added = v1.assign_add(self.counter, 1)
            with tf.control_dependencies([added]):
                self.read = tf.identity(self.counter.read_value(), name="read")
            self.scaled = tf.multiply(tf.cast(self.read, tf.float32) * self.x, self.factor, name="scaled")
            self.softened = tf.nn.softmax(self.scaled)
            self.added = added
            self.parts = tf.split(self.scaled, 2, name="parts")
            self.step = tf.group(self.softened, name="step")
            self.start = v1.global_variables_initializer()

    def session(self, **parameters):
        session = v1.Session(graph=self.graph, config=npu_config_proto(**parameters))
        session.run(self.start)
        return session


def what_is_fetched_is_the_last_steps():
    feed = np.float32([0.5, 1.0])
    for resource in (False, True):
        program = Counting(resource)
        with program.session(iterations_per_loop=10) as session:
            step = util.set_iteration_per_loop(session, program.step, 10)
            got = session.run([step, program.read, program.scaled, program.parts[1], program.added, program.x],
                              {program.x: feed})
            compare([np.int32(10), feed * 20, feed[1:] * 20, np.int32(10), feed],
                    got[1:], what=f"resource {resource}")
            # Each step gets the fed values; so does a value within.
            got = session.run([step, program.parts[0]], {program.scaled: feed, program.x: feed})
            compare([feed[:1]], [got[1]], what="fed within")
            got = session.run([step, program.scaled], {program.x: feed, program.factor: 1.0})
            compare([feed * np.float32(session.run(program.counter))], [got[1]], what="fed in place of a default")
            # Other graphs of the session run once, and so does the step without IterationOp.
            before = session.run(program.counter)
            session.run(program.step, {program.x: feed})
            assert session.run(program.counter) == before + 1


def counts_that_change():
    for off_line in (True, False):
        program = Counting()
        with program.session(iterations_per_loop=8, use_off_line=off_line) as session:
            iteration = util.IterationPerLoop()
            step = iteration.create_iteration_per_loop_var(program.step)
            session.graph.finalize()
            wanted = 0
            for count in (8, 1, 3, 100):
                iteration.load_iteration_per_loop_var(session, count)
                session.run(step, {program.x: np.ones(2, np.float32)})
                wanted += count
                assert session.run(program.counter) == wanted, (off_line, count)


def an_iteration_op_made_by_hand():
    program = Counting()
    with program.graph.as_default(), tf.name_scope("train"):
        by_hand = tf.group(program.step, name="IterationOp")
        beside = tf.group(program.step, name="other")
    for count, parameters in ((6, {"iterations_per_loop": 6}), (1, {}), (1, {"mix_compile_mode": True})):
        with program.session(**parameters) as session:
            got = session.run([by_hand, program.read], {program.x: np.ones(2, np.float32)})
            assert got[1] == count, (got, parameters)
    report = Report()
    with program.session(iterations_per_loop=6, partition_report=report.path) as session:
        assert session.run([beside, program.read, program.scaled], {program.x: np.ones(2, np.float32)})[1] == 1
        report.expect("a run is one step: it has no IterationOp")


def monitored_sessions():
    program = Training(True)
    with program.graph.as_default():
        step = tf.group(program.step, name="IterationOp")
        v1.add_to_collection(v1.GraphKeys.TABLE_INITIALIZERS, program.start[1])
        with tempfile.TemporaryDirectory() as directory:
            hooks = [npu.SetIterationsVarHook(5), npu.NPUCheckpointSaverHook(directory, save_steps=10),
                     npu.NPUBroadcastGlobalVariablesHook(0)]
            config = npu_config_proto(iterations_per_loop=5)
            with v1.train.MonitoredTrainingSession(hooks=hooks, config=config) as session:
                counts = [session.run([step, program.count])[1] for _ in range(4)]
            # Values that are read beside the step are of its last iteration, before or after its end.
            assert [(count - 1) // 5 for count in counts] == [0, 1, 2, 3], counts
            saved = v1.train.load_checkpoint(directory)
            assert saved.get_tensor("global_step") == 20 and not saved.has_tensor("npu_runconfig/iterations_per_loop")
    with tf.Graph().as_default():
        try:
            npu.SetIterationsVarHook(5).begin()
        except ValueError as error:
            assert "no IterationOp" in str(error), error
        else:
            raise AssertionError("there is no IterationOp")


def reached_through_something_else():
    program = Counting()
    with program.session(iterations_per_loop=7) as session:
        step = util.set_iteration_per_loop(session, program.step, 7)
        with program.graph.as_default(), tf.control_dependencies([step]):
            after = tf.identity(program.read * 2)
        assert session.run(after, {program.x: np.ones(2, np.float32)}) == 14


def errors():
    feed = np.ones(2, np.float32)

    def run(count=10, values=(), feeds=(), load=None, **parameters):
        def inside():
            program = Counting()
            with program.session(**parameters) as session:
                iteration = util.IterationPerLoop()
                step = iteration.create_iteration_per_loop_var(program.step)
                iteration.load_iteration_per_loop_var(session, count)
                if load is not None:
                    session.run(v1.assign(program.graph.get_collection("npu_runconfig_iterations_per_loop")[0], load))
                session.run([step, *(getattr(program, value) for value in values)],
                            {program.x: feed, **{program.graph.get_tensor_by_name(name): feed[:1] for name in feeds}})
        return inside
    expect_error(run(iterations_per_loop=10, mix_compile_mode=True), "E1001", "10 with mix_compile_mode", "leave")
    expect_error(run(), "E1001", "the parameter iterations_per_loop of NpuOptimizer", "[10]")
    expect_error(run(mix_compile_mode=True), "E1001", "the parameter iterations_per_loop of NpuOptimizer")
    expect_error(run(iterations_per_loop=0), "E1001", "0 is given", "1 or more")
    expect_error(run(iterations_per_loop=10, load=-1), "E1001", "is below 1", "[0]")
    expect_error(run(iterations_per_loop=10, values=["parts"], feeds=["parts:0"]), "E1001", "'parts' (Split)", "is fed")
    run(count=1)()

    program = Counting()
    for wrong, error, text in ((lambda s: util.set_iteration_per_loop(s, program.scaled, 10), ValueError, "operation"),
                               (lambda s: util.set_iteration_per_loop(s, program.step, 0), ValueError, "1 or more"),
                               (lambda s: util.set_iteration_per_loop(s, program.step, 2.5), TypeError, "float"),
                               (lambda s: util.IterationPerLoop().create_iteration_per_loop_var(None), ValueError, "NoneType"),
                               (lambda s: util.IterationPerLoop().load_iteration_per_loop_var(s, 3), RuntimeError, "before")):
        with program.session(iterations_per_loop=10) as session:
            try:
                wrong(session)
            except error as raised:
                assert text in str(raised), raised
            else:
                raise AssertionError(f"nothing failed; expected was {error}")


CASES = {check.__name__: check for check in
         (training, steps_with_loops_of_their_own, data_that_ends, random_numbers_go_on,
          what_is_fetched_is_the_last_steps, counts_that_change, monitored_sessions, an_iteration_op_made_by_hand, reached_through_something_else, errors)}

if __name__ == "__main__":
    sys.exit(run_cases(CASES, sys.argv[1:]))
