"""Builds a small network as a graph, compiles it and runs it.

The network has two inputs, a hidden layer of two and one output, and computes the exclusive or:
    hidden = relu(x · [[1, 1], [1, 1]] + [0, -1])        y = hidden · [[1], [-2]]
"""
import numpy as np
import opdk


def build():
    graph = opdk.Graph("xor")
    x = graph.input("x", "float", (-1, 2))  # any number of rows
    hidden = graph.add("MatMul", {"x1": x, "x2": np.ones((2, 2), np.float32)})
    biased = graph.add("Add", {"x1": hidden, "x2": np.array([0, -1], np.float32)})
    active = graph.add("Relu", {"x": biased})
    graph.output("y", graph.add("MatMul", {"x1": active, "x2": np.array([[1], [-2]], np.float32)}, name="y"))
    return graph


def main():
    graph = build()
    print("inferred:", {node: outputs["y"].shape for node, outputs in graph.infer_shapes().items()})
    model = graph.compile()
    for node in model.explain().nodes:
        print(f"{node.node:8} {node.engine:8} {node.kernel:40} {node.description}")
    x = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.float32)
    y = np.empty((4, 1), np.float32)
    model.run({"x": x}, out=y)  # nothing is copied: x is read and y written where they lie
    for (a, b), (result,) in zip(x, y):
        print(f"{a:.0f} xor {b:.0f} = {result:.0f}")


if __name__ == "__main__":
    main()
