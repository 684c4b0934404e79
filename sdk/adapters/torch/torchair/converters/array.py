"""The same elements in another shape or order."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..ge import NotConvertible, Tensor, cast, const, custom_op, op, permuted, same, scalar, sizes, transposed
from ..registration import register_fx_node_ge_converter as register

aten = torch.ops.aten


def reshaped(x: Tensor, shape: Sequence[Any]) -> Tensor:
    """Reshapes; sizes that only a run knows are copied from the input where they can be, and one may be what is
    left."""
    dims: list[Any] = []
    left = 0
    for number, size in enumerate(shape):
        if isinstance(size, int):
            dims.append(size)
        elif x.shape is not None and number < len(x.shape) and same(size, x.shape[number]):
            dims.append(0)
        else:
            left += 1
            dims.append(-1)
    has_zero = any(isinstance(size, int) and size == 0 for size in shape)
    if left > 1 or has_zero and any(not isinstance(size, int) for size in shape):
        return op("Reshape", x, sizes(shape))
    return op("Reshape", x, const(dims, torch.int64), allowzero=int(has_zero))


@register(aten.view.default, aten._unsafe_view.default, aten.reshape.default, aten._reshape_copy.default,
          aten.view_copy.default)
def convert_view(x: Tensor, size: Sequence[Any], *, meta_outputs: Any) -> Tensor:
    """Reshapes to the result's shape, in which -1 is worked out."""
    return reshaped(x, meta_outputs.shape)


@register(aten.view.dtype)
def convert_view_dtype(x: Tensor, dtype: torch.dtype, *, meta_outputs: Any) -> Tensor:
    """Reads the same bits as numbers of another kind, of the same size."""
    if dtype.itemsize != x.dtype.itemsize:
        raise NotConvertible("elements of another size")
    return custom_op("Bitcast", {"x": x}, {"type": dtype}, ["y"], dtype)


@register(aten.squeeze.dims, aten.squeeze.dim, aten.squeeze.default, aten.unsqueeze.default)
def convert_squeeze(x: Tensor, dims: Any = None, *, meta_outputs: Any) -> Tensor:
    """Reshapes to the result's shape."""
    return reshaped(x, meta_outputs.shape)


@register(aten.clone.default, aten.alias.default, aten.detach.default, aten.lift_fresh_copy.default, aten.contiguous.default)
def convert_copy(x: Tensor, *, memory_format: Any = None, meta_outputs: Any) -> Tensor:
    """Returns the value itself: nothing writes to values in a graph."""
    return x


@register(aten._to_copy.default, torch.ops.prims.convert_element_type.default)
def convert_to(x: Tensor, *args: Any, meta_outputs: Any, **kwargs: Any) -> Tensor:
    """Casts to the dtype of the result."""
    device = kwargs.get("device")
    if device is not None and device.type != "cpu":
        raise NotConvertible(f"it moves to {device}")
    return cast(x, meta_outputs.dtype)


@register(aten.permute.default)
def convert_permute(x: Tensor, dims: Sequence[int], *, meta_outputs: Any) -> Tensor:
    """Permutes dimensions; negative ones count from the end."""
    return transposed(x, [dim % x.rank for dim in dims])


@register(aten.transpose.int)
def convert_transpose(x: Tensor, dim0: int, dim1: int, *, meta_outputs: Any) -> Tensor:
    """Swaps two dimensions."""
    order = list(range(x.rank))
    if x.rank < 2:
        return x
    order[dim0], order[dim1] = order[dim1], order[dim0]
    return transposed(x, order)


@register(aten.t.default)
def convert_t(x: Tensor, *, meta_outputs: Any) -> Tensor:
    """Transposes a matrix."""
    return x if x.rank < 2 else transposed(x, [1, 0])


@register(aten.expand.default, aten.expand_copy.default)
def convert_expand(x: Tensor, size: Sequence[Any], *, implicit: bool = False, meta_outputs: Any) -> Tensor:
    """Sizes that stay are said as 1, so that only new ones have to be worked out."""
    shape = meta_outputs.shape
    offset = len(shape) - x.rank
    kept = [number >= offset and same(size, x.shape[number - offset]) for number, size in enumerate(shape)]
    if all(kept):
        return x
    return op("Expand", x, sizes([1 if keep else size for keep, size in zip(kept, shape)]))


