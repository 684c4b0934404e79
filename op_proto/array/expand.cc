#include "op_proto/array/expand.h"

#include <algorithm>
#include <string>

#include "opdk/infer.h"

namespace ge {

using opdk::BroadcastDims;
using opdk::ConstInts;
using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

IMPLEMT_INFERFUNC(Expand, ExpandInfer) {
  const TensorDesc x = op.get_input_desc_x();
  const auto shape = ConstInts(op, "shape");
  if (!shape) {
    const Dims extents = op.get_input_desc_shape().GetShape().GetDims();
    const Dims dims = x.GetShape().GetDims();
    const bool rank_known = extents.size() == 1 && extents[0] >= 0 && !IsUnknownRank(dims);
    return SetOutput(
        op, "y",
        rank_known ? Dims(std::max(static_cast<size_t>(extents[0]), dims.size()), UNKNOWN_DIM) : opdk::kUnknownRank,
        x.GetDataType());
  }
  const auto y = BroadcastDims(x.GetShape().GetDims(), *shape);
  if (!y) {
    return ReportInferError(
        op, "x " + ShapeText(x.GetShape().GetDims()) + " can't be broadcast with shape " + ShapeText(*shape));
  }
  return SetOutput(op, "y", *y, x.GetDataType());
}
INFER_FUNC_REG(Expand, ExpandInfer);

}  // namespace ge
