#include "op_impl/ai_cpu/common/broadcast.h"

#include <algorithm>

namespace opdk {
namespace {

std::vector<int64_t> FullStrides(const std::vector<int64_t>& shape, size_t rank) {
  std::vector<int64_t> strides(rank, 0);
  int64_t stride = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    const size_t axis = shape.size() - 1 - i;
    if (shape[axis] != 1) strides[rank - 1 - i] = stride;
    stride *= shape[axis];
  }
  return strides;
}

}  // namespace

BroadcastPlan::BroadcastPlan(const std::vector<std::vector<int64_t>>& operands, const std::vector<int64_t>& output)
    : strides_(operands.size()) {
  for (int64_t extent : output) total_ *= extent;
  std::vector<std::vector<int64_t>> full(operands.size());
  for (size_t k = 0; k < operands.size(); ++k) full[k] = FullStrides(operands[k], output.size());
  for (size_t axis = 0; axis < output.size(); ++axis) Append(output[axis], axis, full);
  if (extents_.empty()) {
    extents_.push_back(1);
    for (auto& strides : strides_) strides.push_back(0);
  }
}

void BroadcastPlan::Append(int64_t extent, size_t axis, const std::vector<std::vector<int64_t>>& full) {
  if (extent == 1) return;
  bool merge = !extents_.empty();
  for (size_t k = 0; merge && k < strides_.size(); ++k) merge = strides_[k].back() == full[k][axis] * extent;
  if (merge) {
    extents_.back() *= extent;
    for (size_t k = 0; k < strides_.size(); ++k) strides_[k].back() = full[k][axis];
    return;
  }
  extents_.push_back(extent);
  for (size_t k = 0; k < strides_.size(); ++k) strides_[k].push_back(full[k][axis]);
}

void BroadcastPlan::VisitRuns(int64_t begin, int64_t end, Visit run) const {
  if (begin >= end) return;
  const size_t rank = extents_.size();
  std::vector<int64_t> index(rank);
  std::vector<int64_t> offsets(strides_.size());
  int64_t rest = begin;
  for (size_t axis = rank; axis-- > 0;) {
    index[axis] = rest % extents_[axis];
    rest /= extents_[axis];
    for (size_t k = 0; k < offsets.size(); ++k) offsets[k] += index[axis] * strides_[k][axis];
  }
  while (begin < end) {
    const int64_t count = std::min(end - begin, extents_[rank - 1] - index[rank - 1]);
    run(offsets.data(), begin, count);
    begin += count;
    Advance(count, index, offsets);
  }
}

void BroadcastPlan::Advance(int64_t count, std::vector<int64_t>& index, std::vector<int64_t>& offsets) const {
  size_t axis = extents_.size() - 1;
  index[axis] += count;
  for (size_t k = 0; k < offsets.size(); ++k) offsets[k] += count * strides_[k][axis];
  while (axis > 0 && index[axis] == extents_[axis]) {
    for (size_t k = 0; k < offsets.size(); ++k) {
      offsets[k] += strides_[k][axis - 1] - extents_[axis] * strides_[k][axis];
    }
    index[axis] = 0;
    ++index[--axis];
  }
}

}  // namespace opdk
