#include <algorithm>
#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

const char* const kNonMaxSuppressionV6 = "NonMaxSuppressionV6";

// Two opposite corners, the lesser one first.
struct BoxCorners {
  float top, left, bottom, right;
  float area() const { return (bottom - top) * (right - left); }
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

bool OverlapAbove(const BoxCorners& a, const BoxCorners& b, float threshold) {
  const float height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  const float width = std::min(a.right, b.right) - std::max(a.left, b.left);
  if (!(height > 0) || !(width > 0) || !(a.area() > 0) || !(b.area() > 0)) return false;
  const float common = height * width;
  return common / (a.area() + b.area() - common) > threshold;
}

class NonMaxSuppressionV6CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::Types<float, opdk::Half>(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Select<T>(ctx); });
  }

 private:
  struct Limits {
    int64_t count;  // of one batch and class
    float overlap;
    bool scored;
    float score;
  };

  template <typename T>
  static uint32_t Select(const CpuKernelContext& ctx) {
    const auto dims = opdk::DimsOf(ctx.Input(1));
    const int64_t classes = dims[1], boxes = dims[2];
    const std::vector<int64_t> most = opdk::IntValues(ctx.Input(2));
    const auto overlap = opdk::Values<const float>(ctx.Input(3)), score = opdk::Values<const float>(ctx.Input(4));
    const Limits limits{most.empty() ? 0 : most[0], overlap.empty() ? 0 : overlap[0], !score.empty(),
                        score.empty() ? 0 : score[0]};
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
        for (const int64_t box : Best(scores, corners, limits)) {
          for (const int64_t value : {batch, of_class, box}) selected.push_back(static_cast<int32_t>(value));
        }
      }
    }
    if (rows > 0 && static_cast<int64_t>(selected.size()) > 3 * rows) selected.resize(static_cast<size_t>(3 * rows));
    std::copy(selected.begin(), selected.end(), static_cast<int32_t*>(ctx.Output(0)->GetData()));
    ctx.Output(0)->GetTensorShape()->SetDimSizes({static_cast<int64_t>(selected.size() / 3), 3});
    return opdk::kKernelOk;
  }

  template <typename T>
  static std::vector<int64_t> Best(const T* scores, const std::vector<BoxCorners>& corners, const Limits& limits) {
    std::vector<int64_t> order, taken;
    for (size_t box = 0; box < corners.size(); ++box) {
      const auto score = static_cast<float>(scores[box]);
      if (!std::isnan(score) && (!limits.scored || score > limits.score)) order.push_back(static_cast<int64_t>(box));
    }
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return scores[a] > scores[b]; });
    for (const int64_t box : order) {
      if (static_cast<int64_t>(taken.size()) >= limits.count) break;
      const bool covered = std::any_of(taken.begin(), taken.end(), [&](int64_t other) {
        return OverlapAbove(corners[static_cast<size_t>(box)], corners[static_cast<size_t>(other)], limits.overlap);
      });
      if (!covered) taken.push_back(box);
    }
    return taken;
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kNonMaxSuppressionV6, NonMaxSuppressionV6CpuKernel);

}  // namespace aicpu
