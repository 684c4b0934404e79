#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> IsNaNCompute(const OpParams& op) { return {visnan(op.Input("x"))}; }

REGISTER_OP_COMPUTE(IsNaN, IsNaNCompute);

}  // namespace
}  // namespace tbe
