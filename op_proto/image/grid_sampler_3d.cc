#include "op_proto/image/grid_sampler_3d.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(GridSampler3D, GridSampler3DInfer) {
  const opdk::Dims given = opdk::InputDims(op, "x"), given_grid = opdk::InputDims(op, "grid");
  const auto x = opdk::MergeDims(given, opdk::Dims(5, UNKNOWN_DIM));
  const auto grid = opdk::MergeDims(given_grid, {x ? (*x)[0] : UNKNOWN_DIM, UNKNOWN_DIM, UNKNOWN_DIM, UNKNOWN_DIM, 3});
  if (!x || !grid) {
    return opdk::ReportInferError(op, "x " + opdk::ShapeText(given) + " and grid " + opdk::ShapeText(given_grid) +
                                          " are not [N, C, D, H, W] and [N, D', H', W', 3]");
  }
  if (((*x)[2] == 0 || (*x)[3] == 0 || (*x)[4] == 0) && opdk::ExtentProduct(*grid) != 0) {
    return opdk::ReportInferError(op, "x " + opdk::ShapeText(*x) + " has no elements to sample");
  }
  return opdk::SetOutput(op, "y", {(*grid)[0], (*x)[1], (*grid)[1], (*grid)[2], (*grid)[3]}, opdk::InputType(op, "x"));
}

IMPLEMT_VERIFIER(GridSampler3D, GridSampler3DVerify) {
  const std::string mode = opdk::StringAttr(op, "interpolation_mode"), padding = opdk::StringAttr(op, "padding_mode");
  if (mode != "bilinear" && mode != "nearest" && mode != "bicubic") {
    return opdk::ReportInferError(op, "interpolation_mode '" + mode + "' is not known");
  }
  if (padding != "zeros" && padding != "border" && padding != "reflection") {
    return opdk::ReportInferError(op, "padding_mode '" + padding + "' is not known");
  }
  if (opdk::StringAttr(op, "data_format") != "NCDHW") {
    return opdk::ReportInferError(op, "data_format '" + opdk::StringAttr(op, "data_format") + "' is not supported");
  }
  return opdk::CheckSameType(op, {"x", "grid"});
}

INFER_FUNC_REG(GridSampler3D, GridSampler3DInfer);
VERIFY_FUNC_REG(GridSampler3D, GridSampler3DVerify);

}  // namespace ge
