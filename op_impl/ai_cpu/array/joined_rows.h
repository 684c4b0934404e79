// What Concat and Split share: one moves into a whole what the other moves out of it.
#pragma once

#include <cstring>
#include <vector>

#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// A tensor seen as rows along the axis that is joined or cut: `row_bytes` contiguous bytes per index of the axes
// before.
struct Rows {
  char* data;
  int64_t row_bytes;
};

// Copies each part's rows to or from its place inside the rows of `whole`; the parts lie side by side there.
inline void CopyRows(const aicpu::CpuKernelContext& ctx, const Rows& whole, const std::vector<Rows>& parts,
                     int64_t rows, bool join) {
  (void)ParallelRange(ctx, rows, whole.row_bytes, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      char* inside = whole.data + row * whole.row_bytes;
      for (const Rows& part : parts) {
        if (part.row_bytes == 0) continue;
        char* outside = part.data + row * part.row_bytes;
        std::memcpy(join ? inside : outside, join ? outside : inside, static_cast<size_t>(part.row_bytes));
        inside += part.row_bytes;
      }
    }
  });
}

// Rows of `tensor`, and through `rows` how many there are, when it is cut before `axis`.
inline Rows RowsOf(const aicpu::Tensor* tensor, int64_t axis, int64_t* rows) {
  const auto dims = DimsOf(tensor);
  const auto cut = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis);
  const std::span<const int64_t> extents(dims);
  *rows = Product(extents.first(cut));
  const int64_t bytes = Product(extents.subspan(cut)) * aicpu::GetSizeByDataType(tensor->GetDataType());
  return {static_cast<char*>(tensor->GetData()), bytes};
}

// Joins the inputs into the one output, or cuts the one input into the outputs.
inline uint32_t MoveRows(const aicpu::CpuKernelContext& ctx, bool join) {
  const int64_t axis = IntAttr(ctx, "axis", 0);
  const uint32_t count = join ? ctx.GetInputsSize() : ctx.GetOutputsSize();
  int64_t rows = 0;
  std::vector<Rows> parts;
  for (uint32_t i = 0; i < count; ++i) parts.push_back(RowsOf(join ? ctx.Input(i) : ctx.Output(i), axis, &rows));
  const Rows whole = RowsOf(join ? ctx.Output(0) : ctx.Input(0), axis, &rows);
  CopyRows(ctx, whole, parts, rows, join);
  return kKernelOk;
}

}  // namespace opdk
