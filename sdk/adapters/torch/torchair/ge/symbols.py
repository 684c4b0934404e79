"""Sizes that only a run knows: which tensor of a graph has them."""
from __future__ import annotations

from typing import Any, Optional, Union

import sympy
import torch

BINARY = {"Add": ("Add", False), "Mul": ("Mul", False), "FloorDiv": ("FloorDiv", False), "Mod": ("FloorMod", False),
          "PythonMod": ("FloorMod", False), "CleanDiv": ("FloorDiv", False), "Max": ("Maximum", False),
          "Min": ("Minimum", False), "IntTrueDiv": ("RealDiv", True), "FloatTrueDiv": ("RealDiv", True),
          "Pow": ("Pow", True), "FloatPow": ("Pow", True), "OpaqueUnaryFn_sqrt": ("Sqrt", True)}
"""The operator for each kind of expression, and whether it is of floating point."""


def expression_of(size: Any) -> sympy.Expr:
    """Returns the expression of an integer or a SymInt, SymFloat, SymBool."""
    return size.node.expr if isinstance(size, (torch.SymInt, torch.SymFloat, torch.SymBool)) else sympy.sympify(size)


def same(a: Any, b: Any) -> bool:
    """Returns whether two sizes are equal in every run, without adding a guard, as ``==`` would."""
    return bool(expression_of(a) == expression_of(b))


def free_symbols(value: Any) -> set[sympy.Symbol]:
    """Returns the free symbols of a size, or of a tensor's sizes."""
    if isinstance(value, torch.Tensor):
        return set().union(*(free_symbols(size) for size in value.shape))
    if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
        return set(value.node.expr.free_symbols)
    return set()


class Symbols:
    """Where each size is to be had: a value of the graph, or a dimension of one."""

    def __init__(self) -> None:
        """Knows none."""
        self._places: dict[sympy.Expr, Union[Any, tuple[Any, int]]] = {}

    def add_value(self, size: Any, tensor: Any) -> None:
        """Notes that the size is the tensor's one element."""
        self._places.setdefault(expression_of(size), tensor)

    def add_shape(self, tensor: Any) -> None:
        """Notes that the tensor has sizes."""
        for dim, size in enumerate(tensor.shape):
            if not isinstance(size, int):
                self._places.setdefault(expression_of(size), (tensor, dim))

    def find(self, expression: sympy.Expr) -> Optional[Union[Any, tuple[Any, int]]]:
        """Returns a tensor, (tensor, dimension), or None."""
        return self._places.get(expression)
