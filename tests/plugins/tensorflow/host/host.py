"""TensorFlow's programs with and without opdk beneath: the adapter is the one that adapter.py has built."""
import os
import pathlib
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [os.environ["OPDK_TENSORFLOW_ADAPTER"], str(HERE.parent.parent)]

import tensorflow as tf  # noqa: E402
from comparison import compare, run_cases  # noqa: E402,F401
from npu_bridge.npu_init import npu_config_proto, npu_scope  # noqa: E402,F401

v1 = tf.compat.v1
tf.get_logger().setLevel("ERROR")


class Report:
    """The partition_report of the graphs that are run in the meantime."""

    def __init__(self):
        self.path = tempfile.mkstemp(prefix="opdk-report-")[1]

    def text(self):
        return pathlib.Path(self.path).read_text()

    def expect(self, *parts):
        for part in parts:
            assert part in self.text(), f"the report lacks '{part}':\n{self.text()}"


class Program:
    """A version 1 graph, which `build(*placeholders)` makes for these feeds, and what it returns."""

    def __init__(self, build, feeds):
        self.graph = tf.Graph()
        with self.graph.as_default():
            v1.set_random_seed(5)
            placeholders = [v1.placeholder(x.dtype, x.shape, f"x{i}") for i, x in enumerate(feeds)]
            self.feeds = dict(zip(placeholders, feeds))
            fetched = build(*placeholders)
            self.fetched = list(fetched) if isinstance(fetched, (list, tuple)) else [fetched]
            self.initializer = v1.global_variables_initializer()

    def run(self, config=None, steps=1):
        """Returns the values that are fetched in each of the steps of a session."""
        with v1.Session(graph=self.graph, config=config) as session:
            session.run(self.initializer)
            return [session.run(self.fetched, self.feeds) for _ in range(steps)]


def check_session(build, feeds, tolerance=1e-4, what="", steps=1, expect=(), **parameters):
    """Checks that values are equal with and without opdk, and the text of the report."""
    report = Report()
    program = Program(build, feeds)
    theirs = program.run(steps=steps)
    ours = program.run(npu_config_proto(partition_report=report.path, **parameters), steps)
    for a, b in zip(theirs, ours):
        compare(a, b, tolerance, what)
    report.expect(*expect)


def expect_error(what, *parts):
    """Checks that `what` fails and that the text of its error has these parts."""
    try:
        what()
    except tf.errors.OpError as error:
        for part in parts:
            assert part in str(error), f"the error lacks '{part}': {error}"
        return
    raise AssertionError(f"nothing failed; expected was an error with {parts}")
