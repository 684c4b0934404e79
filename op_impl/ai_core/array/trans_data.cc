// TransData: between NCHW and NC1HWC0 (channels in blocks of C0, zeros in the last one).
#include "tbe/dsl.h"

namespace tbe {
namespace {

Tensor ToBlocks(Tensor x, int64_t c0) {
  const int64_t channels = x.shape()[1], blocks = (channels + c0 - 1) / c0;
  if (blocks * c0 != channels) {
    Dims after(x.shape().size(), 0);
    after[1] = blocks * c0 - channels;
    x = pad(x, Dims(x.shape().size(), 0), after, 0);
  }
  Dims shape = x.shape(), axes = {0, 1};
  shape[1] = blocks;
  shape.insert(shape.begin() + 2, c0);
  for (int64_t axis = 3; axis < static_cast<int64_t>(shape.size()); ++axis) axes.push_back(axis);
  axes.push_back(2);
  return transpose(reshape(x, shape), axes);
}

Tensor ToRowMajor(const Tensor& x, const Dims& y) {
  const int64_t last = x.rank() - 1;
  Dims axes = {0, 1, last};
  for (int64_t axis = 2; axis < last; ++axis) axes.push_back(axis);
  Dims shape(x.shape().begin(), x.shape().end() - 1);
  shape[1] *= x.shape().back();
  const Tensor joined = reshape(transpose(x, axes), shape);
  return shape == y ? joined : slice(joined, Dims(shape.size(), 0), y);
}

std::vector<Tensor> TransDataCompute(const OpParams& op) {
  if (op.String("dst_format") == "NCHW") return {ToRowMajor(op.Input("x"), op.OutputShape("y"))};
  return {ToBlocks(op.Input("x"), op.Int("c0"))};
}

REGISTER_OP_COMPUTE(TransData, TransDataCompute);

}  // namespace
}  // namespace tbe
