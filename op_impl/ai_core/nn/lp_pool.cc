// LpPool and GlobalLpPool: the root of sums of powers. A window's sum is its mean with padding times its size.
#include "op_impl/ai_core/common/window.h"

namespace tbe {
namespace {

Tensor PowerOf(const Tensor& x, double p) {
  if (p == 1) return vabs(x);
  return p == 2 ? x * x : vpow(vabs(x), Const(p, x.dtype()));
}

Tensor RootOf(const Tensor& sum, double p) {
  if (p == 1) return sum;
  return p == 2 ? vsqrt(sum) : vpow(sum, Const(1 / p, sum.dtype()));
}

std::vector<Tensor> LpPoolCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const auto p = static_cast<double>(op.Int("p"));
  const Window window = WindowOf(op, x, op.ListInt("kernel_shape"));
  double size = 1;
  for (const int64_t extent : window.kernel) size *= static_cast<double>(extent);
  return {RootOf(pooling(PowerOf(x, p), PoolOf(window, PoolMode::kAverageIncludePad)) * Const(size, x.dtype()), p)};
}

std::vector<Tensor> GlobalLpPoolCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const auto p = static_cast<double>(op.Float("p"));
  Dims axes;
  for (int64_t axis = 2; axis < x.rank(); ++axis) axes.push_back(axis);
  return {RootOf(reduce_sum(PowerOf(x, p), axes, true), p)};
}

REGISTER_OP_COMPUTE(LpPool, LpPoolCompute);
REGISTER_CHECK_SUPPORT(LpPool, CheckSpatialRank);
REGISTER_OP_COMPUTE(GlobalLpPool, GlobalLpPoolCompute);

}  // namespace
}  // namespace tbe
