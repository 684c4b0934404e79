#include "op_proto/image/affine_grid.h"

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

IMPLEMT_INFERFUNC(AffineGrid, AffineGridInfer) {
  const opdk::Dims theta = opdk::InputDims(op, "theta"), shape = opdk::InputDims(op, "output_size");
  const DataType type = opdk::InputType(op, "theta");
  const auto size = opdk::ConstInts(op, "output_size");
  if (size && size->size() < 4) {
    return opdk::ReportInferError(op, "output_size " + opdk::ListText(*size) + " has fewer than four extents");
  }
  // Returns the number of spatial axes: the number of theta's rows, or of the sizes less two.
  int64_t axes = size ? static_cast<int64_t>(size->size()) - 2 : UNKNOWN_DIM;
  if (axes < 0 && !opdk::IsUnknownRank(shape) && shape.size() == 1 && shape[0] >= 0) axes = shape[0] - 2;
  if (axes < 0 && !opdk::IsUnknownRank(theta) && theta.size() == 3) {
    if (theta[1] >= 0) axes = theta[1];
    if (axes < 0 && theta[2] >= 0) axes = theta[2] - 1;
  }
  const auto matrices = opdk::MergeDims(theta, {size ? (*size)[0] : UNKNOWN_DIM, axes, axes < 0 ? axes : axes + 1});
  if (!matrices || (axes >= 0 && axes != 2 && axes != 3)) {
    return opdk::ReportInferError(
        op, "theta " + opdk::ShapeText(theta) + " is neither [N, 2, 3] nor [N, 3, 4] or " + "doesn't fit output_size");
  }
  if (axes < 0) return opdk::SetOutput(op, "y", opdk::kUnknownRank, type);
  opdk::Dims y(static_cast<size_t>(axes) + 2, UNKNOWN_DIM);
  y.front() = (*matrices)[0];
  y.back() = axes;
  for (size_t i = 0; size && i < static_cast<size_t>(axes); ++i) {
    y[i + 1] = (*size)[i + 2];
    if (y[i + 1] < 0) return opdk::ReportInferError(op, "output_size " + opdk::ListText(*size) + " is negative");
  }
  return opdk::SetOutput(op, "y", y, type);
}

INFER_FUNC_REG(AffineGrid, AffineGridInfer);

}  // namespace ge
