"""Images sampled anew."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ..ge import NotConvertible, Tensor, const, named_op, op, sizes
from ..registration import register_fx_node_ge_converter as register

aten = torch.ops.aten


def _resized(x: Tensor, shape: Sequence[Any], factors: Sequence[Any], mode: str, align_corners: bool = False) -> Tensor:
    """Resizes; where factors are given, they and not the extents decide how far places lie apart."""
    transformation = "asymmetric" if mode == "nearest" else "align_corners" if align_corners else "pytorch_half_pixel"
    inputs = {"x": x, "sizes": sizes(shape)}
    if all(factor is not None for factor in factors) and factors:
        if not all(isinstance(factor, (int, float)) for factor in factors):
            raise NotConvertible("factors that only a run knows")
        inputs["scales"] = const([1.0, 1.0, *map(float, factors)], torch.float32)
    return named_op("Resize", inputs, x.dtype, mode=mode, nearest_mode="floor",
                    coordinate_transformation_mode=transformation, cubic_coeff_a=-0.75)


@register(aten.upsample_nearest1d.default, aten.upsample_nearest2d.default, aten.upsample_nearest3d.default)
def convert_nearest(x: Tensor, output_size: Any, *factors: Any, meta_outputs: Any, **named: Any) -> Tensor:
    """Takes the pixel that covers the place."""
    return _resized(x, meta_outputs.shape, [*factors, *named.values()], "nearest")


@register(aten.upsample_nearest1d.vec, aten.upsample_nearest2d.vec, aten.upsample_nearest3d.vec)
def convert_nearest_vec(x: Tensor, output_size: Any, scale_factors: Any, *, meta_outputs: Any) -> Tensor:
    """Resizes to the nearest pixel, by factors or by extents."""
    return _resized(x, meta_outputs.shape, scale_factors or (), "nearest")


@register(aten.upsample_linear1d.default, aten.upsample_bilinear2d.default, aten.upsample_trilinear3d.default)
def convert_linear(x: Tensor, output_size: Any, align_corners: bool, *factors: Any, meta_outputs: Any, **named: Any) -> Tensor:
    """Interpolates between neighbours."""
    return _resized(x, meta_outputs.shape, [*factors, *named.values()], "linear", align_corners)


@register(aten.upsample_linear1d.vec, aten.upsample_bilinear2d.vec, aten.upsample_trilinear3d.vec)
def convert_linear_vec(x: Tensor, output_size: Any, align_corners: bool, scale_factors: Any, *, meta_outputs: Any) -> Tensor:
    """Interpolates between neighbours, by factors or by extents."""
    return _resized(x, meta_outputs.shape, scale_factors or (), "linear", align_corners)


@register(aten.upsample_bicubic2d.default)
def convert_bicubic(x: Tensor, output_size: Any, align_corners: bool, *factors: Any, meta_outputs: Any,
                    **named: Any) -> Tensor:
    """Interpolates between sixteen neighbours."""
    return _resized(x, meta_outputs.shape, [*factors, *named.values()], "cubic", align_corners)


@register(aten.upsample_bicubic2d.vec)
def convert_bicubic_vec(x: Tensor, output_size: Any, align_corners: bool, scale_factors: Any, *, meta_outputs: Any) -> Tensor:
    """Interpolates between sixteen neighbours, by factors or by extents."""
    return _resized(x, meta_outputs.shape, scale_factors or (), "cubic", align_corners)


@register(aten.grid_sampler_2d.default)
def convert_grid_sampler(x: Tensor, grid: Tensor, interpolation_mode: int, padding_mode: int, align_corners: bool, *,
                         meta_outputs: Any) -> Tensor:
    """Samples at the places of a grid."""
    return op("GridSampler2D", x, grid, interpolation_mode=("bilinear", "nearest", "bicubic")[interpolation_mode],
              padding_mode=("zeros", "border", "reflection")[padding_mode], align_corners=align_corners)


def _gradient(grad: Tensor, input_size: Sequence[Any], factors: Sequence[Any], mode: str,
              align_corners: bool = False) -> Tensor:
    if not all(isinstance(size, int) for size in input_size):
        raise NotConvertible("images of sizes that only a run knows")
    transformation = "asymmetric" if mode == "nearest" else "align_corners" if align_corners else "pytorch_half_pixel"
    scales = list(map(float, factors)) if all(factor is not None for factor in factors) else []
    return op("ResizeGradD", grad, original_size=list(input_size), scales=scales, mode=mode, nearest_mode="floor",
              coordinate_transformation_mode=transformation, cubic_coeff_a=-0.75)


@register(aten.upsample_nearest2d_backward.default)
def convert_nearest_backward(grad: Tensor, output_size: Any, input_size: Any, *factors: Any, meta_outputs: Any) -> Tensor:
    """Adds the gradients of each pixel."""
    return _gradient(grad, input_size, factors, "nearest")


@register(aten.upsample_bilinear2d_backward.default)
def convert_linear_backward(grad: Tensor, output_size: Any, input_size: Any, align_corners: bool, *factors: Any,
                            meta_outputs: Any) -> Tensor:
    """Shares gradients out among neighbours."""
    return _gradient(grad, input_size, factors, "linear", align_corners)


@register(aten.upsample_bicubic2d_backward.default)
def convert_bicubic_backward(grad: Tensor, output_size: Any, input_size: Any, align_corners: bool, *factors: Any,
                             meta_outputs: Any) -> Tensor:
    """Shares gradients out among sixteen neighbours."""
    return _gradient(grad, input_size, factors, "cubic", align_corners)
