#include "op_impl/ai_core/nn/image_pooling.h"

namespace tbe {
namespace {

std::vector<Tensor> PoolingCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const ImageWindow window = ImageWindowOf(op, x.shape(), op.OutputShape("y"));
  const Tensor y = op.Int("mode") == 0 ? MaxOfImages(op, x, window) : MeanOfImages(op, x, window, false);
  return {cast_to(y, op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(Pooling, PoolingCompute);

}  // namespace
}  // namespace tbe
