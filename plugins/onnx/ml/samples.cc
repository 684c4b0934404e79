#include "plugins/onnx/ml/samples.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <utility>

#include "plugins/onnx/ml/constants.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns the extents of input 0 where the last one, the number of features, is known. The text of a refusal needs them
// alone, so the model isn't bound to them (Values::Dim).
std::optional<std::vector<int64_t>> ExtentsOfSamples(UpgradeContext& context) {
  const ge::TensorDesc* desc = context.values().Find(context.Input(0));
  if (desc == nullptr) return std::nullopt;
  std::vector<int64_t> extents = desc->GetShape().GetDims();
  if (extents.empty() || extents.back() < 0) return std::nullopt;
  return extents;
}

Status RefuseFeatures(UpgradeContext& context, const std::vector<int64_t>& extents, const std::string& wanted,
                      int64_t features) {
  Status status = context.Refuse(
      fmt::format("its input [{}] has {} features, {}", fmt::join(extents, ","), extents.back(), wanted));
  return std::move(status).Hint(fmt::format("declare the model's input with {} features", features));
}

}  // namespace

Result<ge::DataType> KnownType(UpgradeContext& context, size_t input) {
  const ge::DataType type = context.values().ElementType(context.Input(input));
  if (type == ge::DT_UNDEFINED) return context.Refuse("the element type of its input isn't known");
  return type;
}

std::string AddAsMatrix(UpgradeContext& context, const std::string& x) {
  if (context.values().Rank(x) != 1) return x;
  return AddStep(context, "Unsqueeze", {x, context.AddInts("axes", {0})});
}

Result<std::string> AddSamples(UpgradeContext& context) {
  OPDK_TRY(KnownType(context));
  return AddAsMatrix(context, context.Input(0));
}

Result<std::string> AddFloatSamples(UpgradeContext& context) {
  OPDK_TRY(const ge::DataType type, KnownType(context));
  return AddCast(context, AddAsMatrix(context, context.Input(0)), type, ge::DT_FLOAT);
}

Status RequireFeatures(UpgradeContext& context, int64_t features, const std::string& owner) {
  const auto extents = ExtentsOfSamples(context);
  if (!extents || extents->back() == features) return {};
  return RefuseFeatures(context, *extents, fmt::format("{} are for {}", owner, features), features);
}

Status RequireOneOrFeatures(UpgradeContext& context, size_t count, const std::string& owner) {
  return count <= 1 ? Status() : RequireFeatures(context, static_cast<int64_t>(count), owner);
}

Status RequireFeature(UpgradeContext& context, int64_t index, const std::string& owner) {
  const auto extents = ExtentsOfSamples(context);
  if (!extents || extents->back() > index) return {};
  return RefuseFeatures(context, *extents, fmt::format("{} ask for number {} (from 0)", owner, index), index + 1);
}

std::string AddBestLabels(UpgradeContext& context, const std::string& scores, const std::vector<int64_t>& labels) {
  const std::string best = AddStep(context, "ArgMax", {scores}, {{"axis", int64_t{1}}, {"keepdims", int64_t{0}}});
  const auto count = static_cast<int64_t>(labels.size());
  return AddGather(context, AddNumbers(context, "labels", {count}, labels, ge::DT_INT64), best);
}

}  // namespace opdk::onnx_plugin
