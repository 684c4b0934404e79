// Looks for a pattern in a graph.
#pragma once

#include <memory>

#include "ge/fusion/match_result.h"
#include "ge/fusion/pattern.h"
#include "ge/fusion/pattern_matcher_config.h"
#include "graph/graph.h"
#include "opdk/visibility.h"

namespace ge {
namespace fusion {

class PatternMatcherImpl;
// From the pattern's first output back to its inputs, at each operator of that output's type that the graph has when
// the matcher is made; its other outputs forwards from what is found. A match is self-contained: what a matched node
// gives, other than the pattern's outputs, is used by matched nodes only. Constants may have other users.
class OPDK_API PatternMatcher {
 public:
  PatternMatcher(std::unique_ptr<Pattern> pattern, const GraphPtr& target_graph);
  PatternMatcher(std::unique_ptr<Pattern> pattern, const GraphPtr& target_graph,
                 std::unique_ptr<PatternMatcherConfig> matcher_config);
  ~PatternMatcher();
  PatternMatcher(const PatternMatcher&) = delete;
  PatternMatcher& operator=(const PatternMatcher&) = delete;

  // The next one in topological order, nullptr: no more. It is found in the graph as it is now, so that who replaces
  // each before asking for the next meets no node that is gone. Matches may overlap. Subgraphs aren't searched.
  std::unique_ptr<MatchResult> MatchNext();

 private:
  std::unique_ptr<PatternMatcherImpl> impl_;
};

}  // namespace fusion
}  // namespace ge
