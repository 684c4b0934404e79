"""A graph of PyTorch's operators (FX, of ATen) as a graph of Ascend IR."""
from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Optional

import opdk
import torch
from opdk.arrays import port_of
from torch import fx
from torch.utils._python_dispatch import _disable_current_modes

from .ge import dtypes, symbols
from .ge.graph import GeGraph, NotConvertible, Tensor, cast, op
from .ge.tensor_spec import TensorSpec
from .registration import find_converter


@dataclass
class InputPort:
    """An input of the graph."""

    position: int
    """Among the placeholders."""
    dtype: torch.dtype
    order: Optional[tuple[int, ...]]
    """Of the dimensions in memory, outermost first; None: as they are counted. () for a size."""
    is_size: bool = False


@dataclass
class OutputPort:
    """A result of the FX graph."""

    source: Any
    """"graph": the next output of the graph. ("argument", place), ("attribute", tensor), ("same", number of an earlier
    result), ("value", a size, number or None). ("view", place of the argument or number of the result, whether it is an
    argument, and (shape, strides, offset from the other's first element)): the same memory, as AOTAutograd expects it."""
    shape: tuple[Any, ...] = ()
    dtype: Optional[torch.dtype] = None
    order: Optional[tuple[int, ...]] = None


@dataclass
class Lowered:
    """A graph and what its ports are to PyTorch."""

    graph: opdk.Graph
    inputs: list[InputPort] = field(default_factory=list)
    outputs: list[OutputPort] = field(default_factory=list)
    owners: Mapping[str, fx.Node] = field(default_factory=dict)
    values: Mapping[fx.Node, Tensor] = field(default_factory=dict)

    @property
    def made(self) -> list[OutputPort]:
        """Sources of the graph's own outputs."""
        return [port for port in self.outputs if port.source == "graph"]


class Unsupported(Exception):
    """Nodes that have to stay in PyTorch, with the reasons."""

    def __init__(self, reasons: Mapping[fx.Node, str]) -> None:
        super().__init__(", ".join(f"{node.name}: {reason}" for node, reason in reasons.items()))
        self.reasons = dict(reasons)


def spec_of(value: Any) -> Any:
    """Returns the TensorSpec of a fake tensor; a list of them for several results."""
    if isinstance(value, torch.Tensor):
        return TensorSpec(value.dtype, _plain(value.shape), _plain(value.stride()))
    if isinstance(value, (list, tuple)):
        return [spec_of(item) for item in value]
    return value


def _plain(sizes: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(int(size) if isinstance(size, int) else size for size in sizes)


def is_size(value: Any) -> bool:
    """Returns whether it is a number that PyTorch works out, not a tensor."""
    return isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool, int, float, bool))


def memory_order(value: torch.Tensor) -> Optional[tuple[int, ...]]:
    """Returns the order of the dimensions in memory of a dense tensor whose strides say another order than its shape
    (channels_last). None where they are the same, or the tensor isn't dense: it is copied then."""
    shape, strides = _plain(value.shape), _plain(value.stride())
    if not all(isinstance(number, int) for number in (*shape, *strides)):
        return None
    order = tuple(sorted(range(len(shape)), key=lambda dim: (-strides[dim], -shape[dim], dim)))
    if order == tuple(range(len(shape))):
        return None
    expected = 1
    for dim in reversed(order):
        if shape[dim] != 1 and strides[dim] != expected:
            return None
        expected *= shape[dim]
    moved = [dim for dim in order if shape[dim] != 1]
    return order if moved != sorted(moved) else None


def _can_be_in_a_graph(value: Any) -> bool:
    return (isinstance(value, torch.Tensor) and dtypes.is_known(value.dtype) and value.device.type == "cpu"
            and value.layout == torch.strided)


def _storage(value: Any) -> Optional[int]:
    """Returns the same number for tensors of the same memory."""
    usable = isinstance(value, torch.Tensor) and value.layout == torch.strided
    return value.untyped_storage()._cdata if usable else None


def _is_whole(value: Any) -> bool:
    """Returns whether a tensor is all of its memory, in order, so that views can be made of it."""
    return (isinstance(value, torch.Tensor) and value.layout == torch.strided and symbols.same(value.storage_offset(), 0)
            and symbols.same(value.untyped_storage().nbytes(), value.numel() * value.element_size()))


