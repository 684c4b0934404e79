#include "op_proto/elementwise/sub_scaled.h"

#include <utility>

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(SubScaled, SubScaledInfer) {
  const TensorDesc x1 = op.GetInputDescByName("x1");
  const TensorDesc x2 = op.GetInputDescByName("x2");
  if (x1.GetDataType() != x2.GetDataType()) return opdk::ReportInferError(op, "x1 and x2 differ in dtype");
  shapes::Dims longer = x1.GetShape().GetDims();
  shapes::Dims shorter = x2.GetShape().GetDims();
  if (shapes::IsUnknownRank(longer) || shapes::IsUnknownRank(shorter)) {
    return shapes::SetOutput(op, "y", UNKNOWN_RANK, x1.GetDataType());
  }
  if (longer.size() < shorter.size()) std::swap(longer, shorter);
  const size_t lead = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    if (!shapes::Broadcast(longer[lead + i], shorter[i], longer[lead + i])) {
      return opdk::ReportInferError(op, "x1 and x2 can't be broadcast to one shape");
    }
  }
  return shapes::SetOutput(op, "y", longer, x1.GetDataType());
}
INFER_FUNC_REG(SubScaled, SubScaledInfer);

}  // namespace ge
