// The tensor-expression language, part 2: functions that move elements. Any dtype, values unchanged. Axes may be
// negative (counted from the end); what doesn't fit throws ExpressionError. tbe.dsl's sort and topk are left out: no
// expression sorts well; write them as AI CPU kernels.
#pragma once

#include <vector>

#include "tbe/elementwise.h"

namespace tbe {

// The numpy broadcast of two shapes. Throws ExpressionError when they don't broadcast.
Dims BroadcastShapes(const Dims& a, const Dims& b);

// Repeats `var` (a tensor, or a number of dtype `output_dtype`) to `shape`, aligned at the last axis. A tensor is cast
// to `output_dtype` when one is given.
Tensor broadcast(const Operand& var, const Dims& shape, DataType output_dtype = ge::DT_UNDEFINED);
// Input axis i becomes output axis axes[i] (strictly increasing); its extent is shape[axes[i]] or 1.
Tensor broadcast_axes(const Tensor& x, const Dims& shape, const Dims& axes);

// Row-major; `shape` has the same number of elements. One extent may be -1 and is computed.
Tensor reshape(const Tensor& x, const Dims& shape);
// Output axis i is input axis axes[i]; `axes` is a permutation.
Tensor transpose(const Tensor& tensor, const Dims& axes);
// Joins tensors that agree in everything but `axis`.
Tensor concat(const std::vector<Tensor>& raw_tensors, int64_t axis);
// Pieces of `size_splits` elements along `split_dim`; the sizes add up to its extent.
std::vector<Tensor> split(const Tensor& data, int64_t split_dim, const Dims& size_splits);
// output[i] = tensor[offsets[i] + i * steps[i]], sizes[i] elements; one entry per axis; steps are 1 when left out and
// may be negative. All elements read lie inside.
Tensor slice(const Tensor& tensor, const Dims& offsets, const Dims& sizes, const Dims& steps = {});
// before[i] elements in front of axis i and after[i] behind it, filled with `fill` (a number, or a tensor of one
// element and x's dtype). Negative counts crop.
Tensor pad(const Tensor& x, const Dims& before, const Dims& after, const Operand& fill = 0);
// The elements of `params` at `indices` (int32 or int64, any shape) along `axis`:
// params.shape[:axis] + indices.shape + params.shape[axis+1:]. Negative indices count from the end; an index outside is
// an author's error (the interpreter reports it, a compiled kernel reads the nearest element).
// With batch_dims > 0 the first axes of both are the same and run together: params.shape[:axis] +
// indices.shape[batch_dims:] + params.shape[axis+1:], axis >= batch_dims.
Tensor gather(const Tensor& params, const Tensor& indices, int64_t axis = 0, int64_t batch_dims = 0);
// The slices of `params` that the rows of `indices` [..., K] name by their first K axes behind the batch_dims common
// ones: indices.shape[:-1] + params.shape[batch_dims + K:]. Indices as for gather.
Tensor gather_nd(const Tensor& params, const Tensor& indices, int64_t batch_dims = 0);
// x repeated repeats[i] times along axis i.
Tensor tile(const Tensor& x, const Dims& repeats);

// One entry of transdata's map: one axis of the tensor that becomes several of the result (in row-major order), several
// that become one, or one that becomes one.
struct AxesMapping {
  Dims from, to;
};
// Between layouts: `tensor` as `dst_shape`, every axis of both standing once in `axes_map`. Where the result's axes
// hold more than the tensor's, the rest is `pad_value`; where they hold fewer, the rest is cut off.
//   NCHW to NC1HWC0: transdata(x, {n, (c + 15) / 16, h, w, 16}, {{{0}, {0}}, {{1}, {1, 4}}, {{2}, {2}}, {{3}, {3}}})
//   and back:        transdata(x, {n, c, h, w}, {{{0}, {0}}, {{1, 4}, {1}}, {{2}, {2}}, {{3}, {3}}})
Tensor transdata(const Tensor& tensor, const Dims& dst_shape, const std::vector<AxesMapping>& axes_map,
                 const Operand& pad_value = 0);

struct PadPair {
  int64_t before = 0, after = 0;
};
// dilations[i] - 1 elements of `padding_value` between neighbours along axis i, and pads[i] (none when left out) at its
// ends: extent (n - 1) * dilation + 1 + before + after; 0 + before + after when the axis is empty.
Tensor dilation(const Tensor& tensor_x, const Dims& dilations, const std::vector<PadPair>& pads = {},
                const Operand& padding_value = 0);

}  // namespace tbe
