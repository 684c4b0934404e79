#include <fmt/format.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "plugins/onnx/ml/constants.h"
#include "plugins/onnx/ml/post_transform.h"
#include "plugins/onnx/ml/samples.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

using Floats = std::vector<float>;

// The kernel of a support vector machine.
class SvmKernel {
 public:
  // Takes kernel_type and kernel_params (gamma, coef0, degree).
  static Result<SvmKernel> Take(UpgradeContext& context) {
    SvmKernel kernel(context);
    kernel.type_ = context.Take<std::string>("kernel_type").value_or("LINEAR");
    const Floats given = TakeList<float>(context, "kernel_params");
    for (size_t i = 0; i < given.size() && i < 3; ++i) kernel.parameters_[i] = given[i];
    return kernel;
  }

  // Adds the kernel of each sample, [N, features], and each of `vectors`, [count, features]: [N, count].
  Result<std::string> Add(const std::string& x, const Floats& vectors, int64_t count) const {
    const int64_t features = static_cast<int64_t>(vectors.size()) / count;
    OPDK_TRY(RequireFeatures(context_, features, fmt::format("its {} support vectors", count)));
    const std::string constant = AddNumbers(context_, "vectors", {count, features}, vectors);
    if (type_ == "RBF") return Rbf(x, constant);
    const std::string product = AddIrStep(context_, "MatMul", {x, constant}, {{"transpose_x2", true}});
    if (type_ == "LINEAR") return product;
    const std::string scaled = Step("Add", {Step("Mul", {product, Number(0)}), Number(1)});
    if (type_ == "SIGMOID") return Step("Tanh", {scaled});
    if (type_ == "POLY") return Step("Pow", {scaled, Number(2)});
    return context_.Refuse("kernel_type '" + type_ + "' is none of LINEAR, POLY, RBF, SIGMOID");
  }

 private:
  explicit SvmKernel(UpgradeContext& context) : context_(context) {}

  std::string Step(const char* type, std::vector<std::string> inputs) const {
    return AddStep(context_, type, std::move(inputs));
  }
  std::string Number(size_t parameter) const { return context_.AddScalar("parameter", parameters_[parameter]); }

  // Computes exp(-gamma |x - v|^2).
  std::string Rbf(const std::string& x, const std::string& vectors) const {
    const std::string apart = Step("Unsqueeze", {x, context_.AddInts("axes", {1})});
    const std::string difference = Step("Sub", {apart, vectors});
    const std::string distance =
        AddStep(context_, "ReduceSumSquare", {difference, context_.AddInts("axis", {-1})}, {{"keepdims", int64_t{0}}});
    return Step("Exp", {Step("Mul", {distance, context_.AddScalar("gamma", -parameters_[0])})});
  }

  UpgradeContext& context_;
  std::string type_;
  float parameters_[3] = {0, 0, 3};
};

// Multiplies kernel(x, vectors) by the coefficients and adds rho. Without support vectors the coefficients belong to
// the features.
Status UpgradeSvmRegressor(UpgradeContext& context) {
  const std::string transform = TakePostTransform(context);
  const bool one_class = context.Take<int64_t>("one_class").value_or(0) != 0;
  const int64_t given = context.Take<int64_t>("n_supports").value_or(0);
  const Floats vectors = TakeList<float>(context, "support_vectors"), rho = TakeList<float>(context, "rho");
  const Floats coefficients = TakeList<float>(context, "coefficients");
  OPDK_TRY(const SvmKernel kernel, SvmKernel::Take(context));
  OPDK_TRY(std::string terms, AddFloatSamples(context));
  const auto count = static_cast<int64_t>(coefficients.size());
  if (given > 0) {
    if (count != given || vectors.empty() || static_cast<int64_t>(vectors.size()) % given != 0) {
      return context.Refuse(
          fmt::format("{} support vectors have {} coefficients and {} numbers", given, count, vectors.size()));
    }
    OPDK_TRY(terms, kernel.Add(terms, vectors, given));
  } else {
    OPDK_TRY(RequireFeatures(context, count, "its coefficients"));
  }
  std::string y = AddStep(context, "MatMul", {terms, AddNumbers(context, "coefficients", {count, 1}, coefficients)});
  if (!rho.empty()) y = AddStep(context, "Add", {y, context.AddScalar("rho", rho[0])});
  if (one_class) {
    const std::string above = AddStep(context, "Greater", {y, context.AddScalar("zero", 0)});
    y = AddStep(context, "Where", {above, context.AddScalar("inside", 1), context.AddScalar("outside", -1)});
  } else if (transform == "PROBIT") {
    OPDK_TRY(y, AddPostTransform(context, y, transform));
  }
  Become(context, "Identity", {y});
  return {};
}

