// Reshapes that only split axes or join them: where they lie between operations, the axis is split everywhere, and the
// reshape is gone.
#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "graph_core/engines/ai_core/canonical/canonicaliser.h"

namespace opdk {
namespace {

using Dims = std::vector<int64_t>;
using tbe::Tensor;
using tbe::TensorNode;

int64_t Product(const Dims& shape, size_t first, size_t last) {
  return std::accumulate(shape.begin() + static_cast<std::ptrdiff_t>(first),
                         shape.begin() + static_cast<std::ptrdiff_t>(last), int64_t{1}, std::multiplies<>());
}

// The one axis that a slice cuts, without skipping elements; the rank when there is none or several.
size_t CutAxis(const TensorNode& slice) {
  size_t cut = slice.shape.size();
  for (size_t axis = 0; axis < slice.shape.size(); ++axis) {
    bool whole =
        slice.starts[axis] == 0 && slice.steps[axis] == 1 && slice.shape[axis] == slice.inputs[0].shape()[axis];
    if (whole) continue;
    if (cut != slice.shape.size() || slice.steps[axis] != 1) return slice.shape.size();
    cut = axis;
  }
  return cut;
}

// The axis of `shape` that is the outermost part of axis `axis` of `from`; the rank when that axis isn't split.
size_t OuterPart(const Dims& from, size_t axis, const Dims& shape) {
  if (from[axis] == 1) return shape.size();
  const int64_t before = Product(from, 0, axis);
  size_t part = 0;
  for (int64_t product = 1; part < shape.size() && (product < before || shape[part] == 1); ++part) {
    product *= shape[part];
    if (product > before) return shape.size();
  }
  int64_t product = 1;
  for (size_t i = part; i < shape.size() && product < from[axis]; ++i) product *= shape[i];
  return product == from[axis] ? part : shape.size();
}

Tensor NodeLike(const Tensor& input, tbe::Kind kind, Dims shape) {
  TensorNode node;
  node.kind = kind;
  node.dtype = input.dtype();
  node.shape = std::move(shape);
  node.inputs = {input};
  node.starts.assign(node.shape.size(), 0);
  node.steps.assign(node.shape.size(), 1);
  return Tensor(std::make_shared<TensorNode>(std::move(node)));
}

}  // namespace

// Heads that are cut out of a packed projection: whole parts of an axis, so that the axis can be split before the cut.
Tensor SliceOfReshape(const TensorNode& reshape) {
  const TensorNode& slice = *reshape.inputs[0];
  if (slice.kind != tbe::Kind::kSlice || Product(reshape.shape, 0, reshape.shape.size()) == 0) return Tensor();
  const size_t cut = CutAxis(slice);
  if (cut == slice.shape.size()) return Tensor();
  const size_t part = OuterPart(slice.shape, cut, reshape.shape);
  if (part == reshape.shape.size()) return Tensor();
  const int64_t inner = slice.shape[cut] / reshape.shape[part], extent = slice.inputs[0].shape()[cut];
  if (slice.starts[cut] % inner != 0 || extent % inner != 0) return Tensor();
  Dims whole = reshape.shape;
  whole[part] = extent / inner;
  Tensor split = NodeLike(slice.inputs[0], tbe::Kind::kReshape, std::move(whole));
  auto result = std::make_shared<TensorNode>(*NodeLike(split, tbe::Kind::kSlice, reshape.shape));
  result->starts[part] = slice.starts[cut] / inner;
  return Tensor(std::move(result));
}

// Notes how the axes of a reshape split and join. False: they cross, as from 6 x 8 to 12 x 4.
bool Canonicaliser::AlignReshape(int reshape) {
  const std::vector<int> from = Get(Get(reshape).inputs[0]).dims, to = Get(reshape).dims;
  std::vector<AxisSplit> splits;
  std::vector<std::pair<int, int>> same;
  for (size_t i = 0, k = 0; i < from.size() && k < to.size(); ++i, ++k) {
    size_t first_from = i, first_to = k;
    int64_t left = classes_.extent(from[i]), right = classes_.extent(to[k]);
    while (left != right) {
      if (left < right && ++i < from.size()) {
        left *= classes_.extent(from[i]);
      } else if (left > right && ++k < to.size()) {
        right *= classes_.extent(to[k]);
      } else {
        return false;
      }
    }
    auto parts = [](const std::vector<int>& axes, size_t first, size_t last) {
      return std::vector<int>(axes.begin() + static_cast<std::ptrdiff_t>(first),
                              axes.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    };
    if (i > first_from && k > first_to) return false;
    if (i > first_from) {
      splits.push_back({reshape, to[k], parts(from, first_from, i)});
    } else if (k > first_to) {
      splits.push_back({reshape, from[i], parts(to, first_to, k)});
    } else {
      same.emplace_back(from[i], to[k]);
    }
  }
  for (const auto& [a, b] : same) classes_.Unify(a, b);
  splits_.insert(splits_.end(), splits.begin(), splits.end());
  return true;
}

void Canonicaliser::KeepReshape(int reshape) {
  kept_reshapes_.insert(reshape);
  for (int axis : Get(Get(reshape).inputs[0]).dims) classes_.Pin(axis);
  for (int axis : Get(reshape).dims) classes_.Pin(axis);
}

// An axis whose index is computed with, or that two reshapes split differently, stays whole: the reshape stays.
bool Canonicaliser::ResolveOnce() {
  bool changed = false;
  parts_.clear();
  for (const AxisSplit& split : splits_) {
    if (kept_reshapes_.count(split.reshape) > 0) continue;
    int whole = classes_.Find(split.whole);
    auto [known, is_new] = parts_.try_emplace(whole, split.parts);
    bool fits = !classes_.pinned(whole) && known->second.size() == split.parts.size() &&
                std::equal(split.parts.begin(), split.parts.end(), known->second.begin(),
                           [&](int a, int b) { return classes_.extent(a) == classes_.extent(b); });
    if (!fits) {
      KeepReshape(split.reshape);
      return true;
    }
    for (size_t i = 0; i < split.parts.size() && !is_new; ++i) {
      if (classes_.Find(split.parts[i]) == classes_.Find(known->second[i])) continue;
      classes_.Unify(split.parts[i], known->second[i]);
      changed = true;
    }
  }
  return changed;
}

void Canonicaliser::AppendParts(int axis, std::vector<int>& dims) const {
  auto split = parts_.find(classes_.Find(axis));
  if (split == parts_.end()) {
    dims.push_back(axis);
    return;
  }
  for (int part : split->second) AppendParts(part, dims);
}

// Where each axis of `dims` begins once it is split; one more entry for the end.
std::vector<int> Canonicaliser::Offsets(const std::vector<int>& dims) const {
  std::vector<int> offsets{0}, all;
  for (int axis : dims) {
    AppendParts(axis, all);
    offsets.push_back(static_cast<int>(all.size()));
  }
  return offsets;
}

void Canonicaliser::SplitNode(KernelNode& node, const std::vector<int>& source_dims) const {
  std::vector<int> own = Offsets(node.dims), from = Offsets(source_dims);
  std::vector<AxisMap> maps;
  for (size_t i = 0; i < node.maps.size(); ++i) {
    AxisMap map = node.maps[i];
    if (map.axis >= 0) map.axis = own[static_cast<size_t>(map.axis)];
    // A split axis is read whole: its parts run along those of the result.
    int count = i < source_dims.size() ? from[i + 1] - from[i] : 1;
    for (int part = 0; part < count; ++part, ++map.axis) maps.push_back(map);
  }
  node.maps = std::move(maps);
  std::vector<int> axes;
  for (size_t i = 0; i < node.axes.size(); ++i) {
    auto axis = static_cast<size_t>(node.axes[i]);
    if (node.op == KernelOp::kReduce) {
      for (int position = from[axis]; position < from[axis + 1]; ++position) axes.push_back(position);
    } else if (node.op == KernelOp::kConcat) {
      axes.push_back(own[axis]);
    } else {  // kGather: an axis of params (-1: none), and how many come before the indices'
      axes.push_back(node.axes[i] < 0 ? -1 : from[axis]);
    }
  }
  node.axes = std::move(axes);
  std::vector<int> dims;
  for (int axis : node.dims) AppendParts(axis, dims);
  node.dims = std::move(dims);
}

void Canonicaliser::SplitAxes() {
  if (splits_.empty()) return;
  while (ResolveOnce()) {
  }
  std::vector<std::vector<int>> dims;
  for (const KernelNode& node : nodes_) dims.push_back(node.dims);
  for (KernelNode& node : nodes_) {
    SplitNode(node, node.inputs.empty() ? std::vector<int>() : dims[static_cast<size_t>(node.inputs[0])]);
  }
}

}  // namespace opdk
