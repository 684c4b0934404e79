#include "tbe/array.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sdk/api/src/tbe/build.h"

namespace tbe {
namespace {

void RequireLength(std::string_view call, const Tensor& x, const Dims& list, std::string_view what) {
  if (list.size() != x.shape().size()) {
    Fail(call, fmt::format("{} {} has not one entry per axis of {}", what, ShapeText(list), Describe(x)));
  }
}

// Resolves a -1 and compares the number of elements.
Dims ResolveShape(const Tensor& x, Dims shape) {
  const auto unknown = std::find(shape.begin(), shape.end(), -1);
  const std::string asked = ShapeText(shape);
  const int64_t total = NumElements("reshape", x.shape());
  if (unknown != shape.end()) {
    *unknown = 1;
    const int64_t known = NumElements("reshape", shape);
    if (known == 0 || total % known != 0) Fail("reshape", fmt::format("{} can't become {}", Describe(x), asked));
    *unknown = total / known;
  }
  if (NumElements("reshape", shape) != total) Fail("reshape", fmt::format("{} can't become {}", Describe(x), asked));
  return shape;
}

}  // namespace

Dims BroadcastShapes(const Dims& a, const Dims& b) { return BroadcastShapesFor("BroadcastShapes", a, b); }

Tensor broadcast(const Operand& var, const Dims& shape, DataType output_dtype) {
  if (var.is_number()) {
    if (output_dtype == ge::DT_UNDEFINED) Fail("broadcast", "a number needs an output_dtype");
    return BroadcastTo("broadcast", Const(var.number(), output_dtype), shape);
  }
  RequirePresent("broadcast", var.tensor());
  const Tensor tensor = output_dtype == ge::DT_UNDEFINED ? var.tensor() : cast_to(var.tensor(), output_dtype);
  return BroadcastTo("broadcast", tensor, shape);
}

Tensor broadcast_axes(const Tensor& x, const Dims& shape, const Dims& axes) {
  RequirePresent("broadcast_axes", x);
  RequireLength("broadcast_axes", x, axes, "axes");
  const auto rank = static_cast<int64_t>(shape.size());
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t axis = NormalizeAxis("broadcast_axes", axes[i], rank);
    if (axis != axes[i] || (i > 0 && axis <= axes[i - 1])) {
      Fail("broadcast_axes", fmt::format("axes {} must be non-negative and increase", ShapeText(axes)));
    }
    if (x.shape()[i] != 1 && x.shape()[i] != shape[axis]) {
      Fail("broadcast_axes",
           fmt::format("{} along axes {} doesn't broadcast to {}", Describe(x), ShapeText(axes), ShapeText(shape)));
    }
  }
  if (x.shape() == shape) return x;
  TensorNode node = Node(Kind::kBroadcast, x.dtype(), shape, {x});
  node.axes = axes;
  return Make("broadcast_axes", std::move(node));
}

Tensor reshape(const Tensor& x, const Dims& shape) {
  RequirePresent("reshape", x);
  Dims resolved = ResolveShape(x, shape);
  if (resolved == x.shape()) return x;
  return Make("reshape", Node(Kind::kReshape, x.dtype(), std::move(resolved), {x}));
}

Tensor transpose(const Tensor& tensor, const Dims& axes) {
  RequirePresent("transpose", tensor);
  RequireLength("transpose", tensor, axes, "axes");
  NormalizeAxes("transpose", axes, tensor.rank());
  TensorNode node = Node(Kind::kTranspose, tensor.dtype(), {}, {tensor});
  for (int64_t axis : axes) node.axes.push_back(NormalizeAxis("transpose", axis, tensor.rank()));
  for (int64_t axis : node.axes) node.shape.push_back(tensor.shape()[axis]);
  if (std::is_sorted(node.axes.begin(), node.axes.end())) return tensor;
  return Make("transpose", std::move(node));
}

Tensor concat(const std::vector<Tensor>& raw_tensors, int64_t axis) {
  if (raw_tensors.empty()) Fail("concat", "needs at least one tensor");
  for (const Tensor& tensor : raw_tensors) RequirePresent("concat", tensor);
  const Tensor& first = raw_tensors[0];
  axis = NormalizeAxis("concat", axis, first.rank());
  Dims shape = first.shape();
  for (size_t i = 1; i < raw_tensors.size(); ++i) {
    Dims like_first = raw_tensors[i].shape();
    const bool same_rank = like_first.size() == shape.size();
    if (same_rank) {
      if (__builtin_add_overflow(shape[axis], like_first[axis], &shape[axis])) {
        Fail("concat", fmt::format("the extents of axis {} add up to more than 64 bits", axis));
      }
      like_first[axis] = first.shape()[axis];
    }
    if (!same_rank || like_first != first.shape() || raw_tensors[i].dtype() != first.dtype()) {
      Fail("concat",
           fmt::format("{} and {} can't be joined along axis {}", Describe(first), Describe(raw_tensors[i]), axis));
    }
  }
  if (raw_tensors.size() == 1) return first;
  TensorNode node = Node(Kind::kConcat, first.dtype(), std::move(shape), raw_tensors);
  node.axes = {axis};
  return Make("concat", std::move(node));
}