def _view_port(owner: tuple[fx.Node, int, bool], value: torch.Tensor) -> OutputPort:
    holder, place, is_argument = owner
    offset = value.storage_offset() - holder.meta["val"].storage_offset()
    return OutputPort(("view", place, is_argument, (_plain(value.shape), _plain(value.stride()), offset)))


class _Lowering:
    def __init__(self, module: fx.GraphModule, name: str, constants: Mapping[fx.Node, Optional[torch.Tensor]]) -> None:
        self.module = module
        self.ge = GeGraph(name)
        self.constants = constants
        self.values: dict[fx.Node, Any] = {}
        self.lowered = Lowered(self.ge.graph)
        self.reasons: dict[fx.Node, str] = {}
        self.positions: dict[fx.Node, int] = {}
        placeholders = (node.meta.get("val") for node in module.graph.nodes if node.op == "placeholder")
        self.given = set().union(*map(symbols.free_symbols, placeholders))

    def placeholder(self, node: fx.Node, position: int) -> None:
        value = node.meta.get("val")
        self.positions[node] = position
        if self.constants.get(node) is not None:
            self.values[node] = self.constant(node, self.constants[node])
            return
        if is_size(value):
            self.values[node] = value
            return
        if not _can_be_in_a_graph(value):
            self.values[node] = None
            return
        order = memory_order(value)
        shape = _plain(value.shape)
        stored = shape if order is None else tuple(shape[dim] for dim in order)
        tensor = self.input(node.name, value.dtype, stored, InputPort(position, value.dtype, order))
        if order is not None:
            inverse = sorted(range(len(order)), key=order.__getitem__)
            with self.ge.adding_for(node):
                tensor = op("TransposeD", tensor, perm=inverse)
        tensor.shape, tensor.strides = shape, _plain(value.stride())
        self.values[node] = tensor
        self.ge.sizes.add_shape(tensor)

    def input(self, name: str, dtype: torch.dtype, shape: Sequence[Any], port: InputPort) -> Tensor:
        dims = [dim if isinstance(dim, int) else -1 for dim in shape]
        handle = self.ge.graph._native.add_input(port_of(name, opdk.TensorSpec(name, dtypes.name_of(dtype), tuple(dims))))
        self.lowered.inputs.append(port)
        return Tensor(opdk.Tensor(self.ge.graph, handle, 0, "y"), dtype, shape)

    def size_inputs(self) -> None:
        """Sizes that are given as numbers, where no tensor that is given has them."""
        for node, position in self.positions.items():
            value = node.meta.get("val")
            if isinstance(value, torch.SymInt) and self.ge.sizes.find(symbols.expression_of(value)) is None:
                port = InputPort(position, torch.int64, (), True)
                self.ge.sizes.add_value(value, self.input(node.name, torch.int64, (), port))

    def constant(self, node: fx.Node, value: Optional[torch.Tensor]) -> Any:
        if value is None or not _can_be_in_a_graph(value):
            return None
        return self.ge.constant(value, node.name)

    def argument(self, value: Any) -> Any:
        if isinstance(value, fx.Node):
            known = self.values.get(value)
            if known is None:
                raise NotConvertible(f"its input {value.name} isn't in the graph")
            return known
        if isinstance(value, (list, tuple)):
            return type(value)(self.argument(item) for item in value)
        return value

    def call(self, node: fx.Node) -> None:
        value = node.meta.get("val")
        if is_size(value):
            self.values[node] = value
            if not symbols.free_symbols(value) <= self.given:
                self.reasons[node] = "a number that only a run knows"
            return
        if node.target is operator.getitem:
            source = self.values.get(node.args[0])
            self.values[node] = None if source is None else source[node.args[1]]
            return
        converter = find_converter(node.target)
        if converter is None:
            self.leave(node, "no converter is registered for it")
            return
        try:
            with self.ge.adding_for(node):
                args = tuple(self.argument(item) for item in node.args)
                kwargs = {key: self.argument(item) for key, item in node.kwargs.items()}
                result = converter(*args, **kwargs, meta_outputs=spec_of(value))
                self.values[node] = self.finish(result, value)
        except (NotConvertible, opdk.OpdkError) as error:
            self.leave(node, str(error))

    def leave(self, node: fx.Node, reason: str) -> None:
        """Leaves the node to PyTorch; its results are inputs for the nodes behind it, which are looked at, too."""
        self.reasons[node] = reason
        value = node.meta.get("val")
        self.values[node] = tuple(self.outside(node, item) for item in value) if isinstance(
            value, (list, tuple)) else self.outside(node, value)

    def outside(self, node: fx.Node, value: Any) -> Any:
        if not _can_be_in_a_graph(value):
            return None
        name = f"{node.name}_{len(self.lowered.inputs)}"
        tensor = self.input(name, value.dtype, _plain(value.shape), InputPort(-1, value.dtype, None))
        self.ge.sizes.add_shape(tensor)
        return tensor

    def finish(self, result: Any, value: Any) -> Any:
        """Returns the result with PyTorch's dtype and shape."""
        if isinstance(value, (list, tuple)):
            return tuple(self.finish(*pair) for pair in zip(result, value))
        if not isinstance(value, torch.Tensor) or not isinstance(result, Tensor):
            return result
        tensor = cast(result, value.dtype)
        tensor = Tensor(tensor.value, value.dtype, _plain(value.shape))
        tensor.strides = _plain(value.stride())
        self.ge.sizes.add_shape(tensor)
        return tensor

    def output(self, node: fx.Node) -> None:
        results = node.args[0] if isinstance(node.args[0], (list, tuple)) else (node.args[0],)
        placed: dict[fx.Node, int] = {}
        owners = {_storage(holder.meta.get("val")): (holder, place, True) for holder, place in self.positions.items()}
        owners.pop(None, None)
        for number, result in enumerate(results):
            if isinstance(result, fx.Node) and _is_whole(result.meta.get("val")):
                owners.setdefault(_storage(result.meta["val"]), (result, number, False))
        for number, result in enumerate(results):
            if isinstance(result, fx.Node) and result in placed:
                self.lowered.outputs.append(OutputPort(("same", placed[result])))
                continue
            if isinstance(result, fx.Node):
                placed[result] = number
            owner = owners.get(_storage(result.meta.get("val"))) if isinstance(result, fx.Node) else None
            if owner is not None and owner[0] is not result and result not in self.reasons:
                self.lowered.outputs.append(_view_port(owner, result.meta["val"]))
            else:
                self.lowered.outputs.append(self.output_port(result, number))

    def output_port(self, result: Any, number: int) -> OutputPort:
        if not isinstance(result, fx.Node):
            return OutputPort(("value", result))
        value = result.meta.get("val")
        if is_size(value):
            return OutputPort(("value", value))
        if result in self.positions:
            return OutputPort(("argument", self.positions[result]))
        if result.op == "get_attr":
            return OutputPort(("attribute", _attribute(self.module, result.target)))
        tensor = self.values.get(result)
        if tensor is None:
            self.reasons.setdefault(result, "its value isn't in the graph")
            return OutputPort(("value", None))
        order = memory_order(value)
        if order is not None:
            with self.ge.adding_for(result):
                tensor = op("TransposeD", tensor, perm=list(order))
        self.ge.graph.output(f"output{number}", tensor.value)
        return OutputPort("graph", _plain(value.shape), value.dtype, order)


