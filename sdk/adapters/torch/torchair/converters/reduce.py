"""Sums, means, extremes, orders."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Optional

import torch

from ..ge import NotConvertible, Tensor, cast, const, op
from ..registration import register_fx_node_ge_converter as register

aten = torch.ops.aten


def _axes(x: Tensor, dims: Any) -> list[int]:
    """Returns non-negative axes; all of them if none is given."""
    if dims is None or (isinstance(dims, Sequence) and not dims):
        return list(range(x.rank))
    chosen = [dims] if isinstance(dims, int) else dims
    return [dim % max(x.rank, 1) for dim in chosen]


def _reduced(type: str, x: Tensor, dims: Any, keepdim: bool) -> Tensor:
    if x.rank == 0:
        return x
    return op(type, x, const(_axes(x, dims), torch.int64), dtype=x.dtype, keep_dims=keepdim)


@register(aten.sum.dim_IntList, aten.sum.default)
def convert_sum(x: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None, meta_outputs: Any) -> Tensor:
    """Sums in the dtype of the result: int64 for integers."""
    return _reduced("ReduceSum", cast(x, meta_outputs.dtype), dim, keepdim)


@register(aten.mean.dim, aten.mean.default)
def convert_mean(x: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None, meta_outputs: Any) -> Tensor:
    """Computes the mean in the dtype of the result."""
    return _reduced("ReduceMean", cast(x, meta_outputs.dtype), dim, keepdim)


@register(aten.prod.dim_int)
def convert_prod(x: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None, meta_outputs: Any) -> Tensor:
    """Multiplies in the dtype of the result."""
    return _reduced("ReduceProd", cast(x, meta_outputs.dtype), dim, keepdim)


@register(aten.prod.default)
def convert_prod_all(x: Tensor, *, dtype: Any = None, meta_outputs: Any) -> Tensor:
    """Multiplies all elements."""
    return convert_prod(x, None, meta_outputs=meta_outputs)


def _numbers(x: Tensor) -> Tensor:
    """Returns numbers that can be compared; False is the lesser."""
    return cast(x, torch.int32) if x.dtype == torch.bool else x


def _extreme(type: str) -> Callable[..., Any]:
    def convert(x: Tensor, dim: Any = None, keepdim: bool = False, *, meta_outputs: Any) -> Tensor:
        return _reduced(type, _numbers(x), dim, keepdim)

    return convert


register(aten.amax.default, aten.max.default)(_extreme("ReduceMax"))
register(aten.amin.default, aten.min.default)(_extreme("ReduceMin"))


@register(aten.any.default, aten.any.dim, aten.any.dims)
def convert_any(x: Tensor, dim: Any = None, keepdim: bool = False, *, meta_outputs: Any) -> Tensor:
    """Returns whether any element of any dtype isn't zero."""
    return _reduced("ReduceAny", cast(x, torch.bool), dim, keepdim)


@register(aten.all.default, aten.all.dim, aten.all.dims)
def convert_all(x: Tensor, dim: Any = None, keepdim: bool = False, *, meta_outputs: Any) -> Tensor:
    """Returns whether all elements of any dtype aren't zero."""
    return _reduced("ReduceAll", cast(x, torch.bool), dim, keepdim)


def _moments(x: Tensor, dim: Any, correction: Any, keepdim: bool) -> tuple[Tensor, Tensor]:
    axes = _axes(x, dim)
    count = 1
    for axis in axes:
        if x.shape is None or not isinstance(x.shape[axis], int):
            raise NotConvertible("the variance over a size that only a run knows")
        count *= x.shape[axis]
    divisor = count - (1 if correction is None else correction)
    if divisor <= 0 or x.rank == 0:
        raise NotConvertible("there are no more elements than the correction")
    mean = op("ReduceMean", x, const(axes, torch.int64), keep_dims=True)
    squares = op("Square", op("Sub", x, mean))
    variance = op("Mul", op("ReduceMean", squares, const(axes, torch.int64), keep_dims=keepdim), count / divisor)
    if not keepdim:
        mean = op("ReduceMean", x, const(axes, torch.int64), keep_dims=False)
    return variance, mean


@register(aten.var.correction)
def convert_var(x: Tensor, dim: Any = None, *, correction: Any = None, keepdim: bool = False, meta_outputs: Any) -> Tensor:
    """Reads the data twice: a mean of squares alone would lose digits."""
    return _moments(x, dim, correction, keepdim)[0]


@register(aten.var_mean.correction)
def convert_var_mean(x: Tensor, dim: Any = None, *, correction: Any = None, keepdim: bool = False,
                     meta_outputs: Any) -> tuple[Tensor, Tensor]:
    """Returns both."""
    return _moments(x, dim, correction, keepdim)


