// What precision options name and nothing has.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "graph_core/ir/pass.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

// Follows a graph from how it is given to the one whose types are chosen: a name of either means a node. A graph
// without such a node, and packages without such an operator, are no error: one file serves several graphs and CANN's
// own operators.
class PrecisionNames {
 public:
  // The options outlive it.
  explicit PrecisionNames(const PrecisionOptions& options);

  // Its nodes, those of regions too.
  void Meet(const Graph& graph);
  // A line for each name that no graph met and no package has: "keep.txt:3: the graph has no node 'logit' …; did you
  // mean".
  std::vector<std::string> Unknown(const PackageRegistry& packages) const;

 private:
  std::vector<std::string> UnknownNodes() const;
  std::vector<std::string> UnknownTypes(const PackageRegistry& packages) const;

  const PrecisionOptions& options_;
  std::set<std::string> nodes_, types_;  // that the options name
  std::set<std::string> met_;            // nodes; none where the options name none
};

}  // namespace opdk
