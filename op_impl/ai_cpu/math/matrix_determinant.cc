#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <complex>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/complex.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

double Determinant(const Eigen::MatrixXd& matrix) { return matrix.determinant(); }

// Computes the determinant. Powers of two are kept apart, because the product of the factors may overflow where the
// result doesn't.
std::complex<double> Determinant(const Eigen::MatrixXcd& matrix) {
  const Eigen::PartialPivLU<Eigen::MatrixXcd> lu(matrix);
  std::complex<double> product(static_cast<double>(lu.permutationP().determinant()));
  int power = 0;
  for (const std::complex<double>& factor : lu.matrixLU().diagonal()) {
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
    return opdk::Dispatch(opdk::ScalarTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      using Wide = opdk::WideType<T>;
      const int64_t extent = opdk::DimsOf(ctx.Input(0)).back();
      const T* x = opdk::Values<const T>(ctx.Input(0)).data();
      const auto y = opdk::Values<T>(ctx.Output(0));
      return opdk::ParallelRange(
          ctx, static_cast<int64_t>(y.size()), extent * extent * extent, [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i) {
              const Eigen::Map<const Matrix> matrix(x + i * extent * extent, extent, extent);
              const Eigen::Matrix<Wide, Eigen::Dynamic, Eigen::Dynamic> wide = matrix.template cast<Wide>();
              y[static_cast<size_t>(i)] = static_cast<T>(extent == 0 ? Wide(1) : Determinant(wide));
            }
          });
    });
  }
};
OPDK_CPU_KERNEL(MatrixDeterminant, MatrixDeterminantCpuKernel);

}  // namespace

}  // namespace aicpu
