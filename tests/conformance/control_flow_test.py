#!/usr/bin/env python3
"""Runs random graphs of nested If, Loop and Scan and compares with ONNX Runtime.

usage: control_flow_test.py OPDK DIR VENV COUNT [FIRST_SEED]      the files go to DIR

Values are bounded, so that no condition is decided by rounding. Passes when no output differs by more than 1e-4 of the
output's range. Exit code 77 where PyPI can't be reached.
"""
import pathlib
import subprocess
import sys

from networks_test import compare, run
from pypi import python_with
from quantized_test import PACKAGES

EXTENTS = (3, 4)


class Writer:
    """One random model: values in scope are float tensors of EXTENTS."""

    def __init__(self, seed):
        import numpy
        from onnx import TensorProto, helper

        self.random = numpy.random.default_rng(seed)
        self.helper = helper
        self.float, self.int64, self.bool = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
        self.count = 0

    def name(self, hint):
        self.count += 1
        return f"{hint}{self.count}"

    def constant(self, nodes, dtype, shape, values):
        name = self.name("constant")
        nodes.append(self.helper.make_node("Constant", [], [name], value=self.helper.make_tensor(
            name, dtype, shape, values)))
        return name

    def node(self, nodes, kind, inputs, outputs=1, **attributes):
        names = [self.name(kind.lower()) for _ in range(outputs)]
        nodes.append(self.helper.make_node(kind, inputs, names, **attributes))
        return names[0] if outputs == 1 else names

    def condition(self, nodes, scope):
        total = self.node(nodes, "ReduceSum", [self.pick(scope)], keepdims=0)
        limit = self.constant(nodes, self.float, [], [float(self.random.uniform(-3, 3))])
        return self.node(nodes, "Less", [total, limit])

    def pick(self, scope):
        return scope[int(self.random.integers(len(scope)))]

    def value(self, name, dtype=None, shape=EXTENTS):
        return self.helper.make_tensor_value_info(name, dtype or self.float, shape)

    def block(self, scope, depth):
        """Returns nodes and the values that they add to the scope."""
        nodes, scope, new = [], list(scope), []
        for _ in range(int(self.random.integers(2, 5))):
            kinds = [self.plain, self.plain]
            if depth > 0:
                kinds += [self.branch, self.loop, self.scan, self.growing]
            made = kinds[int(self.random.integers(len(kinds)))](nodes, scope, depth)
            scope += made
            new += made
        return nodes, new

    def plain(self, nodes, scope, depth):
        kind = self.pick(["Add", "Sub", "Mul"])
        return [self.node(nodes, "Tanh", [self.node(nodes, kind, [self.pick(scope), self.pick(scope)])])]

    def graph(self, kind, nodes, inputs, outputs):
        return self.helper.make_graph(nodes, self.name(kind), inputs, outputs)

    def branch(self, nodes, scope, depth):
        condition = self.condition(nodes, scope)
        branches = []
        for kind in ("then", "else"):
            inner, new = self.block(scope, depth - 1)
            # A branch may give what it was given.
            outputs = [self.pick(new), self.pick(scope + new)]
            outputs = [self.node(inner, "Identity", [output]) for output in outputs]
            branches.append(self.graph(kind, inner, [], [self.value(output) for output in outputs]))
        return self.node(nodes, "If", [condition], 2, then_branch=branches[0], else_branch=branches[1])

    def trips(self, nodes):
        return self.constant(nodes, self.int64, [], [int(self.random.integers(0, 5))])

    def loop(self, nodes, scope, depth):
        formals = [self.name("state"), self.name("state")]
        going_on = self.name("going_on")
        inner, new = self.block(scope + formals, depth - 1)
        # The states of the loop may change places.
        states = [self.pick(new), self.pick(formals)]
        outputs = [self.node(inner, "Identity", [output]) for output in states + [self.pick(new)]]
        condition = self.condition(inner, scope + formals + new)
        body = self.graph("body", inner, [self.value(self.name("i"), self.int64, []), self.value(going_on, self.bool, [])]
                          + [self.value(formal) for formal in formals],
                          [self.value(condition, self.bool, [])] + [self.value(output) for output in outputs])
        first = self.condition(nodes, scope) if self.random.random() < 0.3 else ""
        made = self.node(nodes, "Loop", [self.trips(nodes), first, self.pick(scope), self.pick(scope)], 3, body=body)
        axis = self.constant(nodes, self.int64, [1], [0])
        together = self.node(nodes, "ReduceSum", [made[2], axis], keepdims=0)
        return made[:2] + [self.node(nodes, "Tanh", [together])]

    def scan(self, nodes, scope, depth):
        """Adds a scan over the rows of a value, in either direction."""
        state, row = self.name("state"), self.name("row")
        inner = []
        total = self.node(inner, "Tanh", [self.node(inner, "Add", [state, row])])
        out = self.node(inner, "Mul", [total, row])
        if depth > 1:
            condition = self.condition(inner, scope)
            branches = []
            for kind in ("Neg", "Abs"):
                nested = []
                result = self.node(nested, kind, [out])
                branches.append(self.graph(kind, nested, [], [self.value(result, shape=EXTENTS[1:])]))
            out = self.node(inner, "If", [condition], then_branch=branches[0], else_branch=branches[1])
        body = self.graph("scan", inner, [self.value(state, shape=EXTENTS[1:]), self.value(row, shape=EXTENTS[1:])],
                          [self.value(total, shape=EXTENTS[1:]), self.value(out, shape=EXTENTS[1:])])
        axes = self.constant(nodes, self.int64, [1], [0])
        first = self.node(nodes, "ReduceMax", [self.pick(scope)], axes=[0], keepdims=0)
        directions = [int(self.random.integers(2))]
        last, rows = self.node(nodes, "Scan", [first, self.pick(scope)], 2, num_scan_inputs=1, body=body,
                               scan_input_directions=directions, scan_output_directions=[int(self.random.integers(2))])
        return [self.node(nodes, "Add", [rows, self.node(nodes, "Unsqueeze", [last, axes])])]

    def growing(self, nodes, scope, depth):
        """Adds a loop whose value gets longer each time."""
        state = self.name("state")
        inner, new = self.block(scope, 0)
        longer = self.node(inner, "Concat", [state, self.pick(new)], axis=0)
        going_on, condition = self.name("going_on"), self.name("condition")
        inner.append(self.helper.make_node("Identity", [going_on], [condition]))
        body = self.graph("growing", inner, [self.value(self.name("i"), self.int64, []),
                                             self.value(going_on, self.bool, []),
                                             self.value(state, shape=[None, EXTENTS[1]])],
                          [self.value(condition, self.bool, []), self.value(longer, shape=[None, EXTENTS[1]])])
        made = self.node(nodes, "Loop", [self.trips(nodes), "", self.pick(scope)], body=body)
        mean = self.node(nodes, "ReduceMean", [made], axes=[0], keepdims=1)
        return [self.node(nodes, "Add", [mean, self.pick(scope)])]

    def model(self):
        from onnx import checker

        inputs = ["x", "y"]
        nodes, new = self.block(inputs, 3)
        nodes.insert(0, self.helper.make_node("Split", ["input"], inputs, axis=0))
        nodes.append(self.helper.make_node("Sum", new + inputs, ["output"]))
        graph = self.helper.make_graph(nodes, "random", [self.value("input", shape=[2 * EXTENTS[0], EXTENTS[1]])],
                                       [self.value("output")])
        model = self.helper.make_model(graph, opset_imports=[self.helper.make_opsetid("", 17)], ir_version=8)
        checker.check_model(model)
        return model


