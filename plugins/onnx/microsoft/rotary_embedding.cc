#include "plugins/onnx/microsoft/rotary_embedding.h"

#include "plugins/onnx/microsoft/attention_core.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

constexpr int64_t kFirstOpset = 23;

// Positions may be those of each token, or where the first one stands.
Status UpgradeMsRotaryEmbedding(UpgradeContext& context) {
  context.Drop("is_packed_batching");  // each token has its position
  if (context.Take<float>("scale").value_or(1) != 1) return context.Refuse("a scale other than 1 is not supported");
  importer::Values& values = context.values();
  const std::string x = context.Input(0), given = context.Input(1);
  const auto rank = values.Rank(x), position_rank = values.Rank(given);
  if ((rank != 3 && rank != 4) || !position_rank) {
    return context.Refuse("its input must have a known rank, 3 or 4, and its positions a known one");
  }
  RotaryInputs inputs{x, given, context.Input(2), context.Input(3)};
  inputs.interleaved = context.Take<int64_t>("interleaved").value_or(0) != 0;
  inputs.rotated = context.Take<int64_t>("rotary_embedding_dim").value_or(0);
  inputs.heads = context.Take<int64_t>("num_heads").value_or(0);
  if (rank == 3 && inputs.heads == 0) {
    // The caches have half the size of a head.
    const auto width = values.Dim(x, 2), pairs = values.Dim(inputs.cos, -1);
    if (!width || !pairs || *pairs == 0) return context.Refuse("num_heads isn't given, nor known of the extents");
    inputs.heads = *width / (2 * *pairs);
  }
  if (*position_rank < 2) {
    AttentionSteps steps(context, 1, 1, x);
    const std::string places = steps.Positions(steps.Extent(x, *rank - 2));
    inputs.positions = steps.Step("Unsqueeze", {steps.Step("Add", {places, given}), context.AddInts("axis", {0})});
  }
  Become(context, "Identity", {AddRotaryEmbedding(context, inputs)});
  return {};
}

}  // namespace

std::string AddRotaryEmbedding(UpgradeContext& context, const RotaryInputs& inputs) {
  std::string y = context.values().NewName(context.node().outputs.front() + "/RotaryEmbedding");
  importer::SourceNode& step =
      context.AddBefore("RotaryEmbedding", {inputs.x, inputs.cos, inputs.sin, inputs.positions}, {y});
  step.version = kFirstOpset;
  step.attributes = {{"interleaved", int64_t{inputs.interleaved ? 1 : 0}}, {"rotary_embedding_dim", inputs.rotated}};
  if (inputs.heads != 0) step.attributes["num_heads"] = inputs.heads;
  return y;
}

OPDK_MAP_ONNX_OF(com.microsoft, Add, RotaryEmbedding, 1);
OPDK_UPGRADE_ONNX(UpgradeMsRotaryEmbedding, "com.microsoft::RotaryEmbedding");

}  // namespace opdk::onnx_plugin
