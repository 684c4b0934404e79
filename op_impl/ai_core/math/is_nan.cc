#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> IsNanCompute(const OpParams& op) { return {visnan(op.Input("x"))}; }

REGISTER_OP_COMPUTE(IsNan, IsNanCompute);

}  // namespace
}  // namespace tbe
