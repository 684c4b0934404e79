"""Graphs and models: built in Python or read from files, compiled, run, explained."""
from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _core
from .arrays import (Array, Inputs, Outs, Shape, TensorSpec, by_name, native_array, native_outputs, output_arrays,
                     port_of, results, spec_of)
from .errors import OpdkError, translated_class
from .files import write_whole
from .operators import Attrs, named_specs, native_attrs
from .packages import registry
from .sessions import Session


@dataclass(frozen=True)
class Refusal:
    """Why a cheaper engine didn't take a node."""

    engine: str
    reason: str


@dataclass(frozen=True)
class NodeExplanation:
    """The explanation of one operator: where it runs, and why."""

    node: str
    type: str
    engine: str
    package: str
    kernel: str
    """"" for a view."""
    description: str
    """The kernel's own line about itself."""
    fused_into: str
    """The node it became a part of; "": runs by itself."""
    view: bool
    """Its output is its input's bytes: nothing runs."""
    stream: int
    """On which it runs on one thread, at the same time as others; -1: on all threads."""
    refusals: tuple[Refusal, ...]
    notes: tuple[str, ...]
    """Why it wasn't fused with a neighbour."""


@dataclass(frozen=True)
class FusedGroup:
    """Operators that run as one kernel."""

    name: str
    kernel: str
    nodes: tuple[str, ...]


@dataclass(frozen=True)
class Memory:
    """Bytes of a model."""

    planned: int
    """Of the arena that its tensors share."""
    theoretical_min: int
    without_reuse: int
    constants: int


@dataclass(frozen=True)
class Explanation:
    """Which engine, kernel and package took each node, and why.

    Example:
        >>> explanation = opdk.Model("model.onnx").explain()
        >>> [(node.type, node.engine, node.refusals) for node in explanation.nodes if node.engine != "ai_core"]
        []
    """

    nodes: tuple[NodeExplanation, ...]
    """In topological order."""
    fused_groups: tuple[FusedGroup, ...]
    memory: Memory
    tasks: int
    """What a run launches."""
    compile_ms: float


Gears = Sequence[Sequence[Sequence[int]]]
"""For each gear the shapes of all inputs, in order."""


