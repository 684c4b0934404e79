"""Elements by their indices."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ..ge import NotConvertible, Tensor, cast, const, named_op, op, same, scalar
from ..registration import register_fx_node_ge_converter as register
from .array import convert_expand, filled, reshaped

aten = torch.ops.aten
_WHOLE = 2**62
"""A bound behind each tensor's end."""


@register(aten.embedding.default)
def convert_embedding(weight: Tensor, indices: Tensor, padding_idx: Any = -1, scale_grad_by_freq: bool = False,
                      sparse: bool = False, *, meta_outputs: Any) -> Tensor:
    """Gathers rows of a table."""
    return op("GatherV2", weight, indices, const(0, torch.int64), dtype=weight.dtype)


@register(aten.index_select.default)
def convert_index_select(x: Tensor, dim: int, index: Tensor, *, meta_outputs: Any) -> Tensor:
    """Gathers along one dimension."""
    if x.rank == 0 or index.rank == 0:
        raise NotConvertible("without dimensions")
    return op("GatherV2", x, index, const(dim % x.rank, torch.int64), dtype=x.dtype)


@register(aten.gather.default)
def convert_gather(x: Tensor, dim: int, index: Tensor, *, sparse_grad: bool = False, meta_outputs: Any) -> Tensor:
    """Gathers with an index for each result."""
    if x.rank == 0 or index.rank == 0:
        raise NotConvertible("without dimensions")
    return op("GatherElements", x, index, dim=dim % x.rank)


@register(aten.index.Tensor, aten._unsafe_index.Tensor)
def convert_index(x: Tensor, indices: Sequence[Any], *, meta_outputs: Any) -> Tensor:
    """Tensors of indices for neighbouring dimensions; bools would give a number of results that only a run knows."""
    used = [number for number, index in enumerate(indices) if index is not None]
    _check_integers([indices[number] for number in used])
    if len(used) == 1:
        return op("GatherV2", x, indices[used[0]], const(used[0], torch.int64),
                  negative_index_support=True)
    order, first = _indexed_first(x, used)
    moved = x if order == list(range(x.rank)) else op("TransposeD", x, perm=order)
    picked = op("GatherNd", moved, _stacked(indices, used), negative_index_support=True)
    rank = len(meta_outputs.shape)
    count = rank - (x.rank - len(used))
    if first == 0:
        return picked
    back = list(range(count, count + first)) + list(range(count)) + list(range(count + first, rank))
    return op("TransposeD", picked, perm=back)


def _check_integers(indices: Sequence[Tensor]) -> None:
    if any(index.dtype not in (torch.int64, torch.int32) for index in indices):
        raise NotConvertible("how many elements a mask picks only a run knows")


def _indexed_first(x: Tensor, used: Sequence[int]) -> tuple[list[int], int]:
    """Returns the order of dimensions with the indexed ones first, and where the results of the indices stand."""
    adjacent = list(used) == list(range(used[0], used[0] + len(used)))
    return list(used) + [number for number in range(x.rank) if number not in used], used[0] if adjacent else 0


def _stacked(indices: Sequence[Any], used: Sequence[int]) -> Tensor:
    chosen = [cast(indices[number], torch.int64) for number in used]
    rank = max(len(index.shape) for index in chosen)
    if any(not _same_shape(index.shape, chosen[0].shape) for index in chosen):
        spread = op("Mul", chosen[0], 0)
        for index in chosen[1:]:
            spread = op("Add", spread, op("Mul", index, 0))
        chosen = [op("Add", index, spread) for index in chosen]
    columns = [op("UnsqueezeV3", index, const([rank], torch.int64)) for index in chosen]
    if len(columns) == 1:
        return columns[0]
    return op("ConcatV2", *columns, const(rank, torch.int64), N=len(columns))


def _same_shape(a: Sequence[Any], b: Sequence[Any]) -> bool:
    return len(a) == len(b) and all(map(same, a, b))


