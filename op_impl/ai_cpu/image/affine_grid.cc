#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

class AffineGridCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto theta = opdk::DimsOf(ctx.Input(0)), size = opdk::IntValues(ctx.Input(1));
    const int64_t axes = theta[1];
    if (static_cast<int64_t>(size.size()) != axes + 2 || size[0] != theta[0]) {
      KERNEL_LOG_ERROR("AffineGrid: %zu sizes don't fit theta", size.size());
      return opdk::kKernelFailed;
    }
    std::vector<int64_t> extents(size.begin() + 2, size.end()), dims = {size[0]};
    dims.insert(dims.end(), extents.begin(), extents.end());
    dims.push_back(axes);
    ctx.Output(0)->GetTensorShape()->SetDimSizes(dims);
    const bool align = opdk::BoolAttr(ctx, "align_corners", false);
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return Fill(ctx, opdk::FloatValues(ctx.Input(0)), extents, align, static_cast<T*>(ctx.Output(0)->GetData()));
    });
  }

 private:
  template <typename T>
  static uint32_t Fill(const CpuKernelContext& ctx, const std::vector<double>& theta,
                       const std::vector<int64_t>& extents, bool align, T* y) {
    const size_t axes = extents.size();
    const int64_t points = opdk::Product(extents);
    const int64_t matrices = static_cast<int64_t>(theta.size() / (axes * (axes + 1)));
    return opdk::ParallelRange(ctx, matrices * points, 16, [&](int64_t begin, int64_t end) {
      for (int64_t point = begin; point < end; ++point) {
        double place[4] = {};
        int64_t rest = point % points;
        for (size_t i = 0; i < axes; ++i) {
          const int64_t extent = extents[axes - 1 - i];
          place[i] = PlaceOf(rest % extent, extent, align);
          rest /= extent;
        }
        place[axes] = 1;
        for (size_t row = 0; row < axes; ++row) {
          double sum = 0;
          const double* factors = theta.data() + (static_cast<size_t>(point / points) * axes + row) * (axes + 1);
          for (size_t i = 0; i <= axes; ++i) sum += factors[i] * place[i];
          y[point * static_cast<int64_t>(axes) + static_cast<int64_t>(row)] = static_cast<T>(sum);
        }
      }
    });
  }

  static double PlaceOf(int64_t index, int64_t extent, bool align) {
    const auto at = static_cast<double>(index), count = static_cast<double>(extent);
    if (!align) return (2 * at + 1) / count - 1;
    return extent == 1 ? -1 : 2 * at / (count - 1) - 1;
  }
};
OPDK_CPU_KERNEL(AffineGrid, AffineGridCpuKernel);

}  // namespace

}  // namespace aicpu
