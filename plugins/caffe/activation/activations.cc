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
  // One for all channels, or one for each.
  OPDK_TRY(const std::string weight, BlobOf(context, 1, 0, Beside({-1}, 1, x.size())));
  BecomeIr(context, "PRelu", {context.Input(0), weight});
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

}  // namespace

OPDK_MAP_CAFFE_AS(Relu, ReLU);
OPDK_MAP_CAFFE_AS(Relu6, ReLU6);
OPDK_MAP_CAFFE_AS(PRelu, PReLU);
OPDK_MAP_CAFFE_AS(Elu, ELU);
OPDK_MAP_CAFFE_AS(Sigmoid, Sigmoid);
OPDK_MAP_CAFFE_AS(Tanh, TanH);
OPDK_MAP_CAFFE_AS(BNLL, BNLL);
OPDK_MAP_CAFFE_AS(Swish, Swish);
OPDK_MAP_CAFFE_AS(Threshold, Threshold);
OPDK_UPGRADE_CAFFE(UpgradeRelu, "ReLU");
OPDK_UPGRADE_CAFFE(UpgradePRelu, "PReLU");
OPDK_UPGRADE_CAFFE(UpgradeElu, "ELU");
OPDK_UPGRADE_CAFFE(UpgradeThreshold, "Threshold");

}  // namespace opdk::caffe_plugin
