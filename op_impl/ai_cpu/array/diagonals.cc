// Diagonals of matrices.
#include <algorithm>
#include <complex>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Matrices [rows, columns], one after the other.
struct Matrices {
  int64_t rows = 0, columns = 0;
  int64_t At(int64_t matrix, int64_t row, int64_t column) const { return (matrix * rows + row) * columns + column; }
};

Matrices MatricesOf(const Tensor* tensor) {
  const std::vector<int64_t> dims = opdk::DimsOf(tensor);
  return {dims[dims.size() - 2], dims[dims.size() - 1]};
}

// Fills y with value(matrix, row, column).
template <typename T, typename Value>
uint32_t FillMatrices(const CpuKernelContext& ctx, const Matrices& matrices, const Value& value) {
  const auto y = opdk::Values<T>(ctx.Output(0));
  if (y.empty()) return opdk::kKernelOk;
  const int64_t rows = static_cast<int64_t>(y.size()) / matrices.columns;
  return opdk::ParallelRange(ctx, rows, matrices.columns, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; ++at) {
      for (int64_t column = 0; column < matrices.columns; ++column) {
        y[static_cast<size_t>(at * matrices.columns + column)] = value(at / matrices.rows, at % matrices.rows, column);
      }
    }
  });
}

// Makes square matrices with lists of x on their diagonal `diagonal`.
uint32_t MakeMatrices(const CpuKernelContext& ctx, int64_t length, int64_t diagonal) {
  const int64_t right = std::max<int64_t>(diagonal, 0), down = std::max<int64_t>(-diagonal, 0);
  const int64_t side = length + right + down;
  return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
    const auto x = opdk::Values<const T>(ctx.Input(0));
    return FillMatrices<T>(ctx, {side, side}, [&](int64_t matrix, int64_t row, int64_t column) {
      const bool on = row - down == column - right && row >= down && column >= right;
      return on ? x[static_cast<size_t>(matrix * length + row - down)] : T(0);
    });
  });
}

// Diagonals of matrices x, `length` elements of each.
uint32_t TakeDiagonals(const CpuKernelContext& ctx, const Matrices& from, int64_t length, int64_t diagonal) {
  const int64_t right = std::max<int64_t>(diagonal, 0), down = std::max<int64_t>(-diagonal, 0);
  return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
    const auto x = opdk::Values<const T>(ctx.Input(0));
    return FillMatrices<T>(ctx, {1, length}, [&](int64_t matrix, int64_t, int64_t i) {
      return x[static_cast<size_t>(from.At(matrix, down + i, right + i))];
    });
  });
}

class DiagCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return MakeMatrices(ctx, ctx.Input(0)->NumElements(), 0); }
};
OPDK_CPU_KERNEL(Diag, DiagCpuKernel);

class DiagPartCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const int64_t side = ctx.Output(0)->NumElements();
    return TakeDiagonals(ctx, {side, side}, side, 0);
  }
};
OPDK_CPU_KERNEL(DiagPart, DiagPartCpuKernel);

class DiagonalMatricesCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return MakeMatrices(ctx, opdk::DimsOf(ctx.Input(0)).back(), 0); }
};
OPDK_CPU_KERNEL(MatrixDiag, DiagonalMatricesCpuKernel);

class MatrixDiagonalsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return TakeDiagonals(ctx, MatricesOf(ctx.Input(0)), opdk::DimsOf(ctx.Output(0)).back(), 0);
  }
};
OPDK_CPU_KERNEL(MatrixDiagPart, MatrixDiagonalsCpuKernel);

class DiagV2CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const int64_t diagonal = opdk::IntAttr(ctx, "diagonal", 0);
    if (opdk::DimsOf(ctx.Output(0)).size() == 2) return MakeMatrices(ctx, ctx.Input(0)->NumElements(), diagonal);
    return TakeDiagonals(ctx, MatricesOf(ctx.Input(0)), ctx.Output(0)->NumElements(), diagonal);
  }
};
OPDK_CPU_KERNEL(DiagV2, DiagV2CpuKernel);

class OtherDiagonalsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Matrices matrices = MatricesOf(ctx.Input(0));
    const int64_t length = std::min(matrices.rows, matrices.columns);
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0)), diagonal = opdk::Values<const T>(ctx.Input(1));
      return FillMatrices<T>(ctx, matrices, [&](int64_t matrix, int64_t row, int64_t column) {
        return row == column ? diagonal[static_cast<size_t>(matrix * length + row)]
                             : x[static_cast<size_t>(matrices.At(matrix, row, column))];
      });
    });
  }
};
OPDK_CPU_KERNEL(MatrixSetDiag, OtherDiagonalsCpuKernel);

class MatrixBandPartCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Matrices matrices = MatricesOf(ctx.Input(0));
    const int64_t lower = opdk::IntValues(ctx.Input(1)).at(0), upper = opdk::IntValues(ctx.Input(2)).at(0);
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0));
      return FillMatrices<T>(ctx, matrices, [&](int64_t matrix, int64_t row, int64_t column) {
        const bool kept = (lower < 0 || row - column <= lower) && (upper < 0 || column - row <= upper);
        return kept ? x[static_cast<size_t>(matrices.At(matrix, row, column))] : T(0);
      });
    });
  }
};
OPDK_CPU_KERNEL(MatrixBandPart, MatrixBandPartCpuKernel);

class EyeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using AllTypes = opdk::Join<opdk::ArithmeticTypes, opdk::Types<bool>>;
    return opdk::Dispatch(AllTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      return FillMatrices<T>(ctx, MatricesOf(ctx.Output(0)),
                             [](int64_t, int64_t row, int64_t column) { return T(row == column ? 1 : 0); });
    });
  }
};
OPDK_CPU_KERNEL(Eye, EyeCpuKernel);

class TraceCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using AllTypes = opdk::Join<opdk::ArithmeticTypes, opdk::Types<bool>>;
    return opdk::Dispatch(AllTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using Sum = opdk::WideType<T>;
      // Integers are summed modulo 2^64, which is the same for signed integers.
      using Result = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
      const auto x = opdk::Values<const T>(ctx.Input(0));
      const Matrices matrix = MatricesOf(ctx.Input(0));
      Sum sum(0);
      for (int64_t i = 0; i < std::min(matrix.rows, matrix.columns); ++i) {
        sum += static_cast<Sum>(x[static_cast<size_t>(matrix.At(0, i, i))]);
      }
      *static_cast<Result*>(ctx.Output(0)->GetData()) = static_cast<Result>(sum);
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(Trace, TraceCpuKernel);

OPDK_CPU_KERNEL(DiagD, DiagCpuKernel);
OPDK_CPU_KERNEL(DiagPartD, DiagPartCpuKernel);
OPDK_CPU_KERNEL(DiagFlat, DiagV2CpuKernel);
OPDK_CPU_KERNEL(MatrixDiagD, DiagonalMatricesCpuKernel);
OPDK_CPU_KERNEL(MatrixDiagPartD, MatrixDiagonalsCpuKernel);
OPDK_CPU_KERNEL(MatrixSetDiagD, OtherDiagonalsCpuKernel);

}  // namespace

}  // namespace aicpu
