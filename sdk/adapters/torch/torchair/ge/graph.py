"""The graph that converters add operators to: Ascend IR in an ``opdk.Graph``."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Optional, Union

import opdk
import sympy
import torch
from opdk import _core

from . import dtypes, symbols


class NotConvertible(Exception):
    """This use of an operator has no form in Ascend IR: it stays in PyTorch, with this reason in the log."""


class Tensor:
    """A value in the graph: what converters take and return.

    Example:
        >>> def convert_my_add(x, y, meta_outputs=None):
        ...     return torchair.ge.custom_op("MyAdd", {"x": x, "y": y}, outputs=["z"])
    """

    def __init__(self, value: opdk.Tensor, dtype: torch.dtype, shape: Optional[Sequence[Any]] = None) -> None:
        """Takes what the functions of this package pass; only they call it."""
        self.value = value
        self.dtype = dtype
        """Of PyTorch."""
        self.shape = None if shape is None else tuple(shape)
        """Integers or SymInts; None: inside a converter, not known."""
        self.strides: Optional[tuple[Any, ...]] = None
        """Of PyTorch's tensor, in elements; None: inside a converter, not known."""

    @property
    def rank(self) -> int:
        """Number of dimensions.

        Raises:
            NotConvertible: it isn't known.
        """
        if self.shape is None:
            raise NotConvertible("the rank of an inner value isn't known")
        return len(self.shape)


TensorLike = Union[Tensor, int, float, bool]

_COMPARISONS = frozenset(("Equal NotEqual Less LessEqual Greater GreaterEqual LogicalAnd LogicalOr LogicalNot IsNan IsInf "
                          "IsFinite ReduceAny ReduceAll").split())


class GeGraph:
    """One graph while it is built, one operator of PyTorch after the other."""

    def __init__(self, name: str) -> None:
        """Makes an empty graph."""
        self.graph = opdk.Graph(name)
        self.owners: dict[str, Any] = {}
        """The FX node that each node was added for, by the node's name."""
        self.sizes = symbols.Symbols()
        self.permuted: dict[tuple[int, int], tuple[Tensor, tuple[int, ...]]] = {}
        """By node and output what they are in another order of dimensions, and that order."""
        self._owner: Any = None
        self._constants: dict[Any, Tensor] = {}

    @contextlib.contextmanager
    def adding_for(self, owner: Any) -> Iterator[None]:
        """Operators are added for an FX node, by its name."""
        global _current
        previous, self._owner = (_current, self._owner), owner
        _current = self
        try:
            yield
        finally:
            _current, self._owner = previous

    def add(self, type: str, inputs: Union[Mapping[str, opdk.Tensor], Sequence[opdk.Tensor]], attrs: Mapping[str, Any],
            dynamic_outputs: Optional[Mapping[str, int]] = None) -> opdk.Node:
        """Adds an operator, named for the FX node."""
        name = self._owner.name if self._owner is not None else type
        node = self.graph.add(type, inputs, dict(attrs), name=name, dynamic_outputs=dynamic_outputs)
        self.owners[node.name] = self._owner
        return node

    def constant(self, value: torch.Tensor, name: str = "constant") -> Tensor:
        """Adds a copy of a tensor's values."""
        dense = value.detach().contiguous()
        array = _core.Array(dense.data_ptr(), dense.nbytes, dtypes.name_of(dense.dtype), list(dense.shape))
        node = self.graph._native.add_constant(name, array)
        return Tensor(opdk.Tensor(self.graph, node, 0, "y"), value.dtype, value.shape)

    def small_constant(self, value: Any, dtype: torch.dtype) -> Tensor:
        """Adds a number or a (nested) list of numbers; each is there once."""
        key = (repr(value), dtype)
        if key not in self._constants:
            self._constants[key] = self.constant(torch.tensor(value, dtype=dtype))
        return self._constants[key]


_current: Optional[GeGraph] = None


def current() -> GeGraph:
    """Returns the graph that is built now.

    Raises:
        RuntimeError: none is; only converters add operators.
    """
    if _current is None:
        raise RuntimeError("operators are added by converters, while a graph is built")
    return _current


def const(value: Any, dtype: torch.dtype) -> Tensor:
    """Returns a constant: a number, or a list of numbers."""
    return current().small_constant(value, dtype)


def scalar(value: Any, dtype: torch.dtype) -> Tensor:
    """Returns a tensor without dimensions: of a number, of a size that only a run knows, or a tensor cast to the
    dtype."""
    if isinstance(value, Tensor):
        return cast(value, dtype)
    if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
        return cast(symbol(value), dtype)
    return const(value, dtype)


def cast(x: Tensor, dtype: torch.dtype) -> Tensor:
    """Returns the tensor in the dtype; the tensor itself where it is of the dtype already."""
    if x.dtype == dtype:
        return x
    if dtype == torch.bool:
        return Tensor(op("NotEqual", x, const(0, x.dtype)).value, dtype, x.shape)
    node = current().add("Cast", [x.value], {"dst_type": dtypes.name_of(dtype)})
    return Tensor(node.outputs[0], dtype, x.shape)


