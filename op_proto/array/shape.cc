#include "op_proto/array/shape.h"

#include <algorithm>

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::SetKnownInts;
using opdk::SetOutput;

IMPLEMT_INFERFUNC(Shape, ShapeInfer) {
  const Dims dims = op.get_input_desc_x().GetShape().GetDims();
  if (IsUnknownRank(dims)) return SetOutput(op, "y", {UNKNOWN_DIM}, DT_INT64);
  const int64_t rank = static_cast<int64_t>(dims.size());
  auto clamp = [rank](int64_t axis) { return std::clamp<int64_t>(axis < 0 ? axis + rank : axis, 0, rank); };
  const int64_t start = clamp(op.get_attr_start());
  const int64_t end = std::max(start, clamp(op.get_attr_end()));
  const std::vector<int64_t> extents(dims.begin() + start, dims.begin() + end);
  const bool known = std::all_of(extents.begin(), extents.end(), [](int64_t dim) { return dim >= 0; });
  return SetKnownInts(op, "y", {end - start}, known ? std::optional(extents) : std::nullopt);
}
INFER_FUNC_REG(Shape, ShapeInfer);

}  // namespace ge
