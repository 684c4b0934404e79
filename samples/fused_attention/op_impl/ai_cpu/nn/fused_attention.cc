#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <vector>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "status.h"

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Input = Eigen::Map<const Matrix>;

// Returns the mask's stride along each axis of [..., S, T], in elements: 0 where the mask is broadcast.
std::vector<int64_t> MaskSteps(const std::vector<int64_t>& mask, size_t rank) {
  std::vector<int64_t> steps(rank, 0);
  int64_t step = 1;
  for (size_t i = mask.size(); i > 0; --i) {
    if (mask[i - 1] != 1) steps[rank - mask.size() + i - 1] = step;
    step *= mask[i - 1];
  }
  return steps;
}

void AddMask(const float* mask, const std::vector<int64_t>& steps, Matrix& scores) {
  const int64_t row = steps[steps.size() - 2];
  const int64_t column = steps[steps.size() - 1];
  for (int64_t s = 0; s < scores.rows(); ++s) {
    for (int64_t t = 0; t < scores.cols(); ++t) scores(s, t) += mask[s * row + t * column];
  }
}

uint32_t FusedAttentionCompute(const aicpu::CpuKernelContext& context) {
  const std::vector<int64_t> q = context.Input(0)->GetTensorShape()->GetDimSizes();
  const std::vector<int64_t> v = context.Input(2)->GetTensorShape()->GetDimSizes();
  const size_t rank = q.size();
  const int64_t rows = q[rank - 2], features = q[rank - 1], positions = v[rank - 2], width = v[rank - 1];
  int64_t batch = 1;
  for (size_t i = 0; i + 2 < rank; ++i) batch *= q[i];
  float scale = context.GetAttr("scale")->GetFloat();
  if (scale == 0) scale = 1 / std::sqrt(static_cast<float>(features));
  const auto* query = static_cast<const float*>(context.Input(0)->GetData());
  const auto* key = static_cast<const float*>(context.Input(1)->GetData());
  const auto* value = static_cast<const float*>(context.Input(2)->GetData());
  auto* y = static_cast<float*>(context.Output(0)->GetData());
  const aicpu::Tensor* masked = context.Input(3);
  const auto* mask = masked == nullptr ? nullptr : static_cast<const float*>(masked->GetData());
  const std::vector<int64_t> steps =
      mask == nullptr ? std::vector<int64_t>() : MaskSteps(masked->GetTensorShape()->GetDimSizes(), rank);
  return aicpu::CpuKernelUtils::ParallelFor(context, batch, 1, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      Matrix scores = scale * Input(query + b * rows * features, rows, features) *
                      Input(key + b * positions * features, positions, features).transpose();
      if (mask != nullptr) {
        int64_t offset = 0;
        for (int64_t i = static_cast<int64_t>(rank) - 3, rest = b; i >= 0; --i) {
          offset += rest % q[static_cast<size_t>(i)] * steps[static_cast<size_t>(i)];
          rest /= q[static_cast<size_t>(i)];
        }
        AddMask(mask + offset, steps, scores);
      }
      for (int64_t s = 0; s < rows && positions > 0; ++s) {
        // Eigen's own exp doesn't go down to 0, and its maximum passes NaN by.
        const float most = scores.row(s).maxCoeff<Eigen::PropagateNaN>();
        scores.row(s) = scores.row(s).unaryExpr([most](float score) { return std::exp(score - most); });
        scores.row(s) /= scores.row(s).sum();
      }
      Eigen::Map<Matrix>(y + b * rows * width, rows, width) =
          scores * Input(value + b * positions * width, positions, width);
    }
  });
}

}  // namespace

OPDK_CPU_KERNEL(FusedAttention, FusedAttentionCompute);
