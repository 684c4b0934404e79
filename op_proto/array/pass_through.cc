#include "op_proto/array/pass_through.h"

#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

graphStatus InferOfShape(Operator& op, const char* input, const char* output) {
  opdk::Dims wanted = opdk::ListIntAttr(op, "shape");
  for (int64_t& extent : wanted) extent = extent < 0 ? UNKNOWN_DIM : extent;
  const auto both = opdk::MergeDims(opdk::InputDims(op, input), wanted);
  if (both) return opdk::SetOutput(op, output, *both, opdk::InputType(op, input));
  return opdk::ReportInferError(op, std::string(input) + " has shape " + opdk::ShapeText(opdk::InputDims(op, input)) +
                                        ", it must be " + opdk::ShapeText(wanted));
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(PassThroughInfer) { return opdk::InferLike(op, "x", "y"); }
IMPLEMT_INFERFUNC(TensorRedirect, TensorRedirectInfer) { return opdk::InferLike(op, "x", "output_x"); }
IMPLEMT_INFERFUNC(PlaceholderWithDefault, PlaceholderWithDefaultInfer) { return InferOfShape(op, "x", "y"); }
IMPLEMT_INFERFUNC(EnsureShape, EnsureShapeInfer) { return InferOfShape(op, "input", "output"); }

COMMON_INFER_FUNC_REG(Snapshot, PassThroughInfer);
COMMON_INFER_FUNC_REG(StopGradient, PassThroughInfer);
COMMON_INFER_FUNC_REG(PreventGradient, PassThroughInfer);
COMMON_INFER_FUNC_REG(GuaranteeConst, PassThroughInfer);
COMMON_INFER_FUNC_REG(TensorMove, PassThroughInfer);
INFER_FUNC_REG(TensorRedirect, TensorRedirectInfer);
INFER_FUNC_REG(PlaceholderWithDefault, PlaceholderWithDefaultInfer);
INFER_FUNC_REG(EnsureShape, EnsureShapeInfer);

}  // namespace ge
