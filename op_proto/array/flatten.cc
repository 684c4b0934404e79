#include "op_proto/array/flatten.h"

#include <string>

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

IMPLEMT_INFERFUNC(Flatten, FlattenInfer) {
  const TensorDesc x = op.get_input_desc_x();
  const Dims dims = x.GetShape().GetDims();
  if (IsUnknownRank(dims)) return SetOutput(op, "y", {UNKNOWN_DIM, UNKNOWN_DIM}, x.GetDataType());
  // axis == rank is allowed: the first extent is then the product of all.
  const int64_t rank = static_cast<int64_t>(dims.size());
  const int64_t axis = op.get_attr_axis() < 0 ? op.get_attr_axis() + rank : op.get_attr_axis();
  if (axis < 0 || axis > rank) {
    return ReportInferError(op, "axis " + std::to_string(op.get_attr_axis()) + " is outside x " + ShapeText(dims));
  }
  Dims y = {1, 1};
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t& extent = y[static_cast<int64_t>(i) < axis ? 0 : 1];
    extent = extent < 0 || dims[i] < 0 ? UNKNOWN_DIM : extent * dims[i];
  }
  return SetOutput(op, "y", y, x.GetDataType());
}
INFER_FUNC_REG(Flatten, FlattenInfer);

}  // namespace ge
