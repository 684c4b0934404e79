#include <cstring>
#include <string>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

Result<std::vector<float>> NumbersOf(UpgradeContext& context, size_t blob) {
  OPDK_TRY(const std::string name, BlobOf(context, 1, blob));
  const auto tensor = context.values().ConstantValue(name);
  if (!tensor) return context.Refuse("its blobs can't be read");
  std::vector<float> numbers(tensor->GetSize() / sizeof(float));
  if (!numbers.empty()) std::memcpy(numbers.data(), tensor->GetData(), tensor->GetSize());
  return numbers;
}

// Mean and variance are kept as sums, beside what they are to be divided by.
Status UpgradeBatchNorm(UpgradeContext& context) {
  OPDK_TRY(std::vector<float> mean, NumbersOf(context, 0));
  OPDK_TRY(std::vector<float> variance, NumbersOf(context, 1));
  OPDK_TRY(const std::vector<float> total, NumbersOf(context, 2));
  const float factor = total.empty() || total[0] == 0 ? 0 : 1 / total[0];
  for (float& number : mean) number *= factor;
  for (float& number : variance) number *= factor;
  const Ints channels = {static_cast<int64_t>(mean.size())};
  const std::string ones = AddFloats(context, "scale", std::vector<float>(mean.size(), 1), channels);
  const std::string zeros = AddFloats(context, "offset", std::vector<float>(mean.size(), 0), channels);
  BecomeIr(context, "BatchNorm",
           {context.Input(0), ones, zeros, AddFloats(context, "mean", mean, channels),
            AddFloats(context, "variance", variance, channels)},
           {{"epsilon", FloatOf(context, "eps", 1e-5F)}, {"data_format", std::string("NCHW")}, {"is_training", false}});
  return {};
}

Status UpgradeLrn(UpgradeContext& context) {
  const int64_t size = IntOf(context, "local_size", 5);
  if (TextOf(context, "norm_region", "ACROSS_CHANNELS") != "ACROSS_CHANNELS") {
    return context.Refuse("norm_region WITHIN_CHANNEL is not supported");
  }
  if (size < 1 || size % 2 == 0) return context.Refuse("local_size is not odd");
  BecomeIr(context, "LRN", {context.Input(0)},
           {{"depth_radius", (size - 1) / 2},
            {"bias", FloatOf(context, "k", 1)},
            {"alpha", FloatOf(context, "alpha", 1) / static_cast<float>(size)},
            {"beta", FloatOf(context, "beta", 0.75F)}});
  return {};
}

Status UpgradeMvn(UpgradeContext& context) {
  BecomeIr(context, "MVN", {context.Input(0)},
           {{"normalize_variance", BoolOf(context, "normalize_variance", true)},
            {"across_channels", BoolOf(context, "across_channels", false)},
            {"eps", FloatOf(context, "eps", 1e-9F)}});
  return {};
}

Status UpgradeSoftmax(UpgradeContext& context) {
  BecomeIr(context, "SoftmaxV2", {context.Input(0)}, {{"axes", Ints{IntOf(context, "axis", 1)}}});
  return {};
}

// x over the root of the sum of its squares, over an image or over each pixel's channels; times a weight.
Status UpgradeNormalize(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  if (x.size() != 4) return context.Refuse("its input is no image, [N, C, H, W]");
  const Ints axes = BoolOf(context, "across_spatial", true) ? Ints{1, 2, 3} : Ints{1};
  const std::string squares = AddIrStep(context, "Square", {context.Input(0)});
  const std::string sum = AddIrStep(context, "ReduceSumD", {squares}, {{"axes", axes}, {"keep_dims", true}});
  const std::string shifted = AddIrStep(context, "Adds", {sum}, {{"value", FloatOf(context, "eps", 1e-10F)}});
  const std::string quotient = AddIrStep(context, "RealDiv", {context.Input(0), AddIrStep(context, "Sqrt", {shifted})});
  const bool shared = BoolOf(context, "channel_shared", true);
  OPDK_TRY(const std::string weight, BlobOf(context, 1, 0, shared ? Ints{1, 1, 1, 1} : Ints{1, x[1], 1, 1}));
  BecomeIr(context, "Mul", {quotient, weight});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(BatchNorm, BatchNorm);
OPDK_MAP_CAFFE_AS(LRN, LRN);
OPDK_MAP_CAFFE_AS(MVN, MVN);
OPDK_MAP_CAFFE_AS(SoftmaxV2, Softmax);
OPDK_MAP_CAFFE_AS(RealDiv, Normalize);
OPDK_UPGRADE_CAFFE(UpgradeBatchNorm, "BatchNorm");
OPDK_UPGRADE_CAFFE(UpgradeLrn, "LRN");
OPDK_UPGRADE_CAFFE(UpgradeMvn, "MVN");
OPDK_UPGRADE_CAFFE(UpgradeSoftmax, "Softmax");
OPDK_UPGRADE_CAFFE(UpgradeNormalize, "Normalize");

}  // namespace opdk::caffe_plugin
