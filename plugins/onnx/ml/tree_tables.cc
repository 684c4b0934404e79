#include "plugins/onnx/ml/tree_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "plugins/onnx/ml/constants.h"

namespace opdk::onnx_plugin {
namespace {

using Ints = std::vector<int64_t>;
using Reals = std::vector<double>;

// Each step is some operators of the graph.
constexpr int64_t kGreatestDepth = 1000;

constexpr std::pair<std::string_view, int32_t> kConditions[] = {
    {"BRANCH_LEQ", kLess | kEqual}, {"BRANCH_LT", kLess},  {"BRANCH_GTE", kGreater | kEqual},
    {"BRANCH_GT", kGreater},        {"BRANCH_EQ", kEqual}, {"BRANCH_NEQ", kLess | kGreater | kNan},
};
constexpr uint8_t kMember = 6;  // the number behind those of kConditions

// Takes a list of numbers from the attribute `name`, or from the tensor `name`_as_tensor.
Result<Reals> TakeReals(UpgradeContext& context, const std::string& name, bool& has_doubles) {
  if (const auto tensor = context.Take<ge::Tensor>(name + "_as_tensor")) {
    has_doubles = has_doubles || tensor->GetTensorDesc().GetDataType() == ge::DT_DOUBLE;
    return NumbersOf(context, *tensor);
  }
  const auto floats = TakeList<float>(context, name.c_str());
  return Reals(floats.begin(), floats.end());
}

class TreeReader {
 public:
  explicit TreeReader(UpgradeContext& context) : context_(context) {}

  TreeTables& tables() { return tables_; }

  // Adds a node that leads to itself and returns its number.
  int64_t AddNode() {
    const int64_t node = tables_.nodes();
    tables_.features.push_back(0);
    tables_.yes.push_back(node);
    tables_.no.push_back(node);
    tables_.thresholds.push_back(0);
    tables_.holds.push_back(kLess | kEqual);
    tables_.is_leaf.push_back(1);
    return node;
  }

  // Makes a condition of a node.
  Status SetCondition(int64_t node, int64_t feature, double threshold, int32_t holds, int64_t yes, int64_t no) {
    if (feature < 0) return context_.Refuse(fmt::format("a tree's node has the feature {}", feature));
    const auto at = static_cast<size_t>(node);
    tables_.features[at] = feature;
    tables_.thresholds[at] = threshold;
    tables_.holds[at] = holds;
    tables_.yes[at] = yes;
    tables_.no[at] = no;
    tables_.is_leaf[at] = 0;
    return {};
  }

  void MakeWeights() {
    const auto count = static_cast<size_t>(tables_.nodes() * tables_.targets);
    tables_.weights.assign(count, 0);
    tables_.gives.assign(count, 0);
  }
  Status AddWeight(int64_t node, int64_t target, double weight) {
    if (target < 0 || target >= tables_.targets) {
      return context_.Refuse(fmt::format("a leaf gives target {}, but there are {}", target, tables_.targets));
    }
    const auto at = static_cast<size_t>(node * tables_.targets + target);
    tables_.weights[at] += weight;
    tables_.gives[at] = 1;
    return {};
  }

  // Finds the depth. E2001: a path never ends.
  Result<TreeTables> Finish() {
    std::vector<int64_t> heights(tables_.features.size(), kUnseen);
    for (const int64_t root : tables_.roots) {
      OPDK_TRY(const int64_t height, HeightOf(root, heights));
      tables_.depth = std::max(tables_.depth, height);
    }
    if (tables_.roots.empty()) return context_.Refuse("it has no trees");
    if (tables_.depth > kGreatestDepth) {
      return context_.Refuse(
          fmt::format("its deepest tree takes {} steps, at most {} are supported", tables_.depth, kGreatestDepth));
    }
    return std::move(tables_);
  }

 private:
  static constexpr int64_t kUnseen = -2, kOpen = -1;