@translated_class
class Model:
    """A model that is ready to run. Threads may share it: their runs go on side by side, and so does Python.

    Example:
        >>> model = opdk.Model("samples/digits/model/digits.onnx")
        >>> scores = model.run({"image": np.zeros((1, 1, 8, 8), np.float32)})
    """

    def __init__(self, source: Union[str, os.PathLike[str], Graph], *, engine: str = "", threads: int = 0,
                 disabled_passes: Sequence[str] = (), dump_directory: Union[str, os.PathLike[str]] = "",
                 precision_mode: str = "", gears: Gears = (), session: Optional[Session] = None) -> None:
        """Compiles a model's file or a graph.

        Args:
            source: a path, or a ``Graph`` (``Graph.from_file`` has the options of a framework's reader).
            engine: only this one: "ai_core" or "ai_cpu"; "": all.
            threads: of a run; 0: the process's default.
            disabled_passes: by name, as ``opdk explain --help`` and E1001 list them.
            dump_directory: where the graph's text is written after each pass that changed it; "": nowhere.
            precision_mode: the types that operators compute in, as CANN names them ("force_fp16",
                "allow_mix_precision_bf16"); "": the model's.
            gears: for each gear the shapes of all inputs; each gets a model of its own, and no other shapes are run.
            session: which has its variables; None: the model alone.

        Raises:
            OpdkError: E1001 an unknown engine, pass or mode; E1002 no such file; E2001 no model; E2002 an operator
                that no package has; E2003 an operator's refusal; E2005 an invalid graph; E2008 a node that no engine
                takes; E4001 a kernel that can't be compiled.
        """
        graph = source if isinstance(source, Graph) else Graph.from_file(source)
        self._native = graph._compile(engine, threads, list(disabled_passes), os.fsencode(dump_directory),
                                      precision_mode, gears, session)
        self._inputs = [spec_of(port) for port in self._native.inputs]
        self._outputs = [spec_of(port) for port in self._native.outputs]

    @property
    def inputs(self) -> list[TensorSpec]:
        """Inputs of a run, in order; a size is -1 where any does."""
        return list(self._inputs)

    @property
    def outputs(self) -> list[TensorSpec]:
        """Outputs of a run, in order; a size is -1 where it depends on the inputs."""
        return list(self._outputs)

    @property
    def dynamic(self) -> bool:
        """Some shape is known only at run time."""
        return self._native.dynamic

    def run(self, inputs: Inputs, out: Outs = None) -> dict[str, Array]:
        """Runs on C-contiguous arrays, which are read where they lie, and writes into the arrays of ``out``, or new
        ones. Only an output of a shape that isn't known before and has no array in ``out`` is copied once.

        Args:
            inputs: an array for each input, by name or in order.
            out: arrays for outputs: of the output's dtype, its shape where it is known (else any with room; the result
                is a view of its beginning), writable, no overlap.

        Returns:
            The outputs by name.

        Raises:
            OpdkError: E1003 an input is missing or unknown; E1004 an array doesn't fit; E6001, E6002 a kernel failed.
            TypeError: something isn't an array.

        Example:
            >>> model.run([image])["logits"].argmax()
            7
        """
        names = [spec.name for spec in self._inputs]
        named = by_name(inputs, names, "inputs")
        missing = [name for name in names if name not in named]
        unknown = [name for name in named if name not in names]
        if missing or unknown:
            raise OpdkError("E1003", f"the model has no input '{unknown[0]}'" if unknown
                            else f"input '{missing[0]}' is missing", (), "inputs are " + ", ".join(names))
        arrays = [native_array(f"input '{name}'", named[name]) for name in names]
        outputs = output_arrays(self._outputs, out, named)
        return results(self._outputs, outputs, self._native.run(arrays, native_outputs(outputs)))

    def dump_tensors(self, directory: Union[str, os.PathLike[str]], *, layers: Sequence[str] = (), runs: str = "",
                     mode: str = "output", data: str = "tensor") -> None:
        """Makes later runs write the tensors of their steps to ``directory``/<graph>/<run>, as ``opdk run
        --dump-tensors`` does. Call it before threads share the model.

        Args:
            directory: must be there.
            layers: only these steps, or those that nodes of these names were fused into; none: all.
            runs: "0|5|10-20", from 0 on; "": all.
            mode: "output", "input" or "all".
            data: "tensor", or "stats" for the index alone.

        Raises:
            OpdkError: E1001 no such layer, or a value that isn't allowed; E1002 no such directory; E1006 the directory
                can't be written to.

        Example:
            >>> model.dump_tensors("dumps", layers=["logits"])
        """
        self._native.dump_tensors(os.fsencode(directory), list(layers), runs, mode, data)

    def profile(self, directory: Union[str, os.PathLike[str]]) -> None:
        """Makes later runs add to ``op_statistic.csv`` and ``trace.json`` in ``directory``/PROF_<graph>. Call it before
        threads share the model.

        Args:
            directory: must be there.

        Raises:
            OpdkError: E1002 no such directory; E1006 it can't be written to.

        Example:
            >>> model.profile("profiles")
        """
        self._native.profile(os.fsencode(directory))

    def explain(self) -> Explanation:
        """Returns which engine, kernel and package took each node, and why not the others.

        Example:
            >>> {node.node: node.kernel for node in model.explain().nodes}
        """
        report = self._native.report()
        nodes = []
        groups: dict[str, list[NodeExplanation]] = {}
        for row in report["nodes"]:
            refusals = tuple(Refusal(*refusal) for refusal in row.pop("refusals"))
            node = NodeExplanation(refusals=refusals, notes=tuple(row.pop("notes")), **row)
            nodes.append(node)
            if node.fused_into:
                groups.setdefault(node.fused_into, []).append(node)
        fused = tuple(FusedGroup(name, members[0].kernel, tuple(node.node for node in members))
                      for name, members in groups.items())
        return Explanation(tuple(nodes), fused, Memory(**report["memory"]), report["tasks"], report["compile_ms"])


@dataclass(frozen=True, eq=False)
class Tensor:
    """An output of a node: what other nodes take as an input. Belongs to the graph that made it."""

    graph: Graph
    node: int
    index: int
    name: str
    """Of the node's port."""


