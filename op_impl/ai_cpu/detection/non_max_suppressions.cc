#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Two opposite corners, the lesser one first. A side is their difference plus `offset`.
struct BoxCorners {
  float top, left, bottom, right;
  float offset = 0;
  float area() const { return (bottom - top + offset) * (right - left + offset); }
};

template <typename T>
BoxCorners CornersOf(const T* box, bool centred) {
  const auto at = [&](int i) { return static_cast<float>(box[i]); };
  if (centred) {
    const float width = at(2) / 2, height = at(3) / 2;
    return {at(1) - height, at(0) - width, at(1) + height, at(0) + width};
  }
  return {std::min(at(0), at(2)), std::min(at(1), at(3)), std::max(at(0), at(2)), std::max(at(1), at(3))};
}

// Returns the intersection over the union. Without intersection the result is below every threshold.
float OverlapOf(const BoxCorners& a, const BoxCorners& b) {
  const float height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top) + a.offset;
  const float width = std::min(a.right, b.right) - std::max(a.left, b.left) + a.offset;
  if (!(height > 0) || !(width > 0) || !(a.area() > 0) || !(b.area() > 0)) {
    return -std::numeric_limits<float>::infinity();
  }
  const float common = height * width;
  return common / (a.area() + b.area() - common);
}

struct TakenBox {
  size_t box;
  float score;
};

struct Limits {
  int64_t count = 0;
  float overlap = 0, score = -std::numeric_limits<float>::infinity();
  bool scored = false;  // the score is a limit
  float sigma = 0;      // above 0: overlaps lower scores
};

// Returns the boxes that are taken, best first. A box whose score was lowered waits again. The boxes taken before don't
// lower it a second time.
template <typename Overlap>
std::vector<TakenBox> TakeBoxes(const std::vector<float>& scores, const Limits& limits, const Overlap& overlap) {
  struct Candidate {
    size_t box;
    float score;
    size_t seen;  // of the taken ones
  };
  const auto worse = [](const Candidate& a, const Candidate& b) {
    return a.score < b.score || (a.score == b.score && a.box > b.box);
  };
  std::priority_queue<Candidate, std::vector<Candidate>, decltype(worse)> waiting(worse);
  const auto counts = [&](float score) { return !std::isnan(score) && (!limits.scored || score > limits.score); };
  for (size_t box = 0; box < scores.size(); ++box) {
    if (counts(scores[box])) waiting.push({box, scores[box], 0});
  }
  std::vector<TakenBox> taken;
  while (static_cast<int64_t>(taken.size()) < limits.count && !waiting.empty()) {
    Candidate next = waiting.top();
    waiting.pop();
    const float score = next.score;
    bool covered = false;
    for (size_t i = taken.size(); i > next.seen && !covered && counts(next.score); --i) {
      const float shared = overlap(next.box, taken[i - 1].box);
      if (limits.sigma > 0) {
        const float reach = std::max(shared, 0.0F);
        next.score *= shared > limits.overlap ? 0 : std::exp(-0.5F / limits.sigma * reach * reach);
      } else {
        covered = shared > limits.overlap;
      }
    }
    next.seen = taken.size();
    if (covered) continue;
    if (next.score == score) {
      taken.push_back({next.box, score});
    } else if (counts(next.score)) {
      waiting.push(next);
    }
  }
  return taken;
}

float NumberOr(const Tensor* tensor, float otherwise) {
  const std::vector<double> values = opdk::FloatValues(tensor);
  return values.empty() ? otherwise : static_cast<float>(values[0]);
}

std::vector<float> FloatsOf(const Tensor* tensor) {
  const std::vector<double> values = opdk::FloatValues(tensor);
  return {values.begin(), values.end()};
}

