// Norms and square sums along axes, in float for the 16-bit floats.
#include <cmath>
#include <limits>

#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

// Returns the exponent of a norm. The ends of int32 stand for infinite exponents.
double NormExponent(const OpParams& op, bool real) {
  if (real) return static_cast<double>(op.Float("p"));
  const int64_t p = op.Int("p");
  if (p >= std::numeric_limits<int32_t>::max()) return std::numeric_limits<double>::infinity();
  if (p <= std::numeric_limits<int32_t>::min()) return -std::numeric_limits<double>::infinity();
  return static_cast<double>(p);
}

Tensor NormSum(const OpParams& op, const Tensor& x, double p) {
  Dims axes = op.ListInt("axes");
  if (axes.empty()) axes = AllAxes(x);
  const bool keep = op.Bool("keepdim");
  const Tensor size = vabs(x);
  if (std::isinf(p)) return p > 0 ? reduce_max(size, axes, keep) : reduce_min(size, axes, keep);
  if (p == 0) return reduce_sum(vsel(vcmp(size, 0, "eq"), broadcast(0, x.shape(), x.dtype()), 1), axes, keep);
  if (p == 1) return reduce_sum(size, axes, keep);
  if (p == 2) return reduce_sum(x * x, axes, keep);
  return reduce_sum(vpow(size, Param(p, x.dtype())), axes, keep);
}

Tensor NormRoot(const OpParams& op, const Tensor& sum, double p) {
  const Tensor least = FloatParam(op, "epsilon", sum);
  if (std::isinf(p) || p == 0 || p == 1) return vmax(sum, least);
  return vmax(p == 2 ? vsqrt(sum) : vpow(sum, Param(1 / p, sum.dtype())), least);
}

template <bool kReal>
std::vector<Tensor> LpNormCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const double p = NormExponent(op, kReal);
  return {cast_to(NormRoot(op, NormSum(op, Widen(x), p), p), x.dtype())};
}
template <bool kReal>
std::vector<Tensor> LpNormReduceCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {cast_to(NormSum(op, Widen(x), NormExponent(op, kReal)), x.dtype())};
}
template <bool kReal>
std::vector<Tensor> LpNormUpdateCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {cast_to(NormRoot(op, Widen(x), NormExponent(op, kReal)), x.dtype())};
}

std::vector<Tensor> EuclideanNormCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const bool real = x.dtype() == ge::DT_FLOAT || x.dtype() == ge::DT_FLOAT16 || x.dtype() == ge::DT_BF16;
  const Tensor wide = cast_to(x, real ? ge::DT_FLOAT : ge::DT_DOUBLE);
  const Dims axes = op.InputInts("axes");
  const Tensor sum = axes.empty() ? wide * wide : reduce_sum(wide * wide, axes, op.Bool("keep_dims"));
  return {cast_to(vsqrt(sum), x.dtype())};
}

Tensor SquaresAlong(const Tensor& x, Dims axes, bool keep) {
  const Tensor wide = Widen(x);
  if (axes.empty()) axes = AllAxes(x);
  return cast_to(reduce_sum(wide * wide, axes, keep), x.dtype());
}
std::vector<Tensor> SquareSumV1Compute(const OpParams& op) {
  return {SquaresAlong(op.Input("x"), op.ListInt("axis"), op.Bool("keep_dims"))};
}
std::vector<Tensor> SquareSumV2Compute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {SquaresAlong(x, op.ListInt("axis"), op.Bool("keep_dims")), x * x};
}
std::vector<Tensor> SquareSumAllCompute(const OpParams& op) {
  return {SquaresAlong(op.Input("x1"), {}, false), SquaresAlong(op.Input("x2"), {}, false)};
}

REGISTER_OP_COMPUTE(LpNorm, LpNormCompute<false>);
REGISTER_OP_COMPUTE(LpNormV2, LpNormCompute<true>);
REGISTER_OP_COMPUTE(LpNormReduce, LpNormReduceCompute<false>);
REGISTER_OP_COMPUTE(LpNormReduceV2, LpNormReduceCompute<true>);
REGISTER_OP_COMPUTE(LpNormUpdate, LpNormUpdateCompute<false>);
REGISTER_OP_COMPUTE(LpNormUpdateV2, LpNormUpdateCompute<true>);
REGISTER_OP_COMPUTE(EuclideanNorm, EuclideanNormCompute);
REGISTER_OP_COMPUTE(EuclideanNormD, EuclideanNormCompute);
REGISTER_OP_COMPUTE(SquareSumV1, SquareSumV1Compute);
REGISTER_OP_COMPUTE(SquareSumV2, SquareSumV2Compute);
REGISTER_OP_COMPUTE(SquareSumAll, SquareSumAllCompute);

}  // namespace
}  // namespace tbe
