#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/matmul/product.h"

namespace {

const char* const kGemm = "Gemm";
constexpr int64_t kRows = 32;

// y = alpha * product + beta * c over elements [begin, end); `product` begins with the first of them. Floats are rounded
// once.
template <typename T, typename Product>
void ScaleAndAdd(const opdk::BroadcastPlan& plan, const Product* product, const T* c, float alpha, float beta,
                 int64_t begin, int64_t end, T* y) {
  // Integers are scaled in double: exact below 2^53, where an alpha of 1 leaves them alone anyway.
  using Wide = std::conditional_t<std::is_integral_v<T>, double, Product>;
  plan.ForEachRun(begin, end, [&](const int64_t* from, int64_t first, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      const Product value = product[first - begin + i];
      const T add = c == nullptr ? T(0) : c[from[0] + i * plan.run_step(0)];
      if constexpr (std::is_integral_v<T>) {
        using Unsigned = std::make_unsigned_t<T>;
        const auto scale = [](T number, float by) {
          return by == 1.0F ? number : opdk::SafeCast<T>(static_cast<Wide>(number) * static_cast<Wide>(by));
        };
        const T scaled = scale(static_cast<T>(value), alpha);
        y[first + i] = static_cast<T>(static_cast<Unsigned>(scaled) + static_cast<Unsigned>(scale(add, beta)));
      } else {
        const Wide scaled = alpha == 1.0F ? value : value * static_cast<Wide>(alpha);
        y[first + i] =
            static_cast<T>(c == nullptr ? scaled : scaled + static_cast<Wide>(beta) * static_cast<Wide>(add));
      }
    }
  });
}

template <typename T>
uint32_t ComputeGemm(const aicpu::CpuKernelContext& ctx) {
  const auto a_dims = opdk::DimsOf(ctx.Input(0));
  const auto b_dims = opdk::DimsOf(ctx.Input(1));
  const auto y_dims = opdk::DimsOf(ctx.Output(0));
  const opdk::MatrixView<T> a{opdk::Values<const T>(ctx.Input(0)).data(), a_dims[0], a_dims[1],
                              opdk::IntAttr(ctx, "transA", 0) != 0};
  const opdk::MatrixView<T> b{opdk::Values<const T>(ctx.Input(1)).data(), b_dims[0], b_dims[1],
                              opdk::IntAttr(ctx, "transB", 0) != 0};
  const int64_t m = y_dims[0];
  const int64_t n = y_dims[1];
  const int64_t k = a.transposed ? a.rows : a.columns;
  const auto c = opdk::Values<const T>(ctx.Input(2));
  const auto c_dims = c.empty() ? std::vector<int64_t>{1} : opdk::DimsOf(ctx.Input(2));
  const opdk::BroadcastPlan plan({c_dims}, y_dims);
  const float alpha = opdk::FloatAttr(ctx, "alpha", 1.0F);
  const float beta = opdk::FloatAttr(ctx, "beta", 1.0F);
  T* y = opdk::Values<T>(ctx.Output(0)).data();
  const int64_t pieces = n == 0 ? 0 : (m + kRows - 1) / kRows;
  return opdk::ParallelRange(ctx, pieces, std::min(kRows, m) * n * (k + 1), [&](int64_t begin, int64_t end) {
    for (int64_t piece = begin; piece < end; ++piece) {
      const int64_t first = piece * kRows;
      const int64_t last = std::min(m, first + kRows);
      const auto product = opdk::ProductRows(a, b, first, last);
      ScaleAndAdd(plan, product.data(), c.empty() ? nullptr : c.data(), alpha, beta, first * n, last * n, y);
    }
  });
}

}  // namespace

namespace aicpu {

class GemmCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ProductTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return ComputeGemm<T>(ctx); });
  }
};

REGISTER_CPU_KERNEL(kGemm, GemmCpuKernel);

}  // namespace aicpu
