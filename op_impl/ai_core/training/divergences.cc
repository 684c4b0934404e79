// Losses of a distribution, in float for the 16-bit floats.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

Tensor DivergenceOf(const OpParams& op, const Tensor& losses) {
  const std::string reduction = op.String("reduction");
  if (reduction == "none") return losses;
  const Dims axes = AllAxes(losses);
  if (reduction == "mean") return reduce_mean(losses, axes);
  const Tensor sum = reduce_sum(losses, axes);
  return reduction == "sum" ? sum : sum / Extent(losses, 0, losses.dtype());
}

std::vector<Tensor> KLDivV2Compute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x")), target = Widen(op.Input("target"));
  const Tensor losses =
      op.Bool("log_target") ? vexp(target) * (target - x) : vsel(target > 0, target * (vlog(target) - x), 0);
  return {cast_to(DivergenceOf(op, losses), op.OutputDtype("y"))};
}

std::vector<Tensor> CosineSimilarityCompute(const OpParams& op) {
  const Tensor first = Widen(op.Input("input_x1")), second = Widen(op.Input("input_x2"));
  const Dims shape = BroadcastShapes(first.shape(), second.shape());
  const Tensor a = broadcast(first, shape), b = broadcast(second, shape), least = FloatParam(op, "eps", a);
  const Dims axis = {op.Int("dim")};
  const auto length = [&](const Tensor& x) { return vmax(vsqrt(reduce_sum(x * x, axis)), least); };
  return {cast_to(reduce_sum(a * b, axis) / (length(a) * length(b)), op.OutputDtype("output_y"))};
}

REGISTER_OP_COMPUTE(KLDivV2, KLDivV2Compute);
REGISTER_OP_COMPUTE(CosineSimilarity, CosineSimilarityCompute);

}  // namespace
}  // namespace tbe
