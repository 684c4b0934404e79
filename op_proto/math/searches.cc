#include "op_proto/math/searches.h"

#include <algorithm>
#include <string>

#include "graph/operator.h"
#include "opdk/infer.h"

namespace ge {
namespace {

graphStatus CheckIndexType(const Operator& op, DataType type, const char* attr) {
  if (type == DT_INT32 || type == DT_INT64) return GRAPH_SUCCESS;
  return opdk::ReportInferError(
      op, std::string(attr) + " is " + opdk::TypeText(type) + ", it must be DT_INT32 or DT_INT64");
}

DataType SearchTypeAttr(const Operator& op, const char* attr) {
  DataType type = DT_UNDEFINED;
  return op.GetAttr(attr, type) == GRAPH_SUCCESS ? type : DT_UNDEFINED;
}

// Infers the places of `values` among sorted numbers. Both have the same axes in front of the last; with `shared` a
// list of sorted numbers serves all values.
graphStatus InferPlaces(Operator& op, const char* sorted, bool shared, const char* output, const char* attr) {
  const DataType type = SearchTypeAttr(op, attr);
  if (CheckIndexType(op, type, attr) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const opdk::Dims held = opdk::InputDims(op, sorted), values = opdk::InputDims(op, "values");
  if (held.empty()) return opdk::ReportInferError(op, std::string(sorted) + " is a scalar, no list");
  if (!opdk::IsUnknownRank(held) && !opdk::IsUnknownRank(values) && !(shared && held.size() == 1)) {
    const auto rows = [](const opdk::Dims& dims) { return opdk::Dims(dims.begin(), dims.end() - 1); };
    if (held.size() != values.size() || !opdk::MergeDims(rows(held), rows(values))) {
      return opdk::ReportInferError(
          op, "values " + opdk::ShapeText(values) + " has other rows than " + sorted + " " + opdk::ShapeText(held));
    }
  }
  return opdk::SetOutput(op, output, values, type);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(BoundInfer) { return InferPlaces(op, "sorted_x", false, "y", "out_type"); }
static graphStatus BoundVerify(const Operator& op) { return opdk::CheckSameType(op, {"sorted_x", "values"}); }

IMPLEMT_INFERFUNC(SearchSorted, SearchSortedInfer) {
  if (opdk::HasInput(op, "sorter") && !opdk::SharedShape(op, "sorted_sequence", "sorter")) return GRAPH_FAILED;
  return InferPlaces(op, "sorted_sequence", true, "out", "dtype");
}
IMPLEMT_VERIFIER(SearchSorted, SearchSortedVerify) { return opdk::CheckSameType(op, {"sorted_sequence", "values"}); }

IMPLEMT_INFERFUNC(Bucketize, BucketizeInfer) {
  const DataType type = SearchTypeAttr(op, "dtype");
  if (CheckIndexType(op, type, "dtype") != GRAPH_SUCCESS) return GRAPH_FAILED;
  std::vector<float> boundaries;
  (void)op.GetAttr("boundaries", boundaries);
  if (!std::is_sorted(boundaries.begin(), boundaries.end())) {
    return opdk::ReportInferError(op, "boundaries are not sorted");
  }
  return opdk::InferLike(op, "x", "y", type);
}

COMMON_INFER_FUNC_REG(LowerBound, BoundInfer);
VERIFY_FUNC_REG(LowerBound, BoundVerify);
COMMON_INFER_FUNC_REG(UpperBound, BoundInfer);
VERIFY_FUNC_REG(UpperBound, BoundVerify);
INFER_FUNC_REG(SearchSorted, SearchSortedInfer);
VERIFY_FUNC_REG(SearchSorted, SearchSortedVerify);
INFER_FUNC_REG(Bucketize, BucketizeInfer);

}  // namespace ge