// Matrices for all pairs of classes, i before j. They turn the kernel's results into the pairs' decisions, and these
// into votes for the classes.
struct SvmPairs {
  std::vector<double> decisions;                   // [vectors, pairs]
  std::vector<double> votes_of_first, all_second;  // [pairs, classes]
  int64_t count = 0;
};

// Returns the matrices of all pairs of classes. `coefficients` is [classes - 1, vectors]. The coefficients of class i's
// vectors against class j are in row j - 1, or in row j where j < i.
SvmPairs PairsOf(const Floats& coefficients, const std::vector<int64_t>& per_class, int64_t vectors) {
  const auto classes = static_cast<int64_t>(per_class.size());
  std::vector<int64_t> first(per_class.size() + 1, 0);
  std::partial_sum(per_class.begin(), per_class.end(), first.begin() + 1);
  SvmPairs pairs;
  pairs.count = classes * (classes - 1) / 2;
  pairs.decisions.assign(static_cast<size_t>(vectors * pairs.count), 0);
  pairs.votes_of_first.assign(static_cast<size_t>(pairs.count * classes), 0);
  pairs.all_second = pairs.votes_of_first;
  int64_t pair = 0;
  for (int64_t i = 0; i < classes; ++i) {
    for (int64_t j = i + 1; j < classes; ++j, ++pair) {
      const auto place = [&](int64_t owner, int64_t row) {
        for (int64_t v = first[static_cast<size_t>(owner)]; v < first[static_cast<size_t>(owner) + 1]; ++v) {
          pairs.decisions[static_cast<size_t>(v * pairs.count + pair)] =
              static_cast<double>(coefficients[static_cast<size_t>(row * vectors + v)]);
        }
      };
      place(i, j - 1);
      place(j, i);
      pairs.votes_of_first[static_cast<size_t>(pair * classes + i)] = 1;
      pairs.all_second[static_cast<size_t>(pair * classes + j)] = 1;
    }
  }
  return pairs;
}

struct SvmClassifier {
  std::vector<int64_t> labels, per_class;
  Floats coefficients, vectors, rho;
  std::string transform;
};

// Finishes a classifier without support vectors. It has a row of coefficients for each class, and one rho for all.
Status FinishLinearSvm(UpgradeContext& context, const SvmClassifier& svm, const std::string& x) {
  const auto classes = static_cast<int64_t>(svm.labels.size()), count = static_cast<int64_t>(svm.coefficients.size());
  if (classes < 2 || count == 0 || count % classes != 0) {
    return context.Refuse(fmt::format("{} coefficients are not as many for each of {} labels", count, classes));
  }
  OPDK_TRY(RequireFeatures(context, count / classes, fmt::format("its {} coefficients for {} labels", count, classes)));
  const std::string rows = AddNumbers(context, "coefficients", {classes, count / classes}, svm.coefficients);
  std::string scores = AddIrStep(context, "MatMul", {x, rows}, {{"transpose_x2", true}});
  if (!svm.rho.empty()) scores = AddStep(context, "Add", {scores, context.AddScalar("rho", svm.rho[0])});
  OPDK_TRY(const std::string transformed, AddPostTransform(context, scores, svm.transform));
  GiveBoth(context, AddBestLabels(context, scores, svm.labels), transformed);
  return {};
}

