#include "op_proto/indexing/in_top_k.h"

#include <string>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

namespace {

graphStatus InferTopK(Operator& op, const char* numbers, const char* named, const char* output) {
  if (opdk::CheckOneNumber(op, {"k"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
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

}  // namespace

IMPLEMT_COMMON_INFERFUNC(InTopKInfer) { return InferTopK(op, "x1", "x2", "y"); }
IMPLEMT_COMMON_INFERFUNC(InTopKV2Infer) { return InferTopK(op, "predictions", "targets", "precision"); }

COMMON_INFER_FUNC_REG(InTopK, InTopKInfer);
COMMON_INFER_FUNC_REG(InTopKD, InTopKInfer);
COMMON_INFER_FUNC_REG(InTopKV2, InTopKV2Infer);

}  // namespace ge
