#include "op_proto/array/gather_nd.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(GatherNd, GatherNdInfer) {
  const DataType type = opdk::InputType(op, "x");
  const opdk::Dims x = opdk::InputDims(op, "x"), indices = opdk::InputDims(op, "indices");
  if (opdk::IsUnknownRank(x) || opdk::IsUnknownRank(indices) || (!indices.empty() && indices.back() < 0)) {
    return opdk::SetOutput(op, "y", opdk::kUnknownRank, type);
  }
  if (indices.empty() || indices.back() > static_cast<int64_t>(x.size())) {
    return opdk::ReportInferError(
        op, "indices of shape " + opdk::ShapeText(indices) + " don't name slices of x of shape " + opdk::ShapeText(x));
  }
  opdk::Dims y(indices.begin(), indices.end() - 1);
  y.insert(y.end(), x.begin() + indices.back(), x.end());
  return opdk::SetOutput(op, "y", y, type);
}
INFER_FUNC_REG(GatherNd, GatherNdInfer);

}  // namespace ge
