// Names in the precision options that match no node or operator.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "graph_core/ir/pass.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

// Compares the options with a graph at several stages, from the given graph to the graph whose types are chosen. A name
// that occurs in any stage names a node. Unknown names are no error, because one file serves several graphs and CANN's
// own operators.
class PrecisionNames {
 public:
  // Collects the names of the options. The options outlive this object.
  explicit PrecisionNames(const PrecisionOptions& options);

  // Marks the names of the graph's nodes, and of its regions' nodes, as known.
  void MarkFound(const Graph& graph);
  // Returns a warning for each name that no graph had and no package has: "keep.txt:3: the graph has no node 'logit' …;
  // did you mean".
  std::vector<std::string> Unknown(const PackageRegistry& packages) const;

 private:
  std::vector<std::string> UnknownNodes() const;
  std::vector<std::string> UnknownTypes(const PackageRegistry& packages) const;

  const PrecisionOptions& options_;
  std::set<std::string> nodes_, types_;  // the names in the options
  std::set<std::string> met_;            // names of nodes that were seen; stays empty if the options name no nodes
};

}  // namespace opdk
