// TransData between NCHW and NC1HWC0.
#include <numeric>

#include "op_impl/ai_cpu/common/tensor.h"

namespace {

// [N, C1, S, C0] beside [N, C, S].
struct Extents {
  int64_t n, c, c1, s, c0;
};

template <typename T>
void Convert(const aicpu::CpuKernelContext& ctx, const Extents& e, const T* x, T* y, bool to_blocks) {
  (void)opdk::ParallelRange(ctx, e.n * e.c1, e.s * e.c0, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      const int64_t image = block / e.c1, first = block % e.c1 * e.c0;
      for (int64_t i = 0; i < e.s * e.c0; ++i) {
        const int64_t channel = first + i % e.c0;
        const int64_t stored = block * e.s * e.c0 + i, plain = (image * e.c + channel) * e.s + i / e.c0;
        if (to_blocks) {
          y[stored] = channel < e.c ? x[plain] : T{};
        } else if (channel < e.c) {
          y[plain] = x[stored];
        }
      }
    }
  });
}

}  // namespace

namespace aicpu {

class TransDataCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto x = opdk::DimsOf(ctx.Input(0)), y = opdk::DimsOf(ctx.Output(0));
    const bool to_blocks = y.size() > x.size();
    const auto &plain = to_blocks ? x : y, &stored = to_blocks ? y : x;
    const int64_t spatial = std::accumulate(plain.begin() + 2, plain.end(), int64_t{1}, std::multiplies<>());
    const Extents extents{plain[0], plain[1], stored[1], spatial, stored.back()};
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      Convert(ctx, extents, opdk::Values<const T>(ctx.Input(0)).data(), opdk::Values<T>(ctx.Output(0)).data(),
              to_blocks);
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(TransData, TransDataCpuKernel);

}  // namespace aicpu
