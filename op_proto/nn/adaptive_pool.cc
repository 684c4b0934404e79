#include "op_proto/nn/adaptive_pool.h"

#include <algorithm>
#include <string>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

namespace {

using opdk::Dims;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::ShapeText;

// Returns x's shape with these last extents, -1 where they aren't known; reports another rank and empty axes.
std::optional<Dims> WithLastAxes(const Operator& op, Dims x, const Dims& extents) {
  if (opdk::IsUnknownRank(x)) return x;
  const size_t axes = extents.size();
  if (x.size() != axes + 1 && x.size() != axes + 2) {
    ReportInferError(
        op, "x " + ShapeText(x) + " has not " + std::to_string(axes + 1) + " or " + std::to_string(axes + 2) + " axes");
    return std::nullopt;
  }
  const auto last = x.end() - static_cast<std::ptrdiff_t>(axes);
  if (std::find(last, x.end(), 0) != x.end()) {
    ReportInferError(op, "x " + ShapeText(x) + " has an empty spatial axis");
    return std::nullopt;
  }
  std::copy(extents.begin(), extents.end(), last);
  return x;
}

bool IsPositive(const Dims& sizes) {
  return std::all_of(sizes.begin(), sizes.end(), [](int64_t size) { return size > 0; });
}

// Returns y's shape for the 2d forms.
std::optional<Dims> PooledShape2d(const Operator& op) {
  const Dims sizes = opdk::ListIntAttr(op, "output_size");
  if (sizes.size() == 2 && IsPositive(sizes)) return WithLastAxes(op, opdk::InputDims(op, "x"), sizes);
  ReportInferError(op, "output_size " + ListText(sizes) + " is not two numbers above 0");
  return std::nullopt;
}

// Returns output_size's values, as precisely as they are known; empty when even their number isn't.
std::optional<Dims> OutputSizes(const Operator& op) {
  const auto known = opdk::ConstInts(op, "output_size");
  const Dims dims = opdk::InputDims(op, "output_size");
  const bool listed = opdk::MergeDims({-1}, dims).has_value();
  const Dims sizes = known ? *known : listed && dims.size() == 1 && dims[0] > 0 ? Dims(dims[0], -1) : Dims();
  if (listed && sizes.size() <= 3 && (!known || (!known->empty() && IsPositive(sizes)))) return sizes;
  ReportInferError(
      op, "output_size " + (known ? ListText(*known) : ShapeText(dims)) + " is not one to three numbers above 0");
  return std::nullopt;
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(AdaptiveAvgPoolInfer) {
  const auto sizes = OutputSizes(op);
  if (!sizes) return GRAPH_FAILED;
  const Dims x = opdk::InputDims(op, "x");
  if (sizes->empty()) {
    return opdk::SetOutput(op, "y", opdk::IsUnknownRank(x) ? x : Dims(x.size(), -1), opdk::InputType(op, "x"));
  }
  const auto y = WithLastAxes(op, x, *sizes);
  return y ? opdk::SetOutput(op, "y", *y, opdk::InputType(op, "x")) : GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(AdaptiveAvgPool, AdaptiveAvgPoolInfer);

IMPLEMT_COMMON_INFERFUNC(AdaptiveAvgPool2dInfer) {
  const auto y = PooledShape2d(op);
  return y ? opdk::SetOutput(op, "y", *y, opdk::InputType(op, "x")) : GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(AdaptiveAvgPool2d, AdaptiveAvgPool2dInfer);

IMPLEMT_COMMON_INFERFUNC(AdaptiveMaxPool2dInfer) {
  const auto y = PooledShape2d(op);
  if (!y || opdk::SetOutput(op, "argmax", *y, DT_INT32) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y", *y, opdk::InputType(op, "x"));
}
COMMON_INFER_FUNC_REG(AdaptiveMaxPool2d, AdaptiveMaxPool2dInfer);

IMPLEMT_COMMON_INFERFUNC(AdaptiveAvgPool2dGradInfer) {
  const Dims shape = opdk::ListIntAttr(op, "orig_input_shape"), grad = opdk::InputDims(op, "input_grad");
  const auto negative = [](int64_t extent) { return extent < 0; };
  const bool fits = (shape.size() == 3 || shape.size() == 4) && std::none_of(shape.begin(), shape.end(), negative) &&
                    shape.back() != 0 && shape[shape.size() - 2] != 0;
  if (!fits) {
    return ReportInferError(op, "orig_input_shape " + ListText(shape) + " is not [C, H, W] or [N, C, H, W]");
  }
  Dims pooled = shape;
  pooled[shape.size() - 1] = pooled[shape.size() - 2] = -1;
  if (!opdk::MergeDims(pooled, grad)) {
    return ReportInferError(op, "input_grad " + ShapeText(grad) + " is not of a pool of " + ShapeText(shape));
  }
  if (!opdk::IsUnknownRank(grad) && (grad.back() == 0 || grad[grad.size() - 2] == 0)) {
    return ReportInferError(op, "input_grad " + ShapeText(grad) + " has an empty spatial axis");
  }
  return opdk::SetOutput(op, "output_grad", shape, opdk::InputType(op, "input_grad"));
}
COMMON_INFER_FUNC_REG(AdaptiveAvgPool2dGrad, AdaptiveAvgPool2dGradInfer);

}  // namespace ge
