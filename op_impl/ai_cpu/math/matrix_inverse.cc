#include <algorithm>
#include <atomic>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/converted.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/math/elimination.h"

namespace aicpu {
namespace {

// Makes the unit matrix of a square matrix on the left, so that the unit matrix on the right becomes the inverse.
// Returns false where the matrix is singular: all numbers that may be a pivot are 0. Not inlined, so that float and
// double share it.
template <typename Wide>
[[gnu::noinline]] bool Invert(opdk::Elimination<Wide>& rows, int64_t extent) {
  for (int64_t pivot = 0; pivot < extent; ++pivot) {
    rows.BringPivot(pivot);
    const Wide divisor = rows.Row(pivot)[pivot];
    if (divisor == Wide(0)) return false;
    // Divides by the number itself, not by its reciprocal: a matrix of small integers that is singular leaves a pivot
    // of 0.
    std::for_each_n(rows.Row(pivot), 2 * extent, [&](Wide& each) { each /= divisor; });
    for (int64_t row = 0; row < extent; ++row) {
      const Wide factor = rows.Row(row)[pivot];
      if (row != pivot && factor != Wide(0)) rows.Subtract(row, pivot, factor, 0);
    }
  }
  return true;
}

template <typename Wide>
[[gnu::noinline]] bool IsFinite(const std::vector<Wide>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](const Wide& each) { return std::isfinite(std::real(each)) && std::isfinite(std::imag(each)); });
}

// Inverts in double. y is also right where a pivot of the narrower type would be lost. A matrix that holds NaN or
// infinity has a result of NaN.
class MatrixInverseCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
    const int64_t extent = dims.back(), count = opdk::Product(std::span(dims).first(dims.size() - 2));
    if (extent == 0) return opdk::kKernelOk;
    std::atomic<int64_t> singular{-1};
    const uint32_t status = opdk::DispatchArithmetic(
        opdk::Types<float, double, std::complex<float>, std::complex<double>>(), ctx.Input(0)->GetDataType(),
        [&]<typename T>() { return InvertAll<T>(ctx, count, extent, singular); });
    if (singular < 0) return status;
    KERNEL_LOG_ERROR("MatrixInverse: matrix %lld of input x is singular, it has no inverse",
                     static_cast<long long>(singular.load()));
    return opdk::kKernelFailed;
  }

 private:
  template <typename T>
  static uint32_t InvertAll(const CpuKernelContext& ctx, int64_t count, int64_t extent,
                            std::atomic<int64_t>& singular) {
    using Wide = opdk::WideType<T>;
    const bool adjoint = opdk::BoolAttr(ctx, "adjoint", false);
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    return opdk::ParallelRange(ctx, count, extent * extent * extent, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        opdk::Elimination<Wide> rows(extent, 2 * extent);
        for (int64_t row = 0; row < extent; ++row) {
          std::copy_n(x + (i * extent + row) * extent, extent, rows.Row(row));
          rows.Row(row)[extent + row] = Wide(1);
        }
        if (!IsFinite(rows.numbers())) {
          std::fill_n(y + i * extent * extent, extent * extent, T(std::numeric_limits<double>::quiet_NaN()));
          continue;
        }
        if (!Invert(rows, extent)) {
          // The first one, whichever thread comes first.
          int64_t seen = singular;
          while ((seen < 0 || i < seen) && !singular.compare_exchange_weak(seen, i)) {
          }
          continue;
        }
        for (int64_t row = 0; row < extent; ++row) {
          for (int64_t column = 0; column < extent; ++column) {
            const Wide number = rows.Row(adjoint ? column : row)[extent + (adjoint ? row : column)];
            y[(i * extent + row) * extent + column] = static_cast<T>(adjoint ? opdk::Conjugate(number) : number);
          }
        }
      }
    });
  }
};
OPDK_CPU_KERNEL(MatrixInverse, MatrixInverseCpuKernel);

}  // namespace

}  // namespace aicpu
