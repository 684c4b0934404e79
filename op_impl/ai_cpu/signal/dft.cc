#include <algorithm>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/axis_rows.h"
#include "op_impl/ai_cpu/signal/fourier.h"

namespace aicpu {
namespace {

struct DftPlan {
  int64_t length;  // of the transform
  int64_t taken;   // elements of the input
  int64_t given;   // elements of the output
  bool inverse, onesided;
  int64_t from_parts, to_parts;  // 1: real, 2: complex
};

class DftCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() { return Run<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Run(const CpuKernelContext& ctx) {
    std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
    const auto rank = static_cast<int64_t>(dims.size());
    const auto axis_values = opdk::IntValues(ctx.Input(2)), lengths = opdk::IntValues(ctx.Input(1));
    const int64_t given_axis = axis_values.empty() ? -2 : axis_values[0];
    const auto axis = static_cast<size_t>(given_axis < 0 ? given_axis + rank : given_axis);
    DftPlan plan{};
    plan.inverse = opdk::IntAttr(ctx, "inverse", 0) != 0;
    plan.onesided = opdk::IntAttr(ctx, "onesided", 0) != 0;
    const bool from_half = plan.inverse && plan.onesided;
    const int64_t extent = given_axis >= -rank && given_axis < rank ? dims[axis] : 0;
    plan.length = !lengths.empty() ? lengths[0] : from_half ? 2 * (extent - 1) : extent;
    if (static_cast<int64_t>(axis) >= rank - 1 || plan.length < 1) {
      KERNEL_LOG_ERROR("DFT: axis %ld of rank %ld, length %ld", static_cast<long>(given_axis), static_cast<long>(rank),
                       static_cast<long>(plan.length));
      return opdk::kKernelFailed;
    }
    plan.given = plan.onesided && !plan.inverse ? plan.length / 2 + 1 : plan.length;
    plan.taken = std::min(extent, from_half ? plan.length / 2 + 1 : plan.length);
    plan.from_parts = dims.back();
    plan.to_parts = from_half ? 1 : 2;
    dims[axis] = plan.given;
    dims.back() = plan.to_parts;
    ctx.Output(0)->GetTensorShape()->SetDimSizes(dims);
    return Rows<T>(ctx, plan, static_cast<int64_t>(axis), extent);
  }

  template <typename T>
  static uint32_t Rows(const CpuKernelContext& ctx, const DftPlan& plan, int64_t axis, int64_t extent) {
    const opdk::AxisRows rows(ctx.Input(0), axis);
    const int64_t inner = rows.inner / plan.from_parts;
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    return opdk::ParallelRange(ctx, rows.outer * inner, plan.length * 32, [&](int64_t begin, int64_t end) {
      Eigen::FFT<double> fft;
      for (int64_t row = begin; row < end; ++row) {
        const int64_t outer = row / inner, column = row % inner;
        opdk::Spectrum signal(static_cast<size_t>(plan.length));
        for (int64_t i = 0; i < plan.taken; ++i) {
          const T* from = x + ((outer * extent + i) * inner + column) * plan.from_parts;
          signal[static_cast<size_t>(i)] = {static_cast<double>(from[0]),
                                            plan.from_parts == 2 ? static_cast<double>(from[1]) : 0};
        }
        if (plan.inverse && plan.onesided) opdk::MirrorHalf(signal);
        const opdk::Spectrum result = opdk::Transformed(fft, signal, plan.inverse);
        for (int64_t i = 0; i < plan.given; ++i) {
          T* to = y + ((outer * plan.given + i) * inner + column) * plan.to_parts;
          to[0] = static_cast<T>(result[static_cast<size_t>(i)].real());
          if (plan.to_parts == 2) to[1] = static_cast<T>(result[static_cast<size_t>(i)].imag());
        }
      }
    });
  }
};
OPDK_CPU_KERNEL(DFT, DftCpuKernel);

}  // namespace

}  // namespace aicpu