std::vector<Tensor> split(const Tensor& data, int64_t split_dim, const Dims& size_splits) {
  RequirePresent("split", data);
  split_dim = NormalizeAxis("split", split_dim, data.rank());
  Dims offsets(data.shape().size(), 0);
  Dims sizes = data.shape();
  std::vector<Tensor> pieces;
  const int64_t extent = data.shape()[split_dim];
  for (int64_t size : size_splits) {
    if (size < 0 || size > extent - offsets[split_dim]) {
      Fail("split", fmt::format("sizes {} don't fit axis {} of {}", ShapeText(size_splits), split_dim, Describe(data)));
    }
    sizes[split_dim] = size;
    pieces.push_back(slice(data, offsets, sizes));
    offsets[split_dim] += size;
  }
  if (offsets[split_dim] != extent) {
    Fail("split", fmt::format("sizes {} add up to {}, not to axis {} of {}", ShapeText(size_splits), offsets[split_dim],
                              split_dim, Describe(data)));
  }
  return pieces;
}

Tensor slice(const Tensor& tensor, const Dims& offsets, const Dims& sizes, const Dims& steps) {
  RequirePresent("slice", tensor);
  RequireLength("slice", tensor, offsets, "offsets");
  RequireLength("slice", tensor, sizes, "sizes");
  const Dims strides = steps.empty() ? Dims(offsets.size(), 1) : steps;
  RequireLength("slice", tensor, strides, "steps");
  NumElements("slice", sizes);
  for (size_t i = 0; i < offsets.size(); ++i) {
    if (sizes[i] == 0) continue;
    int64_t last = 0;
    const bool overflow =
        __builtin_mul_overflow(sizes[i] - 1, strides[i], &last) || __builtin_add_overflow(last, offsets[i], &last);
    const int64_t extent = tensor.shape()[i];
    if (overflow || offsets[i] < 0 || offsets[i] >= extent || last < 0 || last >= extent) {
      Fail("slice", fmt::format("offsets {}, sizes {}, steps {} leave {}", ShapeText(offsets), ShapeText(sizes),
                                ShapeText(strides), Describe(tensor)));
    }
  }
  if (sizes == tensor.shape() && std::all_of(strides.begin(), strides.end(), [](int64_t s) { return s == 1; })) {
    return tensor;
  }
  TensorNode node = Node(Kind::kSlice, tensor.dtype(), sizes, {tensor});
  node.starts = offsets;
  node.steps = strides;
  return Make("slice", std::move(node));
}

Tensor pad(const Tensor& x, const Dims& before, const Dims& after, const Operand& fill) {
  RequirePresent("pad", x);
  RequireLength("pad", x, before, "before");
  RequireLength("pad", x, after, "after");
  Tensor filler = fill.is_number() ? Const(fill.number(), x.dtype()) : fill.tensor();
  RequirePresent("pad", filler);
  if (filler.dtype() != x.dtype()) {
    Fail("pad", fmt::format("the dtypes of {} and the fill {} differ", Describe(x), Describe(filler)));
  }
  if (filler.rank() != 0) filler = reshape(filler, {});
  Dims shape = x.shape();
  bool changes = false;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (__builtin_add_overflow(shape[i], before[i], &shape[i]) ||
        __builtin_add_overflow(shape[i], after[i], &shape[i])) {
      Fail("pad", fmt::format("an extent of {} doesn't fit 64 bits", Describe(x)));
    }
    changes = changes || before[i] != 0 || after[i] != 0;
  }
  if (!changes) return x;
  TensorNode node = Node(Kind::kPad, x.dtype(), std::move(shape), {x, filler});
  node.starts = before;
  return Make("pad", std::move(node));
}

Tensor tile(const Tensor& x, const Dims& repeats) {
  RequirePresent("tile", x);
  RequireLength("tile", x, repeats, "repeats");
  // Every repeated axis becomes two, [repeat, extent]; broadcasting fills the first.
  Dims expanded, axes, result;
  for (size_t i = 0; i < repeats.size(); ++i) {
    if (repeats[i] != 1) expanded.push_back(repeats[i]);
    axes.push_back(static_cast<int64_t>(expanded.size()));
    expanded.push_back(x.shape()[i]);
    int64_t extent = 0;
    if (repeats[i] < 0 || __builtin_mul_overflow(repeats[i], x.shape()[i], &extent)) {
      Fail("tile", fmt::format("{} can't be repeated {} times", Describe(x), ShapeText(repeats)));
    }
    result.push_back(extent);
  }
  return reshape(broadcast_axes(x, expanded, axes), result);
}

}  // namespace tbe
