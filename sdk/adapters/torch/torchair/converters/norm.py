"""Normalizations and softmax."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from ..ge import NotConvertible, Tensor, cast, const, named_op, op
from ..registration import register_fx_node_ge_converter as register
from .array import filled, reshaped

aten = torch.ops.aten


@register(aten._softmax.default)
def convert_softmax(x: Tensor, dim: int, half_to_float: bool = False, *, meta_outputs: Any) -> Tensor:
    """Computes softmax along one dimension."""
    if x.rank == 0:
        return op("OnesLike", cast(x, meta_outputs.dtype))
    return op("SoftmaxV2", cast(x, meta_outputs.dtype), axes=[dim % x.rank])


@register(aten._log_softmax.default)
def convert_log_softmax(x: Tensor, dim: int, half_to_float: bool = False, *, meta_outputs: Any) -> Tensor:
    """Computes the logarithm of softmax along one dimension."""
    if x.rank == 0:
        return op("ZerosLike", cast(x, meta_outputs.dtype))
    return op("LogSoftmaxV2", cast(x, meta_outputs.dtype), axes=[dim % x.rank])


def _known(shape: Sequence[Any]) -> list[int]:
    if not all(isinstance(size, int) for size in shape):
        raise NotConvertible("a normalized size that only a run knows")
    return list(shape)


@register(aten.native_layer_norm.default)
def convert_layer_norm(x: Tensor, normalized_shape: Sequence[Any], weight: Any, bias: Any, eps: float, *,
                       meta_outputs: Any) -> Any:
    """Normalizes over the last axes."""
    gamma = weight if weight is not None else filled(normalized_shape, 1.0, x.dtype)
    beta = bias if bias is not None else filled(normalized_shape, 0.0, x.dtype)
    axis = x.rank - len(normalized_shape)
    y, mean, rstd = op("LayerNormV3", x, cast(gamma, x.dtype), cast(beta, x.dtype), begin_norm_axis=axis,
                       begin_params_axis=axis, epsilon=float(eps))
    for statistic in (mean, rstd):
        statistic.dtype = torch.float64 if x.dtype == torch.float64 else torch.float32
    return y, mean, rstd


@register(aten.native_group_norm.default)
def convert_group_norm(x: Tensor, weight: Any, bias: Any, n: Any, c: Any, hxw: Any, group: int, eps: float, *,
                       meta_outputs: Any) -> Any:
    """Groups of neighbouring channels."""
    if not isinstance(c, int):
        raise NotConvertible("a number of channels that only a run knows")
    gamma = weight if weight is not None else filled([c], 1.0, x.dtype)
    beta = bias if bias is not None else filled([c], 0.0, x.dtype)
    y, mean, variance = op("GroupNorm", x, gamma, beta, num_groups=group, data_format="NCHW", eps=float(eps))
    deviation = op("Rsqrt", op("Add", variance, float(eps)))
    return y, reshaped(mean, [-1, group]), reshaped(deviation, [-1, group])


def _of_channels(x: Tensor, vector: Tensor) -> Tensor:
    """Reshapes [C] for broadcasting to [N, C, …]."""
    return vector if x.rank == 2 else reshaped(vector, [-1] + [1] * (x.rank - 2))


@register(aten._native_batch_norm_legit_no_training.default)
def convert_batch_norm(x: Tensor, weight: Any, bias: Any, running_mean: Tensor, running_var: Tensor, momentum: float,
                       eps: float, *, meta_outputs: Any) -> Any:
    """Normalizes by the given statistics."""
    channels = meta_outputs[0].shape[1]
    gamma = weight if weight is not None else filled([channels], 1.0, running_mean.dtype)
    beta = bias if bias is not None else filled([channels], 0.0, running_mean.dtype)
    y = op("BNInfer", x, gamma, beta, running_mean, running_var, epsilon=float(eps))
    empty = const([], x.dtype)
    return y, empty, empty


def _trained(x: Tensor, weight: Any, bias: Any, eps: float) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Returns the result, and mean, population variance and 1 / deviation of the batch."""
    axes = const([0, *range(2, x.rank)], torch.int64)
    mean = op("ReduceMean", x, axes, keep_dims=True)
    centered = op("Sub", x, mean)
    variance = op("ReduceMean", op("Square", centered), axes, keep_dims=True)
    deviation = op("Rsqrt", op("Add", variance, float(eps)))
    y = op("Mul", centered, deviation)
    if weight is not None:
        y = op("Mul", y, _of_channels(x, weight))
    if bias is not None:
        y = op("Add", y, _of_channels(x, bias))
    return y, *(reshaped(value, [-1]) for value in (mean, variance, deviation))


def _count(x: Tensor) -> int:
    return math.prod(_known([size for axis, size in enumerate(x.shape) if axis != 1]))


@register(aten._native_batch_norm_legit_functional.default)
def convert_batch_norm_functional(x: Tensor, weight: Any, bias: Any, running_mean: Tensor, running_var: Tensor,
                                  training: bool, momentum: float, eps: float, *, meta_outputs: Any) -> Any:
    """Normalizes by the batch's own statistics, of which the running ones take a part."""
    if not training:
        y, empty, _ = convert_batch_norm(x, weight, bias, running_mean, running_var, momentum, eps, meta_outputs=meta_outputs)
        return y, empty, empty, running_mean, running_var
    if x.dtype not in (torch.float32, torch.float64):
        raise NotConvertible("statistics of half precision")
    y, mean, variance, deviation = _trained(x, weight, bias, eps)
    count = _count(x)
    unbiased = op("Mul", variance, count / max(count - 1, 1))

    def moved(old: Tensor, new: Tensor) -> Tensor:
        return op("Add", op("Mul", old, 1 - momentum), op("Mul", new, float(momentum)))

    return y, mean, deviation, moved(running_mean, mean), moved(running_var, unbiased)


@register(aten._native_batch_norm_legit.no_stats)
def convert_batch_norm_no_stats(x: Tensor, weight: Any, bias: Any, training: bool, momentum: float, eps: float, *,
                                meta_outputs: Any) -> Any:
    """Normalizes by the batch's own statistics alone."""
    if x.dtype not in (torch.float32, torch.float64):
        raise NotConvertible("statistics of half precision")
    y, mean, _, deviation = _trained(x, weight, bias, eps)
    return y, mean, deviation


# Registers only if PyTorch has the operator: older versions decompose it.
@register(*([aten._fused_rms_norm.default] if hasattr(aten, "_fused_rms_norm") else []))
def convert_rms_norm(x: Tensor, normalized_shape: Sequence[Any], weight: Any, eps: Any, *, meta_outputs: Any) -> Any:
    """Normalizes over the last axes, around zero."""
    shape = _known(normalized_shape)
    epsilon = torch.finfo(x.dtype).eps if eps is None else float(eps)
    gamma = weight if weight is not None else filled(shape, 1.0, x.dtype)
    y, rstd = named_op("RmsNorm", {"x": x, "gamma": cast(gamma, x.dtype)}, x.dtype, epsilon=epsilon)
    rstd.dtype = torch.float32
    return y, rstd
