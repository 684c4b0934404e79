#include <Eigen/LU>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

const char* const kMatrixDeterminant = "MatrixDeterminant";

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
              y[static_cast<size_t>(i)] =
                  static_cast<T>(extent == 0 ? Wide(1) : matrix.template cast<Wide>().eval().determinant());
            }
          });
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kMatrixDeterminant, MatrixDeterminantCpuKernel);

}  // namespace aicpu