@register(aten.repeat.default)
def convert_repeat(x: Tensor, repeats: Sequence[Any], *, meta_outputs: Any) -> Tensor:
    """Repeats along each dimension; new dimensions come first."""
    if x.rank < len(repeats):
        if x.shape is None:
            raise NotConvertible("its shape isn't known")
        x = reshaped(x, [1] * (len(repeats) - x.rank) + list(x.shape)) if all(
            isinstance(size, int) for size in x.shape) else op("UnsqueezeV3", x, const(
                list(range(len(repeats) - x.rank)), torch.int64))
    return x if not repeats else op("Tile", x, sizes(repeats))


@register(aten.cat.default)
def convert_cat(tensors: Sequence[Tensor], dim: int = 0, *, meta_outputs: Any) -> Tensor:
    """Joins tensors, without empty ones of one dimension, which PyTorch allows beside any others."""
    parts = [cast(tensor, meta_outputs.dtype) for tensor in tensors if tensor.shape != (0,) or len(meta_outputs.shape) == 1]
    if len(parts) == 1:
        return parts[0]
    return op("ConcatV2", *parts, const(dim % len(meta_outputs.shape), torch.int64), N=len(parts))


@register(aten.stack.default)
def convert_stack(tensors: Sequence[Tensor], dim: int = 0, *, meta_outputs: Any) -> Tensor:
    """Joins tensors along a new dimension."""
    place = const([dim % len(meta_outputs.shape)], torch.int64)
    parts = [op("UnsqueezeV3", cast(tensor, meta_outputs.dtype), place) for tensor in tensors]
    return parts[0] if len(parts) == 1 else op("ConcatV2", *parts, const(dim % len(meta_outputs.shape), torch.int64),
                                               N=len(parts))


@register(aten.split_with_sizes.default, aten.split_with_sizes_copy.default)
def convert_split_with_sizes(x: Tensor, split_sizes: Sequence[Any], dim: int = 0, *, meta_outputs: Any) -> Any:
    """Parts of given sizes."""
    parts = op("SplitV", x, sizes(split_sizes), const(dim % x.rank, torch.int64), num_split=len(split_sizes),
               outputs={"y": len(split_sizes)})
    return parts


@register(aten.split.Tensor)
def convert_split(x: Tensor, split_size: Any, dim: int = 0, *, meta_outputs: Any) -> Any:
    """Parts of one size, but for the last."""
    lengths = [spec.shape[dim % x.rank] for spec in meta_outputs]
    return convert_split_with_sizes(x, lengths, dim, meta_outputs=meta_outputs)


@register(aten.unbind.int)
def convert_unbind(x: Tensor, dim: int = 0, *, meta_outputs: Any) -> Any:
    """Returns each slice along the dimension."""
    return tuple(convert_select(x, dim, number, meta_outputs=spec) for number, spec in enumerate(meta_outputs))


def _clamped(bound: Any, size: Any, default: Any) -> Any:
    if bound is None:
        return default
    if not isinstance(bound, int):
        return bound
    if not isinstance(size, int):
        return bound if bound >= 0 else size + bound
    return max(0, min(size, bound + size if bound < 0 else bound))


@register(aten.slice.Tensor, aten.slice_copy.Tensor)
def convert_slice(x: Tensor, dim: int = 0, start: Any = None, end: Any = None, step: Any = 1, *, meta_outputs: Any) -> Tensor:
    """Bounds beyond the tensor are its bounds."""
    if x.shape is None:
        raise NotConvertible("its shape isn't known")
    place = dim % x.rank
    if same(x.shape[place], meta_outputs.shape[place]) and step == 1:
        return x
    first = _clamped(start, x.shape[place], 0)
    last = end if isinstance(end, int) and not isinstance(x.shape[place], int) and end >= 0 else _clamped(
        end, x.shape[place], 2**62)
    return op("StridedSliceV2", x, sizes([first]), sizes([last]), const([place], torch.int64),
              sizes([step]))


