"""Operators of an author's package, by name."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

import opdk
import torch

from . import attr
from .graph import NotConvertible, Tensor, current, scalar


def custom_op(type: str, inputs: Optional[Mapping[str, Any]] = None, attrs: Optional[Mapping[str, Any]] = None,
              outputs: Optional[Sequence[Union[str, tuple[str, int]]]] = None,
              dtype: Optional[torch.dtype] = None) -> Any:
    """Adds an operator of any package that is loaded.

    Args:
        type: as its prototype is called.
        inputs: by port. A list of tensors is a dynamic port; None leaves an optional port out; a number becomes a
            constant.
        attrs: by name, plain values or ``torchair.ge.attr``'s; the others have their defaults.
        outputs: the ports that are returned, in this order; ``("y", 3)``: three entries of a dynamic port. None: all.
        dtype: of the outputs; None: that of the first input. The result of a converter has PyTorch's in any case.

    Returns:
        A Tensor, or a tuple of them; the entries of a dynamic port as a list.

    Raises:
        OpdkError: E2002 no package has the operator; E2009 an attribute, E2005 an output that the operator lacks.

    Example:
        >>> torchair.ge.custom_op("Mish", {"x": x}, outputs=["y"])
    """
    tensors = _ports(inputs or {})
    dynamic = {name: count for name, count in (entry for entry in outputs or () if isinstance(entry, tuple))}
    node = current().add(type, {port: tensor.value for port, tensor in tensors.items()},
                         {name: attr.plain(value) for name, value in (attrs or {}).items()}, dynamic)
    first = next(iter(tensors.values()), None)
    if dtype is None:
        dtype = first.dtype if first is not None else torch.float32
    if outputs is None:
        results: list[Any] = [Tensor(output, dtype) for output in node.outputs]
    else:
        results = [[Tensor(node[f"{entry[0]}{number}"], dtype) for number in range(entry[1])]
                   if isinstance(entry, tuple) else Tensor(node[entry], dtype) for entry in outputs]
    return results[0] if len(results) == 1 else tuple(results)


def _ports(inputs: Mapping[str, Any]) -> dict[str, Tensor]:
    tensors: dict[str, Tensor] = {}
    for port, value in inputs.items():
        if isinstance(value, (list, tuple)):
            tensors.update({f"{port}{number}": item for number, item in enumerate(value)})
        elif isinstance(value, Tensor):
            tensors[port] = value
        elif value is not None:
            tensors[port] = scalar(value, torch.float32 if isinstance(value, float) else torch.int64)
    return tensors


def generated_converter(overload: torch._ops.OpOverload) -> Optional[Any]:
    """Returns the converter of an operator of torch.library whose name is that of a prototype (``my::fast_gelu`` is
    FastGelu). Arguments are ports and attributes of the same name; tensors follow the order of the ports where the
    names differ. None where no package has such an operator, or it is PyTorch's."""
    namespace, _, name = overload._schema.name.partition("::")
    if namespace in ("aten", "prims", "prim", "quantized", "inductor"):
        return None
    type = next((spelling for spelling in (name, "".join(word[:1].upper() + word[1:] for word in name.split("_")))
                 if spelling in opdk.registry().operators), None)
    if type is None:
        return None
    prototype = opdk.registry().operator(type)

    def convert(*args: Any, meta_outputs: Any = None, **kwargs: Any) -> Any:
        named = dict(zip((argument.name for argument in overload._schema.arguments), args), **kwargs)
        ports = {port.name for port in prototype.inputs}
        attributes = {attribute.name for attribute in prototype.attrs}
        inputs: dict[str, Any] = {}
        values: dict[str, Any] = {}
        for key, value in named.items():
            if key in attributes:
                values[key] = value
            elif key in ports:
                inputs[key] = value
            elif isinstance(value, Tensor):
                free = [port.name for port in prototype.inputs if port.name not in inputs and port.name not in named]
                if not free:
                    raise NotConvertible(f"{type} has no port for the argument '{key}'")
                inputs[free[0]] = value
            elif value is not None:
                raise NotConvertible(f"{type} has no attribute for the argument '{key}': write a converter with "
                                     "torchair.register_fx_node_ge_converter")
        results = [port.name for port in prototype.outputs][:len(overload._schema.returns)]
        return custom_op(type, inputs, values, results)

    return convert
