#include "op_proto/image/depth_to_space.h"

#include <optional>
#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

graphStatus CheckBlocks(const Operator& op) {
  const int64_t block = opdk::IntAttr(op, "block_size");
  if (block < 1 || block > 46340) {
    return opdk::ReportInferError(op, "block_size is " + std::to_string(block) + ", it must lie in [1, 46340]");
  }
  const std::string format = opdk::StringAttr(op, "data_format");
  if (format == "NHWC" || format == "NCHW") return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "data_format '" + format + "' is neither NHWC nor NCHW");
}

// x's extents, with the places of its height (the width follows) and of its channels; nothing for another rank.
struct ImageDims {
  opdk::Dims dims;
  size_t height;
  size_t channels;
};

std::optional<ImageDims> BlockImage(const Operator& op) {
  ImageDims image{opdk::InputDims(op, "x"), 1, 3};
  if (opdk::StringAttr(op, "data_format") == "NCHW") image = {image.dims, 2, 1};
  if (image.dims.size() == 4) return image;
  return std::nullopt;
}

graphStatus InferWithoutImage(Operator& op) {
  const opdk::Dims dims = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(dims)) {
    return opdk::SetOutput(op, "y", opdk::Dims(4, UNKNOWN_DIM), opdk::InputType(op, "x"));
  }
  return opdk::ReportInferError(op, "x has shape " + opdk::ShapeText(dims) + ", it must have rank 4");
}

graphStatus RefuseDivision(const Operator& op, const char* what, int64_t extent, int64_t divisor) {
  return opdk::ReportInferError(
      op, std::string(what) + " " + std::to_string(extent) + " is not divisible by " + std::to_string(divisor));
}

}  // namespace

IMPLEMT_INFERFUNC(DepthToSpace, DepthToSpaceInfer) {
  auto image = BlockImage(op);
  if (!image) return InferWithoutImage(op);
  const int64_t block = op.get_attr_block_size();
  int64_t& channels = image->dims[image->channels];
  if (channels >= 0) {
    if (channels % (block * block) != 0) return RefuseDivision(op, "the number of channels", channels, block * block);
    channels /= block * block;
  }
  for (size_t axis = image->height; axis < image->height + 2; ++axis) {
    if (image->dims[axis] >= 0) image->dims[axis] *= block;
  }
  return opdk::SetOutput(op, "y", image->dims, opdk::InputType(op, "x"));
}

IMPLEMT_VERIFIER(DepthToSpace, DepthToSpaceVerify) {
  const std::string mode = opdk::StringAttr(op, "mode");
  if (mode != "DCR" && mode != "CRD") return opdk::ReportInferError(op, "mode '" + mode + "' is neither DCR nor CRD");
  return CheckBlocks(op);
}

IMPLEMT_INFERFUNC(SpaceToDepth, SpaceToDepthInfer) {
  auto image = BlockImage(op);
  if (!image) return InferWithoutImage(op);
  const int64_t block = op.get_attr_block_size();
  for (size_t axis = image->height; axis < image->height + 2; ++axis) {
    int64_t& extent = image->dims[axis];
    if (extent < 0) continue;
    if (extent % block != 0)
      return RefuseDivision(op, axis == image->height ? "the height" : "the width", extent, block);
    extent /= block;
  }
  int64_t& channels = image->dims[image->channels];
  if (channels >= 0) channels *= block * block;
  return opdk::SetOutput(op, "y", image->dims, opdk::InputType(op, "x"));
}

IMPLEMT_VERIFIER(SpaceToDepth, SpaceToDepthVerify) { return CheckBlocks(op); }

INFER_FUNC_REG(DepthToSpace, DepthToSpaceInfer);
VERIFY_FUNC_REG(DepthToSpace, DepthToSpaceVerify);
INFER_FUNC_REG(SpaceToDepth, SpaceToDepthInfer);
VERIFY_FUNC_REG(SpaceToDepth, SpaceToDepthVerify);

}  // namespace ge
