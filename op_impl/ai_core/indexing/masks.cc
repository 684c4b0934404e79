// Elements where a mask says.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> MaskedFillCompute(const OpParams& op) {
  return {vsel(op.Input("mask"), reshape(op.Input("value"), {}), op.Input("x"))};
}
std::vector<Tensor> IndexFillDCompute(const OpParams& op) {
  return {op.Input("x") * op.Input("assist1") + op.Input("assist2")};
}

REGISTER_OP_COMPUTE(MaskedFill, MaskedFillCompute);
REGISTER_OP_COMPUTE(IndexFillD, IndexFillDCompute);

}  // namespace
}  // namespace tbe