  // Returns the height of the tree below `root`. Keeps a stack of its own instead of recursion, because a tree may be
  // as deep as it has nodes.
  Result<int64_t> HeightOf(int64_t root, std::vector<int64_t>& heights) const {
    std::vector<int64_t> path = {root};
    while (!path.empty()) {
      const auto node = static_cast<size_t>(path.back());
      if (tables_.is_leaf[node] != 0) heights[node] = 0;
      if (heights[node] >= 0) {
        path.pop_back();
        continue;
      }
      const bool seen = heights[node] == kOpen;
      heights[node] = kOpen;
      int64_t height = 0;
      for (const int64_t child : {tables_.yes[node], tables_.no[node]}) {
        const int64_t below = heights[static_cast<size_t>(child)];
        if (below == kOpen) return context_.Refuse("a tree's node leads back to itself");
        if (below == kUnseen) path.push_back(child);
        height = std::max(height, below + 1);
      }
      if (seen || static_cast<size_t>(path.back()) == node) heights[node] = height;
    }
    return heights[static_cast<size_t>(root)];
  }

  UpgradeContext& context_;
  TreeTables tables_;
};

Status CheckLengths(const UpgradeContext& context, size_t wanted,
                    const std::vector<std::pair<const char*, size_t>>& lists) {
  for (const auto& [name, length] : lists) {
    if (length != wanted) {
      return context.Refuse(fmt::format("attribute {} has {} entries, it must have {}", name, length, wanted));
    }
  }
  return {};
}

// A node by the numbers of its tree and of itself.
using NodeNames = std::map<std::pair<int64_t, int64_t>, int64_t>;

Result<int64_t> NodeNamed(const UpgradeContext& context, const NodeNames& names, int64_t tree, int64_t node) {
  const auto found = names.find({tree, node});
  if (found != names.end()) return found->second;
  return context.Refuse(fmt::format("tree {} has no node {}", tree, node));
}

Result<TreeSum> TakeSum(UpgradeContext& context) {
  const std::string name = context.Take<std::string>("aggregate_function").value_or("SUM");
  constexpr std::pair<const char*, TreeSum> kSums[] = {
      {"SUM", TreeSum::kSum}, {"AVERAGE", TreeSum::kAverage}, {"MIN", TreeSum::kMin}, {"MAX", TreeSum::kMax}};
  for (const auto& [known, sum] : kSums) {
    if (name == known) return sum;
  }
  return context.Refuse("aggregate_function '" + name + "' is none of SUM, AVERAGE, MIN, MAX");
}

// Reads the nodes of a version 3 ensemble, without weights.
Result<NodeNames> ReadNodes(UpgradeContext& context, TreeReader& reader) {
  const Ints trees = TakeList<int64_t>(context, "nodes_treeids"), nodes = TakeList<int64_t>(context, "nodes_nodeids"),
             features = TakeList<int64_t>(context, "nodes_featureids"),
             yes = TakeList<int64_t>(context, "nodes_truenodeids"),
             no = TakeList<int64_t>(context, "nodes_falsenodeids"),
             missing = TakeList<int64_t>(context, "nodes_missing_value_tracks_true");
  const auto modes = TakeList<std::string>(context, "nodes_modes");
  OPDK_TRY(const Reals thresholds, TakeReals(context, "nodes_values", reader.tables().has_doubles));
  context.Drop("nodes_hitrates");
  context.Drop("nodes_hitrates_as_tensor");
  OPDK_TRY(CheckLengths(context, trees.size(),
                        {{"nodes_nodeids", nodes.size()},
                         {"nodes_featureids", features.size()},
                         {"nodes_truenodeids", yes.size()},
                         {"nodes_falsenodeids", no.size()},
                         {"nodes_modes", modes.size()},
                         {"nodes_values", thresholds.size()}}));
  if (!missing.empty()) {
    OPDK_TRY(CheckLengths(context, trees.size(), {{"nodes_missing_value_tracks_true", missing.size()}}));
  }
  NodeNames names;
  for (size_t i = 0; i < trees.size(); ++i) {
    if (!names.emplace(std::pair(trees[i], nodes[i]), reader.AddNode()).second) {
      return context.Refuse(fmt::format("tree {} has two nodes {}", trees[i], nodes[i]));
    }
  }
  std::vector<char> is_child(trees.size(), 0);
  for (size_t i = 0; i < trees.size(); ++i) {
    if (modes[i] == "LEAF") continue;
    const auto* condition = std::find_if(std::begin(kConditions), std::end(kConditions),
                                         [&](const auto& each) { return each.first == modes[i]; });
    if (condition == std::end(kConditions)) return context.Refuse("a node has the unknown mode '" + modes[i] + "'");
    OPDK_TRY(const int64_t if_true, NodeNamed(context, names, trees[i], yes[i]));
    OPDK_TRY(const int64_t if_false, NodeNamed(context, names, trees[i], no[i]));
    const int32_t holds = condition->second | (!missing.empty() && missing[i] != 0 ? kNan : 0);
    OPDK_TRY(reader.SetCondition(static_cast<int64_t>(i), features[i], thresholds[i], holds, if_true, if_false));
    is_child[static_cast<size_t>(if_true)] = is_child[static_cast<size_t>(if_false)] = 1;
  }
  for (size_t i = 0; i < trees.size(); ++i) {
    if (is_child[i] == 0) reader.tables().roots.push_back(static_cast<int64_t>(i));
  }
  return names;
}

// The attributes of version 5 that describe conditions.
struct Conditions {
  Ints features, yes, yes_leafs, no, no_leafs, missing;
  Reals splits, modes, members;

