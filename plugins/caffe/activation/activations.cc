#include <string>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

Status UpgradeRelu(UpgradeContext& context) {
  const float slope = FloatOf(context, "negative_slope", 0);
  if (slope == 0) {
    BecomeIr(context, "Relu", {context.Input(0)});
  } else {
    BecomeIr(context, "LeakyRelu", {context.Input(0)}, {{"negative_slope", slope}});
  }
  return {};
}

Status UpgradePRelu(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  if (x.size() < 2) return context.Refuse("its input has no channels");
  const int64_t slopes = BoolOf(context, "channel_shared", false) ? 1 : x[1];
  OPDK_TRY(const std::string weight, BlobOf(context, 0, {slopes}));
  BecomeIr(context, "PRelu", {context.Input(0), AddBeside(context, weight, 1, 1, x.size())});
  return {};
}

Status UpgradeElu(UpgradeContext& context) {
  BecomeIr(context, "Elu", {context.Input(0)}, {{"alpha", FloatOf(context, "alpha", 1)}});
  return {};
}

Status UpgradeThreshold(UpgradeContext& context) {
  BecomeIr(context, "Threshold", {context.Input(0)}, {{"threshold", FloatOf(context, "threshold", 0)}});
  return {};
}

Status UpgradeSwish(UpgradeContext& context) {
  BecomeIr(context, "Swish", {context.Input(0)}, {{"scale", FloatOf(context, "beta", 1)}});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(Relu, ReLU).IgnoreAttrs({"engine"});
OPDK_MAP_CAFFE_AS(Relu6, ReLU6);
OPDK_MAP_CAFFE_AS(PRelu, PReLU);
OPDK_MAP_CAFFE_AS(Elu, ELU);
OPDK_MAP_CAFFE_AS(Sigmoid, Sigmoid).IgnoreAttrs({"engine"});
OPDK_MAP_CAFFE_AS(Tanh, TanH).IgnoreAttrs({"engine"});
OPDK_MAP_CAFFE_AS(BNLL, BNLL);
OPDK_MAP_CAFFE_AS(Swish, Swish);
OPDK_MAP_CAFFE_AS(Threshold, Threshold);
OPDK_UPGRADE_CAFFE(UpgradeRelu, "ReLU");
OPDK_UPGRADE_CAFFE(UpgradePRelu, "PReLU");
OPDK_UPGRADE_CAFFE(UpgradeElu, "ELU");
OPDK_UPGRADE_CAFFE(UpgradeThreshold, "Threshold");
OPDK_UPGRADE_CAFFE(UpgradeSwish, "Swish");
OPDK_CAFFE_FIELDS("relu_param", "ReLU");
OPDK_CAFFE_FIELDS("prelu_param", "PReLU");
OPDK_CAFFE_FIELDS("elu_param", "ELU");
OPDK_CAFFE_FIELDS("sigmoid_param", "Sigmoid");
OPDK_CAFFE_FIELDS("tanh_param", "TanH");
OPDK_CAFFE_FIELDS("swish_param", "Swish");
OPDK_CAFFE_FIELDS("threshold_param", "Threshold");
OPDK_CAFFE_FIELDS("", "ReLU6", "BNLL");

}  // namespace opdk::caffe_plugin
