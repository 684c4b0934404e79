"""Bad input is an OpdkError with a code, never an error of Python's own machinery."""
import os
import pathlib
import tempfile
import unittest

import numpy as np
import opdk


def field(number, payload):
    """Returns a length-delimited or varint field of a protobuf message."""
    if isinstance(payload, int):
        return bytes([number << 3, payload])
    return bytes([number << 3 | 2, len(payload)]) + payload


def model(name):
    """Returns an ONNX model of one Relu whose input and output are called by these bytes."""
    shape = field(2, field(1, field(1, 2)))
    tensor = field(2, field(1, field(1, 1) + shape))
    node = field(1, name) + field(2, name + b"y") + field(4, b"Relu")
    graph = field(1, node) + field(2, b"g") + field(11, field(1, name) + tensor)
    graph += field(12, field(1, name + b"y") + tensor)
    return field(1, 8) + field(7, graph) + field(8, field(1, b"") + field(2, 17))


class Errors(unittest.TestCase):
    def raises(self, code, function, *args, **kwargs):
        with self.assertRaises(opdk.OpdkError) as caught:
            function(*args, **kwargs)
        self.assertEqual(caught.exception.code, code, caught.exception)
        str(caught.exception).encode()
        return caught.exception

    def file(self, content, name=b"model.onnx"):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        path = os.path.join(os.fsencode(directory.name), name)
        pathlib.Path(os.fsdecode(path)).write_bytes(content)
        return os.fsdecode(path)

    def test_a_model_with_a_name_that_is_not_utf8_is_refused(self):
        self.assertEqual(opdk.Model(self.file(model(b"x"))).inputs[0].name, "x")
        error = self.raises("E2001", opdk.Model, self.file(model(b"x\xff")))
        self.assertIn("UTF-8", error.message)

    def test_a_broken_model_whose_path_is_not_utf8_is_named(self):
        error = self.raises("E2001", opdk.Model, self.file(b"\xff\xff", b"m\xff.onnx"))
        self.assertIn("m\\xff.onnx", " ".join(error.places))
        self.raises("E1002", opdk.Model, os.fsdecode(b"/nowhere/m\xff.onnx"))
        self.raises("E1002", opdk.load, [os.fsdecode(b"/nowhere/\xff")])

    def test_a_name_without_a_utf8_form_is_refused(self):
        x = np.float32([1])
        self.raises("E1001", opdk.run, "Rel\udcff", [x])
        self.raises("E1001", opdk.run, "Relu", {"x\udcff": x})
        self.raises("E1001", opdk.run, "Relu", [x], {"\udcff": 1})
        self.raises("E1001", opdk.run, "Relu", [x], engine="\udcff")
        self.raises("E1001", opdk.registry().operator, "\udcff")
        graph = opdk.Graph()
        self.raises("E1001", graph.input, "x\udcff", "float", (2,))

    def test_shapes_that_memory_cannot_hold_are_refused(self):
        huge = ("float", (2**40, 2**40))
        self.raises("E2007", opdk.infer_shape, "Relu", {"x": huge})
        self.raises("E2007", opdk.Operator, "Relu", {"x": huge})
        self.raises("E1004", opdk.Operator, "Relu", {"x": ("float", (2**63,))})
        for extent in (2**45, 2**61):
            self.raises("E2007", opdk.run, "Fill", [np.int64([extent]), np.float32([0])])
            self.raises("E2007", opdk.run, "Expand", [np.float32([1]), np.int64([extent])])

    def test_axes_that_only_the_run_brings_are_checked_there(self):
        graph = opdk.Graph()
        x = graph.input("x", "float", ())
        bounds = {name: graph.input(name, "int64", (-1,)) for name in ("begin", "end", "axes")}
        graph.output("y", graph.add("StridedSliceV2", {"x": x, **bounds}))
        sliced = graph.compile(engine="ai_cpu")
        values = {"x": np.array(1, np.float32), "begin": np.int64([0] * 3), "end": np.int64([1] * 3)}
        self.raises("E2003", sliced.run, {**values, "axes": np.int64([0, 1, 2])})
        self.raises("E2003", sliced.run, {**values, "axes": np.int64([0])})

    def test_text_as_an_input_is_a_type_error(self):
        with self.assertRaises(TypeError):
            opdk.run("Relu", ["text"])


if __name__ == "__main__":
    unittest.main()