@register(aten.select.int, aten.select_copy.int)
def convert_select(x: Tensor, dim: int, index: Any, *, meta_outputs: Any) -> Tensor:
    """Returns one slice along the dimension."""
    if x.shape is None:
        raise NotConvertible("its shape isn't known")
    place = dim % x.rank
    if not isinstance(index, int):
        return op("GatherV2", x, scalar(index, torch.int64), const(place, torch.int64))
    source = permuted(x)
    if source is None:
        return _row(x, place, index)
    # The selected elements lie closer together before the dimensions change places, which often is no work then.
    inner, order = source
    rest = [axis for axis in order if axis != order[place]]
    row = _row(inner, order[place], index)
    if inner.shape is not None and [axis for axis in rest if inner.shape[axis] != 1] == sorted(
            axis for axis in rest if inner.shape[axis] != 1):
        return reshaped(row, meta_outputs.shape)
    return transposed(row, [axis - (axis > order[place]) for axis in rest])


def _row(x: Tensor, place: int, index: int) -> Tensor:
    end = 2**62 if index == -1 else index + 1
    part = op("StridedSliceV2", x, const([index], torch.int64), const([end], torch.int64), const([place], torch.int64),
              const([1], torch.int64))
    shape = None if x.shape is None else [*x.shape[:place], *x.shape[place + 1:]]
    return op("SqueezeV3", part, const([place], torch.int64), shape=shape)


@register(aten.diagonal.default)
def convert_diagonal(x: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1, *, meta_outputs: Any) -> Tensor:
    """Joins the two dimensions into one, the last."""
    if x.shape is None or not all(isinstance(size, int) for size in x.shape):
        raise NotConvertible("of sizes that only a run knows")
    first, second = dim1 % x.rank, dim2 % x.rank
    rest = [dim for dim in range(x.rank) if dim not in (first, second)]
    columns = x.shape[second]
    flat = op("Reshape", transposed(x, [*rest, first, second]), const(
        [*(x.shape[dim] for dim in rest), x.shape[first] * columns], torch.int64))
    row = max(-offset, 0)
    places = [(row + step) * columns + row + step + offset for step in range(meta_outputs.shape[-1])]
    return op("GatherV2", flat, const(places, torch.int64), const(len(rest), torch.int64))


_LARGEST_INDEX = 1 << 20


@register(aten.as_strided.default)
def convert_as_strided(x: Tensor, size: Sequence[Any], stride: Sequence[Any], storage_offset: Any = None, *,
                       meta_outputs: Any) -> Tensor:
    """Returns elements of a dense tensor by their places in memory."""
    numbers = (*(x.shape or ("",)), *(x.strides or ("",)), *size, *stride, storage_offset or 0)
    if not all(isinstance(number, int) for number in numbers):
        raise NotConvertible("of sizes that only a run knows")
    by_stride = sorted(range(x.rank), key=lambda dim: -x.strides[dim])
    moved = [dim for dim in by_stride if x.shape[dim] != 1]
    if math.prod(x.shape) != 1 + sum((x.shape[dim] - 1) * x.strides[dim] for dim in moved):
        raise NotConvertible("of a tensor that isn't dense")
    lies = x if moved == sorted(moved) else transposed(x, by_stride)
    order = sorted((dim for dim in range(len(size)) if size[dim] != 1), key=lambda dim: -stride[dim])
    dense = [math.prod(size[later] for later in order[place + 1:]) for place in range(len(order))]
    if not storage_offset and [stride[dim] for dim in order] == dense and math.prod(size) == math.prod(x.shape):
        order += [dim for dim in range(len(size)) if size[dim] == 1]
        inner = op("Reshape", lies, const([size[dim] for dim in order], torch.int64), shape=[size[dim] for dim in order])
        return transposed(inner, sorted(range(len(order)), key=order.__getitem__))
    if math.prod(size) > _LARGEST_INDEX:
        raise NotConvertible("so large a tensor of elements in any order")
    places = torch.arange(math.prod(x.shape)).as_strided(size, stride, storage_offset)
    flat = op("Reshape", lies, const([-1], torch.int64))
    return op("GatherV2", flat, const(places.tolist(), torch.int64), const(0, torch.int64))


