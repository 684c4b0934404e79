// Reshapes that only split axes or join them: where they lie between operations, the axis is split everywhere, and the
// reshape is gone. The maximum over axis 1 of exp(x), x: [6, 8], seen as [6, 2, 4]:
//
//   before         %0 = input [a, b]     %1 = exp %0 [a, b]     %2 = reshape %1 [c, d, e]     %3 = max %2 axes=1 [c, e]
//   AlignReshape   c is a; the parts of b are d, e
//   SplitAxes      %0 = input [a, d, e]  %1 = exp %0 [a, d, e]  %2: the dims of %1, left out  %3 = max %1 axes=1 [a, e]
//
// From [6, 8] to [12, 4] the axes cross, since 12 takes half of 8 along: that reshape stays and its axes stay whole. So
// does a reshape whose axis another one splits otherwise, or whose index is computed with (a slice of b).
#include <algorithm>
#include <utility>

#include "graph_core/engines/ai_core/canonical/canonicaliser.h"

namespace opdk {

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

// Tries to split the axes of all reshapes; returns whether another round is needed. An axis stays whole if index
// arithmetic reads it or two reshapes split it differently. The reshape stays then.
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

// Returns the position where each axis of `dims` begins once it is split, and one more entry for the end.
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

void Canonicaliser::KeepReshapes() {
  for (const AxisSplit& split : splits_) KeepReshape(split.reshape);
  splits_.clear();
}

bool Canonicaliser::SplitAxes() {
  if (splits_.empty()) return false;
  while (ResolveOnce()) {
  }
  std::vector<std::vector<int>> dims;
  for (const KernelNode& node : nodes_) dims.push_back(node.dims);
  for (KernelNode& node : nodes_) {
    SplitNode(node, node.inputs.empty() ? std::vector<int>() : dims[static_cast<size_t>(node.inputs[0])]);
  }
  splits_.clear();
  return !parts_.empty();
}

}  // namespace opdk
