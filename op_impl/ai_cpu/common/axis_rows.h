// A tensor seen as [outer, extent, inner] around one axis.
#pragma once

#include <cstdint>
#include <span>

#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

struct AxisRows {
  // `axis` may be negative; a scalar is one row of one element.
  AxisRows(const aicpu::Tensor* tensor, int64_t axis) {
    const std::vector<int64_t> dims = DimsOf(tensor);
    if (dims.empty()) return;
    const auto at = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis);
    const std::span<const int64_t> all(dims);
    outer = Product(all.first(at));
    extent = dims[at];
    inner = Product(all.subspan(at + 1));
  }

  // Rows along the axis, and the offset of a row's first element; the next ones follow at distance `inner`.
  int64_t count() const { return outer * inner; }
  int64_t Offset(int64_t row) const { return row / inner * extent * inner + row % inner; }

  int64_t outer = 1;
  int64_t extent = 1;
  int64_t inner = 1;
};

}  // namespace opdk