@register(aten.unfold.default)
def convert_unfold(x: Tensor, dimension: int, size: int, step: int, *, meta_outputs: Any) -> Tensor:
    """Windows of one dimension, whose elements are the last one."""
    axis = dimension % max(x.rank, 1)
    windows = meta_outputs.shape[axis] if x.rank else None
    if not isinstance(windows, int):
        raise NotConvertible("a number of windows that only a run knows")
    places = [[window * step + place for place in range(size)] for window in range(windows)]
    picked = op("GatherV2", x, const(places, torch.int64), const(axis, torch.int64))
    order = [*range(axis + 1), *range(axis + 2, x.rank + 1), axis + 1]
    return transposed(picked, order)


@register(aten.copy.default)
def convert_copy_to(x: Tensor, source: Tensor, non_blocking: bool = False, *, meta_outputs: Any) -> Tensor:
    """Returns the second tensor's values in the first one's shape and dtype."""
    value = cast(source, meta_outputs.dtype)
    value.shape = source.shape
    return convert_expand(value, meta_outputs.shape, meta_outputs=meta_outputs)


@register(aten.flip.default)
def convert_flip(x: Tensor, dims: Sequence[int], *, meta_outputs: Any) -> Tensor:
    """Backwards along dimensions."""
    if x.rank == 0 or not dims:
        return x
    return op("ReverseV2", x, const([dim % x.rank for dim in dims], torch.int64))


@register(aten.roll.default)
def convert_roll(x: Tensor, shifts: Sequence[int], dims: Sequence[int] = (), *, meta_outputs: Any) -> Tensor:
    """Rolls along dimensions, over all elements where none is given."""
    if not all(isinstance(shift, int) for shift in shifts):
        raise NotConvertible("shifts must be numbers")
    return op("Roll", x, shifts=list(shifts), dims=list(dims))


