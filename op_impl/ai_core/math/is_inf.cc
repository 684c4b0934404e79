// IsInf: which elements are an infinity.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> IsInfCompute(const OpParams& op) { return {visinf(op.Input("x"))}; }

REGISTER_OP_COMPUTE(IsInf, IsInfCompute);

}  // namespace
}  // namespace tbe
