"""Convolutions and pools."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ..ge import NotConvertible, Tensor, const, named_op, op, scalar, sizes
from ..registration import register_fx_node_ge_converter as register
from .array import filled, reshaped

aten = torch.ops.aten


def _each(value: Any, count: int, default: int = 0) -> list[int]:
    """Returns one number for each axis; PyTorch writes one for all, or none."""
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    if not all(isinstance(item, int) for item in values):
        raise NotConvertible("sizes of windows must be numbers")
    return values * count if len(values) == 1 else values if values else [default] * count


def _pairs(padding: Sequence[int]) -> list[int]:
    """Returns the paddings before and after each axis."""
    return [size for size in padding for _ in range(2)]


@register(aten.convolution.default)
def convert_convolution(x: Tensor, weight: Tensor, bias: Any, stride: Any, padding: Any, dilation: Any, transposed: bool,
                        output_padding: Any, groups: int, *, meta_outputs: Any) -> Tensor:
    """Images by Conv2D; other numbers of axes, and transposed ones, by the general operators."""
    axes = weight.rank - 2
    strides, pads, dilations = _each(stride, axes), _each(padding, axes), _each(dilation, axes)
    inputs = {"x": x, "filter": weight}
    if bias is not None:
        inputs["bias"] = bias
    if transposed:
        return named_op("ConvTranspose", inputs, x.dtype, strides=strides, pads=pads + pads,
                        dilations=dilations, group=groups, output_padding=_each(output_padding, axes))
    if axes == 2:
        return named_op("Conv2D", inputs, x.dtype, strides=[1, 1, *strides], pads=_pairs(pads),
                        dilations=[1, 1, *dilations], groups=groups, data_format="NCHW")
    return named_op("Conv", inputs, x.dtype, strides=strides, pads=pads + pads, dilations=dilations,
                    group=groups)


@register(aten.convolution_backward.default)
def convert_convolution_backward(grad: Tensor, x: Tensor, weight: Tensor, bias_sizes: Any, stride: Any, padding: Any,
                                 dilation: Any, transposed: bool, output_padding: Any, groups: int,
                                 output_mask: Sequence[bool], *, meta_outputs: Any) -> Any:
    """Computes the gradients for images and volumes; one axis becomes two."""
    axes = weight.rank - 2
    if axes > 3 or (transposed and axes != 2) or grad.shape is None or x.shape is None or weight.shape is None:
        raise NotConvertible("the gradient of a transposed convolution that isn't of images" if transposed else
                             "the gradient of a convolution of more than three axes")
    strides, pads, dilations = _each(stride, axes), _each(padding, axes), _each(dilation, axes)
    grads, image, filters = grad, x, weight
    if axes == 1:
        strides, pads, dilations = [1, *strides], [0, *pads], [1, *dilations]
        grads, image, filters = (_with_axis(tensor) for tensor in (grad, x, weight))
    kind, layout = ("Conv3D", "NCDHW") if axes == 3 else ("Conv2D", "NCHW")
    attrs = {"strides": [1, 1, *strides], "pads": _pairs(pads), "dilations": [1, 1, *dilations], "groups": groups,
             "data_format": layout}
    results: list[Any] = [None, None, None]
    if transposed:
        # The other way round: its gradient is a convolution, and for the filter the two change parts.
        results[0] = op("Conv2D", grad, weight, **attrs) if output_mask[0] else None
        grads, image, output_mask = x, grad, [False, *output_mask[1:]]
    if output_mask[0]:
        results[0] = op(f"{kind}BackpropInput", _int32(image.shape), filters, grads, dtype=x.dtype, **attrs)
    if output_mask[1]:
        results[1] = op(f"{kind}BackpropFilter", image, _int32(filters.shape), grads, dtype=weight.dtype,
                        **attrs)
    if axes == 1:
        results[:2] = [None if result is None else reshaped(result, like.shape)
                       for result, like in zip(results[:2], (x, weight))]
    if output_mask[2]:
        results[2] = op("ReduceSum", grad, const([0, *range(2, grad.rank)], torch.int64), keep_dims=False)
    return tuple(results)


def _with_axis(x: Tensor) -> Tensor:
    shape = [*x.shape[:2], 1, *x.shape[2:]]
    result = op("UnsqueezeV3", x, const([2], torch.int64))
    result.shape = tuple(shape)
    return result


def _int32(shape: Sequence[Any]) -> Tensor:
    if all(isinstance(size, int) for size in shape):
        return const(list(shape), torch.int32)
    return op("Cast", sizes(shape), dst_type="int32", dtype=torch.int32)


def _batched(x: Tensor, axes: int) -> tuple[Tensor, bool]:
    if x.rank == axes + 2:
        return x, False
    result = op("UnsqueezeV3", x, const([0], torch.int64))
    result.shape = (1, *x.shape)
    return result, True


@register(aten.max_pool2d_with_indices.default, aten.max_pool3d_with_indices.default)
def convert_max_pool(x: Tensor, kernel_size: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1,
                     ceil_mode: bool = False, *, meta_outputs: Any) -> tuple[Tensor, Tensor]:
    """Adds an operator for the values and one for the indices; the one whose result nothing reads is removed."""
    axes = 2 if x.rank == 4 or (x.rank == 3 and len(kernel_size) == 2) else 3
    image, added = _batched(x, axes)
    window = _each(kernel_size, axes)
    strides, pads, dilations = _each(stride, axes) if stride else window, _each(padding, axes), _each(dilation, axes)
    general, indices = op("MaxPoolND", image, kernel_shape=window, strides=strides, pads=pads + pads, dilations=dilations,
                          ceil_mode=int(ceil_mode))
    values = general
    indices.dtype = torch.int64
    if axes == 2 and dilations == [1, 1]:
        values = op("MaxPoolV3", image, ksize=[1, 1, *window], strides=[1, 1, *strides], pads=_pairs(pads),
                    data_format="NCHW", ceil_mode=ceil_mode)
    # PyTorch counts within an image's channel.
    extent = scalar(image.shape[2], torch.int64)
    for size in image.shape[3:]:
        extent = op("Mul", extent, scalar(size, torch.int64))
    places = op("FloorMod", indices, extent)
    if added:
        return tuple(op("SqueezeV3", part, const([0], torch.int64)) for part in (values, places))
    return values, places


@register(aten.max_pool2d_with_indices_backward.default)
def convert_max_pool_backward(grad: Tensor, x: Tensor, kernel_size: Any, stride: Any, padding: Any, dilation: Any,
                              ceil_mode: bool, indices: Tensor, *, meta_outputs: Any) -> Tensor:
    """Adds each gradient where its maximum was."""
    if x.rank != 4 or not all(isinstance(size, int) for tensor in (x, grad) for size in tensor.shape):
        raise NotConvertible("of images of known sizes alone")
    rows = x.shape[0] * x.shape[1]
    zeros = filled([rows, x.shape[2] * x.shape[3]], 0.0, grad.dtype)
    places, updates = reshaped(indices, [rows, -1]), reshaped(grad, [rows, -1])
    return reshaped(op("ScatterElements", zeros, places, updates, axis=1, reduction="add"), x.shape)


@register(aten.avg_pool2d.default, aten.avg_pool1d.default, aten.avg_pool3d.default)
def convert_avg_pool(x: Tensor, kernel_size: Any, stride: Any = (), padding: Any = 0, ceil_mode: bool = False,
                     count_include_pad: bool = True, divisor_override: Any = None, *, meta_outputs: Any) -> Tensor:
    """Images by AvgPoolV2, others by the general operator."""
    axes = len(kernel_size) if len(kernel_size) > 1 else x.rank - 2 if x.rank > 2 else 1
    image, added = _batched(x, axes)
    window = _each(kernel_size, axes)
    strides, pads = _each(stride, axes) if stride else window, _each(padding, axes)
    if axes == 2:
        result = op("AvgPoolV2", image, ksize=[1, 1, *window], strides=[1, 1, *strides], pads=_pairs(pads),
                    data_format="NCHW", ceil_mode=ceil_mode, exclusive=not count_include_pad,
                    divisor_override=divisor_override or 0)
    elif divisor_override:
        raise NotConvertible("a divisor of one's own beyond images")
    else:
        result = op("AveragePool", image, kernel_shape=window, strides=strides, pads=pads + pads, ceil_mode=int(ceil_mode),
                    count_include_pad=int(count_include_pad))
    return op("SqueezeV3", result, const([0], torch.int64)) if added else result


@register(aten.avg_pool2d_backward.default)
def convert_avg_pool_backward(grad: Tensor, x: Tensor, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool,
                              count_include_pad: bool, divisor_override: Any, *, meta_outputs: Any) -> Tensor:
    """Shares each gradient out over its window."""
    if x.rank != 4 or divisor_override:
        raise NotConvertible("a divisor of one's own, or no batch")
    window = _each(kernel_size, 2)
    strides = _each(stride, 2) if stride else window
    return op("AvgPoolV2Grad", _int32(x.shape), grad, dtype=x.dtype, ksize=[1, 1, *window],
              strides=[1, 1, *strides], pads=_pairs(_each(padding, 2)), data_format="NCHW", ceil_mode=ceil_mode,
              exclusive=not count_include_pad)


@register(aten._adaptive_avg_pool2d.default)
def convert_adaptive_avg_pool2d(x: Tensor, output_size: Any, *, meta_outputs: Any) -> Tensor:
    """Windows of nearly the same size."""
    image, added = _batched(x, 2)
    extents = x.shape[-2:]
    targets = _each(output_size, 2)
    if all(isinstance(size, int) and size % target == 0 for size, target in zip(extents, targets)):
        window = [size // target for size, target in zip(extents, targets)]
        result = op("AvgPoolV2", image, ksize=[1, 1, *window], strides=[1, 1, *window], data_format="NCHW")
    else:
        result = op("AdaptiveAvgPool2d", image, output_size=targets)
    return op("SqueezeV3", result, const([0], torch.int64)) if added else result


@register(aten._adaptive_avg_pool2d_backward.default)
def convert_adaptive_avg_pool2d_backward(grad: Tensor, x: Tensor, *, meta_outputs: Any) -> Tensor:
    """Computes the gradient for images of known sizes."""
    if x.rank != 4 or not all(isinstance(size, int) for size in x.shape):
        raise NotConvertible("of images of known sizes alone")
    return op("AdaptiveAvgPool2dGrad", grad, orig_input_shape=list(x.shape))


@register(aten.adaptive_max_pool2d.default)
def convert_adaptive_max_pool2d(x: Tensor, output_size: Any, *, meta_outputs: Any) -> tuple[Tensor, Tensor]:
    """Returns values and places."""
    if x.rank != 4:
        raise NotConvertible("without a batch")
    values, places = op("AdaptiveMaxPool2d", x, output_size=_each(output_size, 2))
    places.dtype = torch.int32
    return values, places
