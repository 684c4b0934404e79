#include <fmt/format.h>

#include <vector>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Normalizes over a window of an even size, which has one channel more behind than before. The prototype has no such
// window, so the mean of the squares comes from a pool over the channels.
Status NormalizeByPool(UpgradeContext& context, int64_t size, float alpha, float beta, float bias) {
  const auto rank = context.values().Rank(context.Input(0));
  if (!rank || *rank < 2) return context.Refuse("an even size needs an input of known rank, from 2 on");
  const ge::DataType type = context.values().ElementType(context.Input(0));
  const bool is_short = IsShortFloat(type);
  const std::string x = is_short ? AddCast(context, context.Input(0), type, ge::DT_FLOAT) : context.Input(0);
  const std::string one = context.AddInts("one", {1});
  const std::string squares = AddStep(context, "Unsqueeze", {AddStep(context, "Mul", {x, x}), one});
  const auto spatial = static_cast<size_t>(*rank) - 1;
  std::vector<int64_t> kernel(spatial, 1), pads(2 * spatial, 0);
  kernel[0] = size;
  pads[0] = (size - 1) / 2;
  pads[spatial] = size / 2;
  const std::string means = AddStep(context, "AveragePool", {squares},
                                    {{"kernel_shape", kernel}, {"pads", pads}, {"count_include_pad", int64_t{1}}});
  const std::string mean = AddStep(context, "Squeeze", {means, one});
  const std::string scaled = AddStep(context, "Mul", {mean, AddScalarLike(context, "alpha", alpha, x)});
  const std::string base = AddStep(context, "Add", {scaled, AddScalarLike(context, "bias", bias, x)});
  Become(context, "Div", {x, AddStep(context, "Pow", {base, AddScalarLike(context, "beta", beta, x)})});
  if (is_short) CastOutput(context, 0, type);
  return {};
}

// Divides alpha by the number of channels in the window, as ONNX does.
Status UpgradeLrn(UpgradeContext& context) {
  const int64_t size = context.Take<int64_t>("size").value_or(0);
  if (size < 1) return context.Refuse(fmt::format("size {} is no number of channels", size));
  const float alpha = context.Take<float>("alpha").value_or(0.0001F);
  const float beta = context.Take<float>("beta").value_or(0.75F);
  if (size % 2 == 0) return NormalizeByPool(context, size, alpha, beta, context.Take<float>("bias").value_or(1));
  context.Set("depth_radius", size / 2);
  context.Set("alpha", alpha / static_cast<float>(size));
  context.Set("beta", beta);
  return {};
}

}  // namespace

OPDK_MAP_ONNX(LRN, 1);
OPDK_UPGRADE_ONNX(UpgradeLrn, "LRN");

}  // namespace opdk::onnx_plugin
