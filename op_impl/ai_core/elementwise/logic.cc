// LogicalAnd and LogicalOr with numpy broadcast, and LogicalNot.
#include "tbe/dsl.h"

namespace tbe {
namespace {

template <Tensor (*kFunction)(const Operand&, const Operand&)>
std::vector<Tensor> Logic(const OpParams& op) {
  return {kFunction(op.Input("x1"), op.Input("x2"))};
}

std::vector<Tensor> LogicalNotCompute(const OpParams& op) { return {vnot(op.Input("x"))}; }

REGISTER_OP_COMPUTE(LogicalAnd, Logic<vand>);
REGISTER_OP_COMPUTE(LogicalOr, Logic<vor>);
REGISTER_OP_COMPUTE(LogicalNot, LogicalNotCompute);

}  // namespace
}  // namespace tbe
