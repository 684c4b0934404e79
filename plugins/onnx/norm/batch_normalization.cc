#include <algorithm>
#include <string>
#include <vector>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns input `index`, in float where it has fewer bits.
std::string Wide(UpgradeContext& context, size_t index) {
  const ge::DataType type = context.values().ElementType(context.Input(index));
  return IsShortFloat(type) ? AddCast(context, context.Input(index), type, ge::DT_FLOAT) : context.Input(index);
}

// Computes output `index` if it is used: given * momentum + of_x * (1 - momentum), in the dtype of input `index` + 2.
void KeepRunning(UpgradeContext& context, size_t index, const std::string& of_x, float momentum) {
  const std::vector<std::string>& outputs = context.node().outputs;
  if (index >= outputs.size() || outputs[index].empty()) return;
  const std::string given = Wide(context, index + 2);
  const std::string kept = AddStep(context, "Mul", {given, AddScalarLike(context, "momentum", momentum, given)});
  const std::string added = AddStep(context, "Mul", {of_x, AddScalarLike(context, "rest", 1 - momentum, given)});
  const ge::DataType type = context.values().ElementType(context.Input(index + 2));
  if (!IsShortFloat(type)) {
    context.AddBefore("Add", {kept, added}, {outputs[index]});
    return;
  }
  const std::string sum = AddStep(context, "Add", {kept, added});
  context.AddBefore("Cast", {sum}, {outputs[index]}).attributes = {{"to", int64_t{ToOnnxType(type)}}};
}

// Computes the mean and the population variance of x itself, which become inputs 3 and 4.
Status TakeStatistics(UpgradeContext& context, float momentum) {
  const auto rank = context.values().Rank(context.Input(0));
  if (!rank) return context.Refuse("training_mode needs an input of known rank");
  std::vector<int64_t> axes = {0};
  for (int64_t axis = 2; axis < *rank; ++axis) axes.push_back(axis);
  const std::string x = Wide(context, 0), list = context.AddInts("axes", axes);
  const std::string mean = AddStep(context, "ReduceMean", {x, list}), centered = AddStep(context, "Sub", {x, mean});
  const std::string squares = AddStep(context, "Mul", {centered, centered});
  const std::string flat = context.AddInts("flat", {-1});
  const std::string of_x[] = {AddStep(context, "Reshape", {mean, flat}),
                              AddStep(context, "Reshape", {AddStep(context, "ReduceMean", {squares, list}), flat})};
  for (size_t i = 0; i < 2; ++i) KeepRunning(context, i + 1, of_x[i], momentum);
  for (size_t i = 1; i < 3; ++i) context.SetInput(i, Wide(context, i));
  for (size_t i = 0; i < 2; ++i) context.SetInput(i + 3, of_x[i]);
  context.node().outputs.resize(1);
  return {};
}

// Casts the inputs to the types that the prototype allows. x, scale with bias, and the statistics may differ in ONNX. A
// double among them makes all of them double.
void UnifyParameterTypes(UpgradeContext& context) {
  const auto type = [&](size_t input) { return context.values().ElementType(context.Input(input)); };
  const ge::DataType x = type(0), scale = type(1), mean = type(3);
  const auto doubles =
      (x == ge::DT_DOUBLE ? 1 : 0) + (scale == ge::DT_DOUBLE ? 1 : 0) + (mean == ge::DT_DOUBLE ? 1 : 0);
  if (doubles == 1 || doubles == 2) {
    for (size_t i = 0; i < 5; ++i) CastInput(context, i, ge::DT_DOUBLE);
    if (x != ge::DT_DOUBLE) CastOutput(context, 0, x);
  } else if (scale != mean || (IsShortFloat(scale) && scale != x)) {
    for (size_t i = 1; i < 5; ++i) context.SetInput(i, Wide(context, i));
  }
}

// Statistics, scale and bias of each element of an instance: they broadcast over the first axis of x.
void NormalizeElements(UpgradeContext& context, float epsilon) {
  const ge::DataType type = context.values().ElementType(context.Input(0));
  std::vector<std::string> wide;
  for (size_t i = 0; i < 5; ++i) wide.push_back(Wide(context, i));
  const std::string variance = AddStep(context, "Add", {wide[4], AddScalarLike(context, "epsilon", epsilon, wide[4])});
  const std::string centered = AddStep(context, "Sub", {wide[0], wide[3]});
  const std::string normal = AddStep(context, "Div", {centered, AddStep(context, "Sqrt", {variance})});
  Become(context, "Add", {AddStep(context, "Mul", {normal, wide[1]}), wide[2]});
  if (IsShortFloat(type)) CastOutput(context, 0, type);
}

// Upgrades inference of all opsets, and training since opset 14, which replaced the training outputs and their flag.
Status UpgradeBatchNormalization(UpgradeContext& context) {
  std::vector<std::string>& outputs = context.node().outputs;
  if (context.version() < 14) {
    for (size_t i = 1; i < outputs.size(); ++i) {
      if (!outputs[i].empty()) return context.Refuse("its training outputs are not supported");
    }
    outputs.resize(1);
    if (context.Take<int64_t>("spatial") == 0) {
      NormalizeElements(context, context.Take<float>("epsilon").value_or(1e-5F));
      return {};
    }
  }
  const auto rank = context.values().Rank(context.Input(0));
  const int64_t training = context.Take<int64_t>("training_mode").value_or(0);
  if (training != 0 && training != 1)
    return context.Refuse("training_mode is " + std::to_string(training) + ", not 0 or 1");
  const float momentum = context.Take<float>("momentum").value_or(0.9F);
  if (training == 1) {
    OPDK_TRY(TakeStatistics(context, momentum));
  } else {
    for (size_t i = 1; i < outputs.size(); ++i) {
      if (!outputs[i].empty()) context.AddBefore("Identity", {context.Input(i + 2)}, {outputs[i]});
    }
    outputs.resize(1);
    UnifyParameterTypes(context);
  }
  const float epsilon = context.Take<float>("epsilon").value_or(1e-5F);
  if (rank == 1) {
    // A vector has one channel.
    UnsqueezeInput(context, 0, {1});
    const std::string y = outputs[0], column = context.values().NewName(y + "/column");
    outputs[0] = column;
    context.AddAfter("Squeeze", {column, context.AddInts("axes", {1})}, {y});
    // A Cast behind the node takes the output of this Squeeze, so the Squeeze comes first.
    std::rotate(context.after().begin(), context.after().end() - 1, context.after().end());
  }
  context.node().attributes = {{"epsilon", epsilon}};
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(BNInfer, BatchNormalization, 1);
OPDK_UPGRADE_ONNX(UpgradeBatchNormalization, "BatchNormalization");

}  // namespace opdk::onnx_plugin
