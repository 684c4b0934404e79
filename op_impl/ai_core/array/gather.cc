// Gather: slices of x along `axis`, at int32 or int64 indices of any shape.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> GatherCompute(const OpParams& op) {
  return {gather(op.Input("x"), op.Input("indices"), op.Int("axis"))};
}

REGISTER_OP_COMPUTE(Gather, GatherCompute);

}  // namespace
}  // namespace tbe
