#include "op_impl/ai_core/nn/image_pooling.h"

namespace tbe {
namespace {

std::vector<Tensor> MaxPoolCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {MaxOfImages(op, x, ImageWindowOf(op, x.shape(), op.OutputShape("y")))};
}

REGISTER_OP_COMPUTE(MaxPool, MaxPoolCompute);
REGISTER_OP_COMPUTE(MaxPoolExt2, MaxPoolCompute);
REGISTER_OP_COMPUTE(MaxPoolV2, MaxPoolCompute);
REGISTER_OP_COMPUTE(MaxPoolV3, MaxPoolCompute);
REGISTER_OP_COMPUTE(MaxPool3D, MaxPoolCompute);

}  // namespace
}  // namespace tbe
