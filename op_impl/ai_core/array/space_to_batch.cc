// Blocks of places moved to the batch axis and back: the axes split, moved and joined.
#include "tbe/dsl.h"

namespace tbe {
namespace {

Dims BlockShape(const OpParams& op) {
  return op.HasAttr("block_size") ? Dims(2, op.Int("block_size")) : op.InputInts("block_shape");
}

std::vector<Tensor> SpaceToBatchCompute(const OpParams& op) {
  const Dims blocks = BlockShape(op), paddings = op.InputInts("paddings");
  const Tensor x = op.Input("x");
  const auto rank = static_cast<size_t>(x.rank()), spatial = blocks.size();
  Dims before(rank, 0), after(rank, 0), parts = {x.shape()[0]}, order;
  for (size_t i = 0; i < spatial; ++i) {
    before[i + 1] = paddings[2 * i];
    after[i + 1] = paddings[2 * i + 1];
    parts.push_back((x.shape()[i + 1] + before[i + 1] + after[i + 1]) / blocks[i]);
    parts.push_back(blocks[i]);
    order.push_back(static_cast<int64_t>(2 * i + 2));
  }
  order.push_back(0);
  for (size_t i = 0; i < spatial; ++i) order.push_back(static_cast<int64_t>(2 * i + 1));
  for (size_t i = spatial + 1; i < rank; ++i) {
    order.push_back(static_cast<int64_t>(parts.size()));
    parts.push_back(x.shape()[i]);
  }
  return {reshape(transpose(reshape(pad(x, before, after), parts), order), op.OutputShape("y"))};
}

std::vector<Tensor> BatchToSpaceCompute(const OpParams& op) {
  const Dims blocks = BlockShape(op), crops = op.InputInts("crops");
  const Tensor x = op.Input("x");
  const auto rank = static_cast<size_t>(x.rank()), spatial = blocks.size();
  const auto batch_axis = static_cast<int64_t>(spatial);
  Dims parts = blocks, order = {batch_axis}, joined = {x.shape()[0]}, offsets(rank, 0);
  for (int64_t block : blocks) joined[0] /= block;
  parts.push_back(joined[0]);
  for (size_t i = 0; i < spatial; ++i) {
    order.push_back(batch_axis + 1 + static_cast<int64_t>(i));
    order.push_back(static_cast<int64_t>(i));
    joined.push_back(x.shape()[i + 1] * blocks[i]);
    offsets[i + 1] = crops[2 * i];
  }
  for (size_t i = 1; i < rank; ++i) {
    if (i > spatial) {
      order.push_back(static_cast<int64_t>(parts.size()));
      joined.push_back(x.shape()[i]);
    }
    parts.push_back(x.shape()[i]);
  }
  return {slice(reshape(transpose(reshape(x, parts), order), joined), offsets, op.OutputShape("y"))};
}

REGISTER_OP_COMPUTE(SpaceToBatchND, SpaceToBatchCompute);
REGISTER_OP_COMPUTE(SpaceToBatchNDD, SpaceToBatchCompute);
REGISTER_OP_COMPUTE(SpaceToBatch, SpaceToBatchCompute);
REGISTER_OP_COMPUTE(SpaceToBatchD, SpaceToBatchCompute);
REGISTER_OP_COMPUTE(BatchToSpaceND, BatchToSpaceCompute);
REGISTER_OP_COMPUTE(BatchToSpaceNDD, BatchToSpaceCompute);
REGISTER_OP_COMPUTE(BatchToSpace, BatchToSpaceCompute);
REGISTER_OP_COMPUTE(BatchToSpaceD, BatchToSpaceCompute);

}  // namespace
}  // namespace tbe
