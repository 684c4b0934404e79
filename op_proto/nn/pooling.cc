#include "op_proto/nn/pooling.h"

#include <algorithm>
#include <string>

#include "op_proto/nn/image_pooling.h"
#include "opdk/list_text.h"

namespace ge {

namespace {

graphStatus CheckPositive(const Operator& op, const char* attr, size_t count) {
  const Dims list = opdk::ListIntAttr(op, attr);
  const bool fits = list.size() == count && std::all_of(list.begin(), list.end(), [](int64_t n) { return n > 0; });
  if (fits) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, std::string(attr) + " " + opdk::ListText(list) + " is not " +
                                        (count == 2 ? "two" : "four") + " numbers above 0");
}

graphStatus CheckAttrs(const Operator& op) {
  if (opdk::CheckFlag(op, "mode") != GRAPH_SUCCESS || opdk::CheckFlag(op, "ceil_mode") != GRAPH_SUCCESS ||
      CheckPositive(op, "window", 2) != GRAPH_SUCCESS || CheckPositive(op, "stride", 2) != GRAPH_SUCCESS ||
      CheckPositive(op, "dilation", 4) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  const Dims dilation = opdk::ListIntAttr(op, "dilation");
  if (dilation[0] != dilation[1] || dilation[2] != dilation[3]) {
    return opdk::ReportInferError(op, "dilation " + opdk::ListText(dilation) + " is not one number of an axis twice");
  }
  if (opdk::InputType(op, "x") == DT_INT8 && opdk::IntAttr(op, "mode") != 0) {
    return opdk::ReportInferError(op, "mode 1 is not of int8");
  }
  return GRAPH_SUCCESS;
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(PoolingInfer) {
  const auto first = FirstSpatialAxis(op);
  if (!first || CheckAttrs(op) != GRAPH_SUCCESS) return GRAPH_FAILED;
  ImagePool pool;
  pool.first = *first;
  pool.whole = opdk::BoolAttr(op, "global_pooling");
  const Dims dilation = opdk::ListIntAttr(op, "dilation");
  pool.window.kernel = opdk::ListIntAttr(op, "window");
  pool.window.strides = opdk::ListIntAttr(op, "stride");
  pool.window.dilations = {dilation[0], dilation[2]};
  pool.window.ceil_mode = opdk::IntAttr(op, "ceil_mode") == 0;
  if (!ReadPads(op, "pad", pool)) return GRAPH_FAILED;
  const auto y = PooledShape(op, pool, opdk::InputDims(op, "x"));
  const DataType type = opdk::InputType(op, "x");
  return y ? opdk::SetOutput(op, "y", *y, type == DT_INT8 ? DT_INT32 : type) : GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(Pooling, PoolingInfer);

}  // namespace ge
