// Ensembles of decision trees: all samples go through all trees at once, a step a level.
#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugins/onnx/ml/constants.h"
#include "plugins/onnx/ml/post_transform.h"
#include "plugins/onnx/ml/samples.h"
#include "plugins/onnx/ml/tree_tables.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

using Ints = std::vector<int64_t>;

// The sums of the trees' numbers before anything is added to them.
struct TreeScores {
  std::string sums;        // [N, targets]
  std::string given = {};  // bool, [N, targets]: some tree gives the target a number; "": all do
};

class TreeSteps {
 public:
  TreeSteps(UpgradeContext& context, const TreeTables& tables, ge::DataType x_type)
      : context_(context),
        tables_(tables),
        compared_(x_type == ge::DT_DOUBLE || tables.has_doubles ? ge::DT_DOUBLE : ge::DT_FLOAT) {}

  std::string Step(const std::string& type, std::vector<std::string> inputs, AttrMap attributes = {}) {
    return AddStep(context_, type, std::move(inputs), std::move(attributes));
  }

  // Returns the number of the leaf at which each sample arrives in each tree: int32, [N, trees].
  std::string Leaves(const std::string& given, ge::DataType x_type) {
    const std::string x = AddCast(context_, given, x_type, compared_);
    std::string node;
    for (int64_t level = 0; level < tables_.depth; ++level) node = NextNode(x, node);
    return node;
  }

  TreeScores Sums(const std::string& leaves, ge::DataType type) {
    const bool extreme = tables_.sum == TreeSum::kMin || tables_.sum == TreeSum::kMax;
    TreeScores result;
    if (!AlwaysGives()) {
      const std::vector<int32_t> gives(tables_.gives.begin(), tables_.gives.end());
      const std::string any = ReducedOverTrees("ReduceMax", Gathered("gives", gives, ge::DT_INT32, leaves));
      result.given = AddCast(context_, any, ge::DT_INT32, ge::DT_BOOL);
    }
    if (extreme) {
      result.sums = Extremes(leaves, type, tables_.sum == TreeSum::kMin);
    } else if (const auto targets = TargetOfEachTree(); targets && tables_.targets > 1) {
      result.sums = SumsByProduct(leaves, type, *targets);
    } else {
      result.sums = ReducedOverTrees("ReduceSum", Gathered("weights", tables_.weights, type, leaves));
    }
    if (tables_.sum == TreeSum::kAverage) {
      const auto trees = static_cast<double>(tables_.roots.size());
      result.sums = Step("Div", {result.sums, AddNumbers(context_, "trees", {}, std::vector<double>{trees}, type)});
    }
    if (extreme && !result.given.empty()) result.sums = OrZero(result, type);
    return result;
  }

  // Replaces the sums to which no tree gives a number by 0.
  std::string OrZero(const TreeScores& scores, ge::DataType type) {
    if (scores.given.empty()) return scores.sums;
    return Step("Where", {scores.given, scores.sums, AddNumbers(context_, "zero", {}, Ints{0}, type)});
  }

 private:
  // Adds the numbers that a table has for the samples' nodes: for the roots, where all samples begin, or for `node`.
  template <typename Number>
  std::string OfNodes(const char* hint, const std::vector<Number>& table, ge::DataType type, const std::string& node) {
    if (!node.empty()) {
      return AddGather(context_, AddNumbers(context_, hint, {tables_.nodes()}, table, type), node);
    }
    std::vector<Number> of_roots;
    for (const int64_t root : tables_.roots) of_roots.push_back(table[static_cast<size_t>(root)]);
    return AddNumbers(context_, hint, {static_cast<int64_t>(of_roots.size())}, of_roots, type);
  }

