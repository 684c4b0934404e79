// What is left of floats in a few bits.
#include "tbe/dsl.h"

namespace tbe {
namespace {

// The range, moved so that 0 is one of its steps.
struct NudgedRange {
  NudgedRange(const OpParams& op, const Tensor& low, const Tensor& high) {
    const double first = op.Bool("narrow_range") ? 1 : 0;
    const Tensor begin = Param(first, ge::DT_FLOAT);
    const Tensor end = Param(static_cast<double>((int64_t{1} << op.Int("num_bits")) - 1), ge::DT_FLOAT);
    step = (high - low) / (end - begin);
    empty = vand(vcmp(low, 0, "eq"), vcmp(high, 0, "eq"));
    const Tensor zero = begin - low / step;
    const Tensor nearest = vmin(vmax(floor(zero + 0.5, ge::DT_FLOAT), begin), end);
    lowest = (begin - nearest) * step;
    highest = (end - nearest) * step;
  }
  // The element of x to which an element of the range belongs.
  Tensor Quantize(const Tensor& x) const {
    const Tensor cut = vmin(vmax(x, lowest), highest);
    const Tensor steps = floor((cut - lowest) / step + 0.5, ge::DT_FLOAT);
    return vsel(broadcast(empty, x.shape()), 0, steps * step + lowest);
  }
  Tensor Below(const Tensor& x) const { return vand(x < lowest, vnot(broadcast(empty, x.shape()))); }
  Tensor Above(const Tensor& x) const { return vand(x > highest, vnot(broadcast(empty, x.shape()))); }

  Tensor step, lowest, highest, empty;
};

NudgedRange RangeOfAttributes(const OpParams& op) {
  return {op, Param(op.Float("min"), ge::DT_FLOAT), Param(op.Float("max"), ge::DT_FLOAT)};
}
NudgedRange RangeOfNumbers(const OpParams& op) {
  return {op, reshape(op.Input("min"), {}), reshape(op.Input("max"), {})};
}
NudgedRange RangeOfChannels(const OpParams& op) { return {op, op.Input("min"), op.Input("max")}; }

using RangeOf = NudgedRange (*)(const OpParams& op);

template <RangeOf kRange>
std::vector<Tensor> FakeQuantCompute(const OpParams& op) {
  return {kRange(op).Quantize(op.Input("x"))};
}

// The gradients where x is inside, below and above the range, else 0.
std::vector<Tensor> GradientParts(const NudgedRange& range, const OpParams& op) {
  const Tensor x = op.Input("x"), gradients = op.Input("gradients");
  const Tensor below = range.Below(x), above = range.Above(x);
  return {vsel(vor(below, above), 0, gradients), vsel(below, gradients, 0), vsel(above, gradients, 0)};
}

std::vector<Tensor> FakeQuantArgsGradientCompute(const OpParams& op) {
  return {GradientParts(RangeOfAttributes(op), op)[0]};
}
std::vector<Tensor> FakeQuantVarsGradientCompute(const OpParams& op) {
  std::vector<Tensor> parts = GradientParts(RangeOfNumbers(op), op);
  for (size_t i : {1, 2}) parts[i] = reduce_sum(parts[i], AllAxes(parts[i]));
  return parts;
}
std::vector<Tensor> FakeQuantChannelGradientCompute(const OpParams& op) {
  std::vector<Tensor> parts = GradientParts(RangeOfChannels(op), op);
  Dims rows;
  for (int64_t axis = 0; axis + 1 < parts[0].rank(); ++axis) rows.push_back(axis);
  for (size_t i : {1, 2}) parts[i] = rows.empty() ? parts[i] : reduce_sum(parts[i], rows);
  return parts;
}

REGISTER_OP_COMPUTE(FakeQuantWithMinMaxArgs, FakeQuantCompute<RangeOfAttributes>);
REGISTER_OP_COMPUTE(FakeQuantWithMinMaxArgsGradient, FakeQuantArgsGradientCompute);
REGISTER_OP_COMPUTE(FakeQuantWithMinMaxVars, FakeQuantCompute<RangeOfNumbers>);
REGISTER_OP_COMPUTE(FakeQuantWithMinMaxVarsGradient, FakeQuantVarsGradientCompute);
REGISTER_OP_COMPUTE(FakeQuantWithMinMaxVarsPerChannel, FakeQuantCompute<RangeOfChannels>);
REGISTER_OP_COMPUTE(FakeQuantWithMinMaxVarsPerChannelGradient, FakeQuantChannelGradientCompute);

}  // namespace
}  // namespace tbe