// Boxes, or with kOverlaps their overlaps.
template <bool kOverlaps>
class TakingCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<float> boxes = FloatsOf(ctx.Input(0)), scores = FloatsOf(ctx.Input(1));
    const std::vector<int64_t> most = opdk::IntValues(ctx.Input(2));
    Limits limits;
    limits.count = most.empty() ? 0 : most[0];
    limits.overlap = NumberOr(ctx.Input(3), opdk::FloatAttr(ctx, "iou_threshold", 0.5F));
    limits.scored = ctx.Input(4) != nullptr;
    limits.score = NumberOr(ctx.Input(4), 0);
    limits.sigma = NumberOr(ctx.Input(5), 0);
    if constexpr (kOverlaps) {
      return Write(ctx, limits,
                   TakeBoxes(scores, limits, [&](size_t a, size_t b) { return boxes[a * scores.size() + b]; }));
    } else {
      std::vector<BoxCorners> corners;
      for (size_t box = 0; box < scores.size(); ++box) {
        corners.push_back(CornersOf(boxes.data() + 4 * box, false));
        corners.back().offset = static_cast<float>(opdk::IntAttr(ctx, "offset", 0));
      }
      return Write(ctx, limits,
                   TakeBoxes(scores, limits, [&](size_t a, size_t b) { return OverlapOf(corners[a], corners[b]); }));
    }
  }

 private:
  // Writes the results. The number of valid boxes is the last output: behind the indices in V4, behind the scores in
  // V5.
  static uint32_t Write(const CpuKernelContext& ctx, const Limits& limits, const std::vector<TakenBox>& taken) {
    const bool padded = opdk::BoolAttr(ctx, "pad_to_max_output_size", false);
    const auto valid = static_cast<int64_t>(taken.size());
    const int64_t size = padded ? std::max<int64_t>(limits.count, 0) : valid;
    auto* indices = static_cast<int32_t*>(ctx.Output(0)->GetData());
    for (int64_t i = 0; i < size; ++i) {
      indices[i] = i < valid ? static_cast<int32_t>(taken[static_cast<size_t>(i)].box) : 0;
    }
    ctx.Output(0)->GetTensorShape()->SetDimSizes({size});
    const uint32_t outputs = ctx.GetOutputsSize();
    if (outputs > 1) static_cast<int32_t*>(ctx.Output(outputs - 1)->GetData())[0] = static_cast<int32_t>(valid);
    if (outputs < 3) return opdk::kKernelOk;
    ctx.Output(1)->GetTensorShape()->SetDimSizes({size});
    return opdk::Dispatch(opdk::Types<float, opdk::Half>(), ctx.Output(1)->GetDataType(), [&]<typename T>() {
      auto* scores = static_cast<T*>(ctx.Output(1)->GetData());
      for (int64_t i = 0; i < size; ++i) {
        scores[i] = static_cast<T>(i < valid ? taken[static_cast<size_t>(i)].score : 0.0F);
      }
      return opdk::kKernelOk;
    });
  }
};

using NonMaxSuppressionCpuKernel = TakingCpuKernel<false>;
OPDK_CPU_KERNEL(NonMaxSuppression, NonMaxSuppressionCpuKernel);
OPDK_CPU_KERNEL(NonMaxSuppressionV2, NonMaxSuppressionCpuKernel);
OPDK_CPU_KERNEL(NonMaxSuppressionV3, NonMaxSuppressionCpuKernel);
OPDK_CPU_KERNEL(NonMaxSuppressionV4, NonMaxSuppressionCpuKernel);
OPDK_CPU_KERNEL(NonMaxSuppressionV5, NonMaxSuppressionCpuKernel);
OPDK_CPU_KERNEL(NonMaxSuppressionWithOverlaps, TakingCpuKernel<true>);

class NonMaxSuppressionV6CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::Types<float, opdk::Half>(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Select<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Select(const CpuKernelContext& ctx) {
    const auto dims = opdk::DimsOf(ctx.Input(1));
    const int64_t classes = dims[1], boxes = dims[2];
    const std::vector<int64_t> most = opdk::IntValues(ctx.Input(2));
    const auto overlap = opdk::Values<const float>(ctx.Input(3)), score = opdk::Values<const float>(ctx.Input(4));
    Limits limits;
    limits.count = most.empty() ? 0 : most[0];
    limits.overlap = overlap.empty() ? 0 : overlap[0];
    limits.scored = !score.empty();
    if (limits.scored) limits.score = score[0];
    const bool centred = opdk::IntAttr(ctx, "center_point_box", 0) != 0;
    const int64_t rows = opdk::IntAttr(ctx, "max_boxes_size", 0);
    std::vector<int32_t> selected;
    for (int64_t batch = 0; batch < dims[0]; ++batch) {
      std::vector<BoxCorners> corners;
      for (int64_t box = 0; box < boxes; ++box) {
        corners.push_back(CornersOf(opdk::Values<const T>(ctx.Input(0)).data() + (batch * boxes + box) * 4, centred));
      }
      for (int64_t of_class = 0; of_class < classes; ++of_class) {
        const T* scores = opdk::Values<const T>(ctx.Input(1)).data() + (batch * classes + of_class) * boxes;
        const std::vector<TakenBox> taken =
            TakeBoxes(std::vector<float>(scores, scores + boxes), limits,
                      [&](size_t a, size_t b) { return OverlapOf(corners[a], corners[b]); });
        for (const TakenBox& one : taken) {
          for (const int64_t value : {batch, of_class, static_cast<int64_t>(one.box)}) {
            selected.push_back(static_cast<int32_t>(value));
          }
        }
      }
    }
    if (rows > 0 && static_cast<int64_t>(selected.size()) > 3 * rows) selected.resize(static_cast<size_t>(3 * rows));
    std::copy(selected.begin(), selected.end(), static_cast<int32_t*>(ctx.Output(0)->GetData()));
    ctx.Output(0)->GetTensorShape()->SetDimSizes({static_cast<int64_t>(selected.size() / 3), 3});
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(NonMaxSuppressionV6, NonMaxSuppressionV6CpuKernel);

}  // namespace

}  // namespace aicpu
