#include "op_proto/array/shape.h"

#include <algorithm>

#include "op_proto/common/infer.h"

namespace ge {

using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::SetOutput;

IMPLEMT_INFERFUNC(Shape, ShapeInfer) {
  const Dims dims = op.get_input_desc_x().GetShape().GetDims();
  if (IsUnknownRank(dims)) return SetOutput(op, "y", {UNKNOWN_DIM}, DT_INT64);
  const int64_t rank = static_cast<int64_t>(dims.size());
  auto clamp = [rank](int64_t axis) { return std::clamp<int64_t>(axis < 0 ? axis + rank : axis, 0, rank); };
  return SetOutput(op, "y", {std::max<int64_t>(0, clamp(op.get_attr_end()) - clamp(op.get_attr_start()))}, DT_INT64);
}
INFER_FUNC_REG(Shape, ShapeInfer);

}  // namespace ge
