// Rows for joining and cutting tensors: joining moves the parts into a whole, cutting moves them out of it.
#pragma once

#include <cstring>
#include <vector>

#include "log.h"
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

// Returns the rows of `tensor`, cut before `axis`. Stores their number in `rows`.
inline Rows RowsOf(const aicpu::Tensor* tensor, int64_t axis, int64_t* rows) {
  const auto dims = DimsOf(tensor);
  const auto cut = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(dims.size()) : axis);
  const std::span<const int64_t> extents(dims);
  *rows = Product(extents.first(cut));
  const int64_t bytes = Product(extents.subspan(cut)) * aicpu::GetSizeByDataType(tensor->GetDataType());
  return {static_cast<char*>(tensor->GetData()), bytes};
}

// Returns whether `axis` is one axis of `tensor`, else logs an error. Shape inference checks a constant axis only; this
// axis may have been computed.
inline bool IsAxisOf(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& axis,
                     const aicpu::Tensor* tensor) {
  const auto rank = static_cast<int64_t>(DimsOf(tensor).size());
  if (axis.size() == 1 && axis[0] >= -rank && axis[0] < rank) return true;
  KERNEL_LOG_ERROR("%s: axis %ld (%zu values) is outside a rank of %ld", ctx.GetOpType().c_str(),
                   static_cast<long>(axis.empty() ? 0 : axis[0]), axis.size(), static_cast<long>(rank));
  return false;
}

// Joins the inputs [begin, end) along `axis`, one value, into the output.
inline uint32_t JoinRows(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& axis, uint32_t begin,
                         uint32_t end) {
  if (!IsAxisOf(ctx, axis, ctx.Output(0))) return kKernelFailed;
  int64_t rows = 0;
  std::vector<Rows> parts;
  for (uint32_t i = begin; i < end; ++i) parts.push_back(RowsOf(ctx.Input(i), axis[0], &rows));
  CopyRows(ctx, RowsOf(ctx.Output(0), axis[0], &rows), parts, rows, true);
  return kKernelOk;
}

// Cuts `whole` along `axis`, one value, into the outputs.
inline uint32_t CutRows(const aicpu::CpuKernelContext& ctx, const aicpu::Tensor* whole,
                        const std::vector<int64_t>& axis) {
  if (!IsAxisOf(ctx, axis, whole)) return kKernelFailed;
  int64_t rows = 0;
  std::vector<Rows> parts;
  for (uint32_t i = 0; i < ctx.GetOutputsSize(); ++i) parts.push_back(RowsOf(ctx.Output(i), axis[0], &rows));
  CopyRows(ctx, RowsOf(whole, axis[0], &rows), parts, rows, false);
  return kKernelOk;
}

}  // namespace opdk
