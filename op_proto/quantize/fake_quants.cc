#include "op_proto/quantize/fake_quants.h"

#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

graphStatus CheckBits(const Operator& op) {
  const int64_t bits = opdk::IntAttr(op, "num_bits");
  if (bits >= 2 && bits <= 16) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "num_bits is " + std::to_string(bits) + ", it must be 2 to 16");
}

// Sets a float output of x's shape; with `gradient` the input gradients must have that shape, too.
graphStatus InferQuantized(Operator& op, bool gradient, const char* output) {
  opdk::Dims x = opdk::InputDims(op, "x");
  if (gradient) {
    const opdk::Dims gradients = opdk::InputDims(op, "gradients");
    const auto both = opdk::MergeDims(x, gradients);
    if (!both) {
      return opdk::ReportInferError(
          op, "gradients " + opdk::ShapeText(gradients) + " have not the shape of x, " + opdk::ShapeText(x));
    }
    x = *both;
  }
  return opdk::SetOutput(op, output, x, DT_FLOAT);
}

// Checks that min and max have the shape `wanted`.
graphStatus CheckEnds(const Operator& op, const opdk::Dims& wanted) {
  for (const char* end : {"min", "max"}) {
    const opdk::Dims dims = opdk::InputDims(op, end);
    const bool fits = wanted.empty()
                          ? opdk::IsUnknownRank(dims) || opdk::ExtentProduct(dims) == 1 || opdk::ExtentProduct(dims) < 0
                          : opdk::MergeDims(dims, wanted).has_value();
    if (fits) continue;
    return opdk::ReportInferError(
        op, std::string(end) + " has shape " + opdk::ShapeText(dims) + ", it must be " + opdk::ShapeText(wanted));
  }
  return GRAPH_SUCCESS;
}

graphStatus InferOfEnds(Operator& op, const opdk::Dims& wanted, bool gradient) {
  if (CheckEnds(op, wanted) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (!gradient) return InferQuantized(op, false, "y");
  for (const char* output : {"backprops_wrt_min", "backprops_wrt_max"}) {
    if (opdk::SetOutput(op, output, wanted, DT_FLOAT) != GRAPH_SUCCESS) return GRAPH_FAILED;
  }
  return InferQuantized(op, true, "backprops_wrt_x");
}

graphStatus InferPerChannel(Operator& op, bool gradient) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && x.empty()) return opdk::ReportInferError(op, "x is a scalar, it has no channels");
  return InferOfEnds(op, {opdk::IsUnknownRank(x) ? UNKNOWN_DIM : x.back()}, gradient);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(FakeQuantArgsInfer) { return InferQuantized(op, false, "y"); }
IMPLEMT_COMMON_INFERFUNC(FakeQuantArgsGradientInfer) { return InferQuantized(op, true, "y"); }
IMPLEMT_COMMON_INFERFUNC(FakeQuantVarsInfer) { return InferOfEnds(op, {}, false); }
IMPLEMT_COMMON_INFERFUNC(FakeQuantVarsGradientInfer) { return InferOfEnds(op, {}, true); }
IMPLEMT_COMMON_INFERFUNC(FakeQuantChannelInfer) { return InferPerChannel(op, false); }
IMPLEMT_COMMON_INFERFUNC(FakeQuantChannelGradientInfer) { return InferPerChannel(op, true); }

COMMON_INFER_FUNC_REG(FakeQuantWithMinMaxArgs, FakeQuantArgsInfer);
VERIFY_FUNC_REG(FakeQuantWithMinMaxArgs, CheckBits);
COMMON_INFER_FUNC_REG(FakeQuantWithMinMaxArgsGradient, FakeQuantArgsGradientInfer);
VERIFY_FUNC_REG(FakeQuantWithMinMaxArgsGradient, CheckBits);
COMMON_INFER_FUNC_REG(FakeQuantWithMinMaxVars, FakeQuantVarsInfer);
VERIFY_FUNC_REG(FakeQuantWithMinMaxVars, CheckBits);
COMMON_INFER_FUNC_REG(FakeQuantWithMinMaxVarsGradient, FakeQuantVarsGradientInfer);
VERIFY_FUNC_REG(FakeQuantWithMinMaxVarsGradient, CheckBits);
COMMON_INFER_FUNC_REG(FakeQuantWithMinMaxVarsPerChannel, FakeQuantChannelInfer);
VERIFY_FUNC_REG(FakeQuantWithMinMaxVarsPerChannel, CheckBits);
COMMON_INFER_FUNC_REG(FakeQuantWithMinMaxVarsPerChannelGradient, FakeQuantChannelGradientInfer);
VERIFY_FUNC_REG(FakeQuantWithMinMaxVarsPerChannelGradient, CheckBits);

}  // namespace ge
