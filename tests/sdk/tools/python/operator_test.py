"""Single operators on NumPy arrays: nothing copied, every dtype, wrong input, threads."""
import gc
import resource
import threading
import unittest

import numpy as np
import opdk

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "float32", "float64"]


def resident_bytes():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize()


class Copies(unittest.TestCase):
    def test_an_output_is_written_into_the_given_array(self):
        x = np.arange(12, dtype=np.float32).reshape(3, 4)
        y = np.zeros_like(x)
        address = y.ctypes.data
        result = opdk.run("Add", [x, x], out=y)["y"]
        self.assertIs(result, y)
        self.assertEqual(result.ctypes.data, address)
        np.testing.assert_array_equal(y, 2 * x)

    def test_a_given_array_may_be_a_part_of_a_larger_one(self):
        both = np.zeros((2, 8), np.float32)
        opdk.run("Relu", [np.float32([-1, 2, -3, 4, -5, 6, -7, 8])], out=both[1])
        np.testing.assert_array_equal(both, [[0] * 8, [0, 2, 0, 4, 0, 6, 0, 8]])

    def test_a_new_output_belongs_to_numpy(self):
        y = opdk.run("Relu", [np.float32([-1, 2])])["y"]
        self.assertTrue(y.flags.owndata and y.flags.writeable)

    def test_large_inputs_and_outputs_are_not_copied(self):
        bytes_each = 256 << 20
        x = np.ones(bytes_each // 4, np.float32)
        y = np.zeros_like(x)
        relu = opdk.Operator("Relu", [x])
        relu.run([x[:16].copy()])
        relu.run([x], out=y)
        gc.collect()
        before, peak = resident_bytes(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        for _ in range(3):
            self.assertIs(relu.run([x], out=y)["y"], y)
        self.assertLess(resident_bytes() - before, bytes_each // 8)
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - peak, bytes_each // 8)

    def test_a_shape_that_depends_on_values_is_right_with_and_without_a_given_array(self):
        operator = opdk.Operator("Range", {"start": ("int64", ()), "limit": ("int64", ()), "delta": ("int64", ())})
        inputs = [np.array(2, np.int64), np.array(11, np.int64), np.array(3, np.int64)]
        np.testing.assert_array_equal(operator.run(inputs)["y"], [2, 5, 8])
        room = np.full(10, -1, np.int64)
        result = operator.run(inputs, out=room)["y"]
        self.assertEqual(result.ctypes.data, room.ctypes.data)
        np.testing.assert_array_equal(result, [2, 5, 8])
        with self.assertRaises(opdk.OpdkError) as caught:
            operator.run(inputs, out=np.empty(2, np.int64))
        self.assertEqual(caught.exception.code, "E1004")


class Dtypes(unittest.TestCase):
    def test_every_integer_and_float_is_added(self):
        for name in INTEGERS + FLOATS:
            with self.subTest(dtype=name):
                x = np.array([1, 2, 3], name)
                y = opdk.run("Add", [x, x])["y"]
                self.assertEqual(y.dtype, x.dtype)
                np.testing.assert_array_equal(y, x + x)

    def test_bool_agrees_with_numpy(self):
        a, b = np.array([True, True, False]), np.array([True, False, False])
        y = opdk.run("LogicalAnd", [a, b])["y"]
        self.assertEqual(y.dtype, np.dtype(bool))
        np.testing.assert_array_equal(y, a & b)

    def test_complex_numbers_pass_through(self):
        for name in ("complex64", "complex128"):
            with self.subTest(dtype=name):
                x = np.array([[1 + 2j, 3 - 1j]], name)
                y = opdk.run("Identity", [x])["y"]
                self.assertEqual(y.dtype, x.dtype)
                np.testing.assert_array_equal(y, x)

    def test_complex_numbers_are_computed_with(self):
        for name in ("complex64", "complex128"):
            with self.subTest(dtype=name):
                x = np.array([[1 + 2j, 3 - 1j]], name)
                y = opdk.run("Mul", [x, x])["y"]
                self.assertEqual(y.dtype, x.dtype)
                np.testing.assert_array_equal(y, x * x)

    def test_bfloat16_is_a_view_of_bits(self):
        x = opdk.to_bfloat16(np.array([1.0, -2.5, 3.140625]))
        self.assertEqual(opdk.dtype_name(x.dtype), "bfloat16")
        y = opdk.run("Add", [x, x])["y"]
        self.assertEqual(opdk.dtype_name(y.dtype), "bfloat16")
        np.testing.assert_array_equal(opdk.from_bfloat16(y), [2.0, -5.0, 6.28125])
        bits = np.array([0x3F80, 0xC000], np.uint16)
        np.testing.assert_array_equal(opdk.run("Add", [bits.view(opdk.bfloat16)] * 2)["y"].view(np.uint16),
                                      [0x4000, 0xC080])
        # The same bits without the mark are integers.
        np.testing.assert_array_equal(opdk.run("Add", [bits, bits])["y"], bits + bits)

    def test_rounding_to_bfloat16_is_that_of_the_cast_operator(self):
        generator = np.random.default_rng(7)
        x = generator.standard_normal(4096).astype(np.float32) * np.float32(10) ** generator.integers(-30, 30, 4096)
        x = np.append(x.astype(np.float32), np.float32([0, -0.0, np.inf, -np.inf, np.nan, 1.00390625, 1.01171875]))
        ours, theirs = opdk.to_bfloat16(x), opdk.run("Cast", [x], {"dst_type": opdk.bfloat16})["y"]
        nan = np.isnan(x)
        np.testing.assert_array_equal(ours.view(np.uint16)[~nan], theirs.view(np.uint16)[~nan])
        self.assertTrue(np.isnan(opdk.from_bfloat16(ours)[nan]).all())

    def test_scalars_and_empty_arrays_keep_their_shape(self):
        self.assertEqual(opdk.run("Add", [np.array(2.5, np.float32)] * 2)["y"].shape, ())
        self.assertEqual(opdk.run("Add", [np.empty((0, 3), np.float32)] * 2)["y"].shape, (0, 3))

    def test_dynamic_ports_take_several_tensors(self):
        x = np.arange(12, dtype=np.float32).reshape(4, 3)
        parts = opdk.run("SplitD", [x], {"split_dim": 0, "num_split": 2}, dynamic_outputs={"y": 2})
        self.assertEqual(list(parts), ["y0", "y1"])
        np.testing.assert_array_equal(parts["y1"], x[2:])
        np.testing.assert_array_equal(opdk.run("ConcatD", [x, x, x], {"concat_dim": 0})["y"], np.concatenate([x] * 3))


class Attributes(unittest.TestCase):
    def test_values_are_typed_by_the_prototype(self):
        x = np.float32([[-1, 2]])
        for value in (0.5, np.float32(0.5), np.float64(0.5)):
            np.testing.assert_array_equal(opdk.run("LeakyRelu", [x], {"negative_slope": value})["y"], [[-0.5, 2]])
        np.testing.assert_array_equal(opdk.run("LeakyRelu", [x], {"negative_slope": 2})["y"], [[-2, 2]])
        for perm in ([1, 0], (1, 0), np.array([1, 0])):
            self.assertEqual(opdk.run("TransposeD", [x], {"perm": perm})["y"].shape, (2, 1))
        for dtype in (np.int32, np.dtype(np.int32), "int32"):
            self.assertEqual(opdk.run("Cast", [x], {"dst_type": dtype})["y"].dtype, np.dtype(np.int32))

    def test_a_value_of_another_type_is_refused_and_named(self):
        x = np.float32([[-1, 2]])
        for attrs in ({"axis": 1.5}, {"axis": "1"}, {"axis": True}, {"axis": None}, {"axis": 1 << 70}, {"axis": [1]}):
            with self.subTest(attrs=attrs), self.assertRaises(opdk.OpdkError) as caught:
                opdk.run("Flatten", [x], attrs)
            self.assertEqual(caught.exception.code, "E2009")
            self.assertIn("Flatten", str(caught.exception))
            self.assertIn(repr(attrs["axis"]), str(caught.exception))

    def test_numbers_that_a_float_cannot_hold_are_refused(self):
        with self.assertRaises(opdk.OpdkError) as caught:
            opdk.run("LeakyRelu", [np.float32([1])], {"negative_slope": 1e300})
        self.assertEqual(caught.exception.code, "E2009")

    def test_an_unknown_attribute_has_a_suggestion(self):
        with self.assertRaises(opdk.OpdkError) as caught:
            opdk.run("LeakyRelu", [np.float32([1])], {"negative_slop": 1.0})
        self.assertEqual((caught.exception.code, caught.exception.hint), ("E2009", "did you mean negative_slope?"))


class WrongInput(unittest.TestCase):
    X = np.ones((4, 6), np.float32)

    def refused(self, code, *args, **kwargs):
        with self.assertRaises(opdk.OpdkError) as caught:
            opdk.run(*args, **kwargs)
        self.assertEqual(caught.exception.code, code, str(caught.exception))
        return str(caught.exception)

    def test_an_unknown_operator_has_a_suggestion(self):
        self.assertIn("SoftmaxV2", self.refused("E2002", "SofmaxV2", [self.X]))

    def test_a_dtype_that_the_operator_does_not_take_is_refused(self):
        self.assertIn("SoftmaxV2", self.refused("E2008", "SoftmaxV2", [self.X.astype(np.int32)]))

    def test_dtypes_that_no_operator_takes_are_refused(self):
        for array in (np.array(["a"]), np.array([object()]), np.zeros(2, "M8[s]"), self.X.astype(">f4"),
                      np.zeros(2, [("a", "f4")]), np.zeros(2, np.longdouble)):
            with self.subTest(dtype=array.dtype):
                self.assertIn("input 'x'", self.refused("E1004", "Relu", [array]))

    def test_an_array_that_is_not_contiguous_is_not_copied_in_secret(self):
        for array in (self.X.T, self.X[:, ::2], self.X[::-1]):
            self.assertIn("numpy.ascontiguousarray", self.refused("E1004", "Relu", [array]))

    def test_inputs_that_are_no_arrays_are_type_errors(self):
        for value in ([1.0, 2.0], 3.0, None, "x"):
            with self.subTest(value=value), self.assertRaises(TypeError):
                opdk.run("Relu", {"x": value})
        with self.assertRaises(TypeError):
            opdk.run("Relu", self.X)

    def test_ports_that_do_not_exist_or_are_missing_are_refused(self):
        self.refused("E2005", "Relu", {"z": self.X})
        self.refused("E2005", "Add", [self.X])
        self.refused("E1003", "Relu", [self.X, self.X])
        relu = opdk.Operator("Relu", [self.X])
        for inputs in ({}, {"x": self.X, "y": self.X}):
            with self.assertRaises(opdk.OpdkError) as caught:
                relu.run(inputs)
            self.assertEqual(caught.exception.code, "E1003")

    def test_shapes_that_do_not_fit_the_operator_are_refused(self):
        self.assertIn("MatMul", self.refused("E2003", "MatMul", [self.X, self.X]))

    def test_outputs_that_do_not_fit_are_refused(self):
        read_only = np.empty_like(self.X)
        read_only.flags.writeable = False
        for out, said in ((read_only, "read-only"), (np.empty((4, 5), np.float32), "shape"),
                          (np.empty((4, 6), np.float64), "dtype"), (np.empty((6, 4), np.float32).T, "contiguous"),
                          ({"z": np.empty_like(self.X)}, "no output 'z'")):
            with self.subTest(said=said):
                self.assertIn(said, self.refused("E1004", "Relu", [self.X], out=out))
        with self.assertRaises(TypeError):
            opdk.run("Relu", [self.X], out=3)

    def test_an_output_over_an_input_is_refused(self):
        x = self.X.copy()
        self.assertIn("overlaps input 'x'", self.refused("E1004", "Relu", [x], out=x))
        np.testing.assert_array_equal(x, self.X)

    def test_an_engine_that_does_not_exist_has_a_suggestion(self):
        self.assertIn("ai_core", self.refused("E1001", "Relu", [self.X], engine="ai_cor"))

    def test_dynamic_outputs_need_a_number(self):
        self.refused("E2005", "SplitD", [self.X], {"split_dim": 0, "num_split": 2})
        self.refused("E2005", "SplitD", [self.X], {"split_dim": 0, "num_split": 2}, dynamic_outputs={"y": -1})
        self.refused("E2005", "Relu", [self.X], dynamic_outputs={"y": 1})

    def test_an_operator_works_after_an_error(self):
        relu = opdk.Operator("Relu", [self.X])
        for _ in range(2):
            with self.assertRaises(opdk.OpdkError):
                relu.run([self.X.T])
            with self.assertRaises(opdk.OpdkError):
                relu.run([self.X.view(np.complex64)])
            np.testing.assert_array_equal(relu.run([self.X])["y"], self.X)


class Engines(unittest.TestCase):
    def test_the_engine_and_its_kernel_are_named(self):
        x = np.ones((4, 6), np.float32)
        for engine in ("ai_core", "ai_cpu"):
            softmax = opdk.Operator("SoftmaxV2", [x], engine=engine)
            self.assertEqual((softmax.engine, softmax.package), (engine, "opdk_builtin"))
            self.assertTrue(softmax.kernel)
            self.assertEqual(softmax.outputs, [opdk.TensorSpec("y", "float", (4, 6))])

    def test_other_shapes_are_prepared_when_they_come(self):
        softmax = opdk.Operator("SoftmaxV2", {"x": ("float", (4, 6))})
        for shape in ((2, 3), (5,), (2, 2, 2), (4, 6)):
            self.assertEqual(softmax.run([np.ones(shape, np.float32)])["y"].shape, shape)
            self.assertEqual(softmax.outputs[0].shape, shape)


class Threads(unittest.TestCase):
    def test_threads_share_an_operator_with_their_own_shapes(self):
        softmax = opdk.Operator("SoftmaxV2", {"x": ("float", (1, 8))}, threads=1)
        failures = []

        def work(number):
            x = np.random.default_rng(number).standard_normal((number + 1, 8)).astype(np.float32)
            wanted = np.exp(x) / np.exp(x).sum(-1, keepdims=True)
            for _ in range(50):
                y = softmax.run([x])["y"]
                if y.shape != x.shape or not np.allclose(y, wanted, atol=1e-6):
                    failures.append(number)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_python_goes_on_while_an_operator_runs(self):
        x = np.random.default_rng(0).standard_normal((1024, 1024)).astype(np.float32)
        matmul = opdk.Operator("MatMul", [x, x], engine="ai_cpu", threads=1)
        running, counted = threading.Event(), []

        def work():
            running.set()
            for _ in range(5):
                matmul.run([x, x])
            running.clear()

        thread = threading.Thread(target=work)
        thread.start()
        running.wait()
        while running.is_set():
            counted.append(1)
        thread.join()
        # With the GIL held, this thread would get a turn only between two runs.
        self.assertGreater(len(counted), 1000)


if __name__ == "__main__":
    unittest.main()
