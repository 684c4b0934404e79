// GatherND: slices of x, at rows of int32 or int64 indices.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> GatherNDCompute(const OpParams& op) {
  return {gather_nd(op.Input("x"), op.Input("indices"), op.Int("batch_dims"))};
}

REGISTER_OP_COMPUTE(GatherND, GatherNDCompute);

}  // namespace
}  // namespace tbe
