"""Graphs built in Python, models from files, and what is explained about them."""
import os
import pathlib
import tempfile
import threading
import unittest

import numpy as np
import opdk

DIGITS = pathlib.Path(os.environ["OPDK_SOURCE_DIR"]) / "samples/digits/model/digits.onnx"


def scaled_softmax(rows=-1):
    graph = opdk.Graph("scaled_softmax")
    x = graph.input("x", "float", (rows, 10))
    graph.output("y", graph.add("SoftmaxV2", [graph.add("Mul", [x, np.full((1,), 0.5, np.float32)])], {"axes": [-1]}))
    return graph


def expected(x):
    power = np.exp(0.5 * x)
    return power / power.sum(-1, keepdims=True)


class Graph(unittest.TestCase):
    def refused(self, code, call, *args, **kwargs):
        with self.assertRaises(opdk.OpdkError) as caught:
            call(*args, **kwargs)
        self.assertEqual(caught.exception.code, code, str(caught.exception))
        return str(caught.exception)

    def test_a_graph_is_built_and_run_with_any_number_of_rows(self):
        model = scaled_softmax().compile()
        self.assertTrue(model.dynamic)
        self.assertEqual(model.inputs, [opdk.TensorSpec("x", "float", (-1, 10))])
        self.assertEqual(model.outputs, [opdk.TensorSpec("y", "float", (-1, 10))])
        for rows in (1, 3, 64):
            x = np.random.default_rng(rows).standard_normal((rows, 10)).astype(np.float32)
            np.testing.assert_allclose(model.run({"x": x})["y"], expected(x), atol=1e-6)

    def test_runs_are_dumped_and_profiled(self):
        model = scaled_softmax(2).compile(engine="ai_cpu")
        with tempfile.TemporaryDirectory() as directory:
            self.assertIn("Mul", self.refused("E1001", model.dump_tensors, directory, layers=["Mull"]))
            self.refused("E1001", model.dump_tensors, directory, mode="sideways")
            self.refused("E1002", model.profile, directory + "/none")
            model.dump_tensors(directory, layers=["Mul"], runs="1")
            model.profile(directory)
            x = np.arange(20, dtype=np.float32).reshape(2, 10)
            for _ in range(2):
                model.run([x])
            run = pathlib.Path(directory) / "scaled_softmax"
            self.assertEqual([path.name for path in run.iterdir()], ["1"])
            (dumped,) = (run / "1").glob("*.npy")
            np.testing.assert_array_equal(np.load(dumped), 0.5 * x)
            profile = pathlib.Path(directory) / "PROF_scaled_softmax"
            self.assertIn("SoftmaxV2", (profile / "op_statistic.csv").read_text())

    def test_a_model_writes_into_given_arrays(self):
        model = scaled_softmax(4).compile()
        self.assertFalse(model.dynamic)
        x = np.random.default_rng(1).standard_normal((4, 10)).astype(np.float32)
        y = np.empty_like(x)
        self.assertIs(model.run([x], out=[y])["y"], y)
        np.testing.assert_allclose(y, expected(x), atol=1e-6)

    def test_each_output_of_a_node_and_of_a_graph_has_its_value(self):
        graph = opdk.Graph()
        x = graph.input("x", "float", (4, 6))
        split = graph.add("SplitD", {"x": x}, {"split_dim": 1, "num_split": 2}, dynamic_outputs={"y": 2})
        graph.output("sum", graph.add("Add", {"x1": split["y0"], "x2": split[1]}))
        graph.output("right", split["y1"])
        given = np.arange(24, dtype=np.float32).reshape(4, 6)
        results = graph.compile().run({"x": given})
        self.assertEqual(list(results), ["sum", "right"])
        np.testing.assert_array_equal(results["sum"], given[:, :3] + given[:, 3:])
        np.testing.assert_array_equal(results["right"], given[:, 3:])
        self.refused("E2005", graph.add, "Relu", [split])
        self.refused("E2005", lambda: split["y2"])

    def test_shapes_are_inferred_for_every_node(self):
        shapes = scaled_softmax().infer_shapes()
        self.assertEqual(shapes["Mul"]["y"].shape, (-1, 10))
        self.assertEqual(shapes["SoftmaxV2"]["y"], opdk.TensorSpec("y", "float", (-1, 10)))

    def test_a_graph_prints_its_nodes(self):
        text = str(scaled_softmax())
        for word in ("Mul", "SoftmaxV2", "scaled_softmax"):
            self.assertIn(word, text)

    def test_a_graph_can_go_on_after_it_was_compiled(self):
        graph = scaled_softmax(2)
        first = graph.compile()
        node = graph.add("Relu", [graph.input("z", "float", (3,))])
        graph.output("w", node)
        x = np.zeros((2, 10), np.float32)
        self.assertEqual(list(first.run([x])), ["y"])
        self.assertEqual(list(graph.compile().run([x, np.zeros(3, np.float32)])), ["y", "w"])

    def test_a_graph_that_was_saved_is_read_again(self):
        x = np.random.default_rng(1).standard_normal((3, 10)).astype(np.float32)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "softmax.air"
            scaled_softmax().save(path)
            model = opdk.Model(path)
            np.testing.assert_allclose(next(iter(model.run([x]).values())), expected(x), atol=1e-6)
            path.write_bytes(b"no graph")
            self.assertIn("softmax.air", self.refused("E2001", opdk.Model, path))
            self.refused("E1002", opdk.Model, pathlib.Path(folder) / "none.air")
            self.refused("E1006", scaled_softmax().save, pathlib.Path(folder) / "none" / "softmax.air")
        self.refused("E2005", opdk.Graph().save, "never.air")

    def test_gears_are_the_only_shapes(self):
        model = scaled_softmax().compile(gears=[[(1, 10)], [(4, 10)]])
        for rows in (4, 1):
            x = np.ones((rows, 10), np.float32)
            np.testing.assert_allclose(model.run([x])["y"], expected(x), atol=1e-6)
        self.assertIn("[4,10]", self.refused("E1004", model.run, [np.ones((3, 10), np.float32)]))

    def test_taken_names_are_refused_for_ports_and_changed_for_nodes(self):
        graph = opdk.Graph()
        x = graph.input("x", "float", (2,))
        self.refused("E2005", graph.input, "x", "float", (2,))
        names = [graph.add("Relu", [x], name="r").name for _ in range(2)]
        self.assertEqual(len(set(names)), 2)
        graph.output("y", x)
        self.refused("E2005", graph.output, "y", x)

    def test_each_mistake_in_a_graph_has_its_code(self):
        graph, other = opdk.Graph(), opdk.Graph()
        x = graph.input("x", "float", (2, 3))
        self.refused("E2005", graph.compile)
        self.assertIn("SoftmaxV2", self.refused("E2002", graph.add, "SofmaxV2", [x]))
        self.refused("E2009", graph.add, "SoftmaxV2", [x], {"axes": "last"})
        self.refused("E2005", other.add, "Relu", [x])
        with self.assertRaises(TypeError):
            graph.add("Relu", [3.0])
        graph.output("y", graph.add("MatMul", [x, x], name="product"))
        self.assertIn("product", self.refused("E2003", graph.compile))

    def test_unknown_engines_passes_and_modes_are_refused(self):
        graph = scaled_softmax()
        self.refused("E1001", graph.compile, engine="gpu")
        self.assertIn("did you mean", self.refused("E1001", graph.compile, disabled_passes=["fold_constant"]))
        self.assertIn("force_fp16", self.refused("E1001", graph.compile, precision_mode="fp8"))

    def test_a_model_refuses_arrays_that_do_not_fit(self):
        model = scaled_softmax().compile()
        x = np.zeros((2, 10), np.float32)
        self.refused("E1003", model.run, {})
        self.refused("E1003", model.run, {"x": x, "z": x})
        self.refused("E1004", model.run, {"x": x.astype(np.float64)})
        self.refused("E1004", model.run, {"x": np.zeros((2, 11), np.float32)})
        self.refused("E1004", model.run, {"x": x}, out=np.empty((1, 10), np.float32))
        self.assertEqual(model.run({"x": x})["y"].shape, (2, 10))

    def test_threads_run_a_model_at_once(self):
        model = scaled_softmax().compile(threads=1)
        failures = []

        def work(number):
            x = np.random.default_rng(number).standard_normal((number + 1, 10)).astype(np.float32)
            for _ in range(50):
                if not np.allclose(model.run({"x": x})["y"], expected(x), atol=1e-6):
                    failures.append(number)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_threads_share_one_copy_of_the_weights(self):
        def resident():
            with open("/proc/self/statm") as statm:
                return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        graph = opdk.Graph()
        weights = np.eye(4096, dtype=np.float32)
        graph.output("y", graph.add("MatMulV2", [graph.input("x", "float", (4, 4096)), weights]))
        model = graph.compile(threads=1)
        x = np.random.default_rng(1).standard_normal((4, 4096)).astype(np.float32)
        np.testing.assert_array_equal(model.run({"x": x})["y"], x)
        before = resident()
        threads = [threading.Thread(target=lambda: [model.run({"x": x}) for _ in range(10)]) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertLess(resident() - before, weights.nbytes)


class Precision(unittest.TestCase):
    def test_force_fp16_rounds_intermediate_values_only(self):
        graph = scaled_softmax()
        x = {"x": np.linspace(-2, 2, 20, dtype=np.float32).reshape(2, 10)}
        exact = graph.compile().run(x)
        half = graph.compile(precision_mode="force_fp16").run(x)
        for name, value in exact.items():
            self.assertEqual(half[name].dtype, np.float32)
            self.assertTrue((half[name] != value).any())
            np.testing.assert_allclose(half[name], value, rtol=1e-2)


class Explain(unittest.TestCase):
    def test_fused_operators_are_one_group_with_one_kernel(self):
        graph = opdk.Graph()
        x = graph.input("x", "float", (8, 16))
        graph.output("y", graph.add("Relu", [graph.add("Exp", [x])]))
        explanation = graph.compile().explain()
        self.assertEqual({node.type: node.engine for node in explanation.nodes}, {"Exp": "ai_core", "Relu": "ai_core"})
        (group,) = explanation.fused_groups
        self.assertEqual(group.nodes, ("Exp", "Relu"))
        self.assertEqual({node.kernel for node in explanation.nodes}, {group.kernel})
        self.assertEqual(explanation.tasks, 1)
        self.assertGreater(explanation.compile_ms, 0)
        unfused = graph.compile(disabled_passes=["fuse_vector"]).explain()
        self.assertEqual((unfused.fused_groups, unfused.tasks), ((), 2))

    def test_a_node_says_why_the_cheaper_engine_refused_it(self):
        graph = opdk.Graph()
        values = graph.add("TopK", {"x": graph.input("x", "float", (2, 8)), "k": np.array([3])})
        graph.output("values", values["values"])
        (node,) = graph.compile().explain().nodes
        self.assertEqual((node.engine, node.package), ("ai_cpu", "opdk_builtin"))
        self.assertEqual([refusal.engine for refusal in node.refusals], ["ai_core"])
        self.assertTrue(node.refusals[0].reason)


class OnnxFile(unittest.TestCase):
    def test_a_model_with_an_unknown_operator_is_refused(self):
        with self.assertRaises(opdk.OpdkError) as caught:
            opdk.Model(DIGITS)
        self.assertEqual(caught.exception.code, "E2002")
        self.assertIn("Mish", str(caught.exception))
        self.assertIn(str(DIGITS), str(caught.exception))

    def test_files_that_are_no_model_are_refused(self):
        for path, code in (("/nowhere.onnx", "E1002"), (__file__, "E2001")):
            with self.assertRaises(opdk.OpdkError) as caught:
                opdk.Model(path)
            self.assertEqual(caught.exception.code, code)

    @unittest.skipUnless(os.environ.get("OPDK_ONNX_DATA"), "Debian's libonnx-testdata is not installed")
    def test_an_onnx_model_gives_its_expected_outputs(self):
        case = pathlib.Path(os.environ["OPDK_ONNX_DATA"]) / "node/test_softmax_axis_1"
        graph = opdk.Graph.from_file(case / "model.onnx")
        self.assertIn("SoftmaxV2", str(graph))
        with self.assertRaises(opdk.OpdkError):
            graph.input("z", "float", (1,))
        model = opdk.Model(graph)
        (spec,) = model.inputs
        x = read_floats(case / "test_data_set_0/input_0.pb", spec.shape)
        y = model.run({spec.name: x})[model.outputs[0].name]
        np.testing.assert_allclose(y, read_floats(case / "test_data_set_0/output_0.pb", spec.shape), atol=1e-6)


def read_floats(path, shape):
    """Returns the floats at the end of a TensorProto with raw_data."""
    count = int(np.prod(shape))
    return np.frombuffer(path.read_bytes()[-4 * count:], np.float32).reshape(shape)


if __name__ == "__main__":
    unittest.main()