@register(aten.index_put.default, aten._unsafe_index_put.default)
def convert_index_put(x: Tensor, indices: Sequence[Any], values: Tensor, accumulate: bool = False, *,
                      meta_outputs: Any) -> Tensor:
    """Indices for the first dimensions. A mask of the whole shape and one value is a choice."""
    used = [number for number, index in enumerate(indices) if index is not None]
    if len(used) == 1 and indices[used[0]].dtype == torch.bool and not accumulate and values.rank == 0:
        mask = indices[used[0]]
        if used[0] == 0 and mask.rank <= x.rank:
            trailing = reshaped(mask, list(mask.shape) + [1] * (x.rank - mask.rank))
            return op("SelectV2", trailing, cast(values, x.dtype), x, dtype=x.dtype)
    _check_integers([indices[number] for number in used])
    order, first = _indexed_first(x, used)
    moved = x if order == list(range(x.rank)) else op("TransposeD", x, perm=order)
    stacked = _stacked(indices, used)
    shapes = [indices[number].shape for number in used]
    known = all(isinstance(size, int) for shape in shapes for size in shape)
    if not known and any(not _same_shape(shape, shapes[0]) for shape in shapes):
        raise NotConvertible("indices of different shapes that only a run knows")
    counted = list(torch.broadcast_shapes(*shapes)) if known else list(shapes[0])
    rest = [x.shape[number] for number in range(x.rank) if number not in used]
    source = cast(values, x.dtype)
    source.shape = values.shape
    shape = rest[:first] + counted + rest[first:]
    source = convert_expand(source, shape, meta_outputs=_Shape(shape))
    if first:
        middle = range(first, first + len(counted))
        source = op("TransposeD", source, perm=[*middle, *range(first), *range(first + len(counted), len(shape))])
    size = None if x.shape is None else x.shape[used[0]]
    if len(used) == 1 and isinstance(size, int):
        stacked = _non_negative(stacked, size)
    elif any(not isinstance(x.shape[number], int) for number in used):
        raise NotConvertible("a dimension of a size that only a run knows")
    else:
        bounds = const([x.shape[number] for number in used], torch.int64)
        stacked = op("SelectV2", op("Less", stacked, 0), op("Add", stacked, bounds), stacked, dtype=torch.int64)
    result = op("TensorScatterAdd" if accumulate else "TensorScatterUpdate", moved, stacked, source)
    return result if order == list(range(x.rank)) else op("TransposeD", result, perm=sorted(
        range(x.rank), key=order.__getitem__))


def _non_negative(index: Tensor, size: int) -> Tensor:
    return op("SelectV2", op("Less", index, 0), op("Add", index, size), index, dtype=index.dtype)


class _Shape:
    def __init__(self, shape: Sequence[Any]) -> None:
        self.shape = tuple(shape)


@register(aten.scatter.src, aten.scatter.value)
def convert_scatter(x: Tensor, dim: int, index: Tensor, src: Any, *, meta_outputs: Any) -> Tensor:
    """Scatters values; of several for one element any may stay."""
    return _scattered(x, dim, index, src, "none")


@register(aten.scatter_add.default)
def convert_scatter_add(x: Tensor, dim: int, index: Tensor, src: Any, *, meta_outputs: Any) -> Tensor:
    """Adds the values of each element."""
    return _scattered(x, dim, index, src, "add")


@register(aten.scatter_reduce.two)
def convert_scatter_reduce(x: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True,
                           meta_outputs: Any) -> Tensor:
    """Combines the values with the elements that are there."""
    known = {"sum": "add", "prod": "mul", "amax": "max", "amin": "min"}
    if not include_self or reduce not in known:
        raise NotConvertible(f"the reduction {reduce} without what is there" if not include_self else f"a {reduce}")
    return _scattered(x, dim, index, src, known[reduce])


def _scattered(x: Tensor, dim: int, index: Tensor, src: Any, reduction: str) -> Tensor:
    if x.rank == 0 or index.rank == 0:
        raise NotConvertible("without dimensions")
    if isinstance(src, Tensor):
        updates = cast(src, x.dtype)
        if src.shape != index.shape:
            if not all(isinstance(size, int) for size in (*index.shape, *src.shape)):
                raise NotConvertible("shapes that only a run knows")
            updates = op("SliceD", updates, offsets=[0] * index.rank, size=list(index.shape))
    else:
        updates = filled(index.shape, src, x.dtype)
    return op("ScatterElements", x, index, updates, axis=dim % x.rank, reduction=reduction)


@register(aten.nonzero.default)
def convert_nonzero(x: Tensor, *, meta_outputs: Any) -> Tensor:
    """Returns a row for each element that isn't zero."""
    if x.rank == 0:
        raise NotConvertible("without dimensions")
    return op("NonZero", x, dtype=torch.int64)


