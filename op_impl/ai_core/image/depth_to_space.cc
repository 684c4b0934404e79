// DepthToSpace and SpaceToDepth: the blocks become axes of their own, which change places.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> DepthToSpaceCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Dims& d = x.shape();
  const Dims& y = op.OutputShape("y");
  const int64_t b = op.Int("block_size");
  const bool crd = op.String("mode") == "CRD";
  if (op.String("data_format") == "NCHW") {
    if (crd) return {reshape(transpose(reshape(x, {d[0], y[1], b, b, d[2], d[3]}), {0, 1, 4, 2, 5, 3}), y)};
    return {reshape(transpose(reshape(x, {d[0], b, b, y[1], d[2], d[3]}), {0, 3, 4, 1, 5, 2}), y)};
  }
  if (crd) return {reshape(transpose(reshape(x, {d[0], d[1], d[2], y[3], b, b}), {0, 1, 4, 2, 5, 3}), y)};
  return {reshape(transpose(reshape(x, {d[0], d[1], d[2], b, b, y[3]}), {0, 1, 3, 2, 4, 5}), y)};
}

std::vector<Tensor> SpaceToDepthCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Dims& d = x.shape();
  const Dims& y = op.OutputShape("y");
  const int64_t b = op.Int("block_size");
  if (op.String("data_format") == "NCHW") {
    return {reshape(transpose(reshape(x, {d[0], d[1], y[2], b, y[3], b}), {0, 3, 5, 1, 2, 4}), y)};
  }
  return {reshape(transpose(reshape(x, {d[0], y[1], b, y[2], b, d[3]}), {0, 1, 3, 2, 4, 5}), y)};
}

REGISTER_OP_COMPUTE(DepthToSpace, DepthToSpaceCompute);
REGISTER_OP_COMPUTE(SpaceToDepth, SpaceToDepthCompute);

}  // namespace
}  // namespace tbe
