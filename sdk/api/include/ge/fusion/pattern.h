// Pattern: a small graph of operators that is looked for in a graph.
#pragma once

#include <memory>
#include <vector>

#include "ge/fusion/subgraph_boundary.h"
#include "graph/graph.h"
#include "opdk/visibility.h"

namespace ge {
namespace fusion {

class PatternImpl;
// A Data operator of the pattern stands for any tensor, a Const operator for any constant. Every other operator stands
// for an operator of its type with the same links; an input that isn't linked in the pattern isn't linked in the graph.
// Inputs of commutative operators aren't exchanged: Add(x, c) doesn't find Add(c, x), which needs a second pattern. A
// pattern has no control edges and no subgraphs.
class OPDK_API Pattern {
 public:
  explicit Pattern(Graph&& pattern_graph);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  const Graph& GetGraph() const;
  // Captures a tensor of the pattern: MatchResult::GetCapturedTensor gives the matched tensor, in the order of these
  // calls. Nodes outside the match may use the tensor; its producer then stays.
  Pattern& CaptureTensor(const NodeIo& node_output);
  Status GetCapturedTensors(std::vector<NodeIo>& node_outputs) const;

 private:
  std::unique_ptr<PatternImpl> impl_;
};

}  // namespace fusion
}  // namespace ge
