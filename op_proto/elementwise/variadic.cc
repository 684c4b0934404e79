#include "op_proto/elementwise/variadic.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(VariadicSumInfer) {
  const TensorDesc first = op.GetDynamicInputDesc("x", 0);
  opdk::Dims dims = first.GetShape().GetDims();
  const auto count = static_cast<uint32_t>(op.GetDynamicInputNum("x"));
  for (uint32_t i = 1; i < count; ++i) {
    const opdk::Dims next = op.GetDynamicInputDesc("x", i).GetShape().GetDims();
    const auto merged = opdk::MergeDims(dims, next);
    if (!merged) {
      return opdk::ReportInferError(op, "x" + std::to_string(i) + " is " + opdk::ShapeText(next) +
                                            ", the inputs before it are " + opdk::ShapeText(dims));
    }
    dims = *merged;
  }
  return opdk::SetOutput(op, "y", dims, first.GetDataType());
}

static graphStatus VariadicSumVerify(const Operator& op) { return opdk::CheckSameDynamicType(op, "x"); }

COMMON_INFER_FUNC_REG(AddN, VariadicSumInfer);
VERIFY_FUNC_REG(AddN, VariadicSumVerify);
COMMON_INFER_FUNC_REG(AccumulateNV2, VariadicSumInfer);
VERIFY_FUNC_REG(AccumulateNV2, VariadicSumVerify);

}  // namespace ge
