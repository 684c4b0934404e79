"""What PyTorch runs as one operator, and doesn't take apart itself, in operators that have converters."""
from __future__ import annotations

from typing import Any, Optional

import torch
from torch.nn import functional

aten = torch.ops.aten


def encoder_layer(src: torch.Tensor, embed_dim: int, num_heads: int, qkv_weight: torch.Tensor, qkv_bias: torch.Tensor,
                  proj_weight: torch.Tensor, proj_bias: torch.Tensor, use_gelu: bool, norm_first: bool, eps: float,
                  norm_weight_1: torch.Tensor, norm_bias_1: torch.Tensor, norm_weight_2: torch.Tensor,
                  norm_bias_2: torch.Tensor, ffn_weight_1: torch.Tensor, ffn_bias_1: torch.Tensor,
                  ffn_weight_2: torch.Tensor, ffn_bias_2: torch.Tensor, mask: Optional[torch.Tensor] = None,
                  mask_type: Optional[int] = None) -> Any:
    """torch.nn.TransformerEncoderLayer's way of inference: src [N, L, E]. A mask stays PyTorch's."""
    if mask is not None:
        return NotImplemented
    batch, length, width = src.shape

    def attention(x: torch.Tensor) -> torch.Tensor:
        parts = (part.view(batch, length, num_heads, width // num_heads).transpose(1, 2)
                 for part in functional.linear(x, qkv_weight, qkv_bias).chunk(3, -1))
        seen = functional.scaled_dot_product_attention(*parts)
        return functional.linear(seen.transpose(1, 2).reshape(batch, length, width), proj_weight, proj_bias)

    def feed_forward(x: torch.Tensor) -> torch.Tensor:
        inner = functional.linear(x, ffn_weight_1, ffn_bias_1)
        inner = functional.gelu(inner) if use_gelu else functional.relu(inner)
        return functional.linear(inner, ffn_weight_2, ffn_bias_2)

    def first(x: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(x, (width,), norm_weight_1, norm_bias_1, eps)

    def second(x: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(x, (width,), norm_weight_2, norm_bias_2, eps)

    if norm_first:
        x = src + attention(first(src))
        return x + feed_forward(second(x))
    x = first(src + attention(src))
    return second(x + feed_forward(x))


TABLE = {aten._transformer_encoder_layer_fwd.default: encoder_layer}
