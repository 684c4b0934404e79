#include "op_impl/ai_core/reduce/cumulative.h"

namespace tbe {
namespace {

std::vector<Tensor> CumsumCompute(const OpParams& op) { return Cumulative(op, 0, cumsum); }

REGISTER_OP_COMPUTE(Cumsum, CumsumCompute);
REGISTER_OP_COMPUTE(CumsumD, CumsumCompute);

}  // namespace
}  // namespace tbe
