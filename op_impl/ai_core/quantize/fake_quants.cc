// Fake quantization: the floats that remain when floats are stored in a few bits.
#include "tbe/dsl.h"

namespace tbe {
namespace {

// The range, moved so that 0 is one of its steps.
struct NudgedRange {
  NudgedRange(const OpParams& op, const Tensor& low, const Tensor& high) {
    const DataType type = low.dtype();
    const double first = op.Bool("narrow_range") ? 1 : 0;
    const Tensor begin = Param(first, type);
    const Tensor end = Param(static_cast<double>((int64_t{1} << op.Int("num_bits")) - 1), type);
    step = (high - low) / (end - begin);
    empty = vand(vcmp(low, 0, "eq"), vcmp(high, 0, "eq"));
    const Tensor zero = begin - low / step;
    const Tensor nearest = vmin(vmax(floor(zero + 0.5, type), begin), end);
    lowest = (begin - nearest) * step;
    highest = (end - nearest) * step;
  }
  // Rounds each element of x to the nearest step of the range.
  Tensor Quantize(const Tensor& x) const {
    const Tensor cut = vmin(vmax(x, lowest), highest);
    const Tensor steps = floor((cut - lowest) / step + 0.5, step.dtype());
    return vsel(broadcast(empty, x.shape()), 0, steps * step + lowest);
  }
  Tensor Below(const Tensor& x) const {
    return vand(cast_to(x, lowest.dtype()) < lowest, vnot(broadcast(empty, x.shape())));
  }
  Tensor Above(const Tensor& x) const {
    return vand(cast_to(x, highest.dtype()) > highest, vnot(broadcast(empty, x.shape())));
  }

  Tensor step, lowest, highest, empty;
};

// Returns the range of the attributes. `type`: the type of the computation. Whether x is outside is decided in double,
// so that rounding doesn't decide.
NudgedRange RangeOfAttributes(const OpParams& op, DataType type) {
  return {op, Param(op.Float("min"), type), Param(op.Float("max"), type)};
}
NudgedRange RangeOfNumbers(const OpParams& op, DataType type) {
  return {op, cast_to(reshape(op.Input("min"), {}), type), cast_to(reshape(op.Input("max"), {}), type)};
}
NudgedRange RangeOfChannels(const OpParams& op, DataType type) {
  return {op, cast_to(op.Input("min"), type), cast_to(op.Input("max"), type)};
}

using RangeOf = NudgedRange (*)(const OpParams& op, DataType type);

template <RangeOf kRange>
std::vector<Tensor> FakeQuantCompute(const OpParams& op) {
  return {kRange(op, ge::DT_FLOAT).Quantize(op.Input("x"))};
}

// Returns the gradients where x is inside, below and above the range, else 0.
std::vector<Tensor> GradientParts(const NudgedRange& range, const OpParams& op) {
  const Tensor x = op.Input("x"), gradients = op.Input("gradients");
  const Tensor below = range.Below(x), above = range.Above(x);
  return {vsel(vor(below, above), 0, gradients), vsel(below, gradients, 0), vsel(above, gradients, 0)};
}

std::vector<Tensor> FakeQuantArgsGradientCompute(const OpParams& op) {
  return {GradientParts(RangeOfAttributes(op, ge::DT_DOUBLE), op)[0]};
}
std::vector<Tensor> FakeQuantVarsGradientCompute(const OpParams& op) {
  std::vector<Tensor> parts = GradientParts(RangeOfNumbers(op, ge::DT_DOUBLE), op);
  for (size_t i : {1, 2}) parts[i] = reduce_sum(parts[i], AllAxes(parts[i]));
  return parts;
}
std::vector<Tensor> FakeQuantChannelGradientCompute(const OpParams& op) {
  std::vector<Tensor> parts = GradientParts(RangeOfChannels(op, ge::DT_DOUBLE), op);
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
