// Neighbouring diagonals of matrices, taken out and put in.
#include <algorithm>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Diagonals `lower` to `upper` of matrices, each of `longest` elements with padding.
struct Band {
  Band(const CpuKernelContext& ctx, const Tensor* k, const Tensor* matrices, const Tensor* diagonals) {
    const std::vector<int64_t> numbers = opdk::IntValues(k), dims = opdk::DimsOf(matrices);
    lower = numbers.front();
    upper = numbers.back();
    rows = dims[dims.size() - 2];
    columns = dims.back();
    batches = opdk::Product(std::span(dims).first(dims.size() - 2));
    longest = opdk::DimsOf(diagonals).back();
    const std::string align = opdk::StringAttr(ctx, "align", "LEFT_LEFT");
    left_above = align.starts_with("LEFT");
    left_below = align.ends_with("LEFT");
  }

  int64_t Length(int64_t diagonal) const {
    return std::min(rows + std::min<int64_t>(diagonal, 0), columns - std::max<int64_t>(diagonal, 0));
  }
  // Returns the number of elements of padding before the diagonal's first element.
  int64_t Shift(int64_t diagonal) const {
    const bool left = (diagonal >= 0 && left_above) || (diagonal <= 0 && left_below);
    return left ? 0 : longest - Length(diagonal);
  }

  int64_t lower = 0, upper = 0, rows = 0, columns = 0, batches = 0, longest = 0;
  bool left_above = true, left_below = true;
};

class MatrixDiagPartCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Band band(ctx, ctx.Input(1), ctx.Input(0), ctx.Output(0));
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const T* x = opdk::Values<const T>(ctx.Input(0)).data();
      const T padding = opdk::Values<const T>(ctx.Input(2))[0];
      T* y = opdk::Values<T>(ctx.Output(0)).data();
      for (int64_t batch = 0; batch < band.batches; ++batch, x += band.rows * band.columns) {
        for (int64_t diagonal = band.upper; diagonal >= band.lower; --diagonal) {
          for (int64_t i = 0; i < band.longest; ++i) {
            const int64_t at = i - band.Shift(diagonal);
            const int64_t row = at + std::max<int64_t>(-diagonal, 0), column = at + std::max<int64_t>(diagonal, 0);
            *y++ = at >= 0 && at < band.Length(diagonal) ? x[row * band.columns + column] : padding;
          }
        }
      }
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(MatrixDiagPartV2, MatrixDiagPartCpuKernel);
OPDK_CPU_KERNEL(MatrixDiagPartV3, MatrixDiagPartCpuKernel);

// Puts the diagonals into the matrices that y holds.
template <typename T>
void PutDiagonals(const Band& band, const T* diagonals, T* y) {
  for (int64_t batch = 0; batch < band.batches; ++batch, y += band.rows * band.columns) {
    for (int64_t diagonal = band.upper; diagonal >= band.lower; --diagonal, diagonals += band.longest) {
      for (int64_t i = 0; i < band.Length(diagonal); ++i) {
        const int64_t row = i + std::max<int64_t>(-diagonal, 0), column = i + std::max<int64_t>(diagonal, 0);
        y[row * band.columns + column] = diagonals[i + band.Shift(diagonal)];
      }
    }
  }
}

class MatrixDiagCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Band band(ctx, ctx.Input(1), ctx.Output(0), ctx.Input(0));
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto y = opdk::Values<T>(ctx.Output(0));
      std::fill(y.begin(), y.end(), opdk::Values<const T>(ctx.Input(4))[0]);
      if (band.longest > 0) PutDiagonals(band, opdk::Values<const T>(ctx.Input(0)).data(), y.data());
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(MatrixDiagV2, MatrixDiagCpuKernel);
OPDK_CPU_KERNEL(MatrixDiagV3, MatrixDiagCpuKernel);

class MatrixSetDiagCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Band band(ctx, ctx.Input(2), ctx.Input(0), ctx.Input(1));
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0));
      const auto y = opdk::Values<T>(ctx.Output(0));
      std::copy(x.begin(), x.end(), y.begin());
      if (band.longest > 0) PutDiagonals(band, opdk::Values<const T>(ctx.Input(1)).data(), y.data());
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(MatrixSetDiagV2, MatrixSetDiagCpuKernel);
OPDK_CPU_KERNEL(MatrixSetDiagV3, MatrixSetDiagCpuKernel);

}  // namespace

}  // namespace aicpu
