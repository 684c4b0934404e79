#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <complex>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/converted.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/math/elimination.h"

namespace aicpu {
namespace {

double Determinant(const Eigen::MatrixXd& matrix) { return matrix.determinant(); }

// Computes the determinant. Powers of two are kept apart, because the product of the factors may overflow where the
// result doesn't.
std::complex<double> Determinant(const Eigen::MatrixXcd& matrix) {
  using Complex = std::complex<double>;
  const int64_t extent = matrix.rows();
  opdk::Elimination<Complex> rows(extent, extent);
  for (int64_t row = 0; row < extent; ++row) {
    for (int64_t column = 0; column < extent; ++column) rows.Row(row)[column] = matrix(row, column);
  }
  Complex product = 1;
  int power = 0;
  for (int64_t pivot = 0; pivot < extent; ++pivot) {
    if (rows.BringPivot(pivot)) product = -product;
    const Complex factor = rows.Row(pivot)[pivot];
    for (int64_t row = pivot + 1; row < extent; ++row) {
      const Complex number = rows.Row(row)[pivot];
      rows.Subtract(row, pivot, factor == Complex(0) ? number : opdk::Quotient(number, factor), pivot + 1);
    }
    product = opdk::Product(product, factor);
    const double largest = std::max(std::abs(product.real()), std::abs(product.imag()));
    if (!std::isfinite(largest) || largest == 0) continue;
    const int by = std::ilogb(largest);
    product = {std::ldexp(product.real(), -by), std::ldexp(product.imag(), -by)};
    power += by;
  }
  return {std::ldexp(product.real(), power), std::ldexp(product.imag(), power)};
}

class MatrixDeterminantCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::ScalarTypes(), ctx.Input(0)->GetDataType(), [&]<typename C>() {
      using Wide = opdk::WideType<C>;
      const int64_t extent = opdk::DimsOf(ctx.Input(0)).back();
      const opdk::ConvertedInput<C> x(ctx.Input(0));
      const opdk::ConvertedOutput<C> y(ctx.Output(0));
      const int64_t count = ctx.Output(0)->NumElements();
      return opdk::ParallelRange(ctx, count, extent * extent * extent, [&](int64_t begin, int64_t end) {
        Eigen::Matrix<Wide, Eigen::Dynamic, Eigen::Dynamic> matrix(extent, extent);
        opdk::ConvertedBlock<C> block;
        for (int64_t i = begin; i < end; ++i) {
          for (int64_t place = 0; place < extent * extent; ++place) {
            matrix(place / extent, place % extent) = static_cast<Wide>(x.At(i * extent * extent + place));
          }
          C* const to = y.Place(i, block);
          *to = static_cast<C>(extent == 0 ? Wide(1) : Determinant(matrix));
          y.Write(i, 1, to);
        }
      });
    });
  }
};
OPDK_CPU_KERNEL(MatrixDeterminant, MatrixDeterminantCpuKernel);

}  // namespace

}  // namespace aicpu
