#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/axis_rows.h"

namespace aicpu {
namespace {

const char* const kCumprod = "Cumprod";

class CumprodCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> axis = opdk::IntValues(ctx.Input(1));
    const auto rank = static_cast<int64_t>(ctx.Input(0)->GetTensorShape()->GetDims());
    // Shape inference checks a constant axis; this one may have been computed.
    if (axis.size() != 1 || axis[0] < -rank || axis[0] >= rank) {
      KERNEL_LOG_ERROR("Cumprod: axis %ld (%zu values) is outside a rank of %ld",
                       static_cast<long>(axis.empty() ? 0 : axis[0]), axis.size(), static_cast<long>(rank));
      return opdk::kKernelFailed;
    }
    const opdk::AxisRows rows(ctx.Input(0), axis[0]);
    const bool exclusive = opdk::BoolAttr(ctx, "exclusive", false);
    const bool reverse = opdk::BoolAttr(ctx, "reverse", false);
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      // Integers are multiplied as unsigned ones, which wrap around.
      using Factor = std::conditional_t<opdk::kIsFloating<T>, double, uint64_t>;
      const T* x = opdk::Values<const T>(ctx.Input(0)).data();
      T* y = opdk::Values<T>(ctx.Output(0)).data();
      return opdk::ParallelRange(ctx, rows.count(), rows.extent, [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          Factor product = 1;
          for (int64_t i = 0; i < rows.extent; ++i) {
            const int64_t at = rows.Offset(row) + (reverse ? rows.extent - 1 - i : i) * rows.inner;
            const Factor before = product;
            product *= static_cast<Factor>(x[at]);
            y[at] = static_cast<T>(exclusive ? before : product);
          }
        }
      });
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kCumprod, CumprodCpuKernel);

}  // namespace aicpu
