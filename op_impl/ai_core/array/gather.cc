// Slices of x along an axis, at int32 or int64 indices of any shape.
#include "tbe/dsl.h"
#include "tbe/index_check.h"

namespace tbe {
namespace {

std::vector<Tensor> Gathered(const OpParams& op, int64_t axis, int64_t batch_dims) {
  const Tensor x = op.Input("x"), indices = op.Input("indices");
  if (axis < 0) axis += x.rank();
  const Tensor result = gather(x, indices, axis, batch_dims);
  require_inside(indices, "indices", {x.shape()[static_cast<size_t>(axis)]}, NegativeIndex::kCountsFromEnd);
  return {result};
}

// Returns batch_dims. Negative numbers count from behind the last axis of the indices.
int64_t BatchDims(const OpParams& op) {
  const int64_t given = op.Int("batch_dims");
  return given < 0 ? given + op.Input("indices").rank() : given;
}

std::vector<Tensor> GatherCompute(const OpParams& op) { return Gathered(op, BatchDims(op), BatchDims(op)); }

std::vector<Tensor> GatherV2Compute(const OpParams& op) {
  return Gathered(op, op.InputInts("axis").at(0), BatchDims(op));
}

std::vector<Tensor> GatherV2DCompute(const OpParams& op) { return Gathered(op, op.Int("axis"), 0); }

REGISTER_OP_COMPUTE(Gather, GatherCompute);
REGISTER_OP_COMPUTE(GatherV2, GatherV2Compute);
REGISTER_OP_COMPUTE(GatherV2D, GatherV2DCompute);

}  // namespace
}  // namespace tbe