def _tensors(inputs: Sequence[Any]) -> list[Tensor]:
    first = next((value for value in inputs if isinstance(value, Tensor)), None)
    dtype = first.dtype if first is not None else torch.float32
    return [value if isinstance(value, Tensor) else scalar(value, dtype) for value in inputs]


def op(type: str, *inputs: Any, dtype: Optional[torch.dtype] = None, outputs: Optional[Mapping[str, int]] = None,
       shape: Optional[Sequence[Any]] = None, **attrs: Any) -> Any:
    """Adds an operator.

    Args:
        inputs: in the prototype's order; numbers become constants of the first tensor's dtype.
        dtype: of the outputs; None: that of the first input, or bool.
        outputs: entries of each dynamic output port.
        shape: of the outputs, where it is needed.

    Returns:
        Its output, or a tuple of them.
    """
    tensors = _tensors(inputs)
    node = current().add(type, [tensor.value for tensor in tensors], attrs, outputs)
    if dtype is None:
        dtype = torch.bool if type in _COMPARISONS else tensors[0].dtype if tensors else torch.float32
    results = tuple(Tensor(output, dtype, shape) for output in node.outputs)
    return results[0] if len(results) == 1 and outputs is None else results


def named_op(type: str, inputs: Mapping[str, Tensor], dtype: torch.dtype, **attrs: Any) -> Any:
    """Adds what ``op`` does, with its inputs by port: for optional ones that are left out."""
    node = current().add(type, {port: tensor.value for port, tensor in inputs.items()}, attrs)
    results = tuple(Tensor(output, dtype) for output in node.outputs)
    return results[0] if len(results) == 1 else results


def symbol(value: Union[torch.SymInt, torch.SymFloat, torch.SymBool, int]) -> Tensor:
    """Returns a size that only a run knows, as an int64 without dimensions.

    Raises:
        NotConvertible: it depends on what the graph doesn't know.
    """
    if isinstance(value, int):
        return const(value, torch.int64)
    return _expression(value.node.expr)


def _expression(expression: sympy.Expr) -> Tensor:
    graph = current()
    if expression.is_Integer:
        return const(int(expression), torch.int64)
    if expression.is_Float or expression.is_Rational:
        return const(float(expression), torch.float64)
    known = graph.sizes.find(expression)
    if known is not None:
        return known if isinstance(known, Tensor) else _dimension(*known)
    parts = symbols.BINARY.get(type(expression).__name__)
    if parts is None:
        raise NotConvertible(f"the graph can't work out the size {expression}")
    operator, floating = parts
    arguments = [_expression(argument) for argument in expression.args]
    if floating or any(argument.dtype == torch.float64 for argument in arguments):
        arguments = [cast(argument, torch.float64) for argument in arguments]
    result = arguments[0]
    for argument in arguments[1:]:
        result = op(operator, result, argument)
    return result


def transposed(x: Tensor, order: Sequence[int]) -> Tensor:
    """Permutes the dimensions. A product that takes it reads the matrix as it lies."""
    if list(order) == list(range(len(order))):
        return x
    shape = None if x.shape is None else [x.shape[dim] for dim in order]
    result: Tensor = op("TransposeD", x, perm=list(order), shape=shape)
    current().permuted[(result.value.node, result.value.index)] = (x, tuple(order))
    return result


def permuted(x: Tensor) -> Optional[tuple[Tensor, tuple[int, ...]]]:
    """Returns the tensor that ``transposed`` took for this result, and the order; None for others."""
    return current().permuted.get((x.value.node, x.value.index))


def matrix(x: Tensor) -> tuple[Tensor, bool]:
    """Returns the tensor, or the one whose last two dimensions it swaps, and which of them it is."""
    source = permuted(x)
    rank = len(source[1]) if source is not None else 0
    if source is None or list(source[1]) != [*range(rank - 2), rank - 1, rank - 2]:
        return x, False
    return source[0], True


def _dimension(tensor: Tensor, dim: int) -> Tensor:
    node = current().add("Shape", [tensor.value], {"dtype": "int64"})
    shape = Tensor(node.outputs[0], torch.int64)
    return op("GatherV2", shape, const(dim, torch.int64), const(0, torch.int64), dtype=torch.int64)


def sizes(dims: Sequence[Any]) -> Tensor:
    """Returns a shape as an int64 tensor, from integers and SymInts."""
    if all(isinstance(dim, int) for dim in dims):
        return const([int(dim) for dim in dims], torch.int64)
    parts = [const([dim], torch.int64) if isinstance(dim, int) else
             op("Reshape", symbol(dim), const([1], torch.int64)) for dim in dims]
    return op("ConcatV2", *parts, const(0, torch.int64), N=len(parts)) if len(parts) > 1 else parts[0]