  std::string NextNode(const std::string& x, const std::string& node) {
    const std::string feature = OfNodes("features", tables_.features, ge::DT_INT32, node);
    const std::string element = node.empty() ? AddGather(context_, x, feature, 1)
                                             : Step("GatherElements", {x, feature}, {{"axis", int64_t{1}}});
    const std::string threshold = OfNodes("thresholds", tables_.thresholds, compared_, node);
    const std::string holds = Holds(element, threshold, node);
    return Step("Where", {holds, OfNodes("yes", tables_.yes, ge::DT_INT32, node),
                          OfNodes("no", tables_.no, ge::DT_INT32, node)});
  }

  // Adds whether the nodes' conditions hold, bool.
  std::string Holds(const std::string& element, const std::string& threshold, const std::string& node) {
    if (const char* comparison = TheComparison(); comparison != nullptr) return Step(comparison, {element, threshold});
    const auto relation = [&](TreeRelation bit) {
      return AddNumbers(context_, "relation", {}, Ints{bit}, ge::DT_INT32);
    };
    std::string found = Step("Where", {Step("Greater", {element, threshold}), relation(kGreater), relation(kNan)});
    found = Step("Where", {Step("Equal", {element, threshold}), relation(kEqual), found});
    found = Step("Where", {Step("Less", {element, threshold}), relation(kLess), found});
    const std::string both =
        AddIrStep(context_, "BitwiseAnd", {found, OfNodes("holds", tables_.holds, ge::DT_INT32, node)});
    return AddCast(context_, both, ge::DT_INT32, ge::DT_BOOL);
  }

  // Returns the comparison that all conditions share. nullptr: there are several, or a condition holds for NaN.
  const char* TheComparison() const {
    constexpr std::pair<int32_t, const char*> kComparisons[] = {{kLess | kEqual, "LessOrEqual"},
                                                                {kLess, "Less"},
                                                                {kGreater | kEqual, "GreaterOrEqual"},
                                                                {kGreater, "Greater"},
                                                                {kEqual, "Equal"}};
    std::optional<int32_t> holds;
    for (size_t i = 0; i < tables_.holds.size(); ++i) {
      if (tables_.is_leaf[i] != 0) continue;
      if (holds && *holds != tables_.holds[i]) return nullptr;
      holds = tables_.holds[i];
    }
    for (const auto& [known, comparison] : kComparisons) {
      if (known == holds.value_or(kLess | kEqual)) return comparison;
    }
    return nullptr;
  }

  // Gathers the leaves' numbers of all targets, [N, trees, targets].
  template <typename Number>
  std::string Gathered(const char* hint, const std::vector<Number>& table, ge::DataType type,
                       const std::string& leaves) {
    return AddGather(context_, AddNumbers(context_, hint, {tables_.nodes(), tables_.targets}, table, type), leaves);
  }
  // Reduces over the trees.
  std::string ReducedOverTrees(const char* type, const std::string& value) {
    return Step(type, {value, context_.AddInts("trees", {1})}, {{"keepdims", int64_t{0}}});
  }

  std::string Extremes(const std::string& leaves, ge::DataType type, bool least) {
    std::vector<double> weights = tables_.weights;
    const double none = std::numeric_limits<double>::infinity() * (least ? 1 : -1);
    for (size_t i = 0; i < weights.size(); ++i) {
      if (tables_.gives[i] == 0) weights[i] = none;
    }
    return ReducedOverTrees(least ? "ReduceMin" : "ReduceMax", Gathered("weights", weights, type, leaves));
  }

  std::vector<int64_t> LeavesOf(int64_t root) const {
    std::vector<int64_t> leaves, open = {root};
    while (!open.empty()) {
      const auto node = static_cast<size_t>(open.back());
      open.pop_back();
      if (tables_.is_leaf[node] != 0) {
        leaves.push_back(static_cast<int64_t>(node));
      } else {
        open.push_back(tables_.yes[node]);
        open.push_back(tables_.no[node]);
      }
    }
    return leaves;
  }
  bool Gives(int64_t node, int64_t target) const {
    return tables_.gives[static_cast<size_t>(node * tables_.targets + target)] != 0;
  }

