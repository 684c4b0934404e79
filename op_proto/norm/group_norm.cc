#include "op_proto/norm/group_norm.h"

#include <cstdint>
#include <limits>
#include <string>

#include "op_proto/norm/channels.h"

namespace ge {

IMPLEMT_INFERFUNC(GroupNorm, GroupNormInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const int64_t groups = opdk::IntAttr(op, "num_groups");
  opdk::Dims channels = {UNKNOWN_DIM};
  int64_t instances = UNKNOWN_DIM;
  if (!opdk::IsUnknownRank(x)) {
    if (x.size() < 2)
      return opdk::ReportInferError(op, "x has shape " + opdk::ShapeText(x) + ", it must have channels");
    channels[0] = opdk::StringAttr(op, "data_format") == "NHWC" ? x.back() : x[1];
    instances = x[0];
  }
  if (!MergeChannels(op, x, {"gamma", "beta"}, channels)) return GRAPH_FAILED;
  if (channels[0] >= 0 && (channels[0] == 0 || channels[0] % groups != 0)) {
    return opdk::ReportInferError(
        op, std::to_string(channels[0]) + " channels are not " + std::to_string(groups) + " groups of the same size");
  }
  const opdk::Dims statistics = {instances < 0 ? UNKNOWN_DIM : instances * groups};
  if (opdk::InferLike(op, "x", "y") != GRAPH_SUCCESS ||
      opdk::SetOutput(op, "mean", statistics, opdk::InputType(op, "x")) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "variance", statistics, opdk::InputType(op, "x"));
}

IMPLEMT_VERIFIER(GroupNorm, GroupNormVerify) {
  const int64_t groups = opdk::IntAttr(op, "num_groups");
  if (groups < 1 || groups > std::numeric_limits<int32_t>::max()) {
    return opdk::ReportInferError(op, "num_groups is " + std::to_string(groups));
  }
  const std::string format = opdk::StringAttr(op, "data_format");
  if (format != "NHWC" && format != "NCHW") {
    return opdk::ReportInferError(op, "data_format '" + format + "' is neither NHWC nor NCHW");
  }
  return opdk::CheckSameType(op, {"x", "gamma", "beta"});
}

INFER_FUNC_REG(GroupNorm, GroupNormInferShape);
VERIFY_FUNC_REG(GroupNorm, GroupNormVerify);

}  // namespace ge
