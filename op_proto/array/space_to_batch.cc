#include "op_proto/array/space_to_batch.h"

#include <optional>
#include <string>
#include <vector>

#include "opdk/infer.h"

namespace ge {
namespace {

using Ints = std::vector<int64_t>;

graphStatus CheckBlocks(const Operator& op, const opdk::Dims& x, const std::optional<Ints>& blocks,
                        const std::optional<Ints>& edges, const char* edges_name) {
  for (size_t i = 0; blocks && i < blocks->size(); ++i) {
    if ((*blocks)[i] < 1) return opdk::ReportInferError(op, "a block is " + std::to_string((*blocks)[i]) + " long");
  }
  for (size_t i = 0; edges && i < edges->size(); ++i) {
    if ((*edges)[i] < 0) return opdk::ReportInferError(op, std::string(edges_name) + " are below 0");
  }
  if (blocks && edges && edges->size() != 2 * blocks->size()) {
    return opdk::ReportInferError(
        op, std::to_string(edges->size()) + " " + edges_name + " for " + std::to_string(blocks->size()) + " axes");
  }
  if (blocks && !opdk::IsUnknownRank(x) && x.size() <= blocks->size()) {
    return opdk::ReportInferError(
        op, "x " + opdk::ShapeText(x) + " has no batch and " + std::to_string(blocks->size()) + " spatial axes");
  }
  return GRAPH_SUCCESS;
}

// Returns the product; -1 when `a` is unknown, nothing on overflow.
std::optional<int64_t> Times(int64_t a, int64_t b) {
  if (a < 0) return UNKNOWN_DIM;
  int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

graphStatus ReportExtents(const Operator& op, const opdk::Dims& x) {
  return opdk::ReportInferError(op, "blocks don't divide the extents of x " + opdk::ShapeText(x));
}

graphStatus InferToBatch(Operator& op, const std::optional<Ints>& blocks) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const auto paddings = opdk::ConstInts(op, "paddings");
  if (CheckBlocks(op, x, blocks, paddings, "paddings") != GRAPH_SUCCESS) return GRAPH_FAILED;
  opdk::Dims y = x;
  if (!opdk::IsUnknownRank(x) && !blocks) y.assign(x.size(), UNKNOWN_DIM);
  for (size_t i = 0; blocks && !opdk::IsUnknownRank(x) && i < blocks->size(); ++i) {
    const auto batch = Times(y[0], (*blocks)[i]);
    if (!batch) return ReportExtents(op, x);
    y[0] = *batch;
    if (y[i + 1] < 0 || !paddings) {
      y[i + 1] = UNKNOWN_DIM;
      continue;
    }
    int64_t padded = 0;
    if (__builtin_add_overflow((*paddings)[2 * i], (*paddings)[2 * i + 1], &padded) ||
        __builtin_add_overflow(padded, x[i + 1], &padded) || padded % (*blocks)[i] != 0) {
      return ReportExtents(op, x);
    }
    y[i + 1] = padded / (*blocks)[i];
  }
  return opdk::SetOutput(op, "y", y, opdk::InputType(op, "x"));
}

graphStatus InferToSpace(Operator& op, const std::optional<Ints>& blocks) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const auto crops = opdk::ConstInts(op, "crops");
  if (CheckBlocks(op, x, blocks, crops, "crops") != GRAPH_SUCCESS) return GRAPH_FAILED;
  opdk::Dims y = x;
  if (!opdk::IsUnknownRank(x) && !blocks) y.assign(x.size(), UNKNOWN_DIM);
  for (size_t i = 0; blocks && !opdk::IsUnknownRank(x) && i < blocks->size(); ++i) {
    if (y[0] > 0 && y[0] % (*blocks)[i] != 0) return ReportExtents(op, x);
    y[0] = y[0] < 0 ? UNKNOWN_DIM : y[0] / (*blocks)[i];
    const auto spread = Times(x[i + 1], (*blocks)[i]);
    if (!spread) return ReportExtents(op, x);
    y[i + 1] = UNKNOWN_DIM;
    if (*spread < 0 || !crops) continue;
    int64_t cut = 0;
    if (__builtin_add_overflow((*crops)[2 * i], (*crops)[2 * i + 1], &cut) || cut > *spread) {
      return opdk::ReportInferError(op, "crops leave nothing of " + std::to_string(*spread) + " places");
    }
    y[i + 1] = *spread - cut;
  }
  return opdk::SetOutput(op, "y", y, opdk::InputType(op, "x"));
}

Ints SquareBlock(const Operator& op) { return Ints(2, opdk::IntAttr(op, "block_size")); }

}  // namespace

IMPLEMT_COMMON_INFERFUNC(SpaceToBatchNDInfer) { return InferToBatch(op, opdk::ConstInts(op, "block_shape")); }
IMPLEMT_COMMON_INFERFUNC(BatchToSpaceNDInfer) { return InferToSpace(op, opdk::ConstInts(op, "block_shape")); }
IMPLEMT_COMMON_INFERFUNC(SpaceToBatchInfer) { return InferToBatch(op, SquareBlock(op)); }
IMPLEMT_COMMON_INFERFUNC(BatchToSpaceInfer) { return InferToSpace(op, SquareBlock(op)); }

COMMON_INFER_FUNC_REG(SpaceToBatchND, SpaceToBatchNDInfer);
COMMON_INFER_FUNC_REG(SpaceToBatchNDD, SpaceToBatchNDInfer);
COMMON_INFER_FUNC_REG(BatchToSpaceND, BatchToSpaceNDInfer);
COMMON_INFER_FUNC_REG(BatchToSpaceNDD, BatchToSpaceNDInfer);
COMMON_INFER_FUNC_REG(SpaceToBatch, SpaceToBatchInfer);
COMMON_INFER_FUNC_REG(SpaceToBatchD, SpaceToBatchInfer);
COMMON_INFER_FUNC_REG(BatchToSpace, BatchToSpaceInfer);
COMMON_INFER_FUNC_REG(BatchToSpaceD, BatchToSpaceInfer);

}  // namespace ge
