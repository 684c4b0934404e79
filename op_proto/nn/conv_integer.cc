#include "op_proto/nn/conv_integer.h"

#include <string>

#include "op_proto/nn/convolution.h"

namespace ge {

using opdk::Dims;

namespace {

// Returns why `numbers` (a scale, a zero point) are neither one number nor one for each of `channels`; "": they are.
std::string CheckNumbers(const Operator& op, const char* numbers, int64_t channels) {
  const Dims dims = opdk::InputDims(op, numbers);
  if (opdk::IsUnknownRank(dims) || dims.empty()) return "";
  if (dims.size() == 1 && (dims[0] < 0 || dims[0] == 1 || channels < 0 || dims[0] == channels)) return "";
  return std::string(numbers) + " " + opdk::ShapeText(dims) + " is neither one number nor one for each of " +
         std::to_string(channels) + " channels";
}

// Checks the zero point of an operand, which has the operand's dtype.
std::string CheckZeroPoint(const Operator& op, const char* operand, const char* zero_point, int64_t channels) {
  if (!opdk::HasInput(op, zero_point)) return "";
  if (opdk::InputType(op, operand) != opdk::InputType(op, zero_point)) {
    return std::string(zero_point) + " and " + operand + " differ in dtype";
  }
  return CheckNumbers(op, zero_point, channels);
}

// Returns the channels of y, -1 when unknown.
int64_t Channels(const Operator& op) {
  const Dims filter = opdk::InputDims(op, "filter");
  return opdk::IsUnknownRank(filter) || filter.empty() ? -1 : filter[0];
}

}  // namespace

IMPLEMT_INFERFUNC(ConvInteger, ConvIntegerInfer) {
  std::string problem = CheckZeroPoint(op, "x", "x_zero_point", 1);
  if (problem.empty()) problem = CheckZeroPoint(op, "filter", "filter_zero_point", Channels(op));
  if (!problem.empty()) return opdk::ReportInferError(op, problem);
  return InferConvolution(op, "x", "filter", DT_INT32);
}
INFER_FUNC_REG(ConvInteger, ConvIntegerInfer);

IMPLEMT_INFERFUNC(QLinearConv, QLinearConvInfer) {
  const int64_t channels = Channels(op);
  std::string problem = CheckZeroPoint(op, "x", "x_zero_point", 1);
  if (problem.empty()) problem = CheckZeroPoint(op, "filter", "filter_zero_point", channels);
  for (const char* one : {"x_scale", "y_scale", "y_zero_point"}) {
    if (problem.empty()) problem = CheckNumbers(op, one, 1);
  }
  if (problem.empty()) problem = CheckNumbers(op, "filter_scale", channels);
  if (problem.empty() && opdk::HasInput(op, "bias")) {
    const Dims bias = opdk::InputDims(op, "bias");
    const bool known = !opdk::IsUnknownRank(bias) && channels >= 0 && opdk::IsStatic(bias);
    if (known && bias != Dims{channels}) {
      problem = "bias " + opdk::ShapeText(bias) + " is not one number for each of the " + std::to_string(channels) +
                " output channels";
    }
  }
  if (!problem.empty()) return opdk::ReportInferError(op, problem);
  return InferConvolution(op, "x", "filter", opdk::InputType(op, "y_zero_point"));
}
INFER_FUNC_REG(QLinearConv, QLinearConvInfer);

}  // namespace ge