// Finishes a classifier by the decisions between all pairs of classes. Each decision votes for one class.
Status FinishPairs(UpgradeContext& context, const SvmClassifier& svm, const std::string& kernel, int64_t vectors) {
  const auto classes = static_cast<int64_t>(svm.labels.size());
  const SvmPairs pairs = PairsOf(svm.coefficients, svm.per_class, vectors);
  if (static_cast<int64_t>(svm.rho.size()) != pairs.count) {
    return context.Refuse(fmt::format("it has {} numbers rho for {} pairs of classes", svm.rho.size(), pairs.count));
  }
  const std::string product =
      AddStep(context, "MatMul", {kernel, AddNumbers(context, "decisions", {vectors, pairs.count}, pairs.decisions)});
  std::string scores = AddStep(context, "Add", {product, AddNumbers(context, "rho", {pairs.count}, svm.rho)});
  const std::string above = AddStep(context, "Greater", {scores, context.AddScalar("zero", 0)});
  const std::string first = AddCast(context, above, ge::DT_BOOL, ge::DT_FLOAT);
  const std::string second = AddStep(context, "Sub", {context.AddScalar("one", 1), first});
  const auto votes = [&](const std::string& won, const std::vector<double>& of) {
    return AddStep(context, "MatMul", {won, AddNumbers(context, "votes", {pairs.count, classes}, of)});
  };
  const std::string ranked =
      AddStep(context, "Add", {votes(first, pairs.votes_of_first), votes(second, pairs.all_second)});
  if (classes == 2) {
    scores = AddConcat(context, {AddStep(context, "Neg", {scores}), scores}, 1);
  }
  OPDK_TRY(scores, AddPostTransform(context, scores, svm.transform));
  GiveBoth(context, AddBestLabels(context, ranked, svm.labels), scores);
  return {};
}

Status UpgradeSvmClassifier(UpgradeContext& context) {
  SvmClassifier svm;
  svm.transform = TakePostTransform(context);
  OPDK_TRY(svm.labels, TakeLabels(context));
  svm.per_class = TakeList<int64_t>(context, "vectors_per_class");
  svm.coefficients = TakeList<float>(context, "coefficients");
  svm.vectors = TakeList<float>(context, "support_vectors");
  svm.rho = TakeList<float>(context, "rho");
  // Lists of numbers turn the node into a function (svm_probabilities.cc). Empty lists have no effect.
  context.Drop("prob_a");
  context.Drop("prob_b");
  OPDK_TRY(const SvmKernel kernel, SvmKernel::Take(context));
  OPDK_TRY(const std::string x, AddFloatSamples(context));
  const int64_t vectors = std::accumulate(svm.per_class.begin(), svm.per_class.end(), int64_t{0});
  if (vectors == 0) return FinishLinearSvm(context, svm, x);
  const size_t wanted = static_cast<size_t>(vectors) * (svm.per_class.size() - 1);
  if (svm.per_class.size() != svm.labels.size() || svm.per_class.size() < 2 || svm.coefficients.size() != wanted ||
      svm.vectors.empty() || static_cast<int64_t>(svm.vectors.size()) % vectors != 0) {
    return context.Refuse(fmt::format("{} support vectors of {} classes have {} coefficients and {} numbers", vectors,
                                      svm.per_class.size(), svm.coefficients.size(), svm.vectors.size()));
  }
  OPDK_TRY(const std::string values, kernel.Add(x, svm.vectors, vectors));
  return FinishPairs(context, svm, values, vectors);
}

}  // namespace

OPDK_MAP_ONNX_OF(ai.onnx.ml, MatMul, SVMRegressor, 1);
OPDK_MAP_ONNX_OF(ai.onnx.ml, MatMul, SVMClassifier, 1);
OPDK_UPGRADE_ONNX(UpgradeSvmRegressor, "ai.onnx.ml::SVMRegressor");
OPDK_UPGRADE_ONNX(UpgradeSvmClassifier, "ai.onnx.ml::SVMClassifier");

}  // namespace opdk::onnx_plugin
