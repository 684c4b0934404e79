// The nodes of an ensemble of decision trees, read from attributes.
//
// Example: "x[0] <= 0.5 ? 1 : 2" has the nodes 0 (the condition), 1 and 2 (its leaves):
//   features [0, 0, 0]; thresholds [0.5, 0, 0]; holds [less | equal, …];
//   yes [1, 1, 2]; no [2, 1, 2]; weights [0, 1, 2]
// A leaf leads to itself. So after `depth` steps each sample has arrived at its leaf.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// Relations of an element to a threshold; the bits of TreeTables::holds. A NaN is neither less, nor equal, nor greater.
enum TreeRelation : int32_t { kLess = 1, kEqual = 2, kGreater = 4, kNan = 8 };

enum class TreeSum { kSum, kAverage, kMin, kMax };

struct TreeTables {
  // One element for each node.
  std::vector<int64_t> features, yes, no;
  std::vector<double> thresholds;
  std::vector<int32_t> holds;  // the relations in which a condition leads to `yes`
  std::vector<char> is_leaf;
  // One element for each node and target: the number that the node adds, and whether it adds a number.
  std::vector<double> weights;
  std::vector<char> gives;
  std::vector<int64_t> roots;  // of each tree
  int64_t targets = 0;
  int64_t depth = 1;  // steps from a root to the farthest leaf, at least 1
  TreeSum sum = TreeSum::kSum;
  bool has_doubles = false;  // thresholds and weights are of double

  int64_t nodes() const { return static_cast<int64_t>(features.size()); }
};

// Reads the attributes of TreeEnsembleRegressor ("target") and TreeEnsembleClassifier ("class"), and takes them from
// the node. E2001: they don't describe trees.
Result<TreeTables> TakeTreesOfVersion3(UpgradeContext& context, const std::string& prefix, int64_t targets);

// Reads the attributes of TreeEnsemble, and takes them from the node. E2001: they don't describe trees.
Result<TreeTables> TakeTreesOfVersion5(UpgradeContext& context);

}  // namespace opdk::onnx_plugin
