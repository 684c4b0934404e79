// Elements in groups along any axes of a tensor, and softmax's logarithm over them.
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// The elements of a tensor in groups that lie along some of its axes.
class AxisGroups {
 public:
  AxisGroups(const std::vector<int64_t>& dims, const std::vector<int64_t>& axes)
      : plan_({Kept(dims, axes)}, dims), count_(static_cast<size_t>(Product(Kept(dims, axes)))) {}

  size_t count() const { return count_; }
  // Calls visit(element, group) for all elements.
  template <typename Visit>
  void ForEach(Visit&& visit) const {
    plan_.ForEachRun(0, plan_.total(), [&](const int64_t* at, int64_t first, int64_t run) {
      for (int64_t i = 0; i < run; ++i) {
        visit(static_cast<size_t>(first + i), static_cast<size_t>(at[0] + i * plan_.run_step(0)));
      }
    });
  }

 private:
  static std::vector<int64_t> Kept(std::vector<int64_t> dims, const std::vector<int64_t>& axes) {
    if (dims.empty()) return dims;
    for (const int64_t axis : axes)
      dims[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis)] = 1;
    return dims;
  }

  BroadcastPlan plan_;
  size_t count_;
};

// Returns the logarithm of each element's softmax: its exponential's share of the sum in its group.
template <typename T>
std::vector<double> SoftmaxLogarithms(std::span<const T> x, const AxisGroups& groups) {
  std::vector<double> highest(groups.count(), -std::numeric_limits<double>::infinity()), sums(groups.count());
  groups.ForEach([&](size_t i, size_t group) {
    const auto value = static_cast<double>(x[i]);
    if (value > highest[group] || std::isnan(value)) highest[group] = value;
  });
  groups.ForEach([&](size_t i, size_t group) { sums[group] += std::exp(static_cast<double>(x[i]) - highest[group]); });
  std::vector<double> logarithms(x.size());
  groups.ForEach([&](size_t i, size_t group) {
    logarithms[i] = static_cast<double>(x[i]) - highest[group] - std::log(sums[group]);
  });
  return logarithms;
}

}  // namespace opdk
