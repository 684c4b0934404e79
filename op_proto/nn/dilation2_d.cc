#include "op_proto/nn/dilation2_d.h"

#include "op_proto/nn/image_pooling.h"

namespace ge {

IMPLEMT_INFERFUNC(Dilation2D, Dilation2DInfer) {
  ImagePool pool;
  const auto strides = SpatialList(op, "strides", pool.first), rates = SpatialList(op, "rates", pool.first);
  if (!strides || !rates) return GRAPH_FAILED;
  const auto x = opdk::MergeDims(opdk::InputDims(op, "x"), opdk::Dims(4, UNKNOWN_DIM));
  const auto filter = opdk::MergeDims(opdk::InputDims(op, "filter"), {UNKNOWN_DIM, UNKNOWN_DIM, x ? (*x)[3] : -1});
  if (!x || !filter) {
    return opdk::ReportInferError(op, "x " + opdk::ShapeText(opdk::InputDims(op, "x")) + " and filter " +
                                          opdk::ShapeText(opdk::InputDims(op, "filter")) +
                                          " are not [N, H, W, C] and [rows, columns, C]");
  }
  pool.window.kernel = {(*filter)[0], (*filter)[1]};
  pool.window.strides = *strides;
  pool.window.dilations = *rates;
  if (!ReadPadding(op, "padding_mode", true, pool)) return GRAPH_FAILED;
  pool.window.ceil_mode = pool.window.auto_pad == "NOTSET" && opdk::BoolAttr(op, "ceil_mode");
  auto y = PooledShape(op, pool, *x);
  if (!y) return GRAPH_FAILED;
  (*y)[3] = (*filter)[2];
  return opdk::SetOutput(op, "y", *y, opdk::InputType(op, "x"));
}

IMPLEMT_VERIFIER(Dilation2D, Dilation2DVerify) {
  if (opdk::StringAttr(op, "data_format") != "NHWC") {
    return opdk::ReportInferError(op, "data_format '" + opdk::StringAttr(op, "data_format") + "' is not supported");
  }
  return opdk::CheckSameType(op, {"x", "filter"});
}

INFER_FUNC_REG(Dilation2D, Dilation2DInfer);
VERIFY_FUNC_REG(Dilation2D, Dilation2DVerify);

}  // namespace ge
