"""PyTorch's dtypes by opdk's names."""
from __future__ import annotations

import opdk
import torch

_NAMES = {torch.float32: "float", torch.float64: "double", torch.float16: "float16", torch.bfloat16: "bfloat16",
          torch.bool: "bool", torch.int8: "int8", torch.int16: "int16", torch.int32: "int32", torch.int64: "int64",
          torch.uint8: "uint8", torch.uint16: "uint16", torch.uint32: "uint32", torch.uint64: "uint64"}


def is_known(dtype: torch.dtype) -> bool:
    """Returns whether tensors of the dtype can be in a graph: complex ones, which may be views of their conjugates,
    can't."""
    return dtype in _NAMES


def name_of(dtype: torch.dtype) -> str:
    """Returns opdk's name.

    Raises:
        OpdkError: E1004, there is none.
    """
    if dtype not in _NAMES:
        raise opdk.OpdkError("E1004", f"{dtype} is no dtype that operators take", (), ", ".join(map(str, _NAMES)))
    return _NAMES[dtype]
