"""Gears: sizes of a dynamic graph that are known beforehand."""
from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Optional

import opdk
import torch

from .ge import symbols
from .lowering import Lowered

Gears = list[dict[Any, int]]
"""For each gear the values of PyTorch's symbols."""


def set_dim_gears(tensor: torch.Tensor, dim_gears: Mapping[int, Sequence[int]]) -> None:
    """Says which sizes an input's dimensions can have. To be called before the first run of what ``torch.compile``
    gave, on its input: each combination gets a model of its own then, and other sizes are refused.

    Args:
        dim_gears: by dimension.

    Raises:
        OpdkError: E1001, no such dimension, less than two sizes, or one that isn't a positive number.

    Example:
        >>> torchair.inference.set_dim_gears(x, {0: [1, 4, 16]})
    """
    for dim, sizes in dim_gears.items():
        if not isinstance(dim, int) or not 0 <= dim < tensor.dim():
            raise opdk.OpdkError("E1001", f"the tensor has no dimension {dim!r}: it has {tensor.dim()}")
        if len(set(sizes)) < 2 or any(not isinstance(size, int) or size < 1 for size in sizes):
            raise opdk.OpdkError("E1001", f"the gears of dimension {dim} can't be {list(sizes)}", (),
                                 "give two sizes or more, each above zero")
        torch._dynamo.mark_dynamic(tensor, dim)
    tensor._opdk_dim_gears = {dim: list(sizes) for dim, sizes in dim_gears.items()}


def gears_of(args: Sequence[Any], fakes: Sequence[Any], policy: str) -> Optional[Gears]:
    """Returns the values that the arguments' gears give the symbols; None where none has any.

    Raises:
        OpdkError: E1001, lists of different lengths, which "zip" can't merge.
    """
    lists: dict[Any, list[int]] = {}
    for arg, fake in zip(args, fakes):
        for dim, sizes in getattr(arg, "_opdk_dim_gears", {}).items():
            if not isinstance(fake.shape[dim], int):
                lists[symbols.expression_of(fake.shape[dim])] = sizes
    if not lists:
        return None
    if policy == "product":
        combinations = list(itertools.product(*lists.values()))
    else:
        if len({len(sizes) for sizes in lists.values()}) > 1:
            raise opdk.OpdkError("E1001", "lists of gears differ in length: " + ", ".join(map(str, lists.values())), (),
                                 "config.inference_config.dynamic_gears_merge_policy = \"product\" makes all combinations")
        combinations = list(zip(*lists.values()))
    return [dict(zip(lists, combination)) for combination in combinations]


def shapes_of_gears(gears: Optional[Gears], lowered: Lowered, fakes: Sequence[Any]) -> list[list[list[int]]]:
    """Returns the shapes of the graph's inputs for each gear.

    Raises:
        OpdkError: E1001, a size that no gear says.
    """
    result = []
    for gear in gears or ():
        shapes = []
        for port in lowered.inputs:
            fake = fakes[port.position]
            shape = [] if port.is_size else [symbols.expression_of(size).subs(gear) for size in fake.shape]
            if any(not size.is_Integer for size in shape):
                raise opdk.OpdkError("E1001", f"no gear says the sizes {tuple(fake.shape)} of an input", (),
                                     "torchair.inference.set_dim_gears says them for each dimension that isn't fixed")
            shapes.append([int(shape[dim]) for dim in port.order or range(len(shape))])
        result.append(shapes)
    return result