def make(directory, seed):
    """Makes a model, an input and ONNX Runtime's output; runs in the environment."""
    import numpy
    import onnx
    import onnxruntime

    writer = Writer(int(seed))
    model = writer.model()
    onnx.save(model, directory / f"{seed}.onnx")
    given = writer.random.uniform(-1, 1, (2 * EXTENTS[0], EXTENTS[1])).astype(numpy.float32)
    session = onnxruntime.InferenceSession(directory / f"{seed}.onnx", providers=["CPUExecutionProvider"])
    numpy.save(directory / f"{seed}_input.npy", given)
    numpy.save(directory / f"{seed}_output.npy", session.run(None, {"input": given})[0])


def make_all(directory, seeds):
    first, count = map(int, seeds.split("+"))
    for seed in range(first, first + count):
        make(directory, str(seed))


def compare_all(directory, seeds):
    first, count = map(int, seeds.split("+"))
    return max(compare(directory, str(seed)) for seed in range(first, first + count))


def main():
    if len(sys.argv) == 4:
        return {"--make": make_all, "--compare": compare_all}[sys.argv[1]](pathlib.Path(sys.argv[2]), sys.argv[3])
    opdk, directory, venv, count = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), int(sys.argv[4])
    first = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    directory.mkdir(parents=True, exist_ok=True)
    python = python_with(venv, *PACKAGES)
    if python is None:
        print(f"{', '.join(PACKAGES)} can't be had from PyPI")
        return 77
    seeds = f"{first}+{count}"
    subprocess.run([python, __file__, "--make", directory, seeds], check=True)
    for seed in range(first, first + count):
        run(opdk, directory, str(seed))
    return subprocess.run([python, __file__, "--compare", directory, seeds]).returncode


if __name__ == "__main__":
    sys.exit(main())
