#include "op_proto/reduce/top_k.h"

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

static graphStatus SetTopKOutputs(Operator& op, const opdk::Dims& dims) {
  if (opdk::SetOutput(op, "values", dims, opdk::InputType(op, "x")) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "indices", dims, DT_INT32);
}

IMPLEMT_INFERFUNC(TopK, TopKInferShape) {
  opdk::Dims dims = opdk::InputDims(op, "x");
  if (opdk::CheckOneNumber(op, {"k"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (opdk::IsUnknownRank(dims)) return SetTopKOutputs(op, opdk::kUnknownRank);
  const auto axis = opdk::CheckedAxis(op, "dim", op.get_attr_dim(), dims);
  if (!axis) return GRAPH_FAILED;
  int64_t& extent = dims[static_cast<size_t>(*axis)];
  const auto k = opdk::ConstInt(op, "k");
  if (k && (*k < 0 || (extent >= 0 && *k > extent))) {
    return opdk::ReportInferError(op, "k is " + std::to_string(*k) + ", axis " + std::to_string(*axis) + " of x " +
                                          opdk::ShapeText(dims) + " has " + std::to_string(extent) + " elements");
  }
  extent = k.value_or(UNKNOWN_DIM);
  return SetTopKOutputs(op, dims);
}

INFER_FUNC_REG(TopK, TopKInferShape);

}  // namespace ge
