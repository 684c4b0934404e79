"""Single operators: run, infer, and look into their AI Core kernels."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np

from . import _core
from .arrays import (Array, Inputs, Outs, SpecLike, TensorSpec, attr_value, by_name, native_array, native_outputs,
                     output_arrays, port_of, results, spec_of)
from .errors import OpdkError, translated, translated_class
from .packages import registry

Specs = Union[Mapping[str, SpecLike], Sequence[SpecLike]]
"""Descriptions of inputs by the names of the ports, or in the prototype's order."""
Attrs = Optional[Mapping[str, Any]]
"""Attributes by name, typed by the prototype; the others have their defaults."""


def native_attrs(attrs: Attrs) -> dict[str, Any]:
    """Attributes in the forms that the native half reads."""
    return {name: attr_value(value) for name, value in (attrs or {}).items()}


def named_specs(type: str, inputs: Specs) -> dict[str, SpecLike]:
    """Descriptions by port; those in order get the names of the prototype (x0, x1, … for a dynamic port)."""
    if isinstance(inputs, Mapping):
        return dict(inputs)
    if isinstance(inputs, (str, bytes, np.ndarray)) or not isinstance(inputs, Sequence):
        raise TypeError(f"the inputs of {type} must be a dict by name or a list")
    declared = registry().operator(type).inputs
    names: list[str] = []
    for place, port in enumerate(declared):
        left = len(inputs) - len(names)
        if port.kind == "dynamic":
            # The dynamic port gets the inputs that the ports behind it don't need.
            entries = max(left - sum(1 for later in declared[place + 1:] if later.kind == "required"), 0)
            names += [f"{port.name}{number}" for number in range(entries)]
        else:
            names.append(port.name)
    if len(inputs) > len(names):
        raise OpdkError("E1003", f"{type} takes {len(names)} inputs, {len(inputs)} are given", (), ", ".join(names))
    return dict(zip(names, inputs))


@translated_class
class Operator:
    """One operator, made ready for inputs of given dtypes and shapes.

    Inputs of other shapes are prepared by the first run that brings them. Threads may share an Operator: its runs go
    one after the other, and Python goes on while one runs.

    Example:
        >>> softmax = opdk.Operator("SoftmaxV2", {"x": ("float", (4, 8))}, {"axes": [-1]})
        >>> y = softmax.run({"x": np.ones((4, 8), np.float32)})["y"]
        >>> softmax.engine, softmax.package
        ('ai_core', 'opdk_builtin')
    """

    def __init__(self, type: str, inputs: Specs, attrs: Attrs = None, *, engine: str = "", threads: int = 0,
                 dynamic_outputs: Optional[Mapping[str, int]] = None) -> None:
        """Looks the operator up, infers its outputs, chooses the engine and compiles the kernel.

        Args:
            type: as ``Registry.operators`` lists it.
            inputs: by port, or in the prototype's order: an array or ``(dtype, shape)`` each; entries of a dynamic
                port x are x0, x1, …; optional inputs may be left out.
            attrs: by name; the others have their defaults.
            engine: "ai_core" or "ai_cpu"; "": the cheapest that takes the operator.
            threads: of a run; 0: the process's default.
            dynamic_outputs: entries of each dynamic output port.

        Raises:
            OpdkError: E1001 no such engine; E2002 no such operator; E2003 its own refusal; E2005 no such port, or a
                required one is missing; E2008 no engine runs it; E2009 an attribute; E4001 its kernel.
        """
        named = named_specs(type, inputs)
        registry()
        self._type = type
        self._names = list(named)
        self._native = _core.Operator(type, [port_of(name, spec) for name, spec in named.items()],
                                      native_attrs(attrs), engine, threads, dict(dynamic_outputs or {}))

    def run(self, inputs: Inputs, out: Outs = None) -> dict[str, Array]:
        """Runs on C-contiguous arrays, which are read where they lie, and writes into the arrays of ``out``, or new
        ones. Only an output whose shape depends on values and has no array in ``out`` is copied once.

        Args:
            inputs: the arrays of the inputs that the operator was made with, of any shapes that it takes.
            out: arrays for the outputs: of the output's dtype and shape, writable, no overlap. Where the shape
                depends on values: any array with room; the result is a view of its beginning.

        Returns:
            The outputs by name; those given are the same objects.

        Raises:
            OpdkError: E1003 an input is missing; E1004 an array doesn't fit; E6001, E6002 the kernel failed; and those
                of the constructor when other shapes are prepared.
            TypeError: something isn't an array.

        Example:
            >>> y = np.empty((4, 8), np.float32)
            >>> softmax.run([x], out=y)["y"] is y
            True
        """
        named = by_name(inputs, self._names, "inputs")
        missing = [name for name in self._names if name not in named]
        unknown = [name for name in named if name not in self._names]
        if missing or unknown:
            raise OpdkError("E1003", f"{self._type} has no input '{unknown[0]}'" if unknown
                            else f"input '{missing[0]}' of {self._type} is missing", (),
                            "it was made with the inputs " + ", ".join(self._names))
        arrays = [native_array(f"input '{name}'", named[name]) for name in self._names]
        specs = [spec_of(port) for port in self._native.prepare(arrays)]
        outputs = output_arrays(specs, out, named)
        return results(specs, outputs, self._native.run(arrays, native_outputs(outputs)))

    @property
    def outputs(self) -> list[TensorSpec]:
        """For the shapes used last."""
        return [spec_of(port) for port in self._native.outputs]

    @property
    def engine(self) -> str:
        """"ai_core" or "ai_cpu"; "" where the output is an input's bytes and nothing runs."""
        return self._native.engine

    @property
    def package(self) -> str:
        """Package whose kernel runs."""
        return self._native.package

    @property
    def kernel(self) -> str:
        """Name of the kernel."""
        return self._native.kernel

    @property
    def description(self) -> str:
        """One line of the engine about it."""
        return self._native.description


