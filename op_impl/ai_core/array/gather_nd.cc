// GatherNd: slices of x, at rows of int32 or int64 indices.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> GatherNdCompute(const OpParams& op) { return {gather_nd(op.Input("x"), op.Input("indices"))}; }

REGISTER_OP_COMPUTE(GatherNd, GatherNdCompute);

}  // namespace
}  // namespace tbe
