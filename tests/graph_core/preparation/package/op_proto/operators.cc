#include "op_proto/operators.h"

#include <stdexcept>
#include <utility>
#include <vector>

#include "opdk/infer_error.h"

namespace ge {

namespace {
graphStatus Like(Operator& op) { return op.UpdateOutputDesc("y", op.GetInputDescByName("x")); }
}  // namespace

IMPLEMT_INFERFUNC(OddRandom, RandomInfer) { return Like(op); }
INFER_FUNC_REG(OddRandom, RandomInfer);

IMPLEMT_INFERFUNC(OddRefuse, RefuseInfer) {
  return opdk::ReportInferError(op, "x [2] and y [3] contradict each other");
}
INFER_FUNC_REG(OddRefuse, RefuseInfer);

IMPLEMT_INFERFUNC(OddVerify, VerifyInfer) { return Like(op); }
INFER_FUNC_REG(OddVerify, VerifyInfer);
IMPLEMT_VERIFIER(OddVerify, VerifyVerify) { return opdk::ReportInferError(op, "x must be even"); }
VERIFY_FUNC_REG(OddVerify, VerifyVerify);

IMPLEMT_INFERFUNC(OddThrow, ThrowInfer) { throw std::runtime_error("lost in " + op.GetName()); }
INFER_FUNC_REG(OddThrow, ThrowInfer);

IMPLEMT_INFERFUNC(OddUntyped, UntypedInfer) {
  return op.UpdateOutputDesc("y", TensorDesc(Shape({1}), FORMAT_ND, DT_UNDEFINED));
}
INFER_FUNC_REG(OddUntyped, UntypedInfer);

IMPLEMT_INFERFUNC(OddShape, ShapeInfer) {
  return op.UpdateOutputDesc("y", TensorDesc(Shape(op.get_attr_dims()), FORMAT_ND, DT_FLOAT));
}
INFER_FUNC_REG(OddShape, ShapeInfer);

IMPLEMT_INFERFUNC(OddFail, FailInfer) { return Like(op); }
INFER_FUNC_REG(OddFail, FailInfer);

IMPLEMT_COMMON_INFERFUNC(FormInfer) { return Like(op); }
COMMON_INFER_FUNC_REG(OddForm, FormInfer);
COMMON_INFER_FUNC_REG(OddFormD, FormInfer);
COMMON_INFER_FUNC_REG(OddAssisted, FormInfer);
COMMON_INFER_FUNC_REG(OddAssistedD, FormInfer);

IMPLEMT_INFERFUNC(OddRanges, RangesInfer) { return Like(op); }
INFER_FUNC_REG(OddRanges, RangesInfer);
IMPL_INFER_VALUE_RANGE_FUNC(OddRanges, RangesOfValues) {
  TensorDesc y = op.get_output_desc_y();
  (void)y.SetValueRange(std::vector<std::pair<int64_t, int64_t>>(static_cast<size_t>(op.get_attr_count()), {5, 4}));
  return op.update_output_desc_y(y);
}
INFER_VALUE_RANGE_CUSTOM_FUNC_REG(OddRanges, INPUT_HAS_VALUE_RANGE, RangesOfValues);

}  // namespace ge
