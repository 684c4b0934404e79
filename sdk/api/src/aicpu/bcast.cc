#include "bcast.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "log.h"
#include "status.h"

namespace aicpu {
namespace {

// Pads a shape with ones in front.
std::vector<int64_t> WithRank(const std::vector<int64_t>& shape, size_t rank) {
  std::vector<int64_t> padded(rank - shape.size(), 1);
  padded.insert(padded.end(), shape.begin(), shape.end());
  return padded;
}

std::vector<int64_t> Repetitions(const std::vector<int64_t>& from, const std::vector<int64_t>& to) {
  std::vector<int64_t> repetitions(from.size(), 1);
  for (size_t i = 0; i < from.size(); ++i) {
    if (from[i] == 1) repetitions[i] = to[i];
  }
  return repetitions;
}

int64_t SourceIndex(int64_t index, const std::vector<int64_t>& shape, const std::vector<int64_t>& result) {
  int64_t source = 0;
  int64_t stride = 1;
  for (size_t i = result.size(); i-- > 0;) {
    const int64_t at = index % result[i];
    index /= result[i];
    if (shape[i] != 1) source += at * stride;
    stride *= shape[i];
  }
  return source;
}

}  // namespace

Bcast::Bcast(std::vector<int64_t>& x_shape, std::vector<int64_t>& y_shape) { valid_ = Set(x_shape, y_shape); }

bool Bcast::Set(const std::vector<int64_t>& x_shape, const std::vector<int64_t>& y_shape) {
  const size_t rank = std::max(x_shape.size(), y_shape.size());
  x_reshape_ = WithRank(x_shape, rank);
  y_reshape_ = WithRank(y_shape, rank);
  result_shape_.resize(rank);
  for (size_t i = 0; i < rank; ++i) {
    const int64_t x = x_reshape_[i];
    const int64_t y = y_reshape_[i];
    if (x != y && x != 1 && y != 1) return false;
    result_shape_[i] = x == 1 ? y : x;
  }
  x_bcast_ = Repetitions(x_reshape_, result_shape_);
  y_bcast_ = Repetitions(y_reshape_, result_shape_);
  return true;
}

uint32_t Bcast::GenerateBcastInfo(const BCalcInfo& calc_info) {
  KERNEL_CHECK_NULLPTR(calc_info.input_0, KERNEL_STATUS_PARAM_INVALID, "broadcasting has no input_0");
  KERNEL_CHECK_NULLPTR(calc_info.input_1, KERNEL_STATUS_PARAM_INVALID, "broadcasting has no input_1");
  valid_ = Set(calc_info.input_0->GetTensorShape()->GetDimSizes(), calc_info.input_1->GetTensorShape()->GetDimSizes());
  KERNEL_CHECK_FALSE(valid_, KERNEL_STATUS_PARAM_INVALID, "the shapes of the inputs don't broadcast");
  return KERNEL_STATUS_OK;
}

void Bcast::GetBcastVec(BCalcInfo& calc_info) {
  calc_info.reshape_0 = x_reshape_;
  calc_info.reshape_1 = y_reshape_;
  calc_info.shape_out = result_shape_;
  calc_info.bcast_0 = x_bcast_;
  calc_info.bcast_1 = y_bcast_;
}

void Bcast::BCastIndexes(std::vector<int64_t>& x_indexes, std::vector<int64_t>& y_indexes) {
  const int64_t count = std::accumulate(result_shape_.begin(), result_shape_.end(), int64_t{1}, std::multiplies<>());
  x_indexes.resize(static_cast<size_t>(count));
  y_indexes.resize(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    x_indexes[static_cast<size_t>(i)] = GetBroadcastXIndex(i);
    y_indexes[static_cast<size_t>(i)] = GetBroadcastYIndex(i);
  }
}

int64_t Bcast::GetBroadcastXIndex(int64_t index) const { return SourceIndex(index, x_reshape_, result_shape_); }
int64_t Bcast::GetBroadcastYIndex(int64_t index) const { return SourceIndex(index, y_reshape_, result_shape_); }

}  // namespace aicpu
