// Softmax, LogSoftmax.
#include <algorithm>
#include <array>
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_rows.h"

namespace aicpu {
namespace {

const char* const kSoftmax = "Softmax";
const char* const kLogSoftmax = "LogSoftmax";

// Neighbouring rows (columns of the [extent, inner] plane) that are walked together.
constexpr int64_t kColumns = 128;

// `count` neighbouring rows that begin at x, each `extent` long with distance `inner` between its elements. y may be x.
template <bool kLog, typename T>
void SoftmaxColumns(const T* x, T* y, int64_t extent, int64_t inner, size_t count) {
  using C = opdk::ComputeType<T>;
  std::array<C, kColumns> greatest;
  std::array<double, kColumns> sum;
  for (size_t i = 0; i < count; ++i) greatest[i] = static_cast<C>(x[i]);
  for (int64_t k = 1; k < extent; ++k) {
    const T* row = x + k * inner;
    for (size_t i = 0; i < count; ++i) greatest[i] = std::max(greatest[i], static_cast<C>(row[i]));
  }
  std::fill_n(sum.begin(), count, 0.0);
  for (int64_t k = 0; k < extent; ++k) {
    const T* row = x + k * inner;
    for (size_t i = 0; i < count; ++i) sum[i] += std::exp(static_cast<C>(row[i]) - greatest[i]);
  }
  std::array<C, kColumns> finish;
  for (size_t i = 0; i < count; ++i) finish[i] = static_cast<C>(kLog ? std::log(sum[i]) : 1 / sum[i]);
  for (int64_t k = 0; k < extent; ++k) {
    const T* from = x + k * inner;
    T* to = y + k * inner;
    for (size_t i = 0; i < count; ++i) {
      const C shifted = static_cast<C>(from[i]) - greatest[i];
      to[i] = static_cast<T>(kLog ? shifted - finish[i] : std::exp(shifted) * finish[i]);
    }
  }
}

template <bool kLog>
class SoftmaxFamilyCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::AxisRows rows(ctx.Input(0), opdk::IntAttr(ctx, "axis", -1));
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const T* x = opdk::Values<const T>(ctx.Input(0)).data();
      T* y = opdk::Values<T>(ctx.Output(0)).data();
      // No elements, no rows to divide.
      if (rows.extent == 0) return opdk::kKernelOk;
      return opdk::ParallelRange(ctx, rows.count(), rows.extent * 40, [&](int64_t begin, int64_t end) {
        while (begin < end) {
          const int64_t count = std::min({kColumns, end - begin, rows.inner - begin % rows.inner});
          const int64_t at = rows.Offset(begin);
          SoftmaxColumns<kLog>(x + at, y + at, rows.extent, rows.inner, static_cast<size_t>(count));
          begin += count;
        }
      });
    });
  }
};

using SoftmaxCpuKernel = SoftmaxFamilyCpuKernel<false>;
using LogSoftmaxCpuKernel = SoftmaxFamilyCpuKernel<true>;

}  // namespace

REGISTER_CPU_KERNEL(kSoftmax, SoftmaxCpuKernel);
REGISTER_CPU_KERNEL(kLogSoftmax, LogSoftmaxCpuKernel);

}  // namespace aicpu
