// A tensor seen as [outer, extent, inner] around one axis, or around neighbouring axes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

struct AxisRows {
  // `axis` may be negative; a scalar is one row of one element.
  AxisRows(const aicpu::Tensor* tensor, int64_t axis) {
    const std::vector<int64_t> dims = DimsOf(tensor);
    if (!dims.empty()) See(dims, static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis), 1);
  }

  // Returns the rows along several adjacent axes together. Empty: other axes lie between `axes`.
  static std::optional<AxisRows> Along(const std::vector<int64_t>& dims, std::vector<int64_t> axes) {
    AxisRows rows;
    if (dims.empty()) return rows;
    for (int64_t& axis : axes) axis += axis < 0 ? static_cast<int64_t>(dims.size()) : 0;
    std::sort(axes.begin(), axes.end());
    const size_t count = axes.size(), first = axes.empty() ? 0 : static_cast<size_t>(axes.front());
    if (count > 0 && static_cast<size_t>(axes.back()) - first + 1 != count) return std::nullopt;
    rows.See(dims, first, count);
    return rows;
  }

  // Returns the number of rows. Offset returns the offset of a row's first element; the row's other elements follow at
  // distance `inner`.
  int64_t count() const { return outer * inner; }
  int64_t Offset(int64_t row) const { return row / inner * extent * inner + row % inner; }

  int64_t outer = 1;
  int64_t extent = 1;
  int64_t inner = 1;

 private:
  AxisRows() = default;

  void See(std::span<const int64_t> dims, size_t first, size_t axes) {
    outer = Product(dims.first(first));
    extent = Product(dims.subspan(first, axes));
    inner = Product(dims.subspan(first + axes));
  }
};

}  // namespace opdk
