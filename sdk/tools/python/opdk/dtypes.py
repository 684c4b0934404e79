"""opdk's dtypes as NumPy's."""
from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from .errors import OpdkError


def _bfloat16() -> np.dtype[Any]:
    try:
        return np.dtype(importlib.import_module("ml_dtypes").bfloat16)
    except ImportError:
        return np.dtype(np.uint16, metadata={"opdk": "bfloat16"})  # type: ignore[call-overload, no-any-return]


bfloat16: np.dtype[Any] = _bfloat16()
"""The dtype of bfloat16 arrays: that of ml_dtypes where it is installed, else uint16 with a mark that ``view`` and
``empty`` keep: ``bits.view(opdk.bfloat16)`` is bfloat16 either way, a plain uint16 array is not."""

_NAMES = {
    "bool": "bool", "int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64", "uint8": "uint8",
    "uint16": "uint16", "uint32": "uint32", "uint64": "uint64", "float16": "float16", "float32": "float",
    "float64": "double", "complex64": "complex64", "complex128": "complex128",
}
_DTYPES: dict[str, np.dtype[Any]] = {name: np.dtype(numpy_name) for numpy_name, name in _NAMES.items()}
_DTYPES["bfloat16"] = bfloat16
_SPELLINGS = {"float32": "float", "float64": "double"}


def dtype_name(dtype: object) -> str:
    """Returns opdk's name of a dtype: of a NumPy dtype, of a value that ``numpy.dtype`` takes, or of a name (NumPy's or
    opdk's).

    Raises:
        OpdkError: E1004, no operator can take it (another byte order, structures, objects, strings, dates).

    Example:
        >>> opdk.dtype_name(np.float32), opdk.dtype_name("float64"), opdk.dtype_name(opdk.bfloat16)
        ('float', 'double', 'bfloat16')
    """
    if isinstance(dtype, str):
        name = _SPELLINGS.get(dtype, dtype)
        if name in _DTYPES:
            return name
    try:
        given = np.dtype(dtype)  # type: ignore[call-overload]
    except TypeError:
        given = None
    if given is not None and given.isnative:
        if given.metadata and given.metadata.get("opdk") == "bfloat16" or given == bfloat16 and not bfloat16.metadata:
            return "bfloat16"
        if given.name in _NAMES and given.kind in "biufc":
            return _NAMES[given.name]
    raise OpdkError("E1004", f"no operator takes dtype {dtype!r}", (),
                    "dtypes are " + ", ".join(_DTYPES) + ", in the machine's byte order")


def numpy_dtype(name: str) -> np.dtype[Any]:
    """Returns the NumPy dtype of an opdk dtype (``opdk.bfloat16`` for bfloat16).

    Raises:
        OpdkError: E1004, NumPy has none for it.

    Example:
        >>> opdk.numpy_dtype("float")
        dtype('float32')
    """
    try:
        return _DTYPES[name]
    except KeyError:
        raise OpdkError("E1004", f"NumPy has no dtype for {name}", (),
                        "dtypes are " + ", ".join(_DTYPES)) from None


def to_bfloat16(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Returns a new bfloat16 array of the same shape: each number rounded to the nearest, halves to even; NaN stays
    NaN.

    Example:
        >>> opdk.from_bfloat16(opdk.to_bfloat16(np.array([1.0, 3.14159]))).tolist()
        [1.0, 3.140625]
    """
    wide = np.ascontiguousarray(array, dtype=np.float32).reshape(np.shape(array))
    bits = wide.view(np.uint32)
    rounded = bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
    # Rounding must not carry a NaN's bits into an infinity's.
    rounded = np.where(np.isnan(wide), bits | np.uint32(0x00400000), rounded)
    return np.asarray((rounded >> np.uint32(16)).astype(np.uint16)).view(bfloat16)


def from_bfloat16(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Returns a new float32 array of the same shape with the exact values of a bfloat16 array (or of its bits as
    uint16).

    Example:
        >>> opdk.from_bfloat16(np.array([0x3F80], np.uint16)).tolist()
        [1.0]
    """
    bits = np.asarray(array).view(np.uint16).astype(np.uint32) << np.uint32(16)
    return np.asarray(bits, dtype=np.uint32).view(np.float32)