@register(aten.linalg_vector_norm.default)
def convert_vector_norm(x: Tensor, ord: Any = 2, dim: Any = None, keepdim: bool = False, *, dtype: Any = None,
                        meta_outputs: Any) -> Tensor:
    """Computes the root of the sum of powers; for infinities an extreme, for 0 the number of elements that aren't 0."""
    if x.rank == 0:
        raise NotConvertible("of one element")
    size = op("Abs", cast(x, meta_outputs.dtype))
    axes = const(_axes(x, dim), torch.int64)

    def reduced(type: str, values: Tensor) -> Tensor:
        return op(type, values, axes, keep_dims=keepdim)

    if abs(ord) == math.inf:
        return reduced("ReduceMax" if ord > 0 else "ReduceMin", size)
    if ord == 0:
        return reduced("ReduceSum", cast(op("NotEqual", size, 0.0), size.dtype))
    if ord == 1:
        return reduced("ReduceSum", size)
    if ord == 2:
        return op("Sqrt", reduced("ReduceSum", op("Square", size)))
    return op("Pow", reduced("ReduceSum", op("Pow", size, float(ord))), 1 / ord)


def _arg(type: str) -> Callable[..., Any]:
    def convert(x: Tensor, dim: Optional[int] = None, keepdim: bool = False, *, meta_outputs: Any) -> Tensor:
        if x.rank == 0:
            raise NotConvertible("of one element")
        flat = x
        if dim is None:
            flat = op("Reshape", x, const([-1], torch.int64))
        place = 0 if dim is None else dim % x.rank
        result = op(type, flat, const(place, torch.int64), dtype=torch.int64)
        if dim is None and keepdim:
            return op("Reshape", result, const([1] * x.rank, torch.int64), dtype=torch.int64)
        return op("UnsqueezeV3", result, const([place], torch.int64), dtype=torch.int64) if keepdim else result

    return convert


register(aten.argmax.default)(_arg("ArgMaxV2"))
register(aten.argmin.default)(_arg("ArgMin"))


def _with_index(reduction: str, index: str) -> Callable[..., Any]:
    find = _arg(index)

    def convert(x: Tensor, dim: int, keepdim: bool = False, *, meta_outputs: Any) -> tuple[Tensor, Tensor]:
        numbers = _numbers(x)
        return _reduced(reduction, numbers, dim, keepdim), find(numbers, dim, keepdim, meta_outputs=None)

    return convert


register(aten.max.dim)(_with_index("ReduceMax", "ArgMaxV2"))
register(aten.min.dim)(_with_index("ReduceMin", "ArgMin"))


@register(aten.cumsum.default)
def convert_cumsum(x: Tensor, dim: int, *, dtype: Any = None, meta_outputs: Any) -> Tensor:
    """Sums in the dtype of the result."""
    if x.rank == 0:
        return cast(x, meta_outputs.dtype)
    return op("Cumsum", cast(x, meta_outputs.dtype), const(dim % x.rank, torch.int64))


@register(aten.cumprod.default)
def convert_cumprod(x: Tensor, dim: int, *, dtype: Any = None, meta_outputs: Any) -> Tensor:
    """Multiplies in the dtype of the result."""
    if x.rank == 0:
        return cast(x, meta_outputs.dtype)
    return op("Cumprod", cast(x, meta_outputs.dtype), const(dim % x.rank, torch.int64))


@register(aten.logcumsumexp.default)
def convert_logcumsumexp(x: Tensor, dim: int, *, meta_outputs: Any) -> Tensor:
    """Computes along one dimension."""
    return op("CumulativeLogsumexp", x, const(dim % max(x.rank, 1), torch.int64))


@register(aten.topk.default)
def convert_topk(x: Tensor, k: Any, dim: int = -1, largest: bool = True, sorted: bool = True, *,
                 meta_outputs: Any) -> tuple[Tensor, Tensor]:
    """Returns sorted elements, also where any order would do."""
    if not isinstance(k, int) or x.rank == 0:
        raise NotConvertible("k must be a number")
    values, indices = op("TopK", x, const(k, torch.int64), sorted=True, largest=largest, dim=dim % x.rank)
    return values, Tensor(indices.value, torch.int32)


@register(aten.sort.default, aten.sort.stable)
def convert_sort(x: Tensor, dim: Any = -1, descending: bool = False, *, stable: Any = None,
                 meta_outputs: Any) -> tuple[Tensor, Tensor]:
    """Sorts all of the dimension's elements; equal ones stay in order."""
    if x.shape is None or x.rank == 0 or not isinstance(x.shape[dim], int):
        raise NotConvertible("the number of elements must be known")
    return convert_topk(x, x.shape[dim], dim, descending, meta_outputs=meta_outputs)
