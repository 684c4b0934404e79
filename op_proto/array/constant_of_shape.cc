#include "op_proto/array/constant_of_shape.h"

#include <string>
#include <vector>

#include "opdk/infer.h"

namespace ge {

using opdk::ConstInts;
using opdk::Dims;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

IMPLEMT_INFERFUNC(ConstantOfShape, ConstantOfShapeInfer) {
  const Tensor value = op.get_attr_value();
  const DataType dtype = value.GetSize() == 0 ? DT_FLOAT : value.GetTensorDesc().GetDataType();
  const auto y = ConstInts(op, "x");
  if (!y) {
    const Dims extents = op.get_input_desc_x().GetShape().GetDims();
    const bool rank_known = extents.size() == 1 && extents[0] >= 0;
    return SetOutput(op, "y", rank_known ? Dims(static_cast<size_t>(extents[0]), UNKNOWN_DIM) : opdk::kUnknownRank,
                     dtype);
  }
  for (int64_t extent : *y) {
    if (extent < 0) return ReportInferError(op, "shape has a negative extent: " + std::to_string(extent));
  }
  return SetOutput(op, "y", *y, dtype);
}
INFER_FUNC_REG(ConstantOfShape, ConstantOfShapeInfer);

}  // namespace ge
