"""Models that share variables."""
import os
import pathlib
import unittest

import numpy as np
import opdk

SOURCE = pathlib.Path(os.environ["OPDK_SOURCE_DIR"])
TRAINING = SOURCE / "tests/plugins/tensorflow/training"


class Session(unittest.TestCase):
    def refused(self, code, call, *args, **kwargs):
        with self.assertRaises(opdk.OpdkError) as caught:
            call(*args, **kwargs)
        self.assertEqual(caught.exception.code, code, str(caught.exception))
        return str(caught.exception)

    def trained(self, name, session, steps):
        path = str(TRAINING / f"{name}.pbtxt")
        begin = opdk.Graph.from_file(path, options={"out_nodes": "init"}).compile(session=session)
        step = opdk.Model(opdk.Graph.from_file(path, options={"out_nodes": "train_op;loss"}), session=session)
        self.assertEqual(begin.run([]), {})
        digits = np.loadtxt(SOURCE / "samples/digits/model/test_digits.csv", delimiter=",", skiprows=1, dtype=np.float32)
        losses = []
        for number in range(steps):
            rows = digits[np.arange(number * 32, (number + 1) * 32) % len(digits)]
            feed = {"x": np.ascontiguousarray(rows[:, 1:]), "y": np.ascontiguousarray(rows[:, 0], np.int32)}
            losses.append(step.run(feed)["loss"])
        return np.array(losses, np.float32)

    def test_a_graph_fills_the_variables_that_another_one_trains(self):
        session = opdk.Session()
        wanted = np.loadtxt(TRAINING / "adam.losses", dtype=np.float32)
        np.testing.assert_allclose(self.trained("adam", session, 50), wanted, rtol=2e-3)
        self.assertIn("net/kernel/Adam_1", session.variables)
        self.assertEqual(session.value("net/kernel").shape, (3, 3, 1, 4))
        self.assertEqual(session.value("count/global_step"), 50)
        # Its values are a copy, and another session begins anew.
        session.value("net/kernel")[:] = 0
        self.assertTrue(session.value("net/kernel").any())
        np.testing.assert_allclose(self.trained("adam", opdk.Session(), 2), wanted[:2], rtol=2e-3)

    def test_variables_without_a_value_are_refused(self):
        path = str(TRAINING / "adam.pbtxt")
        session = opdk.Session()
        self.assertEqual(session.variables, [])
        read = opdk.Graph.from_file(path, options={"out_nodes": "net/bias/Read/ReadVariableOp"}).compile(session=session)
        self.assertIn("read before it has a value", self.refused("E6001", read.run, []))
        self.assertIn("net/bias", self.refused("E1003", session.value, "net/bia"))
        self.assertIn("no value yet", self.refused("E1003", session.value, "net/bias"))
        # A model alone keeps what it has written to itself.
        opdk.Graph.from_file(path, options={"out_nodes": "init"}).compile().run([])
        self.refused("E6001", read.run, [])


if __name__ == "__main__":
    unittest.main()
