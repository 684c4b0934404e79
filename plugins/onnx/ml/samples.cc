#include "plugins/onnx/ml/samples.h"

#include "plugins/onnx/ml/constants.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

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

std::string AddBestLabels(UpgradeContext& context, const std::string& scores, const std::vector<int64_t>& labels) {
  const std::string best = AddStep(context, "ArgMax", {scores}, {{"axis", int64_t{1}}, {"keepdims", int64_t{0}}});
  const auto count = static_cast<int64_t>(labels.size());
  return AddGather(context, AddNumbers(context, "labels", {count}, labels, ge::DT_INT64), best);
}

}  // namespace opdk::onnx_plugin