@register(aten.masked_select.default)
def convert_masked_select(x: Tensor, mask: Tensor, *, meta_outputs: Any) -> Tensor:
    """Returns the elements where the mask is true."""
    return op("MaskedSelect", x, mask)


@register(aten.masked_scatter.default)
def convert_masked_scatter(x: Tensor, mask: Tensor, source: Tensor, *, meta_outputs: Any) -> Tensor:
    """Writes the values, one after the other, where the mask is true."""
    whole = convert_expand(mask, meta_outputs.shape, meta_outputs=meta_outputs)
    return op("MaskedScatter", x, whole, source)


@register(aten.slice_scatter.default)
def convert_slice_scatter(x: Tensor, src: Tensor, dim: int = 0, start: Any = None, end: Any = None, step: int = 1, *,
                          meta_outputs: Any) -> Tensor:
    """Replaces a part of one dimension by another tensor."""
    place = dim % x.rank
    size = x.shape[place] if x.shape is not None else None
    if not all(bound is None or isinstance(bound, int) for bound in (start, end, step)):
        raise NotConvertible("bounds that only a run knows")
    if isinstance(size, int):
        first, last = slice(start, end).indices(size)[:2]
    elif (start or 0) < 0 or (end is not None and end < 0) or step != 1:
        raise NotConvertible("bounds from the end of a size that only a run knows")
    else:
        first, last, size = start or 0, _WHOLE if end is None else min(end, _WHOLE), _WHOLE
    stride = step
    if stride != 1:
        taken = range(first, last, stride)
        rows = const([(number - first) // stride if number in taken else 0 for number in range(size)], torch.int64)
        mask = const([number in taken for number in range(size)], torch.bool)
        spread = reshaped(mask, [size] + [1] * (x.rank - 1 - place))
        return op("SelectV2", spread, op("GatherV2", src, rows, const(place, torch.int64)), x, dtype=x.dtype)
    if first == 0 and last >= size:
        return src
    axis = const([place], torch.int64)
    one = const([1], torch.int64)
    parts = [src]
    if first > 0:
        parts.insert(0, op("StridedSliceV2", x, const([0], torch.int64), const([first], torch.int64), axis, one))
    if last < size:
        parts.append(op("StridedSliceV2", x, const([last], torch.int64), const([size], torch.int64), axis, one))
    return op("ConcatV2", *parts, const(place, torch.int64), N=len(parts))


@register(aten.select_scatter.default)
def convert_select_scatter(x: Tensor, src: Tensor, dim: int, index: Any, *, meta_outputs: Any) -> Tensor:
    """Replaces one slice of a dimension by another tensor."""
    place = dim % x.rank
    if not isinstance(index, int):
        raise NotConvertible("an index that only a run knows")
    row = op("UnsqueezeV3", src, const([place], torch.int64))
    size = x.shape[place] if x.shape is not None else None
    start = index + size if index < 0 and isinstance(size, int) else index
    return convert_slice_scatter(x, row, dim, start, start + 1, meta_outputs=meta_outputs)


@register(aten.searchsorted.Tensor)
def convert_searchsorted(sorted_sequence: Tensor, values: Tensor, *, out_int32: bool = False, right: bool = False,
                         side: Any = None, sorter: Any = None, meta_outputs: Any) -> Tensor:
    """Returns where values belong in rows that are sorted."""
    inputs = {"sorted_sequence": sorted_sequence, "values": values}
    if sorter is not None:
        inputs["sorter"] = sorter
    return named_op("SearchSorted", inputs, torch.int64, right=right or side == "right")


@register(aten.bucketize.Tensor)
def convert_bucketize(x: Tensor, boundaries: Tensor, *, out_int32: bool = False, right: bool = False,
                      meta_outputs: Any) -> Tensor:
    """Returns how many boundaries are below each value."""
    return cast(op("SearchSorted", boundaries, x, dtype=torch.int64, right=right), meta_outputs.dtype)


@register(aten.fill.Scalar, aten.fill.Tensor)
def convert_fill(x: Tensor, value: Any, *, meta_outputs: Any) -> Tensor:
    """Fills the first tensor's shape with one value."""
    return filled(meta_outputs.shape, scalar(value, meta_outputs.dtype), meta_outputs.dtype)
