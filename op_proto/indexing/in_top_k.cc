#include "op_proto/indexing/in_top_k.h"

#include <string>

#include "opdk/infer.h"

namespace ge {

namespace {

graphStatus InferTopK(Operator& op, const char* numbers, const char* named, const char* output) {
  const opdk::Dims x1 = opdk::InputDims(op, numbers), x2 = opdk::InputDims(op, named);
  if (!opdk::IsUnknownRank(x1) && x1.size() != 2) {
    return opdk::ReportInferError(op, std::string(numbers) + " " + opdk::ShapeText(x1) + " is no matrix");
  }
  const auto rows = opdk::MergeDims(opdk::IsUnknownRank(x1) ? opdk::Dims{UNKNOWN_DIM} : opdk::Dims{x1[0]}, x2);
  if (!rows) {
    return opdk::ReportInferError(op, std::string(named) + " " + opdk::ShapeText(x2) +
                                          " has not an element for each row of " + numbers + " " + opdk::ShapeText(x1));
  }
  return opdk::SetOutput(op, output, *rows, DT_BOOL);
}

graphStatus CheckK(const Operator& op) {
  const opdk::Dims k = opdk::InputDims(op, "k");
  const int64_t count = opdk::IsUnknownRank(k) ? -1 : opdk::ExtentProduct(k);
  if (count < 0 || count == 1) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "k " + opdk::ShapeText(k) + " is not one number");
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(InTopKInfer) { return InferTopK(op, "x1", "x2", "y"); }
IMPLEMT_COMMON_INFERFUNC(InTopKV2Infer) { return InferTopK(op, "predictions", "targets", "precision"); }

COMMON_INFER_FUNC_REG(InTopK, InTopKInfer);
VERIFY_FUNC_REG(InTopK, CheckK);
COMMON_INFER_FUNC_REG(InTopKD, InTopKInfer);
COMMON_INFER_FUNC_REG(InTopKV2, InTopKV2Infer);
VERIFY_FUNC_REG(InTopKV2, CheckK);

}  // namespace ge
