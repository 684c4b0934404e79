#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

using Box = std::array<double, 4>;  // x1, y1, x2, y2

struct Detection {
  double score = 0;
  int64_t label = 0;
  Box box = {};
};

double AreaOf(const Box& box) {
  if (box[2] < box[0] || box[3] < box[1]) return 0;
  return (box[2] - box[0]) * (box[3] - box[1]);
}

double OverlapOf(const Box& a, const Box& b) {
  if (b[0] > a[2] || b[2] < a[0] || b[1] > a[3] || b[3] < a[1]) return 0;
  const double width = std::min(a[2], b[2]) - std::max(a[0], b[0]);
  const double height = std::min(a[3], b[3]) - std::max(a[1], b[1]);
  const double shared = width * height;
  return shared / (AreaOf(a) + AreaOf(b) - shared);
}

struct Settings {
  explicit Settings(const CpuKernelContext& ctx)
      : classes(opdk::IntAttr(ctx, "num_classes", 2)),
        background(opdk::IntAttr(ctx, "background_label_id", 0)),
        top(opdk::IntAttr(ctx, "top_k", 200)),
        code(opdk::IntAttr(ctx, "code_type", 1)),
        shares(opdk::BoolAttr(ctx, "share_location", true)),
        encoded(opdk::BoolAttr(ctx, "variance_encoded_in_target", false)),
        overlap(static_cast<double>(opdk::FloatAttr(ctx, "iou_threshold", 0.3F))),
        eta(static_cast<double>(opdk::FloatAttr(ctx, "eta", 1))),
        least(static_cast<double>(opdk::FloatAttr(ctx, "confidence_threshold", 0))) {}
  int64_t classes, background, top, code;
  bool shares, encoded;
  double overlap, eta, least;
};

class SsdDetectionOutputCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::Types<float, Eigen::half>(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Detect<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Detect(const CpuKernelContext& ctx) {
    const std::vector<double> deltas = opdk::FloatValues(ctx.Input(0)), scores = opdk::FloatValues(ctx.Input(1)),
                              anchors = opdk::FloatValues(ctx.Input(2));
    const auto out = opdk::DimsOf(ctx.Output(1));
    const Settings settings(ctx);
    int32_t* counts = opdk::Values<int32_t>(ctx.Output(0)).data();
    T* y = opdk::Values<T>(ctx.Output(1)).data();
    const size_t priors = anchors.size() / 8;
    for (int64_t image = 0; image < out[0]; ++image) {
      const auto number = static_cast<size_t>(image);
      const double* delta = deltas.data() + number * (deltas.size() / static_cast<size_t>(out[0]));
      const double* score = scores.data() + number * priors * static_cast<size_t>(settings.classes);
      const std::vector<Detection> found = OfImage(settings, delta, score, anchors, priors, out[1]);
      std::fill_n(counts, 8, 0);
      counts[0] = static_cast<int32_t>(found.size());
      counts += 8;
      for (const Detection& each : found) {
        const double row[8] = {static_cast<double>(image),
                               static_cast<double>(each.label),
                               each.score,
                               each.box[0],
                               each.box[1],
                               each.box[2],
                               each.box[3],
                               0};
        y = std::transform(row, row + 8, y, [](double value) { return static_cast<T>(static_cast<float>(value)); });
      }
      for (auto rest = static_cast<int64_t>(found.size()); rest < out[1]; ++rest) {
        *y++ = static_cast<T>(-1.0F);
        y = std::fill_n(y, 7, static_cast<T>(0.0F));
      }
    }
    return opdk::kKernelOk;
  }

  static std::vector<Detection> OfImage(const Settings& settings, const double* deltas, const double* scores,
                                        const std::vector<double>& anchors, size_t priors, int64_t most) {
    std::vector<Detection> found;
    for (int64_t label = 0; label < settings.classes; ++label) {
      if (label == settings.background) continue;
      const std::vector<Detection> kept = OfClass(settings, label, deltas, scores, anchors, priors);
      found.insert(found.end(), kept.begin(), kept.end());
    }
    if (static_cast<int64_t>(found.size()) <= most) return found;
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
    found.resize(static_cast<size_t>(most));
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.label < b.label; });
    return found;
  }

  static std::vector<Detection> OfClass(const Settings& settings, int64_t label, const double* deltas,
                                        const double* scores, const std::vector<double>& anchors, size_t priors) {
    const auto classes = static_cast<size_t>(settings.classes), number = static_cast<size_t>(label);
    std::vector<size_t> order;
    for (size_t i = 0; i < priors; ++i) {
      if (scores[i * classes + number] > settings.least) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return scores[a * classes + number] > scores[b * classes + number]; });
    if (settings.top >= 0 && static_cast<int64_t>(order.size()) > settings.top) {
      order.resize(static_cast<size_t>(settings.top));
    }
    std::vector<Detection> kept;
    double overlap = settings.overlap;
    for (const size_t prior : order) {
      const double* delta = deltas + 4 * (settings.shares ? prior : prior * classes + number);
      const Detection next = {
          scores[prior * classes + number], label,
          Decode(settings, delta, anchors.data() + 4 * prior, anchors.data() + 4 * (priors + prior))};
      const bool alone = std::all_of(kept.begin(), kept.end(),
                                     [&](const Detection& other) { return OverlapOf(next.box, other.box) <= overlap; });
      if (!alone) continue;
      kept.push_back(next);
      if (settings.eta < 1 && overlap > 0.5) overlap *= settings.eta;
    }
    return kept;
  }

  static Box Decode(const Settings& settings, const double* delta, const double* prior, const double* variance) {
    const double width = prior[2] - prior[0], height = prior[3] - prior[1];
    Box by = {};
    for (size_t i = 0; i < 4; ++i) by[i] = settings.encoded ? delta[i] : variance[i] * delta[i];
    if (settings.code == 1) return {prior[0] + by[0], prior[1] + by[1], prior[2] + by[2], prior[3] + by[3]};
    if (settings.code == 3) {
      return {prior[0] + by[0] * width, prior[1] + by[1] * height, prior[2] + by[2] * width, prior[3] + by[3] * height};
    }
    const double x = by[0] * width + (prior[0] + prior[2]) / 2, y = by[1] * height + (prior[1] + prior[3]) / 2;
    const double half_width = std::exp(by[2]) * width / 2, half_height = std::exp(by[3]) * height / 2;
    return {x - half_width, y - half_height, x + half_width, y + half_height};
  }
};
OPDK_CPU_KERNEL(SSDDetectionOutput, SsdDetectionOutputCpuKernel);

}  // namespace

}  // namespace aicpu
