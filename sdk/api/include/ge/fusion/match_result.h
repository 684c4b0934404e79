// MatchResult: a place in a graph where a pattern was found.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "ge/fusion/pattern.h"
#include "ge/fusion/subgraph_boundary.h"
#include "ge_common/ge_common_api_types.h"
#include "graph/ascend_string.h"
#include "opdk/visibility.h"

namespace ge {
namespace fusion {

class MatchResultImpl;
// Nodes of the graph for the nodes of the pattern. Valid as long as the pattern, which the matcher owns.
class OPDK_API MatchResult {
 public:
  explicit MatchResult(const Pattern* pattern);
  MatchResult(const MatchResult& other) noexcept;
  MatchResult(MatchResult&& other) noexcept;
  MatchResult& operator=(const MatchResult& other) noexcept;
  MatchResult& operator=(MatchResult&& other) noexcept;
  ~MatchResult();

  // Maps the output of a pattern's node to `matched_node_out`; for a Data of the pattern, maps it to that tensor. Fails
  // when the pattern's node has another node already, or a Data another tensor.
  Status AppendNodeMatchPair(const NodeIo& pattern_node_out, const NodeIo& matched_node_out);
  // Reads the graph's node for a node of the pattern; for a Data of the pattern, the producer of the tensor.
  Status GetMatchedNode(const GNode& pattern_node, GNode& matched_node) const;
  // Returns all matched nodes but those that a Data of the pattern stands for.
  std::vector<GNode> GetMatchedNodes() const;
  Status GetCapturedTensor(size_t capture_idx, NodeIo& node_output) const;
  const Graph& GetPatternGraph() const;
  // Returns the boundary of the match: the inputs are the pattern's Data in order, the outputs are the pattern's
  // outputs.
  std::unique_ptr<SubgraphBoundary> ToSubgraphBoundary() const;
  // Returns a text such as "conv (Conv2D), bn (BNInfer)".
  AscendString ToAscendString() const;

 private:
  std::unique_ptr<MatchResultImpl> impl_;
};

}  // namespace fusion
}  // namespace ge
