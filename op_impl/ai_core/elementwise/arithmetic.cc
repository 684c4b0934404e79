// Add, Sub, Mul, Div: x1 (op) x2 with numpy broadcast; sums and differences that are assigned.
#include "tbe/dsl.h"

namespace tbe {
namespace {

template <Tensor (*kFunction)(const Operand&, const Operand&)>
std::vector<Tensor> Arithmetic(const OpParams& op) {
  return {kFunction(op.Input("x1"), op.Input("x2"))};
}

std::vector<Tensor> AssignAddCompute(const OpParams& op) { return {op.Input("ref") + op.Input("value")}; }
std::vector<Tensor> AssignSubCompute(const OpParams& op) { return {op.Input("var") - op.Input("value")}; }

REGISTER_OP_COMPUTE(Add, Arithmetic<vadd>);
REGISTER_OP_COMPUTE(Sub, Arithmetic<vsub>);
REGISTER_OP_COMPUTE(Mul, Arithmetic<vmul>);
REGISTER_OP_COMPUTE(Div, Arithmetic<vdiv>);
REGISTER_OP_COMPUTE(AssignAdd, AssignAddCompute);
REGISTER_OP_COMPUTE(AssignSub, AssignSubCompute);

}  // namespace
}  // namespace tbe
