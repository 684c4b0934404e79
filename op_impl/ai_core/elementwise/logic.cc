// And, Or, Xor with numpy broadcast, and Not.
#include "tbe/dsl.h"

namespace tbe {
namespace {

template <Tensor (*kFunction)(const Operand&, const Operand&)>
std::vector<Tensor> Logic(const OpParams& op) {
  return {kFunction(op.Input("x1"), op.Input("x2"))};
}

std::vector<Tensor> NotCompute(const OpParams& op) { return {vnot(op.Input("x"))}; }

REGISTER_OP_COMPUTE(And, Logic<vand>);
REGISTER_OP_COMPUTE(Or, Logic<vor>);
REGISTER_OP_COMPUTE(Xor, Logic<vxor>);
REGISTER_OP_COMPUTE(Not, NotCompute);

}  // namespace
}  // namespace tbe
