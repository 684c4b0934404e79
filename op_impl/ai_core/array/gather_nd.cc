// GatherNd: slices of x, at rows of int32 or int64 indices.
#include "tbe/dsl.h"
#include "tbe/index_check.h"

namespace tbe {
namespace {

std::vector<Tensor> GatherNdCompute(const OpParams& op) {
  const Tensor x = op.Input("x"), indices = op.Input("indices");
  const Tensor result = gather_nd(x, indices);
  const Dims extents(x.shape().begin(), x.shape().begin() + static_cast<std::ptrdiff_t>(indices.shape().back()));
  if (!extents.empty()) require_inside(indices, "indices", extents, NegativeIndex::kCountsFromEnd);
  return {result};
}

REGISTER_OP_COMPUTE(GatherNd, GatherNdCompute);

}  // namespace
}  // namespace tbe
