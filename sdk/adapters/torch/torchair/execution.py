"""Runs of a compiled graph on PyTorch's tensors, where they lie."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import opdk
import torch
from opdk import _core
from torch.utils._sympy.printers import PythonPrinter

from .ge import dtypes, symbols
from .lowering import InputPort, Lowered, OutputPort

_empty_strided = torch._C._dynamo.guards._empty_strided_cpu


def _strides(shape: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    strides = [1] * len(shape)
    step = 1
    for dim in reversed(order):
        strides[dim] = step
        step *= max(shape[dim], 1)
    return tuple(strides)


def dense(tensor: torch.Tensor, port: InputPort) -> torch.Tensor:
    """Returns the tensor, or a copy of it, in the order of memory that the graph was made for."""
    if port.order is None:
        return tensor.contiguous()
    stored = tensor.permute(port.order)
    return stored if stored.is_contiguous() else stored.contiguous()


class SizeFunction:
    """Sizes as a function of a run's arguments: expressions over the sizes of its inputs."""

    def __init__(self, values: Sequence[Any], placeholders: Sequence[Any]) -> None:
        """Takes `placeholders`: the fake values of the arguments."""
        known: dict[Any, str] = {}
        for position, value in enumerate(placeholders):
            if isinstance(value, torch.Tensor):
                for dim, size in enumerate(value.shape):
                    if not isinstance(size, int):
                        known.setdefault(symbols.expression_of(size), f"a[{position}].shape[{dim}]")
            elif isinstance(value, torch.SymInt):
                known.setdefault(symbols.expression_of(value), f"a[{position}]")
        self._known = {str(symbol): source for symbol, source in known.items() if symbol.is_Symbol}
        self.unknown = False
        text = ", ".join(self._text(value) for value in values)
        names = "".join(f"{name} = {source}; " for name, source in self._known.items() if name in text)
        scope: dict[str, Any] = {"math": __import__("math"), "torch": torch}
        exec(f"def sizes(a):\n  {names}\n  return ({text}{',' if values else ''})", scope)  # the names are torch's symbols
        self.call: Callable[[Sequence[Any]], tuple[Any, ...]] = scope["sizes"]

    def _text(self, value: Any) -> str:
        if isinstance(value, tuple):
            return "(" + "".join(f"{self._text(item)}, " for item in value) + ")"
        if not isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
            return repr(value)
        expression = value.node.expr
        if any(str(symbol) not in self._known for symbol in expression.free_symbols):
            self.unknown = True
            return "None"
        return str(PythonPrinter().doprint(expression))


def runner(lowered: Lowered, model: opdk.Model, placeholders: Sequence[Any]) -> Callable[[Sequence[Any]], list[Any]]:
    """Returns the function that runs a model on the arguments of the FX graph that it was made of."""
    known = all(isinstance(size, int) for port in lowered.made for size in port.shape)
    static = known and not model.dynamic and not any(port.is_size for port in lowered.inputs)
    run = _static_runner(lowered, model) if static else _dynamic_runner(lowered, model, placeholders)
    if len(lowered.made) == len(lowered.outputs):
        return run
    values = SizeFunction(sizes_of(lowered), placeholders)
    return lambda args: assembled(lowered.outputs, run(args), values.call(args), args)


def _static_runner(lowered: Lowered, model: opdk.Model) -> Callable[[Sequence[Any]], list[torch.Tensor]]:
    inputs = [(port.position, port) for port in lowered.inputs]
    plain = all(port.order is None for port in lowered.inputs)
    places = [port.position for port in lowered.inputs]
    outputs = [(port.shape, _strides(port.shape, port.order or range(len(port.shape))), port.dtype)
               for port in lowered.made]
    run_at = model._native.run_at

    def run(args: Sequence[Any]) -> list[torch.Tensor]:
        if plain:
            given = [args[place] if args[place].is_contiguous() else args[place].contiguous() for place in places]
        else:
            given = [dense(args[place], port) for place, port in inputs]
        results = [_empty_strided(*output) for output in outputs]
        run_at([tensor.data_ptr() for tensor in given], [tensor.data_ptr() for tensor in results])
        return results

    return run


def _array(tensor: torch.Tensor, name: str, shape: Sequence[int]) -> _core.Array:
    return _core.Array(tensor.data_ptr(), tensor.nbytes, name, list(shape))


def _dynamic_runner(lowered: Lowered, model: opdk.Model,
                    placeholders: Sequence[Any]) -> Callable[[Sequence[Any]], list[Any]]:
    names = [dtypes.name_of(port.dtype) for port in lowered.inputs]
    made = lowered.made
    shapes = [SizeFunction(port.shape, placeholders) for port in made]
    output_names = [dtypes.name_of(port.dtype) for port in made if port.dtype is not None]
    native_run = model._native.run

    def run(args: Sequence[Any]) -> list[Any]:
        given = [torch.tensor(args[port.position]) if port.is_size else dense(args[port.position], port)
                 for port in lowered.inputs]
        arrays = [_array(tensor, name, tensor.shape) for tensor, name in zip(given, names)]
        tensors: list[Any] = []
        targets: list[Any] = []
        for port, shape_of, name in zip(made, shapes, output_names):
            if shape_of.unknown:
                tensors.append(None)
                targets.append(None)
                continue
            shape = shape_of.call(args)
            order = port.order or range(len(shape))
            tensor = _empty_strided(shape, _strides(shape, order), port.dtype)
            tensors.append(tensor)
            targets.append(_array(tensor, name, [shape[dim] for dim in order]))
        for number, written in enumerate(native_run(arrays, targets)):
            if tensors[number] is None:
                tensors[number] = _taken(written, made[number])
        return tensors

    return run


def sizes_of(lowered: Lowered) -> list[Any]:
    """Returns the sizes among the results, and of the views among them."""
    return [port.source[-1] if port.source[0] in ("value", "view") else None for port in lowered.outputs]


def _taken(written: _core.Written, port: OutputPort) -> torch.Tensor:
    shape = list(written.shape)
    if 0 in shape:
        return torch.empty(shape, dtype=port.dtype)
    return torch.frombuffer(written.take_buffer(), dtype=port.dtype).reshape(shape)


def assembled(ports: Sequence[OutputPort], tensors: Sequence[Any], values: Sequence[Any], args: Sequence[Any]) -> list[Any]:
    """Returns the results of an FX graph from the outputs of its model and the values that it hands on."""
    results: list[Any] = []
    left = iter(tensors)
    for number, port in enumerate(ports):
        kind = port.source if port.source == "graph" else port.source[0]
        if kind == "graph":
            results.append(next(left))
        elif kind == "value":
            results.append(values[number])
        elif kind == "same":
            results.append(results[port.source[1]])
        elif kind == "argument":
            results.append(args[port.source[1]])
        else:  # "attribute"; "view", whose memory may come later
            results.append(port.source[1])
    for number, port in enumerate(ports):
        if port.source[0] == "view":
            owner = args[port.source[1]] if port.source[2] else results[port.source[1]]
            shape, strides, offset = values[number]
            results[number] = owner.as_strided(shape, strides, owner.storage_offset() + offset)
    return results
