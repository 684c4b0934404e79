"""The description of a result that a converter gets."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch


@dataclass(frozen=True)
class TensorSpec:
    """Dtype and shape, by PyTorch's names."""

    dtype: torch.dtype
    shape: tuple[Any, ...]
    """Integers or SymInts."""
    strides: tuple[Any, ...] = ()

    @property
    def size(self) -> tuple[Any, ...]:
        """The shape."""
        return self.shape

    @property
    def rank(self) -> int:
        """Number of dimensions."""
        return len(self.shape)
