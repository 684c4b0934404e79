#include "graph_core/engines/ai_core/direct/strided_copy.h"

#include <algorithm>
#include <cstring>

#include "graph_core/engines/ai_core/direct/copy_run.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Columns of a transposition per piece: a multiple of this, itself one of every tile.
constexpr int64_t kColumns = 64;

template <typename T>
void CopyElements(std::byte* to, int64_t to_stride, const std::byte* from, int64_t from_stride, int64_t count) {
  for (int64_t i = 0; i < count; ++i) std::memcpy(to + i * to_stride, from + i * from_stride, sizeof(T));
}

}  // namespace

StridedCopy::StridedCopy(std::vector<CopyAxis> axes, size_t element, const DirectFunctions& functions)
    : axes_(std::move(axes)), element_(element), functions_(functions) {
  for (CopyAxis& axis : axes_) {
    axis.to_stride *= static_cast<int64_t>(element);
    axis.from_stride *= static_cast<int64_t>(element);
  }
  if (std::any_of(axes_.begin(), axes_.end(), [](const CopyAxis& axis) { return axis.extent == 0; })) {
    outer_ = 0;
    return;
  }
  Simplify();
  ChooseWay();
  for (size_t i = 0; i < inner_; ++i) outer_ *= axes_[i].extent;
}

// Drops extents of 1, puts the axes in the target's order, and joins axes that are one axis in both tensors. Runs of 2,
// 4 or 8 bytes become single elements.
void StridedCopy::Simplify() {
  axes_.erase(std::remove_if(axes_.begin(), axes_.end(), [](const CopyAxis& axis) { return axis.extent == 1; }),
              axes_.end());
  std::stable_sort(axes_.begin(), axes_.end(),
                   [](const CopyAxis& a, const CopyAxis& b) { return a.to_stride > b.to_stride; });
  std::vector<CopyAxis> joined;
  for (const CopyAxis& axis : axes_) {
    if (!joined.empty() && joined.back().to_stride == axis.to_stride * axis.extent &&
        joined.back().from_stride == axis.from_stride * axis.extent) {
      joined.back() = {joined.back().extent * axis.extent, axis.to_stride, axis.from_stride};
    } else {
      joined.push_back(axis);
    }
  }
  axes_ = std::move(joined);
  if (axes_.empty()) axes_.push_back({1, static_cast<int64_t>(element_), static_cast<int64_t>(element_)});
  const auto element = static_cast<int64_t>(element_);
  const CopyAxis last = axes_.back();
  if (axes_.size() < 2 || last.to_stride != element || last.from_stride != element) return;
  const int64_t run = last.extent * element;
  const bool multiples = std::all_of(axes_.begin(), axes_.end() - 1, [&](const CopyAxis& axis) {
    return axis.to_stride % run == 0 && axis.from_stride % run == 0;
  });
  if ((run == 2 || run == 4 || run == 8) && multiples) {
    element_ = static_cast<size_t>(run);
    axes_.pop_back();
  }
}

void StridedCopy::ChooseWay() {
  const auto element = static_cast<int64_t>(element_);
  const CopyAxis last = axes_.back();
  inner_ = axes_.size() - 1;
  int64_t piece_bytes = last.extent * element;
  if (last.to_stride == element && last.from_stride == element) {
    way_ = Way::kRuns;
    chunk_ = inner_ == 0 ? std::max<int64_t>(kGrainBytes / element, 1) : last.extent;
    chunks_ = (last.extent + chunk_ - 1) / chunk_;
    piece_bytes = chunk_ * element;
  } else {
    auto contiguous =
        std::find_if(axes_.begin(), axes_.end() - 1, [&](const CopyAxis& axis) { return axis.from_stride == element; });
    if (last.to_stride == element && contiguous + 1 != axes_.end() && last.from_stride > 0 &&
        last.from_stride % element == 0 && contiguous->to_stride % element == 0) {
      way_ = Way::kTranspose;
      int64_t bytes = 2 * element;
      for (const CopyAxis& axis : axes_) bytes *= axis.extent;
      stream_ = bytes > static_cast<int64_t>(MachineCaches().l3 / 4 * 3);
      transpose_ = functions_.Transpose(element_);
      // Moves the axis along which the source is contiguous to the last place but one. The other axes keep the target's
      // order.
      std::rotate(contiguous, contiguous + 1, axes_.end() - 1);
      inner_ = axes_.size() - 2;
      chunk_ = std::max<int64_t>(kGrainBytes / (last.extent * element) / kColumns, 1) * kColumns;
      chunks_ = (axes_[inner_].extent + chunk_ - 1) / chunk_;
      piece_bytes = std::min(chunk_, axes_[inner_].extent) * last.extent * element;
    }
  }
  grain_ = std::max<int64_t>(kGrainBytes / std::max<int64_t>(piece_bytes, 1), 1);
}

void StridedCopy::Piece(int64_t piece, std::byte* to, const std::byte* from) const {
  const CopyAxis& last = axes_.back();
  const int64_t begin = piece * chunk_;
  if (way_ == Way::kRuns) {
    const int64_t count = std::min(chunk_, last.extent - begin);
    CopyRun(to + begin * last.to_stride, from + begin * last.from_stride, static_cast<size_t>(count) * element_);
  } else if (way_ == Way::kTranspose) {
    const CopyAxis& columns = axes_[inner_];
    const auto element = static_cast<int64_t>(element_);
    transpose_(from + begin * columns.from_stride, last.from_stride / element, last.extent,
               to + begin * columns.to_stride, columns.to_stride / element, std::min(chunk_, columns.extent - begin),
               stream_);
  } else if (element_ == 1) {
    CopyElements<uint8_t>(to, last.to_stride, from, last.from_stride, last.extent);
  } else if (element_ == 2) {
    CopyElements<uint16_t>(to, last.to_stride, from, last.from_stride, last.extent);
  } else if (element_ == 4) {
    CopyElements<uint32_t>(to, last.to_stride, from, last.from_stride, last.extent);
  } else {
    CopyElements<uint64_t>(to, last.to_stride, from, last.from_stride, last.extent);
  }
}

void StridedCopy::Run(std::byte* to, const std::byte* from) const {
  ParallelFor(outer_ * chunks_, grain_, [&](int64_t begin, int64_t end) {
    // The position of iteration begin / chunks_, then on from there axis by axis.
    constexpr size_t kMaxRank = 16;
    int64_t index[kMaxRank];
    int64_t rest = begin / chunks_, chunk = begin % chunks_;
    std::byte* at = to;
    const std::byte* source = from;
    for (size_t i = inner_; i-- > 0;) {
      index[i] = rest % axes_[i].extent;
      rest /= axes_[i].extent;
      at += index[i] * axes_[i].to_stride;
      source += index[i] * axes_[i].from_stride;
    }
    for (int64_t done = begin; done < end; ++done) {
      Piece(chunk, at, source);
      if (++chunk < chunks_) continue;
      chunk = 0;
      for (size_t i = inner_; i-- > 0;) {
        at += axes_[i].to_stride;
        source += axes_[i].from_stride;
        if (++index[i] < axes_[i].extent) break;
        at -= axes_[i].extent * axes_[i].to_stride;
        source -= axes_[i].extent * axes_[i].from_stride;
        index[i] = 0;
      }
    }
  });
}

}  // namespace opdk
