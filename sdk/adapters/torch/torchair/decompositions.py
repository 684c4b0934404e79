"""PyTorch's operators that it runs as one and doesn't decompose, written in operators that have converters."""
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
    """Computes torch.nn.TransformerEncoderLayer's inference: src [N, L, E]. A mask stays PyTorch's."""
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


def _distance(a: torch.Tensor, b: torch.Tensor, p: float) -> torch.Tensor:
    return torch.linalg.vector_norm(a - b, p, -1)


_FEW_ROWS = 25
"""More are worth a product of matrices, as PyTorch has it by default: mode 1 is always one, mode 2 never."""


def cdist(x1: torch.Tensor, x2: torch.Tensor, p: float, compute_mode: Optional[int]) -> Any:
    """Returns the distance of each row of x1 [..., P, M] from each of x2 [..., R, M]: [..., P, R]."""
    if x1.shape[-1] == 0:
        return NotImplemented
    many = not compute_mode and (x1.shape[-2] > _FEW_ROWS or x2.shape[-2] > _FEW_ROWS)
    if p != 2 or not (many or compute_mode == 1):
        return _distance(x1.unsqueeze(-2), x2.unsqueeze(-3), p)
    squares = x1.square().sum(-1, keepdim=True) + x2.square().sum(-1).unsqueeze(-2)
    return (squares - 2 * torch.matmul(x1, x2.mT)).clamp_min(0).sqrt()


def pdist(x: torch.Tensor, p: float = 2) -> Any:
    """Returns the distance of each row of x [N, M] from the rows behind it: [N (N - 1) / 2]."""
    rows = x.shape[0]
    if not isinstance(rows, int) or rows < 2 or x.shape[1] == 0:
        return NotImplemented
    first, second = torch.triu_indices(rows, rows, 1, device=x.device).unbind()
    return _distance(x.index_select(0, first), x.index_select(0, second), p)


def adaptive_avg_pool3d(x: torch.Tensor, output_size: Any) -> torch.Tensor:
    """Pools [..., D, H, W]. A mean of planes' means is the volume's: the planes of a window have windows of one
    size."""
    lead, planes = x.shape[:-3], x.shape[-3]
    depth, height, width = output_size
    flat = functional.adaptive_avg_pool2d(x.flatten(0, -3), (height, width))
    columns = functional.adaptive_avg_pool2d(flat.reshape(-1, planes, height * width), (depth, height * width))
    return columns.reshape(*lead, depth, height, width)


_SUM, _MEAN = 0, 1


def embedding_bag(weight: torch.Tensor, indices: torch.Tensor, offsets: torch.Tensor, scale_grad_by_freq: bool = False,
                  mode: int = _SUM, sparse: bool = False, per_sample_weights: Optional[torch.Tensor] = None,
                  include_last_offset: bool = False, padding_idx: int = -1) -> Any:
    """Sums or means of rows of weight [V, D]: bag b has indices[offsets[b]:offsets[b + 1]]. Maxima stay PyTorch's.

    Returns:
        The bags [B, D], each index's bag, each bag's number of indices, and nothing (where maxima are).
    """
    if mode not in (_SUM, _MEAN) or indices.dim() != 1:
        return NotImplemented
    bags = offsets.shape[0] - 1 if include_last_offset else offsets.shape[0]
    places = torch.arange(indices.shape[0], dtype=offsets.dtype, device=indices.device)
    bag = torch.searchsorted(offsets[:bags], places, right=True) - 1
    rows = weight.index_select(0, indices)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.unsqueeze(-1)
    counted = torch.ones_like(indices)
    if padding_idx >= 0:
        counted = (indices != padding_idx).to(indices.dtype)
        rows = rows * counted.unsqueeze(-1).to(rows.dtype)
    sizes = torch.zeros_like(offsets[:bags]).index_add(0, bag, counted.to(offsets.dtype))
    result = weight.new_zeros(bags, weight.shape[1]).index_add(0, bag, rows)
    if mode == _MEAN:
        result = result / sizes.clamp_min(1).unsqueeze(-1).to(result.dtype)
    return result, bag.to(indices.dtype), sizes, torch.zeros_like(sizes)


TABLE = {
    aten._transformer_encoder_layer_fwd.default: encoder_layer,
    aten._cdist_forward.default: cdist,
    aten._pdist_forward.default: pdist,
    aten._adaptive_avg_pool3d.default: adaptive_avg_pool3d,
    aten._embedding_bag.default: embedding_bag,
    aten._embedding_bag_forward_only.default: embedding_bag,
}
