// What is looked for in a graph: a small graph of operators.
#pragma once

#include <memory>
#include <vector>

#include "ge/fusion/subgraph_boundary.h"
#include "graph/graph.h"
#include "opdk/visibility.h"

namespace ge {
namespace fusion {

class PatternImpl;
// Its Data operators stand for any tensor, its Const operators for any constant. Every other operator stands for one of
// its type whose inputs come from where the pattern says: an input that isn't linked here isn't linked there. Inputs
// aren't exchanged where that would mean the same: Add(x, c) doesn't find Add(c, x), which is a pattern of its own.
// Control edges and subgraphs have no place in a pattern.
class OPDK_API Pattern {
 public:
  explicit Pattern(Graph&& pattern_graph);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  const Graph& GetGraph() const;
  // Notes a tensor of the pattern: MatchResult::GetCapturedTensor gives what it stands for, by order of noting. It
  // may be used outside of what matches: what makes it stays then.
  Pattern& CaptureTensor(const NodeIo& node_output);
  Status GetCapturedTensors(std::vector<NodeIo>& node_outputs) const;

 private:
  std::unique_ptr<PatternImpl> impl_;
};

}  // namespace fusion
}  // namespace ge
