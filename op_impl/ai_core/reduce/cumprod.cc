#include "op_impl/ai_core/reduce/cumulative.h"

namespace tbe {
namespace {

std::vector<Tensor> CumprodCompute(const OpParams& op) { return Cumulative(op, 1, cumprod); }

REGISTER_OP_COMPUTE(Cumprod, CumprodCompute);
REGISTER_OP_COMPUTE(CumprodD, CumprodCompute);

}  // namespace
}  // namespace tbe