def lower(module: fx.GraphModule, name: str, constants: Mapping[fx.Node, Optional[torch.Tensor]]) -> Lowered:
    """Returns the graph of a module of ATen's operators.

    Args:
        constants: what placeholders are always, so that weights are packed once.

    Raises:
        Unsupported: nodes have no form in Ascend IR.
    """
    lowering = _Lowering(module, name, constants)
    nodes = list(module.graph.nodes)
    with _disable_current_modes():  # constants are real also while PyTorch traces
        for position, node in enumerate(node for node in nodes if node.op == "placeholder"):
            lowering.placeholder(node, position)
        lowering.size_inputs()
        for node in nodes:
            if node.op == "get_attr":
                lowering.values[node] = lowering.constant(node, _attribute(module, node.target))
            elif node.op == "call_function":
                lowering.call(node)
            elif node.op == "output":
                lowering.output(node)
    if lowering.reasons:
        raise Unsupported(lowering.reasons)
    lowering.lowered.owners = lowering.ge.owners
    lowering.lowered.values = {node: value for node, value in lowering.values.items() if isinstance(value, Tensor)}
    return lowering.lowered


def _attribute(module: fx.GraphModule, path: Any) -> Any:
    value: Any = module
    for part in str(path).split("."):
        value = getattr(value, part)
    return value