  // Returns whether each target has a tree that always gives it a number.
  bool AlwaysGives() const {
    std::vector<char> always(static_cast<size_t>(tables_.targets), 0);
    for (const int64_t root : tables_.roots) {
      const Ints leaves = LeavesOf(root);
      for (int64_t target = 0; target < tables_.targets; ++target) {
        const bool all = std::all_of(leaves.begin(), leaves.end(), [&](int64_t leaf) { return Gives(leaf, target); });
        if (all) always[static_cast<size_t>(target)] = 1;
      }
      if (std::count(always.begin(), always.end(), 0) == 0) return true;
    }
    return false;
  }

  // Returns the target of each tree; nothing if a tree gives numbers to more than one target.
  std::optional<Ints> TargetOfEachTree() const {
    Ints targets;
    for (const int64_t root : tables_.roots) {
      int64_t target = -1;
      for (const int64_t leaf : LeavesOf(root)) {
        for (int64_t other = 0; other < tables_.targets; ++other) {
          if (!Gives(leaf, other)) continue;
          if (target >= 0 && other != target) return std::nullopt;
          target = other;
        }
      }
      targets.push_back(std::max<int64_t>(target, 0));
    }
    return targets;
  }

  // Sums by a product with a matrix that maps each tree to the target of its numbers.
  std::string SumsByProduct(const std::string& leaves, ge::DataType type, const Ints& targets) {
    std::vector<double> weights;
    for (int64_t node = 0; node < tables_.nodes(); ++node) {
      const auto first = tables_.weights.begin() + static_cast<std::ptrdiff_t>(node * tables_.targets);
      weights.push_back(std::accumulate(first, first + static_cast<std::ptrdiff_t>(tables_.targets), 0.0));
    }
    std::vector<double> chosen(targets.size() * static_cast<size_t>(tables_.targets), 0);
    for (size_t tree = 0; tree < targets.size(); ++tree) {
      chosen[tree * static_cast<size_t>(tables_.targets) + static_cast<size_t>(targets[tree])] = 1;
    }
    const std::string numbers =
        AddGather(context_, AddNumbers(context_, "weights", {tables_.nodes()}, weights, type), leaves);
    return Step("MatMul", {numbers, AddNumbers(context_, "targets",
                                               {static_cast<int64_t>(targets.size()), tables_.targets}, chosen, type)});
  }

  UpgradeContext& context_;
  const TreeTables& tables_;
  const ge::DataType compared_;
};

// Adds the samples, of which each has the features that the trees ask for.
Result<std::string> AddTreeSamples(UpgradeContext& context, const TreeTables& tables) {
  int64_t greatest = -1;
  for (size_t node = 0; node < tables.features.size(); ++node) {
    if (tables.is_leaf[node] == 0) greatest = std::max(greatest, tables.features[node]);
  }
  OPDK_TRY(RequireFeature(context, greatest, "its trees"));
  return AddSamples(context);
}

Result<std::vector<double>> TakeBase(UpgradeContext& context) {
  if (const auto tensor = context.Take<ge::Tensor>("base_values_as_tensor")) return NumbersOf(context, *tensor);
  const auto floats = TakeList<float>(context, "base_values");
  return std::vector<double>(floats.begin(), floats.end());
}

// Adds the base values to the sums. A target to which no tree gave a number stays 0.
std::string WithBase(UpgradeContext& context, TreeSteps& steps, const TreeScores& scores, int64_t targets,
                     const std::vector<double>& base, ge::DataType type) {
  if (base.size() != static_cast<size_t>(targets)) return scores.sums;
  const std::string sums = AddStep(context, "Add", {scores.sums, AddNumbers(context, "base", {targets}, base, type)});
  return steps.OrZero({sums, scores.given}, type);
}

