#include "op_proto/indexing/one_hot.h"

#include <string>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(OneHotInfer) {
  if (opdk::CheckOneNumber(op, {"depth", "on_value", "off_value"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const DataType type = opdk::InputType(op, "on_value");
  const auto depth = opdk::ConstInt(op, "depth");
  if (depth && *depth < 0) return opdk::ReportInferError(op, "depth is " + std::to_string(*depth));
  opdk::Dims y = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(y)) return opdk::SetOutput(op, "y", y, type);
  const int64_t axis = opdk::IntAttr(op, "axis");
  const auto place = opdk::NormalizeAxis(axis, static_cast<int64_t>(y.size()) + 1);
  if (!place) {
    return opdk::ReportInferError(op, "axis " + std::to_string(axis) + " is outside of the output, whose rank is " +
                                          std::to_string(y.size() + 1));
  }
  y.insert(y.begin() + *place, depth.value_or(UNKNOWN_DIM));
  return opdk::SetOutput(op, "y", y, type);
}

static graphStatus OneHotVerify(const Operator& op) { return opdk::CheckSameType(op, {"on_value", "off_value"}); }

COMMON_INFER_FUNC_REG(OneHot, OneHotInfer);
COMMON_INFER_FUNC_REG(OneHotD, OneHotInfer);
VERIFY_FUNC_REG(OneHot, OneHotVerify);
VERIFY_FUNC_REG(OneHotD, OneHotVerify);

}  // namespace ge
