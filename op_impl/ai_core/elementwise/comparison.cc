// Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual: bool, with numpy broadcast; false beside a NaN, NotEqual
// true.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> Compare(const OpParams& op, const char* operation) {
  return {vcmp(op.Input("x1"), op.Input("x2"), operation)};
}

std::vector<Tensor> EqualCompute(const OpParams& op) { return Compare(op, "eq"); }
std::vector<Tensor> NotEqualCompute(const OpParams& op) { return Compare(op, "ne"); }
std::vector<Tensor> LessCompute(const OpParams& op) { return Compare(op, "lt"); }
std::vector<Tensor> LessEqualCompute(const OpParams& op) { return Compare(op, "le"); }
std::vector<Tensor> GreaterCompute(const OpParams& op) { return Compare(op, "gt"); }
std::vector<Tensor> GreaterEqualCompute(const OpParams& op) { return Compare(op, "ge"); }

REGISTER_OP_COMPUTE(Equal, EqualCompute);
REGISTER_OP_COMPUTE(NotEqual, NotEqualCompute);
REGISTER_OP_COMPUTE(Less, LessCompute);
REGISTER_OP_COMPUTE(LessEqual, LessEqualCompute);
REGISTER_OP_COMPUTE(Greater, GreaterCompute);
REGISTER_OP_COMPUTE(GreaterEqual, GreaterEqualCompute);

}  // namespace
}  // namespace tbe
