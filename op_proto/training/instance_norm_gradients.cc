#include "op_proto/training/instance_norm_gradients.h"

#include <initializer_list>
#include <string>

#include "opdk/infer.h"

namespace ge {

namespace {

// Returns the shape of the statistics of x's instances, which `ports` must have; reports ports with another shape.
std::optional<opdk::Dims> InstanceStatistics(const Operator& op, std::initializer_list<const char*> ports) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::SharedShape(op, "x", "dy")) return std::nullopt;
  opdk::Dims merged = opdk::kUnknownRank;
  for (const char* port : ports) {
    const opdk::Dims dims = opdk::InputDims(op, port);
    const auto joined = opdk::MergeDims(merged, dims);
    const bool known = !opdk::IsUnknownRank(x) && !opdk::IsUnknownRank(dims);
    bool fits = joined && (!known || x.size() == dims.size());
    for (size_t i = 0; fits && known && i < x.size(); ++i) {
      fits = dims[i] < 0 || x[i] < 0 || dims[i] == 1 || dims[i] == x[i];
    }
    if (!fits) {
      opdk::ReportInferError(op, std::string(port) + " " + opdk::ShapeText(dims) + " is not the shape of x, " +
                                     opdk::ShapeText(x) + ", with 1 for each axis that was averaged over");
      return std::nullopt;
    }
    merged = *joined;
  }
  return merged;
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(INTrainingUpdateGradInfer) {
  const auto statistics = InstanceStatistics(op, {"variance", "mean"});
  if (!statistics || opdk::SetOutput(op, "res_gamma", *statistics, DT_FLOAT) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "res_beta", *statistics, DT_FLOAT);
}
static graphStatus INTrainingUpdateGradVerify(const Operator& op) { return opdk::CheckSameType(op, {"dy", "x"}); }
COMMON_INFER_FUNC_REG(INTrainingUpdateGrad, INTrainingUpdateGradInfer);
VERIFY_FUNC_REG(INTrainingUpdateGrad, INTrainingUpdateGradVerify);

IMPLEMT_COMMON_INFERFUNC(INTrainingUpdateGradGammaBetaInfer) {
  auto dims = opdk::SharedShape(op, "res_gamma", "res_beta");
  if (!dims) return GRAPH_FAILED;
  if (!opdk::IsUnknownRank(*dims) && !dims->empty()) (*dims)[0] = 1;
  if (opdk::SetOutput(op, "pd_gamma", *dims, DT_FLOAT) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "pd_beta", *dims, DT_FLOAT);
}
COMMON_INFER_FUNC_REG(INTrainingUpdateGradGammaBeta, INTrainingUpdateGradGammaBetaInfer);

IMPLEMT_COMMON_INFERFUNC(INTrainingReduceGradInfer) {
  if (!InstanceStatistics(op, {"variance", "mean", "res_gamma", "res_beta"})) return GRAPH_FAILED;
  const opdk::Dims x = opdk::InputDims(op, "x"), gamma = opdk::InputDims(op, "gamma");
  if (!opdk::BroadcastsTo(gamma, x)) {
    return opdk::ReportInferError(
        op, "gamma " + opdk::ShapeText(gamma) + " can't be broadcast to x, " + opdk::ShapeText(x));
  }
  return opdk::InferLike(op, "x", "pd_x");
}
static graphStatus INTrainingReduceGradVerify(const Operator& op) { return opdk::CheckSameType(op, {"dy", "x"}); }
COMMON_INFER_FUNC_REG(INTrainingReduceGrad, INTrainingReduceGradInfer);
VERIFY_FUNC_REG(INTrainingReduceGrad, INTrainingReduceGradVerify);

}  // namespace ge
