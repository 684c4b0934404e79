// BitShift: unsigned x1 shifted by x2 bits, LEFT or RIGHT.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> BitShiftCompute(const OpParams& op) {
  Tensor x1 = op.Input("x1"), x2 = op.Input("x2");
  return {op.String("direction") == "LEFT" ? vshl(x1, x2) : vshr(x1, x2)};
}

REGISTER_OP_COMPUTE(BitShift, BitShiftCompute);

}  // namespace
}  // namespace tbe
