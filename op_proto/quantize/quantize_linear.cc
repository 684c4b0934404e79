#include "op_proto/quantize/quantize_linear.h"

#include <string>

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;
using opdk::ShapeText;

namespace {

// "" or why `numbers` is neither one number nor one for each index of x's axis.
std::string CheckAlongAxis(const Operator& op, const char* numbers) {
  const Dims dims = opdk::InputDims(op, numbers), x = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(dims) || opdk::IsUnknownRank(x) || dims.empty()) return "";
  const std::string what = std::string(numbers) + " " + ShapeText(dims);
  if (dims.size() != 1) return what + " is neither one number nor a list";
  if (dims[0] < 0 || dims[0] == 1) return "";
  int64_t axis = opdk::IntAttr(op, "axis");
  if (axis < 0) axis += static_cast<int64_t>(x.size());
  if (axis < 0 || axis >= static_cast<int64_t>(x.size())) {
    return "axis " + std::to_string(opdk::IntAttr(op, "axis")) + " is no axis of x " + ShapeText(x);
  }
  const int64_t extent = x[static_cast<size_t>(axis)];
  if (extent < 0 || extent == dims[0]) return "";
  return what + " has not one number for each index of axis " + std::to_string(axis) + " of x " + ShapeText(x);
}

graphStatus InferQuantized(Operator& op, const char* scale, const char* zero_point, DataType type) {
  std::string problem = CheckAlongAxis(op, scale);
  if (problem.empty() && opdk::HasInput(op, zero_point)) {
    problem = CheckAlongAxis(op, zero_point);
    const Dims scales = opdk::InputDims(op, scale), zeros = opdk::InputDims(op, zero_point);
    if (problem.empty() && opdk::IsStatic(scales) && opdk::IsStatic(zeros) && scales != zeros) {
      problem = std::string(scale) + " " + ShapeText(scales) + " and " + zero_point + " " + ShapeText(zeros) +
                " differ in shape";
    }
  }
  if (!problem.empty()) return opdk::ReportInferError(op, problem);
  return opdk::InferLike(op, "x", "y", type);
}

}  // namespace

IMPLEMT_INFERFUNC(QuantizeLinear, QuantizeLinearInfer) {
  const bool typed = opdk::HasInput(op, "y_zero_point");
  return InferQuantized(op, "y_scale", "y_zero_point", typed ? opdk::InputType(op, "y_zero_point") : DT_UINT8);
}
IMPLEMT_INFERFUNC(DequantizeLinear, DequantizeLinearInfer) {
  return InferQuantized(op, "x_scale", "x_zero_point", DT_FLOAT);
}
IMPLEMT_VERIFIER(DequantizeLinear, DequantizeLinearVerify) { return opdk::CheckSameType(op, {"x", "x_zero_point"}); }

INFER_FUNC_REG(QuantizeLinear, QuantizeLinearInfer);
INFER_FUNC_REG(DequantizeLinear, DequantizeLinearInfer);
VERIFY_FUNC_REG(DequantizeLinear, DequantizeLinearVerify);

}  // namespace ge
