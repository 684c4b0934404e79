// Add, Sub, Mul, Div: x1 (op) x2 with numpy broadcast.
#include "tbe/dsl.h"

namespace tbe {
namespace {

template <Tensor (*kFunction)(const Operand&, const Operand&)>
std::vector<Tensor> Arithmetic(const OpParams& op) {
  return {kFunction(op.Input("x1"), op.Input("x2"))};
}

REGISTER_OP_COMPUTE(Add, Arithmetic<vadd>);
REGISTER_OP_COMPUTE(Sub, Arithmetic<vsub>);
REGISTER_OP_COMPUTE(Mul, Arithmetic<vmul>);
REGISTER_OP_COMPUTE(Div, Arithmetic<vdiv>);

}  // namespace
}  // namespace tbe
