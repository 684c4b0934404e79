#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <utility>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns the attributes of the operator that draws. ONNX's seed counts as the bits of its number, together with the
// name of the node's first output: two nodes of one seed differ. Without a seed both stay 0, and every draw is a new
// one.
AttrMap Drawing(UpgradeContext& context, ge::DataType type) {
  AttrMap attributes = {{"dtype", type}};
  const auto seed = context.Take<float>("seed");
  if (!seed) return attributes;
  uint32_t hash = 2166136261;
  for (const char c : context.node().outputs[0]) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  attributes["seed"] = int64_t{std::bit_cast<int32_t>(*seed)};
  attributes["seed2"] = int64_t{hash | 1};
  return attributes;
}

// Returns the dtype of the attribute `dtype`, else of the first input.
Result<ge::DataType> WantedType(UpgradeContext& context) {
  const auto given = context.Take<int64_t>("dtype");
  const std::string like = context.Input(0);
  ge::DataType type = ge::DT_FLOAT;
  if (given) {
    type = FromOnnxType(static_cast<int32_t>(*given));
  } else if (!like.empty()) {
    type = context.values().ElementType(like);
  }
  if (type == ge::DT_UNDEFINED) return context.Refuse("its output's type is not known or not supported");
  return type;
}

// Adds a number of rank 0 and this type.
std::string NumberOf(UpgradeContext& context, const char* hint, float value, ge::DataType type) {
  return AddCast(context, context.AddScalar(hint, value), ge::DT_FLOAT, type);
}

// Computes drawn * factor + offset. `random` draws numbers in the shape of the attribute shape, or else of the input.
Status Draw(UpgradeContext& context, const char* random, float factor, float offset) {
  OPDK_TRY(const ge::DataType type, WantedType(context));
  const auto extents = context.Take<std::vector<int64_t>>("shape");
  const std::string shape =
      extents ? context.AddInts("shape", *extents) : AddStep(context, "Shape", {context.Input(0)});
  const std::string drawn = AddStep(context, random, {shape}, Drawing(context, type));
  const std::string scaled = AddStep(context, "Mul", {drawn, NumberOf(context, "factor", factor, type)});
  Become(context, "Add", {scaled, NumberOf(context, "offset", offset, type)});
  return {};
}

// Returns whether the shape is an input, as in this package's own form.
bool HasShapeInput(UpgradeContext& context) {
  return !context.node().type.ends_with("Like") && !context.Input(0).empty();
}

Status UpgradeRandomNormal(UpgradeContext& context) {
  if (HasShapeInput(context)) return {};
  const float mean = context.Take<float>("mean").value_or(0), scale = context.Take<float>("scale").value_or(1);
  return Draw(context, "RandomNormal", scale, mean);
}

Status UpgradeRandomUniform(UpgradeContext& context) {
  if (HasShapeInput(context)) return {};
  const float low = context.Take<float>("low").value_or(0), high = context.Take<float>("high").value_or(1);
  return Draw(context, "RandomUniform", high - low, low);
}

// Draws 1 with the probability that the input gives, else 0.
Status UpgradeBernoulli(UpgradeContext& context) {
  OPDK_TRY(const ge::DataType type, WantedType(context));
  const std::string shape = AddStep(context, "Shape", {context.Input(0)});
  const std::string drawn = AddStep(context, "RandomUniform", {shape}, Drawing(context, ge::DT_FLOAT));
  CastInput(context, 0, ge::DT_FLOAT);
  const std::string less = AddStep(context, "Less", {drawn, context.Input(0)});
  Become(context, "Cast", {less}, {{"to", int64_t{ToOnnxType(type)}}});
  return {};
}

Status UpgradeMultinomial(UpgradeContext& context) {
  const ge::DataType type = FromOnnxType(static_cast<int32_t>(context.Take<int64_t>("dtype").value_or(6)));
  for (auto& [name, value] : Drawing(context, type)) context.Set(name, std::move(value));
  context.SetInput(1, context.AddInt("samples", context.Take<int64_t>("sample_size").value_or(1)));
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(RandomStandardNormal, RandomNormal, 1);
OPDK_MAP_ONNX(RandomUniform, 1);
OPDK_MAP_ONNX_AS(Add, RandomNormalLike, 1);
OPDK_MAP_ONNX_AS(Add, RandomUniformLike, 1);
OPDK_MAP_ONNX_AS(Cast, Bernoulli, 15);
OPDK_MAP_ONNX(Multinomial, 7);
OPDK_UPGRADE_ONNX(UpgradeRandomNormal, "RandomNormal", "RandomNormalLike");
OPDK_UPGRADE_ONNX(UpgradeRandomUniform, "RandomUniform", "RandomUniformLike");
OPDK_UPGRADE_ONNX(UpgradeBernoulli, "Bernoulli");
OPDK_UPGRADE_ONNX(UpgradeMultinomial, "Multinomial");

}  // namespace opdk::onnx_plugin
