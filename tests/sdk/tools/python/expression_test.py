"""An AI Core kernel's expression, printed and evaluated from Python."""
import unittest

import numpy as np
import opdk


class Expression(unittest.TestCase):
    X = np.random.default_rng(3).standard_normal((4, 8))

    def test_it_prints_one_line_per_operation(self):
        text = str(opdk.expression("SoftmaxV2", {"x": ("float", (4, 8))}, {"axes": [-1]}))
        lines = text.splitlines()
        self.assertTrue(lines[0].endswith("float[4, 8]") and '"x"' in lines[0], text)
        self.assertTrue(lines[-1].startswith("return %"), text)
        for operation in ("max", "exp", "sum", "div"):
            self.assertIn(operation, text)

    def test_evaluation_agrees_with_numpy(self):
        expression = opdk.expression("SoftmaxV2", {"x": ("float", (4, 8))}, {"axes": [-1]})
        x = self.X.astype(np.float32)
        wide = np.exp(x.astype(np.float64))
        y = expression.evaluate({"x": x})["y"]
        self.assertEqual(y.dtype, np.dtype(np.float32))
        np.testing.assert_allclose(y, wide / wide.sum(-1, keepdims=True), atol=1e-6)

    def test_higher_precision_rounds_only_the_result(self):
        expression = opdk.expression("SoftmaxV2", {"x": ("float16", (4, 8))}, {"axes": [-1]})
        x = self.X.astype(np.float16)
        wide = np.exp(x.astype(np.float64))
        exact = (wide / wide.sum(-1, keepdims=True)).astype(np.float16)
        np.testing.assert_array_equal(expression.evaluate({"x": x}, higher_precision=True)["y"], exact)

    def test_the_compiled_kernel_agrees_with_the_expression(self):
        x = self.X.astype(np.float32)
        y = opdk.run("Relu", [x], engine="ai_core")["y"]
        np.testing.assert_array_equal(opdk.expression("Relu", [("float", x.shape)]).evaluate([x])["y"], y)

    def test_a_value_that_the_kernel_is_built_from_is_given_as_an_array(self):
        expression = opdk.expression("ReduceSum", {"x": ("float", (4, 8)), "axes": np.array([1])})
        self.assertEqual(expression.outputs, [opdk.TensorSpec("y", "float", (4,))])
        x = self.X.astype(np.float32)
        np.testing.assert_allclose(expression.evaluate({"x": x})["y"], x.sum(1), rtol=1e-5)

    def test_bfloat16_values_are_evaluated(self):
        x = opdk.to_bfloat16(self.X)
        y = opdk.expression("Add", [("bfloat16", (4, 8))] * 2).evaluate([x, x])["y"]
        np.testing.assert_array_equal(opdk.from_bfloat16(y), 2 * opdk.from_bfloat16(x))

    def refused(self, code, *args, **kwargs):
        with self.assertRaises(opdk.OpdkError) as caught:
            opdk.expression(*args, **kwargs)
        self.assertEqual(caught.exception.code, code, str(caught.exception))
        return str(caught.exception)

    def test_operators_and_shapes_without_an_expression_are_refused(self):
        self.assertIn("TopK", self.refused("E2008", "TopK", {"x": ("float", (8,)), "k": np.array([3])}))
        self.refused("E2010", "Relu", {"x": ("float", (-1, 8))})
        self.refused("E2010", "Relu", {"x": ("float", None)})
        self.assertIn("opdk_builtin", self.refused("E1001", "Relu", {"x": ("float", (8,))}, package="opdk_builtn"))

    def test_inputs_that_do_not_fit_are_refused(self):
        expression = opdk.expression("Relu", {"x": ("float", (4, 8))})
        for inputs, code in (({}, "E2010"), ({"x": self.X}, "E2010"), ({"x": np.float32([1])}, "E2010"),
                             ({"z": self.X}, "E1003")):
            with self.assertRaises(opdk.OpdkError) as caught:
                expression.evaluate(inputs)
            self.assertEqual(caught.exception.code, code, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