// Finishes a regressor that computes in `type`. A single target is transformed by PROBIT only, as in ONNX Runtime.
Status FinishRegressor(UpgradeContext& context, const TreeTables& tables, const std::vector<double>& base,
                       const std::string& transform, ge::DataType type, ge::DataType y_type) {
  const ge::DataType x_type = context.values().ElementType(context.Input(0));
  OPDK_TRY(const std::string x, AddTreeSamples(context, tables));
  TreeSteps steps(context, tables, x_type);
  const TreeScores scores = steps.Sums(steps.Leaves(x, x_type), type);
  std::string y = WithBase(context, steps, scores, tables.targets, base, type);
  if (tables.targets > 1 || transform == "PROBIT") {
    OPDK_TRY(y, AddPostTransform(context, y, transform, type));
  }
  Become(context, "Identity", {AddCast(context, y, type, y_type)});
  return {};
}

Status UpgradeTreeEnsembleRegressor(UpgradeContext& context) {
  const std::string transform = TakePostTransform(context);
  const int64_t targets = context.Take<int64_t>("n_targets").value_or(1);
  if (targets < 1) return context.Refuse("n_targets is not positive");
  OPDK_TRY(const std::vector<double> base, TakeBase(context));
  OPDK_TRY(const TreeTables tables, TakeTreesOfVersion3(context, "target", targets));
  const ge::DataType type = tables.has_doubles ? ge::DT_DOUBLE : ge::DT_FLOAT;
  return FinishRegressor(context, tables, base, transform, type, ge::DT_FLOAT);
}

