"""Converters: for each operator of PyTorch the function that adds its operators of Ascend IR to a graph."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional, TypeVar

import opdk
import torch

from .ge.custom import generated_converter

_F = TypeVar("_F", bound=Callable[..., Any])
_converters: dict[torch._ops.OpOverload, Callable[..., Any]] = {}


def register_fx_node_ge_converter(*overloads: torch._ops.OpOverload) -> Callable[[_F], _F]:
    """Makes a function the converter of operators of PyTorch; the last one that is registered counts.

    It is called with the operator's arguments, tensors as ``torchair.ge.Tensor``, and ``meta_outputs``: the dtype,
    shape and rank of the result, a list of these where there are several. It returns a tensor or a tuple of them, or
    raises ``torchair.ge.NotConvertible`` to leave this use of the operator to PyTorch.

    Raises:
        OpdkError: E1001, something else than an overload (``torch.ops.aten.add`` has several, such as
            ``torch.ops.aten.add.Tensor``).

    Example:
        >>> @torchair.register_fx_node_ge_converter(torch.ops.digits.mish.default)
        ... def convert_mish(x, *, meta_outputs=None):
        ...     return torchair.ge.custom_op("Mish", {"x": x}, outputs=["y"])
    """
    for overload in overloads:
        if not isinstance(overload, torch._ops.OpOverload):
            names = ", ".join(str(getattr(overload, name)) for name in overload.overloads()) if isinstance(
                overload, torch._ops.OpOverloadPacket) else "torch.ops.<library>.<operator>.default"
            raise opdk.OpdkError("E1001", f"{overload} is no overload of an operator", (), f"register {names}")

    def register(function: _F) -> _F:
        for overload in overloads:
            _converters[overload] = function
        return function

    return register


def find_converter(target: object) -> Optional[Callable[..., Any]]:
    """Returns the converter of an operator. An operator of torch.library without a converter gets the one that follows
    from the prototype of its name."""
    if not isinstance(target, torch._ops.OpOverload):
        return None
    found = _converters.get(target)
    return found if found is not None else generated_converter(target)


def has_converter(target: object) -> bool:
    """Returns whether a converter is registered: PyTorch's decomposition of the operator isn't used then."""
    return target in _converters
