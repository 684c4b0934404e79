// Axes that must have the same extent are one class (Unify); classes that stand side by side wherever one of them
// stands become one axis (Merge). exp(x) + b with x: [2, 3, 4] and b: [4] has the classes a: 2, b: 3, c: 4:
//
//   tensors   [a, b, c] of x, exp, the sum and the repeated b;  [c] of b itself
//   a, b      side by side in each tensor that has one of them: a gets the extent 6, b is absorbed
//   a, c      [c] has a c without an a before it: they stay apart
//   result    [a: 6, c: 4] and [c: 4], two loops; the same for x: [5, 4] or x: [2, 2, 2, 2, 4]
#include "graph_core/engines/ai_core/canonical/axis_classes.h"

#include <algorithm>

namespace opdk {

int AxisClasses::New(int64_t extent, bool pinned) {
  parent_.push_back(static_cast<int>(parent_.size()));
  extent_.push_back(extent);
  pinned_.push_back(pinned);
  absorbed_.push_back(false);
  return parent_.back();
}

int AxisClasses::Find(int axis) const {
  while (parent_[static_cast<size_t>(axis)] != axis) axis = parent_[static_cast<size_t>(axis)];
  return axis;
}

void AxisClasses::Unify(int a, int b) {
  a = Find(a);
  b = Find(b);
  if (a == b) return;
  // The older one stays: numbering follows the order of creation.
  if (b < a) std::swap(a, b);
  parent_[static_cast<size_t>(b)] = a;
  if (pinned_[static_cast<size_t>(b)]) pinned_[static_cast<size_t>(a)] = true;
}

bool AxisClasses::Neighbours(const std::vector<std::vector<int>>& tensors, int first, int second) {
  for (const std::vector<int>& axes : tensors) {
    for (size_t i = 0; i < axes.size(); ++i) {
      if (axes[i] == first && (i + 1 == axes.size() || axes[i + 1] != second)) return false;
      if (axes[i] == second && (i == 0 || axes[i - 1] != first)) return false;
    }
  }
  return true;
}

bool AxisClasses::Merge(const std::vector<std::vector<int>>& tensors, int64_t limit) {
  bool merged = false;
  std::vector<std::vector<int>> live = tensors;
  for (std::vector<int>& axes : live) {
    for (int& axis : axes) axis = Find(axis);
    for (int axis : axes) {
      if (std::count(axes.begin(), axes.end(), axis) > 1) Pin(axis);
    }
  }
  for (size_t t = 0; t < live.size(); ++t) {
    for (size_t i = 0; i + 1 < live[t].size();) {
      int first = live[t][i], second = live[t][i + 1];
      int64_t product = 0;
      if (pinned_[Index(first)] || pinned_[Index(second)] || !Neighbours(live, first, second) ||
          __builtin_mul_overflow(extent(first), extent(second), &product) || product > limit) {
        ++i;
        continue;
      }
      merged = true;
      extent_[Index(first)] = product;
      absorbed_[Index(second)] = true;
      for (std::vector<int>& axes : live) axes.erase(std::remove(axes.begin(), axes.end(), second), axes.end());
    }
  }
  return merged;
}

}  // namespace opdk
