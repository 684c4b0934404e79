"""Shape inference from Python."""
import unittest

import numpy as np
import opdk


class InferShape(unittest.TestCase):
    def shape(self, *args, **kwargs):
        return opdk.infer_shape(*args, **kwargs)["y"].shape

    def test_known_shapes_give_a_known_shape(self):
        self.assertEqual(opdk.infer_shape("MatMul", {"x1": ("float16", (4, 8)), "x2": ("float16", (8, 3))}),
                         {"y": opdk.TensorSpec("y", "float16", (4, 3))})

    def test_a_dimension_that_is_not_known_stays_open(self):
        self.assertEqual(self.shape("MatMul", {"x1": ("float", (-1, 8)), "x2": ("float", (8, 3))}), (-1, 3))

    def test_a_rank_that_is_not_known_is_none(self):
        self.assertIsNone(self.shape("Relu", {"x": ("float", None)}))

    def test_a_value_decides_a_shape_where_it_is_given(self):
        x = ("float", (4, 8))
        self.assertEqual(self.shape("Reshape", {"x": x, "shape": np.array([2, -1])}), (2, 16))
        self.assertEqual(self.shape("Reshape", {"x": x, "shape": ("int64", (2,))}), (-1, -1))

    def test_inputs_may_come_in_order_and_dynamic_outputs_are_named(self):
        self.assertEqual(self.shape("ConcatD", [("float", (1, 4)), ("float", (2, 4))], {"concat_dim": 0}), (3, 4))
        outputs = opdk.infer_shape("SplitD", [("float", (6, 4))], {"split_dim": 0, "num_split": 3}, dynamic_outputs={"y": 3})
        self.assertEqual({name: spec.shape for name, spec in outputs.items()}, {name: (2, 4) for name in
                                                                               ("y0", "y1", "y2")})

    def test_a_dtype_may_have_any_spelling(self):
        for dtype in (np.float32, "float32", "float", np.dtype("float32")):
            self.assertEqual(opdk.infer_shape("Relu", {"x": (dtype, (2,))})["y"].dtype, "float")
        self.assertEqual(opdk.infer_shape("Relu", {"x": (opdk.bfloat16, (2,))})["y"].dtype, "bfloat16")

    def test_a_refusal_names_the_operator(self):
        with self.assertRaises(opdk.OpdkError) as caught:
            opdk.infer_shape("MatMul", [("float", (4, 8)), ("float", (7, 3))])
        self.assertEqual(caught.exception.code, "E2003")
        self.assertTrue(any("MatMul" in place for place in caught.exception.places), caught.exception)

    def test_broken_descriptions_are_refused(self):
        for spec, error in ((("float", (2, -3)), opdk.OpdkError), (("flaot", (2,)), opdk.OpdkError), (3, TypeError),
                            ("float", TypeError), (("float", ("a",)), ValueError)):
            with self.subTest(spec=spec), self.assertRaises(error):
                opdk.infer_shape("Relu", {"x": spec})

    def test_more_elements_than_memory_can_hold_are_refused(self):
        with self.assertRaises(opdk.OpdkError) as caught:
            opdk.infer_shape("Relu", {"x": ("float", (1 << 40, 1 << 40))})
        self.assertEqual(caught.exception.code, "E2007")


if __name__ == "__main__":
    unittest.main()
