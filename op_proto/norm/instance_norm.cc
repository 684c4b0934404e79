#include "op_proto/norm/instance_norm.h"

#include <string>

#include "op_proto/norm/channels.h"

namespace ge {

static bool ChannelsAreLast(const std::string& format) { return format == "NHWC" || format == "NDHWC"; }

IMPLEMT_INFERFUNC(InstanceNorm, InstanceNormInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const bool last = ChannelsAreLast(opdk::StringAttr(op, "data_format"));
  if (!opdk::IsUnknownRank(x) && x.size() < 3) {
    return opdk::ReportInferError(
        op, "x has shape " + opdk::ShapeText(x) + ", it must be " + (last ? "[N, D1, ..., C]" : "[N, C, D1, ...]"));
  }
  opdk::Dims channels = {UNKNOWN_DIM};
  if (!opdk::IsUnknownRank(x)) channels[0] = last ? x.back() : x[1];
  if (!MergeChannels(op, x, {"gamma", "beta"}, channels)) return GRAPH_FAILED;
  opdk::Dims statistics = x;
  if (!opdk::IsUnknownRank(x)) {
    const size_t first = last ? 1 : 2, end = last ? x.size() - 1 : x.size();
    for (size_t i = first; i < end; ++i) statistics[i] = 1;
  }
  const DataType dtype = opdk::InputType(op, "x");
  if (opdk::InferLike(op, "x", "y") != GRAPH_SUCCESS ||
      opdk::SetOutput(op, "mean", statistics, dtype) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "variance", statistics, dtype);
}

IMPLEMT_VERIFIER(InstanceNorm, InstanceNormVerify) {
  const std::string format = opdk::StringAttr(op, "data_format");
  if (!ChannelsAreLast(format) && format != "NCHW" && format != "NCDHW") {
    return opdk::ReportInferError(op, "data_format '" + format + "' is none of NHWC, NCHW, NDHWC, NCDHW");
  }
  return opdk::CheckSameType(op, {"x", "gamma", "beta"});
}

INFER_FUNC_REG(InstanceNorm, InstanceNormInferShape);
VERIFY_FUNC_REG(InstanceNorm, InstanceNormVerify);

}  // namespace ge
