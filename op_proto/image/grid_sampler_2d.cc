#include "op_proto/image/grid_sampler_2d.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(GridSampler2D, GridSampler2DInfer) {
  opdk::Dims x = opdk::InputDims(op, "x"), grid = opdk::InputDims(op, "grid");
  const opdk::Dims unknown(4, UNKNOWN_DIM);
  if (opdk::IsUnknownRank(x)) x = unknown;
  if (opdk::IsUnknownRank(grid)) grid = unknown;
  if (x.size() != 4 || grid.size() != 4) {
    return opdk::ReportInferError(
        op, "x " + opdk::ShapeText(x) + " and grid " + opdk::ShapeText(grid) + " must have rank 4");
  }
  const auto batch = opdk::MergeDims({x[0]}, {grid[0]});
  if (!batch) {
    return opdk::ReportInferError(
        op, "x " + opdk::ShapeText(x) + " and grid " + opdk::ShapeText(grid) + " have different batches");
  }
  if (grid[3] >= 0 && grid[3] != 2) {
    return opdk::ReportInferError(op, "grid " + opdk::ShapeText(grid) + " must have 2 as its last extent");
  }
  if ((x[2] == 0 || x[3] == 0) && opdk::ExtentProduct(grid) != 0) {
    return opdk::ReportInferError(op, "x " + opdk::ShapeText(x) + " has no elements to sample");
  }
  return opdk::SetOutput(op, "y", {batch->front(), x[1], grid[1], grid[2]}, opdk::InputType(op, "x"));
}

IMPLEMT_VERIFIER(GridSampler2D, GridSampler2DVerify) {
  const std::string mode = opdk::StringAttr(op, "interpolation_mode"), padding = opdk::StringAttr(op, "padding_mode");
  if (mode != "bilinear" && mode != "nearest" && mode != "bicubic") {
    return opdk::ReportInferError(op, "interpolation_mode '" + mode + "' is not known");
  }
  if (padding != "zeros" && padding != "border" && padding != "reflection") {
    return opdk::ReportInferError(op, "padding_mode '" + padding + "' is not known");
  }
  return opdk::CheckSameType(op, {"x", "grid"});
}

INFER_FUNC_REG(GridSampler2D, GridSampler2DInfer);
VERIFY_FUNC_REG(GridSampler2D, GridSampler2DVerify);

}  // namespace ge