Status UpgradeTreeEnsemble(UpgradeContext& context) {
  constexpr const char* kTransforms[] = {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"};
  const int64_t transform = context.Take<int64_t>("post_transform").value_or(0);
  if (transform < 0 || transform >= static_cast<int64_t>(std::size(kTransforms))) {
    return context.Refuse("post_transform is not 0 to 4");
  }
  OPDK_TRY(const TreeTables tables, TakeTreesOfVersion5(context));
  const bool is_double = context.values().ElementType(context.Input(0)) == ge::DT_DOUBLE;
  const ge::DataType type = is_double ? ge::DT_DOUBLE : ge::DT_FLOAT;
  return FinishRegressor(context, tables, {}, kTransforms[transform], type, type);
}

// ---- TreeEnsembleClassifier

struct Classes {
  Ints labels;
  std::vector<double> base;
  std::string transform;
  ge::DataType type = ge::DT_FLOAT;
};

std::string Column(UpgradeContext& context, const std::string& scores, int64_t column) {
  return AddGather(context, scores, context.AddInt("class", column), 1);
}

// Chooses between the labels by whether `score` [N] is above `limit`.
std::string Above(UpgradeContext& context, const std::string& score, double limit, const Classes& classes, int64_t low,
                  int64_t high) {
  const auto label = [&](int64_t number) { return AddNumbers(context, "label", {}, Ints{number}, ge::DT_INT64); };
  const std::string bound = AddNumbers(context, "limit", {}, std::vector<double>{limit}, classes.type);
  return AddStep(context, "Where", {AddStep(context, "Greater", {score, bound}), label(high), label(low)});
}

// Finishes two classes where the trees score the first class alone. ONNX Runtime takes this score for the second label.
// Its score for the first label is 1 - score if all weights are at least 0, else -score.
Status FinishOneScore(UpgradeContext& context, const std::string& score, const Classes& classes, bool positive) {
  if (classes.transform == "PROBIT") return context.Refuse("PROBIT of one score for two classes is not supported");
  const std::string flat = AddStep(context, "Squeeze", {score, context.AddInts("axes", {1})});
  const std::string label = Above(context, flat, positive ? 0.5 : 0, classes, classes.labels[0], classes.labels[1]);
  const bool logistic = classes.transform == "LOGISTIC";
  const std::string other =
      positive && !logistic ? AddStep(context, "Sub", {AddNumbers(context, "one", {}, Ints{1}, classes.type), score})
                            : AddStep(context, "Neg", {score});
  std::string both = AddConcat(context, {other, score}, 1);
  if (logistic) both = AddStep(context, "Sigmoid", {both});
  GiveBoth(context, label, both);
  return {};
}

Status FinishClassifier(UpgradeContext& context, TreeSteps& steps, const TreeTables& tables, const TreeScores& scores,
                        const Classes& classes) {
  const auto count = static_cast<int64_t>(classes.labels.size());
  std::string label, sums = WithBase(context, steps, scores, count, classes.base, classes.type);
  if (count == 1) {
    const std::string flat = AddStep(context, "Squeeze", {sums, context.AddInts("axes", {1})});
    GiveBoth(context, Above(context, flat, 0, classes, 0, 1), sums);
    return {};
  }
  if (count == 2) {
    const auto scored = [&](size_t target) {
      for (size_t i = target; i < tables.gives.size(); i += 2) {
        if (tables.gives[i] != 0) return true;
      }
      return false;
    };
    const bool first = scored(0), second = scored(1);
    const bool positive = (!first || !second) && std::all_of(tables.weights.begin(), tables.weights.end(),
                                                             [](double weight) { return weight >= 0; });
    // A single base for two classes belongs to the first class.
    if (first && classes.base.size() == 1) {
      const std::vector<double> base = {classes.base[0], 0};
      sums = AddStep(context, "Add", {sums, AddNumbers(context, "base", {2}, base, classes.type)});
    }
    if (!second && classes.base.size() != 2) {
      return FinishOneScore(context, AddGather(context, sums, context.AddInts("class", {0}), 1), classes, positive);
    }
    label = Above(context, Column(context, sums, second ? 1 : 0), positive ? 0.5 : 0, classes, classes.labels[0],
                  classes.labels[1]);
  } else {
    std::string compared = sums;
    if (!scores.given.empty()) {
      const std::vector<double> least = {-std::numeric_limits<double>::infinity()};
      compared = AddStep(context, "Where", {scores.given, sums, AddNumbers(context, "none", {}, least, classes.type)});
    }
    label = AddBestLabels(context, compared, classes.labels);
  }
  OPDK_TRY(sums, AddPostTransform(context, sums, classes.transform, classes.type));
  GiveBoth(context, label, sums);
  return {};
}

Status UpgradeTreeEnsembleClassifier(UpgradeContext& context) {
  Classes classes;
  classes.transform = TakePostTransform(context);
  OPDK_TRY(classes.labels, TakeLabels(context));
  OPDK_TRY(classes.base, TakeBase(context));
  const auto count = static_cast<int64_t>(classes.labels.size());
  OPDK_TRY(const TreeTables tables, TakeTreesOfVersion3(context, "class", count));
  const ge::DataType x_type = context.values().ElementType(context.Input(0));
  OPDK_TRY(const std::string x, AddTreeSamples(context, tables));
  TreeSteps steps(context, tables, x_type);
  const TreeScores scores = steps.Sums(steps.Leaves(x, x_type), classes.type);
  return FinishClassifier(context, steps, tables, scores, classes);
}

}  // namespace

OPDK_MAP_ONNX_OF(ai.onnx.ml, GatherElements, TreeEnsembleRegressor, 1);
OPDK_MAP_ONNX_OF(ai.onnx.ml, GatherElements, TreeEnsembleClassifier, 1);
OPDK_MAP_ONNX_OF(ai.onnx.ml, GatherElements, TreeEnsemble, 5);
OPDK_UPGRADE_ONNX(UpgradeTreeEnsembleRegressor, "ai.onnx.ml::TreeEnsembleRegressor");
OPDK_UPGRADE_ONNX(UpgradeTreeEnsembleClassifier, "ai.onnx.ml::TreeEnsembleClassifier");
OPDK_UPGRADE_ONNX(UpgradeTreeEnsemble, "ai.onnx.ml::TreeEnsemble");

}  // namespace opdk::onnx_plugin
