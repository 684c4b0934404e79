"""Attributes by TorchAir's names. The prototype says their types, so these are the plain values."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from . import dtypes


def Int(value: int) -> int:
    """Makes an integer."""
    return int(value)


def Float(value: float) -> float:
    """Makes a float."""
    return float(value)


def Bool(value: bool) -> bool:
    """Makes True or False."""
    return bool(value)


def Str(value: str) -> str:
    """Makes a text."""
    return str(value)


def DataType(value: torch.dtype) -> str:
    """Makes a dtype."""
    return dtypes.name_of(value)


def ListInt(value: Sequence[int]) -> list[int]:
    """Integers."""
    return [int(item) for item in value]


def ListFloat(value: Sequence[float]) -> list[float]:
    """Floats."""
    return [float(item) for item in value]


def ListBool(value: Sequence[bool]) -> list[bool]:
    """Makes a list of True and False."""
    return [bool(item) for item in value]


def ListStr(value: Sequence[str]) -> list[str]:
    """Texts."""
    return [str(item) for item in value]


def ListDataType(value: Sequence[torch.dtype]) -> list[str]:
    """Dtypes."""
    return [dtypes.name_of(item) for item in value]


def ListListInt(value: Sequence[Sequence[int]]) -> list[list[int]]:
    """Lists of integers."""
    return [ListInt(item) for item in value]


def plain(value: Any) -> Any:
    """Returns the value that the graph takes: a torch.dtype becomes its name."""
    return dtypes.name_of(value) if isinstance(value, torch.dtype) else value
