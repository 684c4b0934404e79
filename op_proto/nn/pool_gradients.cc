#include "op_proto/nn/pool_gradients.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "op_proto/nn/images.h"
#include "op_proto/nn/window.h"

namespace ge {

namespace {

// The general forms calculate padding, round up and pool globally.
bool IsGeneral(std::string_view mode) { return mode == "padding_mode"; }

// padding or padding_mode, pads and ceil_mode as windows have them; reports what is none.
bool ReadPadding(const Operator& op, const char* mode, WindowAttrs& attrs) {
  const std::string padding = opdk::StringAttr(op, mode);
  const bool calculates = IsGeneral(mode);
  if (padding == "SAME" || padding == "VALID") {
    attrs.auto_pad = padding == "SAME" ? "SAME_UPPER" : "VALID";
    return true;
  }
  if (!calculates || padding != "CALCULATED") {
    (void)opdk::ReportInferError(op, std::string(mode) + " '" + padding + "' is " +
                                         (calculates ? "none of SAME, VALID, CALCULATED" : "neither SAME nor VALID"));
    return false;
  }
  const Dims pads = opdk::ListIntAttr(op, "pads");
  const auto too_wide = [&](size_t i) { return pads[i] < 0 || pads[i] >= attrs.kernel[i / 2]; };
  if (pads.size() != 4 || too_wide(0) || too_wide(1) || too_wide(2) || too_wide(3)) {
    (void)opdk::ReportInferError(op, "pads " + opdk::ShapeText(pads) + " are not four numbers from 0 to below ksize");
    return false;
  }
  attrs.pads = {pads[0], pads[2], pads[1], pads[3]};
  (void)op.GetAttr("ceil_mode", attrs.ceil_mode);
  return true;
}

// Reports `ports` that have not the shape of the pool's output for an image batch of shape x.
graphStatus CheckPooled(const Operator& op, const char* mode, const Dims& x, std::initializer_list<const char*> ports) {
  const auto first = FirstSpatialAxis(op);
  if (!first) return GRAPH_FAILED;
  WindowAttrs attrs;
  const auto kernel = SpatialList(op, "ksize", *first), strides = SpatialList(op, "strides", *first);
  if (!kernel || !strides) return GRAPH_FAILED;
  attrs.kernel = *kernel;
  attrs.strides = *strides;
  if (!ReadPadding(op, mode, attrs)) return GRAPH_FAILED;
  if (opdk::IsUnknownRank(x)) return GRAPH_SUCCESS;
  if (x.size() != 4) return opdk::ReportInferError(op, "the image batch " + opdk::ShapeText(x) + " has not four axes");
  Dims spatial = {x[*first], x[*first + 1]}, out = {1, 1};
  if (spatial[0] == 0 || spatial[1] == 0) {
    return opdk::ReportInferError(op, "the image batch " + opdk::ShapeText(x) + " has an empty spatial axis");
  }
  bool whole = false;
  if (IsGeneral(mode)) (void)op.GetAttr("global_pooling", whole);
  if (!whole && !WindowOutput(op, attrs, spatial, out)) return GRAPH_FAILED;
  Dims pooled = x;
  std::copy(out.begin(), out.end(), pooled.begin() + static_cast<std::ptrdiff_t>(*first));
  for (const char* port : ports) {
    const Dims dims = opdk::InputDims(op, port);
    if (opdk::MergeDims(pooled, dims)) continue;
    return opdk::ReportInferError(
        op, std::string(port) + " " + opdk::ShapeText(dims) + " has not the pool's shape " + opdk::ShapeText(pooled));
  }
  return GRAPH_SUCCESS;
}

graphStatus InferMaxPoolGrad(Operator& op, const char* mode, const char* x, const char* pooled, const char* output) {
  if (CheckPooled(op, mode, opdk::InputDims(op, x), {pooled, "grad"}) != GRAPH_SUCCESS ||
      opdk::CheckSameType(op, {x, pooled, "grad"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::InferLike(op, x, output);
}

graphStatus InferAvgPoolGrad(Operator& op, const char* mode) {
  const auto shape = ImageShape(op, "orig_input_shape", "input_grad");
  if (!shape || CheckPooled(op, mode, *shape, {"input_grad"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "out_grad", *shape, opdk::InputType(op, "input_grad"));
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(MaxPoolGradInfer) { return InferMaxPoolGrad(op, "padding", "x1", "x2", "y"); }
COMMON_INFER_FUNC_REG(MaxPoolGrad, MaxPoolGradInfer);

IMPLEMT_COMMON_INFERFUNC(MaxPoolV3GradInfer) {
  return InferMaxPoolGrad(op, "padding_mode", "orig_input", "orig_output", "out_grad");
}
COMMON_INFER_FUNC_REG(MaxPoolV3Grad, MaxPoolV3GradInfer);

IMPLEMT_COMMON_INFERFUNC(AvgPoolGradInfer) { return InferAvgPoolGrad(op, "padding"); }
COMMON_INFER_FUNC_REG(AvgPoolGrad, AvgPoolGradInfer);

IMPLEMT_COMMON_INFERFUNC(AvgPoolV2GradInfer) { return InferAvgPoolGrad(op, "padding_mode"); }
COMMON_INFER_FUNC_REG(AvgPoolV2Grad, AvgPoolV2GradInfer);

}  // namespace ge