class Node:
    """An operator in a graph. Where it has one output, it stands for that output.

    Example:
        >>> split = graph.add("SplitD", {"x": x}, {"split_dim": 1, "num_split": 2}, dynamic_outputs={"y": 2})
        >>> first, second = split["y0"], split["y1"]
    """

    def __init__(self, name: str, type: str, outputs: Sequence[Tensor]) -> None:
        """Takes what ``Graph.add`` passes; only that function calls it."""
        self.name = name
        self.type = type
        self.outputs = tuple(outputs)

    def __getitem__(self, output: Union[int, str]) -> Tensor:
        """Returns an output by its number or the name of its port.

        Raises:
            OpdkError: E2005, there is none.
        """
        for number, tensor in enumerate(self.outputs):
            if output in (number, tensor.name):
                return tensor
        raise OpdkError("E2005", f"{self.type} has no output {output!r}", (f"node {self.name} ({self.type})",),
                        "outputs are " + ", ".join(tensor.name for tensor in self.outputs))


TensorLike = Union[Tensor, Node, Array]
"""What feeds an input: a tensor, a node with one output, or an array, which becomes a constant."""


@translated_class
class Graph:
    """A graph that is built operator by operator, or read from a file.

    Example:
        >>> graph = opdk.Graph("scaled_softmax")
        >>> x = graph.input("x", "float", (-1, 10))
        >>> scaled = graph.add("Mul", [x, np.float32(0.5).reshape(1)])
        >>> graph.output("y", graph.add("SoftmaxV2", [scaled], {"axes": [-1]}))
        >>> graph.compile().run({"x": np.ones((2, 10), np.float32)})["y"].shape
        (2, 10)
    """

    def __init__(self, name: str = "graph") -> None:
        """Makes an empty graph over the packages that are loaded now."""
        registry()
        self._native = _core.Graph(name)
        self._input_names: set[str] = set()
        self._outputs: list[tuple[int, int, str]] = []
        self._parsed = False

    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]], *, weight: Union[str, os.PathLike[str]] = "",
                  options: Optional[Mapping[str, str]] = None) -> Graph:
        """Reads the graph of a model, complete: it can be printed, inferred and compiled, not extended.

        Args:
            path: of ONNX; of TensorFlow a graph (.pb, .pbtxt) or a saved model's directory; of Caffe a .prototxt; .air.
            weight: the weights of a model that keeps them apart (.caffemodel).
            options: of the framework's reader: "out_nodes"; TensorFlow's also has "signature", "tag" and
                "enable_scope_fusion_passes".

        Raises:
            OpdkError: E1002 no such file; E2001 no model; E2002 an operator that no package has.

        Example:
            >>> print(opdk.Graph.from_file("model.onnx"))
        """
        graph = cls()
        files = [os.fsencode(file) for file in (path, weight) if os.fsencode(file)]
        graph._native = (_core.load_graph(files[0]) if files[0].endswith(b".air") else
                         _core.parse(files, dict(options or {})))
        graph._parsed = True
        return graph

    def _extend(self) -> None:
        if self._parsed:
            raise OpdkError("E2005", "a graph that was read from a file can't be extended", (),
                            "build a graph with opdk.Graph()")

    def input(self, name: str, dtype: object, shape: Optional[Sequence[int]]) -> Tensor:
        """Adds an input; -1: any size, None: any rank.

        Raises:
            OpdkError: E1004 no such dtype or shape; E2005 the name is taken.

        Example:
            >>> x = graph.input("x", "float16", (-1, 3, 224, 224))
        """
        self._extend()
        if name in self._input_names:
            raise OpdkError("E2005", f"the graph has an input '{name}' already")
        node = self._native.add_input(port_of(name, (dtype, shape)))
        self._input_names.add(name)
        return Tensor(self, node, 0, "y")

    def constant(self, value: Array, name: str = "constant") -> Tensor:
        """Adds a constant with a copy of the array.

        Raises:
            OpdkError: E1004, the array is not C-contiguous or of a dtype that operators don't take.

        Example:
            >>> weights = graph.constant(np.ones((8, 3), np.float32))
        """
        self._extend()
        return Tensor(self, self._native.add_constant(name, native_array("the constant", value)), 0, "y")

    def _tensor(self, what: str, value: TensorLike) -> Tensor:
        if isinstance(value, Node):
            if len(value.outputs) != 1:
                raise OpdkError("E2005", f"{what}: {value.type} has {len(value.outputs)} outputs, which one?",
                                (f"node {value.name} ({value.type})",),
                                "choose: " + ", ".join(f"node['{tensor.name}']" for tensor in value.outputs))
            value = value.outputs[0]
        if isinstance(value, Tensor):
            if value.graph is not self:
                raise OpdkError("E2005", f"{what} belongs to another graph")
            return value
        if hasattr(value, "__array_interface__"):
            return self.constant(value)
        raise TypeError(f"{what} must be a Tensor, a Node or a numpy array, not {type(value).__name__}")

    def add(self, type: str, inputs: Union[Mapping[str, TensorLike], Sequence[TensorLike]], attrs: Attrs = None, *,
            name: str = "", dynamic_outputs: Optional[Mapping[str, int]] = None) -> Node:
        """Adds an operator.

        Args:
            type: as ``Registry.operators`` lists it.
            inputs: by port, or in the prototype's order; an array becomes a constant.
            attrs: by name, typed by the prototype; the others have their defaults.
            name: of the node; "": the type. A number is appended where it is taken.
            dynamic_outputs: entries of each dynamic output port.

        Raises:
            OpdkError: E2002 no such operator; E2005 an input of another graph; E2009 an attribute. Ports, dtypes and
                shapes are checked by ``infer_shapes`` and ``compile``.
            TypeError: an input that is no tensor.

        Example:
            >>> node = graph.add("Add", {"x1": x, "x2": x})
        """
        self._extend()
        named: Mapping[str, Any] = named_specs(type, inputs)  # type: ignore[arg-type]
        links = []
        for port, value in named.items():
            tensor = self._tensor(f"input '{port}' of {type}", value)
            links.append((port, tensor.node, tensor.index))
        node, outputs = self._native.add_operator(type, name or type, links, native_attrs(attrs),
                                                  dict(dynamic_outputs or {}))
        tensors = [Tensor(self, node, index, output) for index, output in enumerate(outputs)]
        return Node(self._native.name_of(node), type, tensors)

    def output(self, name: str, value: Union[Tensor, Node]) -> None:
        """Makes a tensor an output of the graph; the order of the calls is that of the outputs.

        Raises:
            OpdkError: E2005, the name is taken, or the tensor belongs to another graph.

        Example:
            >>> graph.output("y", node)
        """
        self._extend()
        if any(name == taken for _, _, taken in self._outputs):
            raise OpdkError("E2005", f"the graph has an output '{name}' already")
        tensor = self._tensor(f"output '{name}'", value)
        self._outputs.append((tensor.node, tensor.index, name))

    def infer_shapes(self) -> dict[str, dict[str, TensorSpec]]:
        """Returns what inference finds out about each node's outputs, by node and port.

        Raises:
            OpdkError: as ``compile``, up to E2009.

        Example:
            >>> graph.infer_shapes()["SoftmaxV2"]["y"].shape
            (-1, 10)
        """
        return {node.name: {port.name: spec_of(port) for port in node.outputs}
                for node in self._native.infer(self._outputs)}

    def compile(self, *, engine: str = "", threads: int = 0, disabled_passes: Sequence[str] = (),
                dump_directory: Union[str, os.PathLike[str]] = "", precision_mode: str = "",
                gears: Gears = (), session: Optional[Session] = None) -> Model:
        """Returns the graph made ready to run; it can be extended and compiled again. Arguments and errors are those of
        ``Model``.

        Example:
            >>> model = graph.compile(engine="ai_cpu")
        """
        return Model(self, engine=engine, threads=threads, disabled_passes=disabled_passes,
                     dump_directory=dump_directory, precision_mode=precision_mode, gears=gears, session=session)

    def _compile(self, engine: str, threads: int, disabled_passes: list[str], dump_directory: bytes,
                 precision_mode: str, gears: Gears, session: Optional[Session]) -> _core.Model:
        self._check_complete()
        return self._native.compile(self._outputs, engine, threads, disabled_passes, dump_directory, precision_mode,
                                    [[list(shape) for shape in gear] for gear in gears],
                                    None if session is None else session._native)

    def _check_complete(self) -> None:
        if not self._parsed and not self._outputs:
            raise OpdkError("E2005", "the graph has no outputs", (), "call graph.output(name, tensor)")

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the graph to a file (``.air``), which ``atc --framework=1`` and ``opdk run`` read.

        Raises:
            OpdkError: E2005 the graph has no outputs; E1006 the file can't be written.

        Example:
            >>> graph.save("model.air")
        """
        self._check_complete()
        content = self._native.save(self._outputs)
        try:
            write_whole(path, content)
        except OSError as error:
            raise OpdkError("E1006", f"{os.fspath(path)!r} can't be written: {error.strerror}") from None

    def __str__(self) -> str:
        """Returns the graph core's text form, as ``opdk dump`` prints it."""
        return self._native.print(self._outputs)
