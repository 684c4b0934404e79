"""Compares TensorFlow and opdk on the same graphs: frozen, written to a file, read by opdk, run by both."""
import os
import pathlib
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import tensorflow as tf  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from comparison import compare, run_cases  # noqa: E402,F401
from opdk_process import OpdkProcess  # noqa: E402

v1 = tf.compat.v1
tf.get_logger().setLevel("ERROR")
_opdk = None


def run_opdk(path, feeds, options=None):
    """Returns the outputs by name of the model at `path`; `options`: of its parser."""
    global _opdk
    _opdk = _opdk or OpdkProcess()
    return _opdk.run(path, feeds, options or {})


def write_graph(graph_def: "tf.compat.v1.GraphDef", name: str = "graph.pb") -> str:
    path = pathlib.Path(tempfile.mkdtemp(prefix="opdk-tf-")) / name
    path.write_bytes(graph_def.SerializeToString())
    return str(path)


def run_graph(build, feeds, tolerance=1e-4, what=""):
    """Runs the version 1 graph that `build(*placeholders)` makes of placeholders for `feeds`; it returns the
    outputs."""
    graph = tf.Graph()
    with graph.as_default():
        placeholders = [v1.placeholder(x.dtype, x.shape, f"x{i}") for i, x in enumerate(feeds)]
        outputs = build(*placeholders)
        outputs = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
        outputs = [tf.identity(y, f"y{i}") for i, y in enumerate(outputs)]
        with v1.Session(graph=graph) as session:
            session.run(v1.global_variables_initializer())
            theirs = session.run(outputs, dict(zip(placeholders, feeds)))
            frozen = v1.graph_util.convert_variables_to_constants(
                session, graph.as_graph_def(), [y.op.name for y in outputs])
    path = write_graph(frozen)
    ours = run_opdk(path, {f"x{i}": x for i, x in enumerate(feeds)})
    compare(theirs, [ours[f"y{i}"] for i in range(len(outputs))], tolerance, what)