def _paddings(x: Tensor, pad: Sequence[Any]) -> list[Any]:
    """Returns (before, after) per dimension, outermost first; PyTorch begins with the last dimension."""
    pairs: list[Any] = [0] * (2 * x.rank)
    for number in range(len(pad) // 2):
        place = 2 * (x.rank - 1 - number)
        pairs[place:place + 2] = pad[2 * number:2 * number + 2]
    return pairs


@register(aten.constant_pad_nd.default)
def convert_constant_pad(x: Tensor, pad: Sequence[Any], value: Any = 0, *, meta_outputs: Any) -> Tensor:
    """Pads with a constant; negative paddings cut elements off."""
    pairs = _paddings(x, pad)
    for axis in range(x.rank):
        first, last = (min(size, 0) if isinstance(size, int) else 0 for size in pairs[2 * axis:2 * axis + 2])
        if first or last:
            x = op("StridedSliceV2", x, const([-first], torch.int64), const([last or 2**62], torch.int64),
                   const([axis], torch.int64), const([1], torch.int64), shape=x.shape)
    whole = [max(size, 0) if isinstance(size, int) else size for size in pairs]
    return op("PadV3", x, sizes(whole), scalar(value, x.dtype), mode="constant")


def _padded(x: Tensor, pad: Sequence[Any], mode: str) -> Tensor:
    pairs = _paddings(x, pad)
    if any(isinstance(size, int) and size < 0 for size in pairs):
        raise NotConvertible("a padding below zero")
    return op("PadV3", x, sizes(pairs), mode=mode)


@register(aten.reflection_pad1d.default, aten.reflection_pad2d.default, aten.reflection_pad3d.default)
def convert_reflection_pad(x: Tensor, padding: Sequence[Any], *, meta_outputs: Any) -> Tensor:
    """Pads with the mirrored elements; the border stands once."""
    return _padded(x, padding, "reflect")


@register(aten.replication_pad1d.default, aten.replication_pad2d.default, aten.replication_pad3d.default)
def convert_replication_pad(x: Tensor, padding: Sequence[Any], *, meta_outputs: Any) -> Tensor:
    """Pads by repeating the border."""
    return _padded(x, padding, "edge")


@register(aten.tril.default)
def convert_tril(x: Tensor, diagonal: int = 0, *, meta_outputs: Any) -> Tensor:
    """Zeroes the elements above the diagonal."""
    return op("Tril", x, diagonal=diagonal)


@register(aten.triu.default)
def convert_triu(x: Tensor, diagonal: int = 0, *, meta_outputs: Any) -> Tensor:
    """Zeroes the elements below the diagonal."""
    return op("Triu", x, diagonal=diagonal)


@register(aten.pixel_shuffle.default)
def convert_pixel_shuffle(x: Tensor, upscale_factor: int, *, meta_outputs: Any) -> Tensor:
    """Channels become pixels."""
    if x.rank != 4:
        raise NotConvertible("of four dimensions alone")
    return op("DepthToSpace", x, block_size=upscale_factor, mode="CRD", data_format="NCHW")


def filled(shape: Sequence[Any], value: Any, dtype: torch.dtype) -> Tensor:
    """Returns a tensor of one value."""
    if all(isinstance(size, int) for size in shape) and not shape:
        return scalar(value, dtype)
    return op("Fill", sizes(shape), scalar(value, dtype), dtype=dtype)


@register(aten.full.default, aten.new_full.default, aten.full_like.default)
def convert_full(first: Any, *args: Any, meta_outputs: Any, **kwargs: Any) -> Tensor:
    """Fills with the last argument."""
    value: Any = args[-1] if args else kwargs["fill_value"]
    return filled(meta_outputs.shape, value, meta_outputs.dtype)


@register(aten.zeros.default, aten.new_zeros.default, aten.zeros_like.default, aten.empty.memory_format,
          aten.empty_strided.default, aten.new_empty.default, aten.new_empty_strided.default, aten.empty_like.default)
def convert_zeros(*args: Any, meta_outputs: Any, **kwargs: Any) -> Tensor:
    """Fills with zeros, also where any value would do."""
    return filled(meta_outputs.shape, 0, meta_outputs.dtype)


@register(aten.ones.default, aten.new_ones.default, aten.ones_like.default)
def convert_ones(*args: Any, meta_outputs: Any, **kwargs: Any) -> Tensor:
    """Ones."""
    return filled(meta_outputs.shape, 1, meta_outputs.dtype)


@register(aten.scalar_tensor.default)
def convert_scalar_tensor(value: Any, *, meta_outputs: Any, **kwargs: Any) -> Tensor:
    """Returns a tensor without dimensions."""
    return scalar(value, meta_outputs.dtype)


@register(aten.arange.start_step, aten.arange.start, aten.arange.default)
def convert_arange(first: Any, second: Any = None, step: Any = 1, *, meta_outputs: Any, **kwargs: Any) -> Tensor:
    """Returns the range in the dtype of the result."""
    start, end = (0, first) if second is None else (first, second)
    dtype = meta_outputs.dtype
    size = meta_outputs.shape[0]
    if dtype.is_floating_point and isinstance(size, int) and isinstance(start, (int, float)):
        # The number of elements is PyTorch's, which works it out in double.
        values = torch.arange(start, end, step, dtype=dtype)
        return const(values.tolist(), dtype) if size <= 1024 else _ramp(start, step, size, dtype)
    if dtype.is_floating_point:
        raise NotConvertible("of floating point with bounds that only a run knows")
    return cast(op("Range", *(scalar(bound, torch.int64) for bound in (start, end, step)), dtype=torch.int64), dtype)


def _ramp(start: Any, step: Any, size: int, dtype: torch.dtype) -> Tensor:
    numbers = op("Range", const(0, torch.int64), const(size, torch.int64), const(1, torch.int64), dtype=torch.int64)
    return op("Add", op("Mul", cast(numbers, dtype), float(step)), float(start))


def _triangle(indices: Callable[..., torch.Tensor]) -> Callable[..., Tensor]:
    def convert(row: Any, col: Any, offset: int = 0, *, meta_outputs: Any, **kwargs: Any) -> Tensor:
        if not isinstance(row, int) or not isinstance(col, int):
            raise NotConvertible("a matrix of a size that only a run knows")
        return const(indices(row, col, offset).tolist(), meta_outputs.dtype)

    return convert


register(aten.triu_indices.default)(_triangle(torch.triu_indices))
register(aten.tril_indices.default)(_triangle(torch.tril_indices))


@register(torch.ops.prims.iota.default)
def convert_iota(length: Any, *, start: int, step: int, meta_outputs: Any, **kwargs: Any) -> Tensor:
    """Returns the range, as arange does."""
    if not isinstance(length, int):
        if (start, step) != (0, 1):
            raise NotConvertible("a length that only a run knows")
        return convert_arange(length, meta_outputs=meta_outputs)
    return convert_arange(start, start + length * step, step, meta_outputs=meta_outputs)


