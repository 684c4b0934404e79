#include "op_proto/math/bins.h"

#include <string>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {
namespace {

graphStatus InferBins(Operator& op, const char* count, const char* output, DataType type, int64_t least) {
  if (opdk::CheckOneNumber(op, {count}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const auto bins = opdk::ConstInt(op, count);
  if (bins && *bins < least) return opdk::ReportInferError(op, std::string(count) + " is " + std::to_string(*bins));
  return opdk::SetOutput(op, output, {bins.value_or(UNKNOWN_DIM)}, type);
}

}  // namespace

IMPLEMT_INFERFUNC(Bincount, BincountInfer) {
  const opdk::Dims array = opdk::InputDims(op, "array"), weights = opdk::InputDims(op, "weights");
  if (opdk::IsStatic(array) && opdk::IsStatic(weights) && opdk::ExtentProduct(weights) != 0 &&
      opdk::ExtentProduct(weights) != opdk::ExtentProduct(array)) {
    return opdk::ReportInferError(
        op, "weights " + opdk::ShapeText(weights) + " are not as many as array " + opdk::ShapeText(array));
  }
  return InferBins(op, "size", "bins", opdk::InputType(op, "weights"), 0);
}

IMPLEMT_COMMON_INFERFUNC(HistogramFixedWidthInfer) {
  const opdk::Dims range = opdk::InputDims(op, "range");
  if (!opdk::MergeDims(range, {2})) {
    return opdk::ReportInferError(op, "range has shape " + opdk::ShapeText(range) + ", it must be [2]");
  }
  return InferBins(op, "nbins", "y", DT_INT32, 1);
}
static graphStatus HistogramFixedWidthVerify(const Operator& op) {
  if (opdk::IntAttr(op, "dtype") != DT_INT32) {
    return opdk::ReportInferError(op, "dtype is " + std::to_string(opdk::IntAttr(op, "dtype")) + ", not DT_INT32 (3)");
  }
  return opdk::CheckSameType(op, {"x", "range"});
}

INFER_FUNC_REG(Bincount, BincountInfer);
COMMON_INFER_FUNC_REG(HistogramFixedWidth, HistogramFixedWidthInfer);
VERIFY_FUNC_REG(HistogramFixedWidth, HistogramFixedWidthVerify);
COMMON_INFER_FUNC_REG(HistogramFixedWidthD, HistogramFixedWidthInfer);
VERIFY_FUNC_REG(HistogramFixedWidthD, HistogramFixedWidthVerify);

}  // namespace ge
