#include "op_proto/shapes/faults.h"

#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "opdk/infer_error.h"

namespace ge {
namespace {

std::vector<int64_t> DimsOfX(const Operator& op) { return op.GetInputDescByName("x").GetShape().GetDims(); }

graphStatus SetY(Operator& op, const std::vector<int64_t>& dims, DataType dtype) {
  TensorDesc y = op.GetOutputDescByName("y");
  y.SetShape(Shape(dims));
  y.SetDataType(dtype);
  return op.UpdateOutputDesc("y", y);
}

graphStatus Same(Operator& op) { return SetY(op, DimsOfX(op), op.GetInputDescByName("x").GetDataType()); }

bool HasUnknownExtents(const std::vector<int64_t>& dims) {
  for (const int64_t dim : dims) {
    if (dim == UNKNOWN_DIM) return true;
  }
  return false;
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(InferRefusing) { return opdk::ReportInferError(op, "never content"); }

IMPLEMT_COMMON_INFERFUNC(InferThrowing) {
  static_cast<void>(op);
  throw std::out_of_range("dimension 7");
}

IMPLEMT_COMMON_INFERFUNC(InferCrashing) {
  static_cast<void>(op);
  std::abort();
}

IMPLEMT_COMMON_INFERFUNC(InferNothing) {
  static_cast<void>(op);
  return GRAPH_SUCCESS;
}

IMPLEMT_COMMON_INFERFUNC(InferOtherDtype) { return SetY(op, DimsOfX(op), DT_INT64); }

IMPLEMT_COMMON_INFERFUNC(InferKnownExtents) {
  if (HasUnknownExtents(DimsOfX(op))) return opdk::ReportInferError(op, "the extents must be known");
  return Same(op);
}

IMPLEMT_COMMON_INFERFUNC(InferKnownRank) {
  if (DimsOfX(op) == UNKNOWN_RANK) return opdk::ReportInferError(op, "the rank must be known");
  return Same(op);
}

IMPLEMT_COMMON_INFERFUNC(InferGuessing) {
  std::vector<int64_t> dims = DimsOfX(op);
  for (int64_t& dim : dims) dim = dim == UNKNOWN_DIM ? 7 : dim;
  return SetY(op, dims, op.GetInputDescByName("x").GetDataType());
}

IMPLEMT_COMMON_INFERFUNC(InferImpossible) { return SetY(op, {-7, 2}, op.GetInputDescByName("x").GetDataType()); }

COMMON_INFER_FUNC_REG(Impossible, InferImpossible);
COMMON_INFER_FUNC_REG(Fine, Same);
COMMON_INFER_FUNC_REG(RefusesAll, InferRefusing);
COMMON_INFER_FUNC_REG(Throws, InferThrowing);
COMMON_INFER_FUNC_REG(Crashes, InferCrashing);
COMMON_INFER_FUNC_REG(SetsNothing, InferNothing);
COMMON_INFER_FUNC_REG(OtherDtype, InferOtherDtype);
COMMON_INFER_FUNC_REG(NeedsExtents, InferKnownExtents);
COMMON_INFER_FUNC_REG(NeedsRank, InferKnownRank);
COMMON_INFER_FUNC_REG(Guesses, InferGuessing);
COMMON_INFER_FUNC_REG(OtherShape, Same);

}  // namespace ge
