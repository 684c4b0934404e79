#include <algorithm>
#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Returns the numbers of the frequencies at which the triangles begin, have their tops and end.
std::vector<int64_t> MelCorners(int64_t bands, int64_t length, int64_t rate, double low, double high) {
  const auto mel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
  const double step = (mel(high) - mel(low)) / static_cast<double>(bands + 2);
  std::vector<int64_t> corners;
  // Below every frequency where the scale has no such edges.
  if (!(low > -700 && high > -700 && std::isfinite(low) && std::isfinite(high))) {
    return std::vector<int64_t>(static_cast<size_t>(bands + 2), -1);
  }
  for (int64_t i = 0; i < bands + 2; ++i) {
    const double hertz = 700 * (std::pow(10, (mel(low) + static_cast<double>(i) * step) / 2595) - 1);
    const double place = std::floor(static_cast<double>(length + 1) * hertz / static_cast<double>(rate));
    corners.push_back(static_cast<int64_t>(std::clamp(place, -1e15, 1e15)));
  }
  return corners;
}

class MelWeightMatrixCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    int64_t sizes[3];
    for (uint32_t i = 0; i < 3; ++i) sizes[i] = opdk::IntValues(ctx.Input(i)).at(0);
    const int64_t bands = sizes[0], length = sizes[1], rate = sizes[2];
    const double low = opdk::FloatValues(ctx.Input(3)).at(0), high = opdk::FloatValues(ctx.Input(4)).at(0);
    if (bands < 0 || length < 1 || rate < 1) {
      KERNEL_LOG_ERROR("MelWeightMatrix: %ld bands of %ld frequencies at %ld Hz", static_cast<long>(bands),
                       static_cast<long>(length), static_cast<long>(rate));
      return opdk::kKernelFailed;
    }
    const int64_t rows = length / 2 + 1;
    ctx.Output(0)->GetTensorShape()->SetDimSizes({rows, bands});
    const std::vector<int64_t> corners = MelCorners(bands, length, rate, low, high);
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      auto* y = static_cast<T*>(ctx.Output(0)->GetData());
      for (int64_t row = 0; row < rows; ++row) {
        for (size_t band = 0; band < static_cast<size_t>(bands); ++band) {
          y[row * bands + static_cast<int64_t>(band)] =
              static_cast<T>(Height(row, corners[band], corners[band + 1], corners[band + 2]));
        }
      }
      return opdk::kKernelOk;
    });
  }

 private:
  static double Height(int64_t at, int64_t begin, int64_t top, int64_t end) {
    if (at < begin || at > end) return 0;
    if (at == top) return 1;
    if (at < top) return static_cast<double>(at - begin) / static_cast<double>(top - begin);
    return static_cast<double>(end - at) / static_cast<double>(end - top);
  }
};
OPDK_CPU_KERNEL(MelWeightMatrix, MelWeightMatrixCpuKernel);

}  // namespace

}  // namespace aicpu
