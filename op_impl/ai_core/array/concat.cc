// Tensors joined along an axis, which is an attribute or the value of an input.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> ConcatCompute(const OpParams& op) {
  return {concat(op.DynamicInput("x"), op.InputInts("concat_dim").at(0))};
}

REGISTER_OP_COMPUTE(ConcatD, ConcatCompute);
REGISTER_OP_COMPUTE(ConcatV2D, ConcatCompute);
REGISTER_OP_COMPUTE(Concat, ConcatCompute);
REGISTER_OP_COMPUTE(ConcatV2, ConcatCompute);

}  // namespace
}  // namespace tbe
