#include <fmt/format.h>

#include <string>
#include <vector>

#include "plugins/onnx/ml/constants.h"
#include "plugins/onnx/ml/post_transform.h"
#include "plugins/onnx/ml/samples.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Multiplies the samples [N, features] by coefficients [rows, features] and adds the intercepts: [N, rows].
Result<std::string> AddLinearScores(UpgradeContext& context, int64_t rows) {
  const auto coefficients = TakeList<float>(context, "coefficients");
  const auto intercepts = TakeList<float>(context, "intercepts");
  if (rows < 1 || coefficients.empty() || static_cast<int64_t>(coefficients.size()) % rows != 0) {
    return context.Refuse(
        fmt::format("{} coefficients are not as many for each of {} results", coefficients.size(), rows));
  }
  OPDK_TRY(const std::string x, AddFloatSamples(context));
  const int64_t features = static_cast<int64_t>(coefficients.size()) / rows;
  OPDK_TRY(
      RequireFeatures(context, features, fmt::format("its {} coefficients for {} results", coefficients.size(), rows)));
  std::vector<std::string> inputs = {x, AddNumbers(context, "coefficients", {rows, features}, coefficients)};
  if (!intercepts.empty()) {
    if (static_cast<int64_t>(intercepts.size()) != rows) {
      return context.Refuse(fmt::format("it has {} intercepts for {} results", intercepts.size(), rows));
    }
    inputs.push_back(AddNumbers(context, "intercepts", {rows}, intercepts));
  }
  return AddStep(context, "Gemm", std::move(inputs), {{"transB", int64_t{1}}});
}

// Computes a linear regression. A single target is transformed by PROBIT only, as in ONNX Runtime.
Status UpgradeLinearRegressor(UpgradeContext& context) {
  const std::string transform = TakePostTransform(context);
  const int64_t targets = context.Take<int64_t>("targets").value_or(1);
  OPDK_TRY(std::string y, AddLinearScores(context, targets));
  if (targets > 1 || transform == "PROBIT") {
    OPDK_TRY(y, AddPostTransform(context, y, transform));
  }
  Become(context, "Identity", {y});
  return {};
}

// Finishes a classifier with one row of coefficients for two labels. The row's score decides, and the other label has 1
// - score.
Status FinishOneRow(UpgradeContext& context, const std::string& score, const std::vector<int64_t>& labels,
                    const std::string& transform) {
  if (transform == "PROBIT") return context.Refuse("PROBIT of one score for two labels is not supported");
  const std::string above = AddStep(context, "Greater", {score, context.AddScalar("zero", 0)});
  const auto label = [&](size_t at) { return context.AddInt("label", labels[at]); };
  const std::string chosen = AddStep(context, "Where", {above, label(1), label(0)});
  const std::string likely = transform == "LOGISTIC" ? AddStep(context, "Sigmoid", {score}) : score;
  const std::string rest = AddStep(context, "Sub", {context.AddScalar("one", 1), likely});
  GiveBoth(context, AddStep(context, "Squeeze", {chosen, context.AddInts("axes", {1})}),
           AddConcat(context, {rest, likely}, 1));
  return {};
}

Status UpgradeLinearClassifier(UpgradeContext& context) {
  const std::string transform = TakePostTransform(context);
  context.Drop("multi_class");
  OPDK_TRY(const std::vector<int64_t> labels, TakeLabels(context));
  const auto intercepts = context.Get<std::vector<float>>("intercepts");
  const auto rows = intercepts ? static_cast<int64_t>(intercepts->size()) : static_cast<int64_t>(labels.size());
  OPDK_TRY(const std::string scores, AddLinearScores(context, rows));
  if (rows == 1 && labels.size() == 2) return FinishOneRow(context, scores, labels, transform);
  if (rows != static_cast<int64_t>(labels.size())) {
    return context.Refuse(fmt::format("it has {} labels for {} results", labels.size(), rows));
  }
  const std::string label = AddBestLabels(context, scores, labels);
  OPDK_TRY(const std::string transformed, AddPostTransform(context, scores, transform));
  GiveBoth(context, label, transformed);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(ai.onnx.ml, MatMul, LinearRegressor, 1);
OPDK_MAP_ONNX_OF(ai.onnx.ml, MatMul, LinearClassifier, 1);
OPDK_UPGRADE_ONNX(UpgradeLinearRegressor, "ai.onnx.ml::LinearRegressor");
OPDK_UPGRADE_ONNX(UpgradeLinearClassifier, "ai.onnx.ml::LinearClassifier");

}  // namespace opdk::onnx_plugin
