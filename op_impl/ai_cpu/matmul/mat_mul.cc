// MatMul and BatchMatMul.
#include <utility>

#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/matmul/product.h"

namespace {

const char* const kMatMul = "MatMul";
const char* const kBatchMatMul = "BatchMatMul";

// Rows of a product that one piece of work computes, when there are more.
constexpr int64_t kRows = 32;

template <typename T>
uint32_t Multiply(const aicpu::CpuKernelContext& ctx, bool transpose_x1, bool transpose_x2) {
  auto a_dims = opdk::DimsOf(ctx.Input(0));
  auto b_dims = opdk::DimsOf(ctx.Input(1));
  // numpy.matmul: a vector is a row on the left and a column on the right.
  if (a_dims.size() == 1) a_dims.insert(a_dims.begin(), 1);
  if (b_dims.size() == 1) b_dims.push_back(1);
  const opdk::MatrixView<T> a{nullptr, a_dims[a_dims.size() - 2], a_dims.back(), transpose_x1};
  const opdk::MatrixView<T> b{nullptr, b_dims[b_dims.size() - 2], b_dims.back(), transpose_x2};
  const int64_t m = a.transposed ? a.columns : a.rows;
  const int64_t k = a.transposed ? a.rows : a.columns;
  const int64_t n = b.transposed ? b.rows : b.columns;
  a_dims.resize(a_dims.size() - 2);
  b_dims.resize(b_dims.size() - 2);
  std::vector<int64_t> batch(std::max(a_dims.size(), b_dims.size()), 1);
  for (const auto* dims : {&a_dims, &b_dims}) {
    for (size_t i = 0; i < dims->size(); ++i) {
      int64_t& extent = batch[batch.size() - dims->size() + i];
      if (extent == 1) extent = (*dims)[i];
    }
  }
  const auto x1 = opdk::Values<const T>(ctx.Input(0));
  const auto x2 = opdk::Values<const T>(ctx.Input(1));
  const auto y = opdk::Values<T>(ctx.Output(0));
  if (y.empty()) return opdk::kKernelOk;

  std::vector<std::pair<int64_t, int64_t>> offsets;  // of each product's matrices, in matrices
  const opdk::BroadcastPlan plan({a_dims, b_dims}, batch);
  plan.ForEachRun(0, plan.total(), [&](const int64_t* from, int64_t, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
      offsets.emplace_back(from[0] + i * plan.run_step(0), from[1] + i * plan.run_step(1));
  });

  const int64_t pieces = (m + kRows - 1) / kRows;
  const int64_t units = static_cast<int64_t>(offsets.size()) * pieces;
  return opdk::ParallelRange(ctx, units, std::min(kRows, m) * n * k, [&](int64_t begin, int64_t end) {
    for (int64_t unit = begin; unit < end; ++unit) {
      const auto& [a_at, b_at] = offsets[static_cast<size_t>(unit / pieces)];
      opdk::MatrixView<T> left = a;
      opdk::MatrixView<T> right = b;
      left.data = x1.data() + a_at * m * k;
      right.data = x2.data() + b_at * k * n;
      const int64_t first = unit % pieces * kRows;
      opdk::MultiplyRows(left, right, first, std::min(m, first + kRows), y.data() + unit / pieces * m * n);
    }
  });
}

}  // namespace

namespace aicpu {

class MatMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ProductTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Multiply<T>(ctx, false, false); });
  }
};

class BatchMatMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ProductTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return Multiply<T>(ctx, opdk::BoolAttr(ctx, "adj_x1", false), opdk::BoolAttr(ctx, "adj_x2", false));
    });
  }
};

REGISTER_CPU_KERNEL(kMatMul, MatMulCpuKernel);
REGISTER_CPU_KERNEL(kBatchMatMul, BatchMatMulCpuKernel);

}  // namespace aicpu
