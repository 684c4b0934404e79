"""What TensorFlow and opdk make of the same graphs: frozen, written to a file, read by opdk, run by both."""
import os
import pathlib
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

from opdk_process import OpdkProcess  # noqa: E402

v1 = tf.compat.v1
tf.get_logger().setLevel("ERROR")
_opdk = None


def run_opdk(path, feeds, options=None):
    """The outputs by name of the model at `path`; `options`: of its parser."""
    global _opdk
    _opdk = _opdk or OpdkProcess()
    return _opdk.run(path, feeds, options or {})


def write_graph(graph_def: "tf.compat.v1.GraphDef", name: str = "graph.pb") -> str:
    path = pathlib.Path(tempfile.mkdtemp(prefix="opdk-tf-")) / name
    path.write_bytes(graph_def.SerializeToString())
    return str(path)


def compare(theirs, ours, tolerance=1e-4, what=""):
    """Integers exactly, floats to a share of the range; NaN and infinity in the same places."""
    assert len(theirs) == len(ours), f"{what}: {len(ours)} outputs, TensorFlow has {len(theirs)}"
    for number, (a, b) in enumerate(zip(theirs, ours)):
        a, b = np.asarray(a), np.asarray(b)
        where = f"{what} output {number}"
        assert a.shape == b.shape, f"{where}: shape {b.shape}, TensorFlow has {a.shape}"
        assert a.dtype == b.dtype, f"{where}: {b.dtype}, TensorFlow has {a.dtype}"
        if a.dtype.kind not in "fc":
            assert np.array_equal(a, b), f"{where}: {b}, TensorFlow has {a}"
            continue
        a, b = (x.astype(np.complex128 if x.dtype.kind == "c" else np.float64) for x in (a, b))
        finite = np.isfinite(a)
        assert np.array_equal(finite, np.isfinite(b)), f"{where}: other elements are finite: {b}, TensorFlow has {a}"
        if a.dtype.kind == "f":
            assert np.array_equal(a[~finite], b[~finite], equal_nan=True), f"{where}: {b[~finite]}, not {a[~finite]}"
        reach = max(1.0, np.abs(a[finite]).max(initial=0))
        off = np.abs(a[finite] - b[finite]).max(initial=0)
        assert off <= tolerance * reach, f"{where}: off by {off}, of values up to {reach}"


def run_graph(build, feeds, tolerance=1e-4, what=""):
    """`build(*placeholders)` makes a version 1 graph of placeholders for `feeds` and returns its outputs."""
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
