#include "op_proto/math/floor_divide.h"

#include "op_proto/common/shapes.h"

namespace ge {

// An extent that one input doesn't know may be known from the other.
IMPLEMT_INFERFUNC(FloorDivide, FloorDivideInfer) {
  const TensorDesc x1 = op.GetInputDescByName("x1");
  const TensorDesc x2 = op.GetInputDescByName("x2");
  if (x1.GetDataType() != x2.GetDataType()) return opdk::ReportInferError(op, "x1 and x2 differ in dtype");
  const shapes::Dims dims1 = x1.GetShape().GetDims();
  shapes::Dims dims2 = x2.GetShape().GetDims();
  if (shapes::IsUnknownRank(dims2)) return shapes::SetOutput(op, "y", dims1, x1.GetDataType());
  if (!shapes::IsUnknownRank(dims1)) {
    if (dims1.size() != dims2.size()) return opdk::ReportInferError(op, "x1 and x2 differ in rank");
    for (size_t i = 0; i < dims1.size(); ++i) {
      if (dims2[i] == UNKNOWN_DIM) dims2[i] = dims1[i];
      if (dims1[i] != UNKNOWN_DIM && dims1[i] != dims2[i]) {
        return opdk::ReportInferError(op, "x1 " + shapes::Text(dims1) + " and x2 differ in shape");
      }
    }
  }
  return shapes::SetOutput(op, "y", dims2, x1.GetDataType());
}
INFER_FUNC_REG(FloorDivide, FloorDivideInfer);

}  // namespace ge
