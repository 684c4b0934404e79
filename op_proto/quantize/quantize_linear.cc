#include "op_proto/quantize/quantize_linear.h"

#include <optional>
#include <string>

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;
using opdk::ShapeText;

namespace {

bool IsOneNumber(const Dims& dims) { return dims.empty() || dims == Dims{1}; }

// Returns the axis of x along which the numbers lie; nothing when x doesn't have it.
std::optional<int64_t> AxisOf(const Operator& op, const Dims& x) {
  return opdk::NormalizeAxis(opdk::IntAttr(op, "axis"), static_cast<int64_t>(x.size()));
}

// Returns why `numbers` has not one number for each block of x; "": it has.
std::string CheckBlocks(const Operator& op, const std::string& what, const Dims& numbers, const Dims& x) {
  const auto axis = AxisOf(op, x);
  if (!axis) return "axis " + std::to_string(opdk::IntAttr(op, "axis")) + " is no axis of x " + ShapeText(x);
  Dims wanted = x;
  auto& blocks = wanted[static_cast<size_t>(*axis)];
  const int64_t size = opdk::IntAttr(op, "block_size");
  if (blocks >= 0) blocks = blocks / size + (blocks % size != 0 ? 1 : 0);
  if (opdk::MergeDims(numbers, wanted)) return "";
  return what + " has not one number for each block of " + std::to_string(size) + ": " + ShapeText(wanted) + " for x " +
         ShapeText(x);
}

// Returns why `numbers` fits neither x as a whole nor its axis nor its blocks; "": it fits.
std::string CheckNumbers(const Operator& op, const char* numbers) {
  const Dims dims = opdk::InputDims(op, numbers), x = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(dims) || opdk::IsUnknownRank(x)) return "";
  const std::string what = std::string(numbers) + " " + ShapeText(dims);
  if (opdk::IntAttr(op, "block_size") > 0) return CheckBlocks(op, what, dims, x);
  if (dims.empty()) return "";
  if (dims.size() != 1) return what + " is neither one number nor a list";
  if (dims[0] < 0 || dims[0] == 1) return "";
  const auto axis = AxisOf(op, x);
  if (!axis) return "axis " + std::to_string(opdk::IntAttr(op, "axis")) + " is no axis of x " + ShapeText(x);
  const int64_t extent = x[static_cast<size_t>(*axis)];
  if (extent < 0 || extent == dims[0]) return "";
  return what + " has not one number for each index of axis " + std::to_string(*axis) + " of x " + ShapeText(x);
}

graphStatus InferQuantized(Operator& op, const char* scale, const char* zero_point, DataType type) {
  if (const int64_t size = opdk::IntAttr(op, "block_size"); size < 0) {
    return opdk::ReportInferError(op, "block_size " + std::to_string(size) + " is negative");
  }
  std::string problem = CheckNumbers(op, scale);
  if (problem.empty() && opdk::HasInput(op, zero_point)) {
    const Dims scales = opdk::InputDims(op, scale), zeros = opdk::InputDims(op, zero_point);
    if (!IsOneNumber(zeros)) problem = CheckNumbers(op, zero_point);
    const bool known = opdk::IsStatic(scales) && opdk::IsStatic(zeros);
    if (problem.empty() && known && scales != zeros && !IsOneNumber(zeros)) {
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
