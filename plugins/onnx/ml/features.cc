// Operators that prepare the features of samples.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "plugins/onnx/ml/constants.h"
#include "plugins/onnx/ml/samples.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns an input in float.
Result<std::string> FloatInput(UpgradeContext& context, size_t input = 0) {
  OPDK_TRY(const ge::DataType type, KnownType(context, input));
  return AddCast(context, context.Input(input), type, ge::DT_FLOAT);
}

// Computes (x - offset) * scale. offset and scale have one number, or one number for each feature.
Status UpgradeScaler(UpgradeContext& context) {
  const auto offset = TakeList<float>(context, "offset"), scale = TakeList<float>(context, "scale");
  OPDK_TRY(RequireOneOrFeatures(context, offset.size(), "its offsets"));
  OPDK_TRY(RequireOneOrFeatures(context, scale.size(), "its scales"));
  OPDK_TRY(std::string x, FloatInput(context));
  const auto apply = [&](const char* type, const std::vector<float>& numbers) {
    if (numbers.empty()) return;
    x = AddStep(context, type, {x, AddNumbers(context, type, {static_cast<int64_t>(numbers.size())}, numbers)});
  };
  apply("Sub", offset);
  apply("Mul", scale);
  Become(context, "Identity", {x});
  return {};
}

// Divides each row by its norm. Rows of the norm 0 stay.
Status UpgradeNormalizer(UpgradeContext& context) {
  const std::string norm = context.Take<std::string>("norm").value_or("MAX");
  const char* reduction = norm == "MAX" ? "ReduceMax" : norm == "L1" ? "ReduceL1" : norm == "L2" ? "ReduceL2" : nullptr;
  if (reduction == nullptr) return context.Refuse("norm '" + norm + "' is none of MAX, L1, L2");
  OPDK_TRY(const std::string x, FloatInput(context));
  const std::string size = AddStep(context, reduction, {x, context.AddInts("axis", {-1})});
  const std::string empty = AddStep(context, "Equal", {size, context.AddScalar("zero", 0)});
  Become(context, "Div", {x, AddStep(context, "Where", {empty, context.AddScalar("one", 1), size})});
  return {};
}

// Gives 1 where x is above the threshold, else 0, in x's type.
Status UpgradeBinarizer(UpgradeContext& context) {
  const std::string x = context.Input(0);
  OPDK_TRY(const ge::DataType type, KnownType(context));
  const float threshold = context.Take<float>("threshold").value_or(0);
  const std::string above =
      AddStep(context, "Greater", {AddCast(context, x, type, ge::DT_FLOAT), context.AddScalar("threshold", threshold)});
  Become(context, "Identity", {AddCast(context, above, ge::DT_BOOL, type)});
  return {};
}

// Replaces one value by the imputed value, which is one number or one number for each feature.
Status UpgradeImputer(UpgradeContext& context) {
  const std::string x = context.Input(0);
  const auto reals = TakeList<float>(context, "imputed_value_floats");
  const auto integers = TakeList<int64_t>(context, "imputed_value_int64s");
  const float missing = context.Take<float>("replaced_value_float").value_or(0);
  const int64_t missing_integer = context.Take<int64_t>("replaced_value_int64").value_or(0);
  std::string is_missing, imputed;
  const auto count = static_cast<int64_t>(reals.empty() ? integers.size() : reals.size());
  if (count == 0) return context.Refuse("it has no imputed values");
  OPDK_TRY(RequireOneOrFeatures(context, static_cast<size_t>(count), "its imputed values"));
  if (!reals.empty()) {
    is_missing = std::isnan(missing) ? AddStep(context, "IsNaN", {x})
                                     : AddStep(context, "Equal", {x, AddScalarLike(context, "missing", missing, x)});
    imputed =
        AddCast(context, AddNumbers(context, "imputed", {count}, reals), ge::DT_FLOAT, context.values().ElementType(x));
  } else {
    is_missing = AddStep(context, "Equal", {x, context.AddInt("missing", missing_integer)});
    imputed = AddNumbers(context, "imputed", {count}, integers, ge::DT_INT64);
  }
  Become(context, "Identity", {AddStep(context, "Where", {is_missing, imputed, x})});
  return {};
}

// Joins the inputs side by side, in float.
Status UpgradeFeatureVectorizer(UpgradeContext& context) {
  context.Drop("inputdimensions");
  std::vector<std::string> parts;
  for (size_t i = 0; i < context.node().inputs.size(); ++i) {
    OPDK_TRY(std::string part, FloatInput(context, i));
    if (context.values().Rank(context.Input(i)) == 1) {
      part = AddStep(context, "Unsqueeze", {part, context.AddInts("axes", {1})});
    }
    parts.push_back(std::move(part));
  }
  Become(context, "Identity", {AddConcat(context, std::move(parts), 1)});
  return {};
}

// Chooses columns of the last axis; a vector is one row.
Status UpgradeArrayFeatureExtractor(UpgradeContext& context) {
  const std::string x = AddAsMatrix(context, context.Input(0));
  const std::string columns = AddStep(context, "Reshape", {context.Input(1), context.AddInts("flat", {-1})});
  Become(context, "Identity", {AddGather(context, x, columns, -1)});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(ai.onnx.ml, Mul, Scaler, 1);
OPDK_MAP_ONNX_OF(ai.onnx.ml, Div, Normalizer, 1);
OPDK_MAP_ONNX_OF(ai.onnx.ml, Greater, Binarizer, 1);
OPDK_MAP_ONNX_OF(ai.onnx.ml, Select, Imputer, 1);
OPDK_MAP_ONNX_OF(ai.onnx.ml, ConcatD, FeatureVectorizer, 1);
OPDK_MAP_ONNX_OF(ai.onnx.ml, GatherV2, ArrayFeatureExtractor, 1);
OPDK_UPGRADE_ONNX(UpgradeScaler, "ai.onnx.ml::Scaler");
OPDK_UPGRADE_ONNX(UpgradeNormalizer, "ai.onnx.ml::Normalizer");
OPDK_UPGRADE_ONNX(UpgradeBinarizer, "ai.onnx.ml::Binarizer");
OPDK_UPGRADE_ONNX(UpgradeImputer, "ai.onnx.ml::Imputer");
OPDK_UPGRADE_ONNX(UpgradeFeatureVectorizer, "ai.onnx.ml::FeatureVectorizer");
OPDK_UPGRADE_ONNX(UpgradeArrayFeatureExtractor, "ai.onnx.ml::ArrayFeatureExtractor");

}  // namespace opdk::onnx_plugin