@translated
def run(type: str, inputs: Inputs, attrs: Attrs = None, *, out: Outs = None, engine: str = "", threads: int = 0,
        dynamic_outputs: Optional[Mapping[str, int]] = None) -> dict[str, Array]:
    """Runs one operator once; an ``Operator`` is what to keep for many runs. Arguments and errors are those of
    ``Operator`` and ``Operator.run``.

    Returns:
        The outputs by name.

    Example:
        >>> opdk.run("Add", [np.float32([1, 2]), np.float32([3, 4])])["y"]
        array([4., 6.], dtype=float32)
    """
    named = named_specs(type, inputs)
    for name, array in named.items():
        native_array(f"input '{name}'", array)
    operator = Operator(type, named, attrs, engine=engine, threads=threads, dynamic_outputs=dynamic_outputs)
    return operator.run(named, out)  # type: ignore[arg-type]


def _one_operator(type: str, inputs: Specs, attrs: Attrs,
                  dynamic_outputs: Optional[Mapping[str, int]]) -> tuple[_core.Graph, int, list[str]]:
    named = named_specs(type, inputs)
    registry()
    graph = _core.Graph(type)
    links = []
    for name, spec in named.items():
        if isinstance(spec, np.ndarray):
            node = graph.add_constant(name, native_array(f"input '{name}'", spec))
        else:
            node = graph.add_input(port_of(name, spec))
        links.append((name, node, 0))
    node, outputs = graph.add_operator(type, type, links, native_attrs(attrs), dict(dynamic_outputs or {}))
    return graph, node, outputs


