#include <utility>
#include <vector>

#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

// Computes y[..., f, t] = x[..., f * hop + t], and 0 beyond the signal. The shape rule has computed the number of
// windows.
std::vector<tbe::Tensor> FramesCompute(const tbe::OpParams& op) {
  tbe::Tensor x = op.Input("x");
  const int64_t hop = op.Int("hop");
  const std::vector<int64_t> shape = op.OutputShape("y");
  const size_t frame = shape.size() - 2;
  return {tbe::compute(shape, [&](const std::vector<tbe::Expr>& i) {
    const tbe::Expr sample = i[frame] * hop + i[frame + 1];
    const tbe::Expr samples = tbe::extent(x, static_cast<int64_t>(frame));
    std::vector<tbe::Expr> at(i.begin(), i.begin() + static_cast<std::ptrdiff_t>(frame));
    at.push_back(tbe::min(sample, samples - 1));  // select() computes both branches
    return tbe::select(sample < samples, tbe::at(x, at), 0);
  })};
}

}  // namespace

REGISTER_OP_COMPUTE(Frames, FramesCompute);