  size_t size() const { return features.size(); }
};

Result<Conditions> TakeConditions(UpgradeContext& context, bool& has_doubles) {
  Conditions result{TakeList<int64_t>(context, "nodes_featureids"),
                    TakeList<int64_t>(context, "nodes_truenodeids"),
                    TakeList<int64_t>(context, "nodes_trueleafs"),
                    TakeList<int64_t>(context, "nodes_falsenodeids"),
                    TakeList<int64_t>(context, "nodes_falseleafs"),
                    TakeList<int64_t>(context, "nodes_missing_value_tracks_true"),
                    {},
                    {},
                    {}};
  const auto take = [&](const char* name, Reals& numbers) -> Status {
    const auto tensor = context.Take<ge::Tensor>(name);
    if (!tensor) return {};
    has_doubles = has_doubles || tensor->GetTensorDesc().GetDataType() == ge::DT_DOUBLE;
    OPDK_TRY(numbers, NumbersOf(context, *tensor));
    return {};
  };
  OPDK_TRY(take("nodes_splits", result.splits));
  OPDK_TRY(take("nodes_modes", result.modes));
  OPDK_TRY(take("membership_values", result.members));
  context.Drop("nodes_hitrates");
  OPDK_TRY(CheckLengths(context, result.size(),
                        {{"nodes_truenodeids", result.yes.size()},
                         {"nodes_trueleafs", result.yes_leafs.size()},
                         {"nodes_falsenodeids", result.no.size()},
                         {"nodes_falseleafs", result.no_leafs.size()},
                         {"nodes_splits", result.splits.size()},
                         {"nodes_modes", result.modes.size()}}));
  if (!result.missing.empty()) {
    OPDK_TRY(CheckLengths(context, result.size(), {{"nodes_missing_value_tracks_true", result.missing.size()}}));
  }
  return result;
}

// Adds a condition that accepts several numbers, as a chain of conditions with one number each. `next`: the first of
// the node's numbers, which end with a NaN.
Status AddMembers(TreeReader& reader, const Reals& members, size_t& next, int64_t node, int64_t feature, int32_t nan,
                  int64_t yes, int64_t no) {
  int64_t at = node;
  bool first = true;
  for (; next < members.size() && !std::isnan(members[next]); ++next, first = false) {
    if (!first) {
      const int64_t more = reader.AddNode();
      reader.tables().no[static_cast<size_t>(at)] = more;
      at = more;
    }
    OPDK_TRY(reader.SetCondition(at, feature, members[next], kEqual | nan, yes, no));
  }
  ++next;
  // A set without numbers holds no value: only a NaN may lead to `yes`.
  return first ? reader.SetCondition(node, feature, 0, nan, yes, no) : Status();
}

Status SetConditions(const UpgradeContext& context, TreeReader& reader, const Conditions& conditions, int64_t leaves) {
  size_t next_member = 0;
  const auto count = static_cast<int64_t>(conditions.size());
  // Leaves lie behind the conditions.
  const auto child = [&](const Ints& children, const Ints& is_leaf, size_t i) -> Result<int64_t> {
    const int64_t limit = is_leaf[i] != 0 ? leaves : count;
    if (children[i] < 0 || children[i] >= limit) {
      return context.Refuse(fmt::format("node {} leads to node or leaf {}, which doesn't exist", i, children[i]));
    }
    return children[i] + (is_leaf[i] != 0 ? count : 0);
  };
  for (size_t i = 0; i < conditions.size(); ++i) {
    OPDK_TRY(const int64_t yes, child(conditions.yes, conditions.yes_leafs, i));
    OPDK_TRY(const int64_t no, child(conditions.no, conditions.no_leafs, i));
    const int32_t nan = !conditions.missing.empty() && conditions.missing[i] != 0 ? kNan : 0;
    const auto node = static_cast<int64_t>(i);
    const double mode = conditions.modes[i];
    if (mode == kMember) {
      OPDK_TRY(AddMembers(reader, conditions.members, next_member, node, conditions.features[i], nan, yes, no));
      continue;
    }
    if (mode > kMember) return context.Refuse(fmt::format("node {} has the unknown mode {}", i, mode));
    const int32_t holds = kConditions[static_cast<size_t>(mode)].second | nan;
    OPDK_TRY(reader.SetCondition(node, conditions.features[i], conditions.splits[i], holds, yes, no));
  }
  return {};
}

}  // namespace

Result<TreeTables> TakeTreesOfVersion3(UpgradeContext& context, const std::string& prefix, int64_t targets) {
  TreeReader reader(context);
  TreeTables& tables = reader.tables();
  tables.targets = targets;
  OPDK_TRY(tables.sum, TakeSum(context));
  OPDK_TRY(const NodeNames names, ReadNodes(context, reader));
  const Ints trees = TakeList<int64_t>(context, (prefix + "_treeids").c_str()),
             nodes = TakeList<int64_t>(context, (prefix + "_nodeids").c_str()),
             ids = TakeList<int64_t>(context, (prefix + "_ids").c_str());
  OPDK_TRY(const Reals weights, TakeReals(context, prefix + "_weights", tables.has_doubles));
  OPDK_TRY(CheckLengths(
      context, trees.size(),
      {{"nodeids of leaves", nodes.size()}, {"ids of leaves", ids.size()}, {"weights of leaves", weights.size()}}));
  reader.MakeWeights();
  for (size_t i = 0; i < trees.size(); ++i) {
    OPDK_TRY(const int64_t node, NodeNamed(context, names, trees[i], nodes[i]));
    // Some converters give inner nodes weights, which no sample takes.
    if (tables.is_leaf[static_cast<size_t>(node)] != 0) OPDK_TRY(reader.AddWeight(node, ids[i], weights[i]));
  }
  return reader.Finish();
}

Result<TreeTables> TakeTreesOfVersion5(UpgradeContext& context) {
  TreeReader reader(context);
  TreeTables& tables = reader.tables();
  tables.targets = context.Take<int64_t>("n_targets").value_or(1);
  if (tables.targets < 1) return context.Refuse("n_targets is not positive");
  constexpr TreeSum kSums[] = {TreeSum::kAverage, TreeSum::kSum, TreeSum::kMin, TreeSum::kMax};
  const int64_t sum = context.Take<int64_t>("aggregate_function").value_or(1);
  if (sum < 0 || sum >= static_cast<int64_t>(std::size(kSums)))
    return context.Refuse("aggregate_function is not 0 to 3");
  tables.sum = kSums[sum];
  OPDK_TRY(const Conditions conditions, TakeConditions(context, tables.has_doubles));
  const Ints ids = TakeList<int64_t>(context, "leaf_targetids");
  const auto tensor = context.Take<ge::Tensor>("leaf_weights");
  if (!tensor) return context.Refuse("attribute leaf_weights is missing");
  OPDK_TRY(const Reals weights, NumbersOf(context, *tensor));
  OPDK_TRY(CheckLengths(context, weights.size(), {{"leaf_targetids", ids.size()}}));
  for (size_t i = 0; i < conditions.size() + weights.size(); ++i) reader.AddNode();
  OPDK_TRY(SetConditions(context, reader, conditions, static_cast<int64_t>(weights.size())));
  reader.MakeWeights();
  for (size_t i = 0; i < weights.size(); ++i) {
    OPDK_TRY(reader.AddWeight(static_cast<int64_t>(conditions.size() + i), ids[i], weights[i]));
  }
  for (const int64_t root : TakeList<int64_t>(context, "tree_roots")) {
    if (root < 0 || root >= static_cast<int64_t>(conditions.size())) {
      return context.Refuse(fmt::format("tree_roots names node {}, which doesn't exist", root));
    }
    tables.roots.push_back(root);
  }
  return reader.Finish();
}

}  // namespace opdk::onnx_plugin
