#include <string>
#include <vector>

#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Adds weights [directions, inputs, 4 * hidden] of 8 bits as LSTM has them: in float, the last axes exchanged. Scale
// and zero point are one number for each direction, or for each of its columns.
Result<std::string> AddWeights(UpgradeContext& context, size_t weights, size_t scale) {
  const std::string numbers = context.Input(weights);
  const ge::DataType type = context.values().ElementType(numbers);
  const auto rank = context.values().Rank(context.Input(scale));
  if (type == ge::DT_UNDEFINED || !rank || *rank < 1 || *rank > 2) {
    return context.Refuse("its weights' type, or the rank of their scales, isn't known");
  }
  const std::string axes = context.AddInts("axes", *rank == 1 ? std::vector<int64_t>{1, 2} : std::vector<int64_t>{1});
  std::string wide = AddCast(context, numbers, type, ge::DT_FLOAT);
  if (const std::string zero = context.Input(scale + 1); !zero.empty()) {
    wide = AddStep(context, "Sub",
                   {wide, AddStep(context, "Unsqueeze", {AddCast(context, zero, type, ge::DT_FLOAT), axes})});
  }
  const std::string real = AddStep(context, "Mul", {wide, AddStep(context, "Unsqueeze", {context.Input(scale), axes})});
  return AddStep(context, "Transpose", {real}, {{"perm", std::vector<int64_t>{0, 2, 1}}});
}

// Turns the node into a float LSTM with dequantized 8-bit weights. Its products are computed in float.
Status UpgradeDynamicQuantizeLstm(UpgradeContext& context) {
  OPDK_TRY(std::string input_weights, AddWeights(context, 1, 8));
  OPDK_TRY(std::string hidden_weights, AddWeights(context, 2, 10));
  std::vector<std::string> inputs = {context.Input(0), std::move(input_weights), std::move(hidden_weights)};
  for (size_t i = 3; i < 8; ++i) inputs.push_back(context.Input(i));
  while (inputs.back().empty()) inputs.pop_back();
  Become(context, "LSTM", std::move(inputs), context.node().attributes);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, CommonLSTM, DynamicQuantizeLSTM, 1);
OPDK_UPGRADE_ONNX(UpgradeDynamicQuantizeLstm, "com.microsoft::DynamicQuantizeLSTM");

}  // namespace opdk::onnx_plugin
