// The tensor-expression language, part 2: functions that move elements. Any dtype; values stay unchanged. Axes may be
// negative (counted from the end). Operands that don't fit throw ExpressionError. tbe.dsl's sort and topk are left out,
// because no expression sorts well; write them as AI CPU kernels.
#pragma once

#include <vector>

#include "tbe/elementwise.h"

namespace tbe {

// Returns the numpy broadcast of two shapes. Throws ExpressionError when they don't broadcast.
Dims BroadcastShapes(const Dims& a, const Dims& b);

// Repeats `var` (a tensor, or a number of dtype `output_dtype`) to `shape`, aligned at the last axis. If `output_dtype`
// is given, a tensor is cast to it.
Tensor broadcast(const Operand& var, const Dims& shape, DataType output_dtype = ge::DT_UNDEFINED);
// Broadcasts to `shape`. Input axis i becomes output axis axes[i] (strictly increasing); its extent is shape[axes[i]]
// or 1.
Tensor broadcast_axes(const Tensor& x, const Dims& shape, const Dims& axes);

// Gives the elements another shape, in row-major order. `shape` has the same number of elements; one extent may be -1
// and is computed.
Tensor reshape(const Tensor& x, const Dims& shape);
// Permutes the axes: output axis i is input axis axes[i]; `axes` is a permutation.
Tensor transpose(const Tensor& tensor, const Dims& axes);
// Joins tensors along `axis`; all their other extents are equal.
Tensor concat(const std::vector<Tensor>& raw_tensors, int64_t axis);
// Cuts `data` into pieces of size_splits[i] elements along `split_dim`. The sizes add up to the extent.
std::vector<Tensor> split(const Tensor& data, int64_t split_dim, const Dims& size_splits);
// Takes sizes[i] elements along each axis: output[i] = tensor[offsets[i] + i * steps[i]]. One entry per axis. Steps are
// 1 when left out and may be negative. All elements read lie inside the tensor.
Tensor slice(const Tensor& tensor, const Dims& offsets, const Dims& sizes, const Dims& steps = {});
// Adds before[i] elements in front of axis i and after[i] behind it, filled with `fill` (a number, or a tensor of one
// element and x's dtype). Negative counts crop.
Tensor pad(const Tensor& x, const Dims& before, const Dims& after, const Operand& fill = 0);
// Takes the elements of `params` at `indices` (int32 or int64, any shape) along `axis`. Result: params.shape[:axis] +
// indices.shape + params.shape[axis+1:]. Negative indices count from the end. An index outside the axis is an author's
// error: the interpreter reports it, a compiled kernel reads the nearest element. With batch_dims > 0 the first axes of
// both tensors are equal and run together. Result: params.shape[:axis] + indices.shape[batch_dims:] +
// params.shape[axis+1:], with axis >= batch_dims.
Tensor gather(const Tensor& params, const Tensor& indices, int64_t axis = 0, int64_t batch_dims = 0);
// Takes slices of `params`. Each row of `indices` [..., K] holds the positions along the first K axes behind the
// `batch_dims` common axes. Result: indices.shape[:-1] + params.shape[batch_dims + K:]. Indices as for gather.
Tensor gather_nd(const Tensor& params, const Tensor& indices, int64_t batch_dims = 0);
// Repeats x repeats[i] times along axis i.
Tensor tile(const Tensor& x, const Dims& repeats);

// One entry of transdata's `axes_map`: one axis of the tensor becomes several axes of the result (in row-major order),
// several become one, or one becomes one.
struct AxesMapping {
  Dims from, to;
};
// Converts between layouts: gives `tensor` the shape `dst_shape`. Every axis of both shapes stands once in `axes_map`.
// Where the result's axes hold more elements than the tensor's, the rest is `pad_value`; where they hold fewer, the
// rest is cut off.
//   NCHW to NC1HWC0: transdata(x, {n, (c + 15) / 16, h, w, 16}, {{{0}, {0}}, {{1}, {1, 4}}, {{2}, {2}}, {{3}, {3}}})
//   and back:        transdata(x, {n, c, h, w}, {{{0}, {0}}, {{1, 4}, {1}}, {{2}, {2}}, {{3}, {3}}})
Tensor transdata(const Tensor& tensor, const Dims& dst_shape, const std::vector<AxesMapping>& axes_map,
                 const Operand& pad_value = 0);

// Numbers of elements in front of and behind an axis.
struct PadPair {
  int64_t before = 0, after = 0;
};
// Inserts dilations[i] - 1 elements of `padding_value` between neighbours along axis i, and pads[i] elements (none when
// left out) at the axis's ends. The extent becomes (n - 1) * dilation + 1 + before + after; an empty axis becomes
// before + after.
Tensor dilation(const Tensor& tensor_x, const Dims& dilations, const std::vector<PadPair>& pads = {},
                const Operand& padding_value = 0);

}  // namespace tbe
