"""Dtypes by GE's names, and the two operators that converters of TorchAir write most."""
from __future__ import annotations

from typing import Any, Optional

import torch

from .graph import Tensor, cast, const


class DataType:
    """Each of them is PyTorch's dtype."""

    DT_FLOAT = torch.float32
    DT_FLOAT16 = torch.float16
    DT_BF16 = torch.bfloat16
    DT_DOUBLE = torch.float64
    DT_BOOL = torch.bool
    DT_INT8 = torch.int8
    DT_INT16 = torch.int16
    DT_INT32 = torch.int32
    DT_INT64 = torch.int64
    DT_UINT8 = torch.uint8


def Cast(x: Tensor, *, dst_type: torch.dtype) -> Tensor:
    """Returns the tensor in another dtype."""
    return cast(x, dst_type)


def Const(value: Any, dtype: Optional[torch.dtype] = None) -> Tensor:
    """Returns a constant; without a dtype it is int64 for integers, float for others, bool for bools."""
    return const(value, torch.tensor(value).dtype if dtype is None else dtype)
