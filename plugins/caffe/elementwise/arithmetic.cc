#include <cmath>
#include <string>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

// x * factor + term.
std::string AddLine(UpgradeContext& context, std::string x, float factor, float term) {
  if (factor != 1) x = AddIrStep(context, "Muls", {x}, {{"value", factor}});
  if (term != 0) x = AddIrStep(context, "Adds", {x}, {{"value", term}});
  return x;
}

// base^(scale * x + shift); base -1 stands for e.
Status UpgradeExp(UpgradeContext& context) {
  const float base = FloatOf(context, "base", -1), factor = base == -1 ? 1 : std::log(base);
  const std::string x =
      AddLine(context, context.Input(0), factor * FloatOf(context, "scale", 1), factor * FloatOf(context, "shift", 0));
  BecomeIr(context, "Exp", {x});
  return {};
}

// log(scale * x + shift) to the base.
Status UpgradeLog(UpgradeContext& context) {
  const float base = FloatOf(context, "base", -1);
  const std::string x = AddLine(context, context.Input(0), FloatOf(context, "scale", 1), FloatOf(context, "shift", 0));
  if (base == -1) {
    BecomeIr(context, "Log", {x});
  } else {
    BecomeIr(context, "Muls", {AddIrStep(context, "Log", {x})}, {{"value", 1 / std::log(base)}});
  }
  return {};
}

Status UpgradePower(UpgradeContext& context) {
  BecomeIr(context, "Power", {context.Input(0)},
           {{"power", FloatOf(context, "power", 1)},
            {"scale", FloatOf(context, "scale", 1)},
            {"shift", FloatOf(context, "shift", 0)}});
  return {};
}

Status UpgradeCopies(UpgradeContext& context) {
  const std::string x = context.Input(0);
  for (size_t i = 1; i < context.node().outputs.size(); ++i) {
    context.AddAfter("Identity", {x}, {context.node().outputs[i]}).domain = importer::kIrDomain;
  }
  context.node().outputs.resize(1);
  BecomeIr(context, "Identity", {x});
  return {};
}

Status UpgradeEltwise(UpgradeContext& context) {
  const std::string operation = TextOf(context, "operation", "SUM");
  const std::vector<float> factors = FloatsOf(context, "coeff");
  std::vector<std::string> inputs = context.node().inputs;
  if (inputs.size() < 2) return context.Refuse("it has not two bottoms");
  if (!factors.empty() && (operation != "SUM" || factors.size() != inputs.size())) {
    return context.Refuse("coeff is not one number for each bottom of a sum");
  }
  for (size_t i = 0; i < factors.size(); ++i) inputs[i] = AddLine(context, inputs[i], factors[i], 0);
  const std::string type = operation == "SUM" ? "Add" : operation == "PROD" ? "Mul" : "Maximum";
  if (type == "Maximum" && operation != "MAX") return context.Refuse("operation is " + operation);
  std::string sum = inputs[0];
  for (size_t i = 1; i + 1 < inputs.size(); ++i) sum = AddIrStep(context, type, {sum, inputs[i]});
  BecomeIr(context, type, {sum, inputs.back()});
  return {};
}

// The second operand, a bottom or a blob, with its first axis at `axis`.
Result<std::string> Operand(UpgradeContext& context, size_t bottoms, size_t input, size_t blob, int64_t axis,
                            size_t rank) {
  std::string value = context.Input(input);
  if (bottoms < 2) {
    OPDK_TRY(value, BlobOf(context, bottoms, blob));
  }
  OPDK_TRY(Ints dims, DimsOf(context, value));
  // Old files have four axes, 1s in front.
  while (bottoms < 2 && dims.size() > 1 && dims.front() == 1) dims.erase(dims.begin());
  return AddReshape(context, value, Beside(dims, axis, rank));
}

// How many of the inputs are bottoms: with weights that are a bottom there are blobs for the bias alone.
size_t Bottoms(UpgradeContext& context) {
  const size_t inputs = context.node().inputs.size();
  return inputs >= 2 && !context.values().IsConstant(context.Input(1)) ? 2 : 1;
}

Status UpgradeScale(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t axis, AxisOf(context, "axis", 1, x.size()));
  const size_t bottoms = Bottoms(context);
  OPDK_TRY(const std::string factor, Operand(context, bottoms, 1, 0, axis, x.size()));
  if (!BoolOf(context, "bias_term", false)) {
    BecomeIr(context, "Mul", {context.Input(0), factor});
    return {};
  }
  OPDK_TRY(const std::string blob, BlobOf(context, bottoms, bottoms == 2 ? 0 : 1));
  OPDK_TRY(Ints dims, DimsOf(context, blob));
  while (dims.size() > 1 && dims.front() == 1) dims.erase(dims.begin());
  const std::string bias = AddReshape(context, blob, Beside(dims, axis, x.size()));
  BecomeIr(context, "Add", {AddIrStep(context, "Mul", {context.Input(0), factor}), bias});
  return {};
}

Status UpgradeBias(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t axis, AxisOf(context, "axis", 1, x.size()));
  OPDK_TRY(const std::string term, Operand(context, Bottoms(context), 1, 0, axis, x.size()));
  BecomeIr(context, "Add", {context.Input(0), term});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(Abs, AbsVal);
OPDK_MAP_CAFFE_AS(Exp, Exp);
OPDK_MAP_CAFFE_AS(Log, Log);
OPDK_MAP_CAFFE_AS(Power, Power);
OPDK_MAP_CAFFE_AS(Identity, Split);
OPDK_MAP_CAFFE_AS(Identity, Dropout);
OPDK_MAP_CAFFE_AS(Add, Eltwise);
OPDK_MAP_CAFFE_AS(Mul, Scale);
OPDK_MAP_CAFFE_AS(Add, Bias);
OPDK_UPGRADE_CAFFE(UpgradeExp, "Exp");
OPDK_UPGRADE_CAFFE(UpgradeLog, "Log");
OPDK_UPGRADE_CAFFE(UpgradePower, "Power");
OPDK_UPGRADE_CAFFE(UpgradeCopies, "Split", "Dropout");
OPDK_UPGRADE_CAFFE(UpgradeEltwise, "Eltwise");
OPDK_UPGRADE_CAFFE(UpgradeScale, "Scale");
OPDK_UPGRADE_CAFFE(UpgradeBias, "Bias");

}  // namespace opdk::caffe_plugin
