#include <cmath>
#include <string>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

// Computes x * factor + term.
std::string AddLine(UpgradeContext& context, std::string x, float factor, float term) {
  if (factor != 1) x = AddIrStep(context, "Muls", {x}, {{"value", factor}});
  if (term != 0) x = AddIrStep(context, "Adds", {x}, {{"value", term}});
  return x;
}

// Computes base^(scale * x + shift). Base -1 stands for e.
Status UpgradeExp(UpgradeContext& context) {
  const float base = FloatOf(context, "base", -1), factor = base == -1 ? 1 : std::log(base);
  const std::string x =
      AddLine(context, context.Input(0), factor * FloatOf(context, "scale", 1), factor * FloatOf(context, "shift", 0));
  BecomeIr(context, "Exp", {x});
  return {};
}

// Computes the logarithm of scale * x + shift. Base -1 stands for e.
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
  const std::string operation = EnumOf(context, "operation", {{"PROD", 0}, {"SUM", 1}, {"MAX", 2}}, "SUM");
  const std::vector<float> factors = FloatsOf(context, "coeff");
  std::vector<std::string> inputs = context.Inputs();
  if (inputs.size() < 2) return context.Refuse("it has not two bottoms");
  if (!factors.empty() && (operation != "SUM" || factors.size() != inputs.size())) {
    return context.Refuse("coeff is not one number for each bottom of a sum");
  }
  for (size_t i = 0; i < factors.size(); ++i) inputs[i] = AddLine(context, inputs[i], factors[i], 0);
  const std::string type = operation == "SUM" ? "Add" : operation == "PROD" ? "Mul" : "Maximum";
  std::string sum = inputs[0];
  for (size_t i = 1; i + 1 < inputs.size(); ++i) sum = AddIrStep(context, type, {sum, inputs[i]});
  BecomeIr(context, type, {sum, inputs.back()});
  return {};
}

// Returns the extents of the second operand: the second bottom's, or num_axes extents of x from `axis` on.
Result<Ints> OperandDims(UpgradeContext& context, const Ints& x, int64_t axis) {
  const int64_t count = IntOf(context, "num_axes", 1), rest = static_cast<int64_t>(x.size()) - axis;
  if (Bottoms(context) > 1) {
    OPDK_TRY(const Ints dims, DimsOf(context, context.Input(1)));
    if (static_cast<int64_t>(dims.size()) <= rest) return dims;
    return context.Refuse("its second bottom has more axes than the first one has from axis on");
  }
  if (count < -1 || count > rest) return context.Refuse("num_axes names axes that its input hasn't got");
  const auto from = x.begin() + axis;
  return Ints(from, count < 0 ? x.end() : from + count);
}

// Returns the second bottom, or the first blob, reshaped so that its first axis meets x's `axis`.
Result<std::string> Operand(UpgradeContext& context, const Ints& x, int64_t axis) {
  OPDK_TRY(const Ints dims, OperandDims(context, x, axis));
  if (Bottoms(context) > 1) return AddBeside(context, context.Input(1), dims.size(), axis, x.size());
  OPDK_TRY(const std::string blob, BlobOf(context, 0, dims));
  return AddBeside(context, blob, dims.size(), axis, x.size());
}

Status UpgradeScale(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t axis, AxisOf(context, "axis", 1, x.size()));
  OPDK_TRY(const std::string factor, Operand(context, x, axis));
  if (!BoolOf(context, "bias_term", false)) {
    BecomeIr(context, "Mul", {context.Input(0), factor});
    return {};
  }
  // The bias has the factor's shape, and is the only blob where the factor is a bottom.
  OPDK_TRY(const Ints dims, OperandDims(context, x, axis));
  OPDK_TRY(const std::string blob, BlobOf(context, Bottoms(context) > 1 ? 0 : 1, dims));
  const std::string bias = AddBeside(context, blob, dims.size(), axis, x.size());
  BecomeIr(context, "Add", {AddIrStep(context, "Mul", {context.Input(0), factor}), bias});
  return {};
}

Status UpgradeBias(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t axis, AxisOf(context, "axis", 1, x.size()));
  OPDK_TRY(const std::string term, Operand(context, x, axis));
  BecomeIr(context, "Add", {context.Input(0), term});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(Abs, AbsVal);
OPDK_MAP_CAFFE_AS(Exp, Exp);
OPDK_MAP_CAFFE_AS(Log, Log);
OPDK_MAP_CAFFE_AS(Power, Power);
OPDK_MAP_CAFFE_AS(Identity, Split);
OPDK_MAP_CAFFE_AS(Identity, Dropout).IgnoreAttrs({"dropout_ratio", "scale_train"});
OPDK_MAP_CAFFE_AS(Add, Eltwise).IgnoreAttrs({"stable_prod_grad"});
OPDK_MAP_CAFFE_AS(Mul, Scale);
OPDK_MAP_CAFFE_AS(Add, Bias);
OPDK_UPGRADE_CAFFE(UpgradeExp, "Exp");
OPDK_UPGRADE_CAFFE(UpgradeLog, "Log");
OPDK_UPGRADE_CAFFE(UpgradePower, "Power");
OPDK_UPGRADE_CAFFE(UpgradeCopies, "Split", "Dropout");
OPDK_UPGRADE_CAFFE(UpgradeEltwise, "Eltwise");
OPDK_UPGRADE_CAFFE(UpgradeScale, "Scale");
OPDK_UPGRADE_CAFFE(UpgradeBias, "Bias");
OPDK_CAFFE_FIELDS("exp_param", "Exp");
OPDK_CAFFE_FIELDS("log_param", "Log");
OPDK_CAFFE_FIELDS("power_param", "Power");
OPDK_CAFFE_FIELDS("dropout_param", "Dropout");
OPDK_CAFFE_FIELDS("eltwise_param", "Eltwise");
OPDK_CAFFE_FIELDS("scale_param", "Scale");
OPDK_CAFFE_FIELDS("bias_param", "Bias");
OPDK_CAFFE_FIELDS("", "AbsVal", "Split");

}  // namespace opdk::caffe_plugin
