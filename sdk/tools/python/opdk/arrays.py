"""Arrays on their way into and out of a run, and descriptions of arrays."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np

from . import _core
from .dtypes import dtype_name, numpy_dtype
from .errors import OpdkError

Array = np.ndarray[Any, Any]
Shape = Optional[tuple[int, ...]]


@dataclass(frozen=True)
class TensorSpec:
    """A named tensor without values.

    Example:
        >>> opdk.infer_shape("SoftmaxV2", {"x": ("float", (-1, 10))})["y"]
        TensorSpec(name='y', dtype='float', shape=(-1, 10))
    """

    name: str
    """As the prototype or the model names it; entries of a dynamic port x are x0, x1, …"""
    dtype: str
    """opdk's name: "float", "float16", "int64" …"""
    shape: Shape
    """-1: any size, or one that depends on values. None: not even the number of dimensions is known."""


SpecLike = Union[Array, tuple[object, Optional[Sequence[int]]], TensorSpec]
"""What describes an input: an array (its values count too), ``(dtype, shape)``, or a TensorSpec."""
Inputs = Union[Mapping[str, Array], Sequence[Array]]
"""Arrays by the names of the ports, or in the order of the declaration."""
Outs = Union[None, Array, Mapping[str, Array], Sequence[Optional[Array]]]
"""Arrays to write to, by name or in order; a single one where there is one output."""


def spec_of(port: _core.Port) -> TensorSpec:
    """Returns the public form of a port."""
    return TensorSpec(port.name, port.dtype, None if port.shape == [-2] else tuple(port.shape))


def port_of(name: str, spec: SpecLike) -> _core.Port:
    """Returns the native form of a description; TypeError when it is none, E1004 for impossible dimensions."""
    if isinstance(spec, np.ndarray):
        return _core.Port(name, dtype_name(spec.dtype), list(spec.shape))
    if isinstance(spec, TensorSpec):
        dtype: object
        dtype, shape = spec.dtype, spec.shape
    elif isinstance(spec, tuple) and len(spec) == 2:
        dtype, shape = spec[0], None if spec[1] is None else tuple(spec[1])
    else:
        raise TypeError(f"'{name}' must be a numpy array, (dtype, shape) or a TensorSpec, not {type(spec).__name__}")
    if shape is None:
        return _core.Port(name, dtype_name(dtype), [-2])
    dims = [int(dim) for dim in shape]
    if any(dim < -1 or dim >= 2**63 for dim in dims):
        raise OpdkError("E1004", f"'{name}' has the impossible shape {tuple(dims)}", (),
                        "-1 stands for any size, None instead of a shape for any rank")
    return _core.Port(name, dtype_name(dtype), dims)


def _check_array(what: str, array: object) -> Array:
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{what} must be a numpy array, not {type(array).__name__}; use numpy.asarray")
    if not array.flags.c_contiguous:
        raise OpdkError("E1004", f"{what} is not C-contiguous, and nothing is copied behind your back", (),
                        "pass numpy.ascontiguousarray(array)")
    return array


def native_array(what: str, array: object) -> _core.Array:
    """Returns an array's own memory without a copy; the caller keeps the array alive while it is used."""
    checked = _check_array(what, array)
    try:
        dtype = dtype_name(checked.dtype)
    except OpdkError as error:
        raise OpdkError(error.code, error.message, (what,), error.hint) from None
    return _core.Array(checked.__array_interface__["data"][0], checked.nbytes, dtype, list(checked.shape))


def by_name(arrays: Inputs, names: Sequence[str], what: str) -> dict[str, Array]:
    """Arrays in order as a mapping; TypeError for what is neither a mapping nor a sequence of arrays."""
    if isinstance(arrays, Mapping):
        return dict(arrays)
    if isinstance(arrays, np.ndarray) or not isinstance(arrays, Sequence) or isinstance(arrays, (str, bytes)):
        raise TypeError(f"{what} must be a dict of arrays by name or a list of arrays, not {type(arrays).__name__}")
    if len(arrays) > len(names):
        raise OpdkError("E1003", f"{len(arrays)} {what} are given, there are {len(names)}", (), ", ".join(names))
    return dict(zip(names, arrays))


