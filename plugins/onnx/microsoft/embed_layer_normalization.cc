#include <string>
#include <utility>
#include <vector>

#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/extent_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// The tables of an embedding, in float.
struct EmbeddingTables {
  std::string words, positions, segments;  // segments "": none
  std::string gamma, beta;
  std::string mask;  // "": none
};

// Adds the row of each token's position: of `given` positions, else of 0, 1, … up to the number of tokens.
std::string PositionRows(UpgradeContext& context, const std::string& table, const std::string& given) {
  if (!given.empty()) return AddGather(context, table, given);
  return AddGather(context, table, AddPlaces(context, AddScalarExtent(context, context.Input(0), 1)));
}

// Adds the number of tokens that count in each row; 0 without a mask.
std::string CountOfMask(UpgradeContext& context, const std::string& mask) {
  const std::string tokens = mask.empty() ? context.Input(0) : mask;
  const ge::DataType type = context.values().ElementType(tokens);
  std::string numbers = AddCast(context, tokens, type, ge::DT_INT32);
  if (mask.empty()) numbers = AddBinary(context, "Sub", numbers, numbers);
  return AddStep(context, "ReduceSum", {numbers, context.AddInts("axis", {1})}, {{"keepdims", int64_t{0}}});
}

Status AddEmbedding(UpgradeContext& context, const EmbeddingTables& tables, const std::string& positions) {
  const float epsilon = context.Take<float>("epsilon").value_or(1e-12F);
  context.Drop("mask_index_type");
  std::vector<std::string> outputs = context.node().outputs;
  outputs.resize(3);
  std::string sum = AddBinary(context, "Add", AddGather(context, tables.words, context.Input(0)),
                              PositionRows(context, tables.positions, positions));
  if (!tables.segments.empty() && !context.Input(1).empty()) {
    sum = AddBinary(context, "Add", sum, AddGather(context, tables.segments, context.Input(1)));
  }
  if (!outputs[1].empty()) context.AddBefore("Identity", {CountOfMask(context, tables.mask)}, {outputs[1]});
  if (!outputs[2].empty()) context.AddBefore("Identity", {sum}, {outputs[2]});
  context.node().outputs = {outputs[0]};
  BecomeIr(context, "LayerNormV3", {sum, tables.gamma, tables.beta},
           {{"begin_norm_axis", int64_t{-1}}, {"begin_params_axis", int64_t{-1}}, {"epsilon", epsilon}});
  return {};
}

Status UpgradeEmbedLayerNormalization(UpgradeContext& context) {
  const EmbeddingTables tables = {context.Input(2), context.Input(3), context.Input(4),
                                  context.Input(5), context.Input(6), context.Input(7)};
  return AddEmbedding(context, tables, context.Input(8));
}

// Takes the tokens, five tables, the mask, five scales, five zero points.
Status UpgradeQEmbedLayerNormalization(UpgradeContext& context) {
  const auto table = [&](size_t number) -> std::string {
    const std::string numbers = context.Input(2 + number);
    if (numbers.empty()) return "";
    return AddStep(context, "DequantizeLinear", {numbers, context.Input(8 + number), context.Input(13 + number)});
  };
  const EmbeddingTables tables = {table(0), table(1), table(2), table(3), table(4), context.Input(7)};
  return AddEmbedding(context, tables, "");
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, LayerNormV3, EmbedLayerNormalization, 1);
OPDK_MAP_ONNX_OF(com.microsoft, LayerNormV3, QEmbedLayerNormalization, 1);
OPDK_UPGRADE_ONNX(UpgradeEmbedLayerNormalization, "com.microsoft::EmbedLayerNormalization");
OPDK_UPGRADE_ONNX(UpgradeQEmbedLayerNormalization, "com.microsoft::QEmbedLayerNormalization");

}  // namespace opdk::onnx_plugin
