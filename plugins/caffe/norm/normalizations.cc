#include <fmt/format.h>

#include <cstring>
#include <string>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

Result<std::vector<float>> NumbersOf(UpgradeContext& context, size_t blob, int64_t count) {
  OPDK_TRY(const Ints dims, BlobDims(context, blob, {count}));
  const auto tensor = context.values().ConstantValue(context.Input(Bottoms(context) + blob));
  if (!tensor) return context.Refuse("its blobs can't be read");
  std::vector<float> numbers(static_cast<size_t>(dims[0]));
  if (!numbers.empty()) std::memcpy(numbers.data(), tensor->GetData(), numbers.size() * sizeof(float));
  return numbers;
}

// Divides `x` by the root of `squares` + epsilon.
std::string AddNormalized(UpgradeContext& context, const std::string& x, const std::string& squares, float epsilon) {
  const std::string shifted = AddIrStep(context, "Adds", {squares}, {{"value", epsilon}});
  return AddIrStep(context, "RealDiv", {x, AddIrStep(context, "Sqrt", {shifted})});
}

// Normalizes x by the mean and variance of its own channels.
std::string AddBatchNormalized(UpgradeContext& context, size_t rank, float epsilon) {
  Ints axes = {0};
  for (int64_t axis = 2; axis < static_cast<int64_t>(rank); ++axis) axes.push_back(axis);
  const AttrMap reduced = {{"axes", axes}, {"keep_dims", true}};
  const std::string x = context.Input(0), mean = AddIrStep(context, "ReduceMeanD", {x}, reduced);
  const std::string centered = AddIrStep(context, "Sub", {x, mean});
  const std::string squares = AddIrStep(context, "Square", {centered});
  return AddNormalized(context, centered, AddIrStep(context, "ReduceMeanD", {squares}, reduced), epsilon);
}

// Mean and variance of each channel. The weights keep them as sums, beside their divisor.
struct Statistics {
  std::vector<float> mean, variance;
};
Result<Statistics> StatisticsOf(UpgradeContext& context, int64_t channels) {
  Statistics statistics;
  OPDK_TRY(statistics.mean, NumbersOf(context, 0, channels));
  OPDK_TRY(statistics.variance, NumbersOf(context, 1, static_cast<int64_t>(statistics.mean.size())));
  OPDK_TRY(const std::vector<float> total, NumbersOf(context, 2, 1));
  const float factor = total[0] == 0 ? 0 : 1 / total[0];
  for (float& number : statistics.mean) number *= factor;
  for (float& number : statistics.variance) number *= factor;
  return statistics;
}

// Blobs: the statistics, then with scale_bias a factor and a term for each channel.
Status UpgradeBatchNorm(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  if (x.size() < 2) return context.Refuse("its input has no channels");
  const float epsilon = FloatOf(context, "eps", 1e-5F);
  const bool stored = BoolOf(context, "use_global_stats", true), scaled = BoolOf(context, "scale_bias", false);
  const size_t blobs = context.Inputs().size() - Bottoms(context), known = scaled ? 5 : 3;
  if (blobs > known) {
    return context.Refuse(fmt::format("the weights have {} blobs of it, of which {} are read", blobs, known));
  }
  if (stored) {
    OPDK_TRY(const Statistics statistics, StatisticsOf(context, x[1]));
    const auto count = static_cast<int64_t>(statistics.mean.size());
    const auto numbers = [&](const char* hint, float number) {
      return AddFloats(context, hint, std::vector<float>(static_cast<size_t>(count), number), {count});
    };
    std::string factor, term;
    if (scaled) {
      OPDK_TRY(factor, BlobOf(context, 3, {count}));
      OPDK_TRY(term, BlobOf(context, 4, {count}));
    } else {
      factor = numbers("scale", 1);
      term = numbers("offset", 0);
    }
    BecomeIr(context, "BatchNorm",
             {context.Input(0), factor, term, AddFloats(context, "mean", statistics.mean, {count}),
              AddFloats(context, "variance", statistics.variance, {count})},
             {{"epsilon", epsilon}, {"data_format", std::string("NCHW")}, {"is_training", false}});
    return {};
  }
  const std::string normalized = AddBatchNormalized(context, x.size(), epsilon);
  if (!scaled) {
    BecomeIr(context, "Identity", {normalized});
    return {};
  }
  OPDK_TRY(const std::string factor, BlobOf(context, 3, {x[1]}));
  OPDK_TRY(const std::string term, BlobOf(context, 4, {x[1]}));
  const std::string product = AddIrStep(context, "Mul", {normalized, AddBeside(context, factor, 1, 1, x.size())});
  BecomeIr(context, "Add", {product, AddBeside(context, term, 1, 1, x.size())});
  return {};
}

Status UpgradeLrn(UpgradeContext& context) {
  const int64_t size = IntOf(context, "local_size", 5);
  const auto regions = {Enumerator{"ACROSS_CHANNELS", 0}, Enumerator{"WITHIN_CHANNEL", 1}};
  if (EnumOf(context, "norm_region", regions, "ACROSS_CHANNELS") != "ACROSS_CHANNELS") {
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

// Divides x by the root of the sum of its squares, over an image or over each pixel's channels, and multiplies by a
// weight.
Status UpgradeNormalize(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  if (x.size() != 4) return context.Refuse("its input is no image, [N, C, H, W]");
  const Ints axes = BoolOf(context, "across_spatial", true) ? Ints{1, 2, 3} : Ints{1};
  const std::string squares = AddIrStep(context, "Square", {context.Input(0)});
  const std::string sum = AddIrStep(context, "ReduceSumD", {squares}, {{"axes", axes}, {"keep_dims", true}});
  const std::string quotient = AddNormalized(context, context.Input(0), sum, FloatOf(context, "eps", 1e-10F));
  const bool shared = BoolOf(context, "channel_shared", true);
  OPDK_TRY(const std::string weight, BlobOf(context, 0, {shared ? 1 : x[1]}));
  BecomeIr(context, "Mul", {quotient, AddBeside(context, weight, 1, 1, x.size())});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(BatchNorm, BatchNorm).IgnoreAttrs({"moving_average_fraction", "engine"});
OPDK_MAP_CAFFE_AS(LRN, LRN).IgnoreAttrs({"engine"});
OPDK_MAP_CAFFE_AS(MVN, MVN);
OPDK_MAP_CAFFE_AS(SoftmaxV2, Softmax).IgnoreAttrs({"engine"});
OPDK_MAP_CAFFE_AS(RealDiv, Normalize);
OPDK_UPGRADE_CAFFE(UpgradeBatchNorm, "BatchNorm");
OPDK_UPGRADE_CAFFE(UpgradeLrn, "LRN");
OPDK_UPGRADE_CAFFE(UpgradeMvn, "MVN");
OPDK_UPGRADE_CAFFE(UpgradeSoftmax, "Softmax");
OPDK_UPGRADE_CAFFE(UpgradeNormalize, "Normalize");
OPDK_CAFFE_FIELDS("batch_norm_param", "BatchNorm");
OPDK_CAFFE_FIELDS("lrn_param", "LRN");
OPDK_CAFFE_FIELDS("mvn_param", "MVN");
OPDK_CAFFE_FIELDS("softmax_param", "Softmax");
OPDK_CAFFE_FIELDS("norm_param", "Normalize");

}  // namespace opdk::caffe_plugin