@translated
def infer_shape(type: str, inputs: Specs, attrs: Attrs = None, *,
                dynamic_outputs: Optional[Mapping[str, int]] = None) -> dict[str, TensorSpec]:
    """Returns the outputs that the operator's verify and infer functions find out; nothing runs.

    Args:
        type: as ``Registry.operators`` lists it.
        inputs: ``(dtype, shape)`` each, with -1 for any size and None as the shape for any rank; or an array, whose
            values are then known to the functions (the ``shape`` of a Reshape, say).
        attrs: by name; the others have their defaults.
        dynamic_outputs: entries of each dynamic output port.

    Raises:
        OpdkError: E2002 no such operator; E2003 its own refusal; E2005 a port; E2007 too large; E2009 an attribute.

    Example:
        >>> opdk.infer_shape("MatMul", {"x1": ("float", (-1, 8)), "x2": ("float", (8, 3))})["y"].shape
        (-1, 3)
    """
    graph, node, _ = _one_operator(type, inputs, attrs, dynamic_outputs)
    name = graph.name_of(node)
    ports = next(node.outputs for node in graph.infer([]) if node.name == name)
    return {port.name: spec_of(port) for port in ports}


@translated_class
class Expression:
    """The computation of an AI Core kernel for concrete shapes. ``str()`` prints it; ``evaluate`` computes it without
    compiling anything: plainly, slowly, and right by reading.

    Example:
        >>> print(opdk.expression("Relu", {"x": ("float", (2, 3))}))
        %0 = input 0 "x" : float[2, 3]
        …
    """

    def __init__(self, native: _core.Expression) -> None:
        """Takes what ``expression`` passes; only that function calls it."""
        self._native = native

    def __str__(self) -> str:
        """Returns one line per operation, inputs before their users."""
        return self._native.print()

    @property
    def package(self) -> str:
        """Package whose kernel it is."""
        return self._native.package

    @property
    def inputs(self) -> list[TensorSpec]:
        """The inputs that are there."""
        return [spec_of(port) for port in self._native.inputs if port.dtype != "undefined"]

    @property
    def outputs(self) -> list[TensorSpec]:
        """Every output."""
        return [spec_of(port) for port in self._native.outputs]

    def evaluate(self, inputs: Inputs, *, higher_precision: bool = False) -> dict[str, Array]:
        """Returns the values of the outputs, in new arrays.

        Args:
            inputs: arrays by name, or in order; an input whose value the expression was made with may be left out.
            higher_precision: no rounding between operations, only by explicit casts and of the outputs: what is left
                is the mathematics, to judge a compiled kernel's rounding.

        Raises:
            OpdkError: E1003, no such input; E2010, an input is missing or of another dtype or shape, or a read lies
                outside its tensor.

        Example:
            >>> relu.evaluate({"x": np.float32([[-1, 0, 2]] * 2)})["y"][0]
            array([0., 0., 2.], dtype=float32)
        """
        names = [spec.name for spec in self.inputs]
        named = by_name(inputs, names, "inputs")
        unknown = [name for name in named if name not in names]
        if unknown:
            raise OpdkError("E1003", f"the expression has no input '{unknown[0]}'", (), "inputs: " + ", ".join(names))
        arrays = [native_array(f"input '{port.name}'", named[port.name]) if port.name in named else None
                  for port in self._native.inputs]
        specs = self.outputs
        return results(specs, [None] * len(specs), self._native.evaluate(arrays, higher_precision))


@translated
def expression(type: str, inputs: Specs, attrs: Attrs = None, *, package: str = "",
               dynamic_outputs: Optional[Mapping[str, int]] = None) -> Expression:
    """Returns the tensor expression of an operator's AI Core kernel.

    Args:
        type: as ``Registry.operators`` lists it.
        inputs: ``(dtype, shape)`` each, concrete; or an array where the kernel is built from the value.
        attrs: by name; the others have their defaults.
        package: whose kernel; "": the first by precedence that takes these inputs.
        dynamic_outputs: entries of each dynamic output port.

    Raises:
        OpdkError: those of ``infer_shape``; E1001 no such package; E2008 no AI Core kernel, or none that takes these
            inputs; E2010 a shape that isn't concrete, or a broken kernel; E6002 the kernel threw.

    Example:
        >>> relu = opdk.expression("Relu", {"x": ("float", (2, 3))})
    """
    graph, node, _ = _one_operator(type, inputs, attrs, dynamic_outputs)
    return Expression(graph.expression_of(node, package))
