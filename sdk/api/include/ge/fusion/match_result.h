// Where a pattern was found.
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
// Valid as long as the pattern, which the matcher owns.
class OPDK_API MatchResult {
 public:
  explicit MatchResult(const Pattern* pattern);
  MatchResult(const MatchResult& other) noexcept;
  MatchResult(MatchResult&& other) noexcept;
  MatchResult& operator=(const MatchResult& other) noexcept;
  MatchResult& operator=(MatchResult&& other) noexcept;
  ~MatchResult();

  // The output of a pattern's node stands for this one. Of a Data: for this tensor. Fails where it stands for another.
  Status AppendNodeMatchPair(const NodeIo& pattern_node_out, const NodeIo& matched_node_out);
  // The node that a node of the pattern stands for; of a Data: the one that makes the tensor.
  Status GetMatchedNode(const GNode& pattern_node, GNode& matched_node) const;
  // All but those that Data stand for.
  std::vector<GNode> GetMatchedNodes() const;
  Status GetCapturedTensor(size_t capture_idx, NodeIo& node_output) const;
  const Graph& GetPatternGraph() const;
  // The pattern's Data are the inputs, in their order; its outputs the outputs.
  std::unique_ptr<SubgraphBoundary> ToSubgraphBoundary() const;
  // "conv (Conv2D), bn (BNInfer)".
  AscendString ToAscendString() const;

 private:
  std::unique_ptr<MatchResultImpl> impl_;
};

}  // namespace fusion
}  // namespace ge