def _named_outs(out: Outs, specs: Sequence[TensorSpec]) -> dict[str, Array]:
    if out is None:
        return {}
    if isinstance(out, np.ndarray):
        if len(specs) != 1:
            raise OpdkError("E1004", f"out is one array, there are {len(specs)} outputs", (),
                            "give a dict by name: " + ", ".join(spec.name for spec in specs))
        return {specs[0].name: out}
    if isinstance(out, Mapping):
        named = dict(out)
    elif isinstance(out, Sequence) and len(out) <= len(specs):
        named = {spec.name: array for spec, array in zip(specs, out) if array is not None}
    else:
        raise TypeError("out must be an array, a dict of arrays by name, or a list with one entry per output")
    unknown = sorted(set(named) - {spec.name for spec in specs})
    if unknown:
        raise OpdkError("E1004", f"there is no output '{unknown[0]}'", (),
                        "outputs are " + ", ".join(spec.name for spec in specs))
    return named


def _check_out(spec: TensorSpec, array: object, known: bool) -> Array:
    what = f"out '{spec.name}'"
    checked = _check_array(what, array)
    if not checked.flags.writeable:
        raise OpdkError("E1004", f"{what} is read-only", (), "pass an array that may be written")
    if dtype_name(checked.dtype) != spec.dtype:
        raise OpdkError("E1004", f"{what} is of dtype {dtype_name(checked.dtype)}, the output is {spec.dtype}")
    if known and checked.shape != spec.shape:
        raise OpdkError("E1004", f"{what} has the shape {checked.shape}, the output has {spec.shape}")
    return checked


def _new_array(spec_name: str, shape: tuple[int, ...], dtype: str) -> Array:
    try:
        return np.empty(shape, numpy_dtype(dtype))
    except (MemoryError, ValueError) as error:
        raise OpdkError("E2007", f"there is no memory for '{spec_name}' of shape {shape}: {error}", (),
                        "check the shapes, and the constants that give shapes") from None


def output_arrays(specs: Sequence[TensorSpec], out: Outs, inputs: Mapping[str, Array]) -> list[Optional[Array]]:
    """Returns where each output goes: the given array, a new one where the shape is known, None where it isn't."""
    given = _named_outs(out, specs)
    arrays: list[Optional[Array]] = []
    for spec in specs:
        known = spec.shape is not None and all(dim >= 0 for dim in spec.shape)
        if spec.name in given:
            arrays.append(_check_out(spec, given[spec.name], known))
        else:
            arrays.append(_new_array(spec.name, spec.shape, spec.dtype) if known and spec.shape is not None else None)
    written = [(spec.name, array) for spec, array in zip(specs, arrays) if array is not None and spec.name in given]
    for number, (name, array) in enumerate(written):
        others = [("input", *item) for item in inputs.items()] + [("out", *item) for item in written[:number]]
        for kind, other_name, other in others:
            if np.may_share_memory(array, other):
                raise OpdkError("E1004", f"out '{name}' overlaps {kind} '{other_name}' in memory", (),
                                "write to an array of its own")
    return arrays


def native_outputs(arrays: Sequence[Optional[Array]]) -> list[Optional[_core.Array]]:
    """Returns the memory of the arrays that output_arrays chose."""
    return [None if array is None else native_array("out", array) for array in arrays]


def results(specs: Sequence[TensorSpec], arrays: Sequence[Optional[Array]],
            written: Sequence[_core.Written]) -> dict[str, Array]:
    """Arrays by name. One that turned out smaller than the array given for it is a view of its beginning."""
    named: dict[str, Array] = {}
    for spec, array, result in zip(specs, arrays, written):
        shape = tuple(result.shape)
        if array is None and 0 in shape:
            array = np.empty(shape, numpy_dtype(result.dtype))
        elif array is None:
            array = np.frombuffer(result.take_buffer(), np.uint8).view(numpy_dtype(result.dtype)).reshape(shape)
        elif array.shape != shape:
            array = array.reshape(-1)[: int(np.prod(shape, dtype=np.int64))].reshape(shape)
        named[spec.name] = array
    return named


def attr_value(value: Any) -> Any:
    """Returns an attribute's value in the forms that the native half reads; arrays stay, since the prototype has their
    type."""
    if isinstance(value, (np.bool_, np.integer, np.floating)):
        return value.item()
    if isinstance(value, np.dtype) or (isinstance(value, type) and issubclass(value, (np.generic, int, float, bool))):
        return dtype_name(value)
    if isinstance(value, (list, tuple)):
        return [attr_value(item) for item in value]
    return value
