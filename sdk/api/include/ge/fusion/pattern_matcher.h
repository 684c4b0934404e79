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
// Searches from the pattern's first output back to its inputs, starting at each operator of that output's type.
// Operators that are added after the matcher is made are no starting points. From the matched nodes the search goes
// forwards to the pattern's other outputs. A match is self-contained: apart from the pattern's outputs, only matched
// nodes use what matched nodes give. Constants may have other users.
class OPDK_API PatternMatcher {
 public:
  PatternMatcher(std::unique_ptr<Pattern> pattern, const GraphPtr& target_graph);
  PatternMatcher(std::unique_ptr<Pattern> pattern, const GraphPtr& target_graph,
                 std::unique_ptr<PatternMatcherConfig> matcher_config);
  ~PatternMatcher();
  PatternMatcher(const PatternMatcher&) = delete;
  PatternMatcher& operator=(const PatternMatcher&) = delete;

  // Returns the next match in topological order; nullptr when there is none left. The search reads the current graph,
  // so a caller may replace each match before it asks for the next. Matches may overlap. Subgraphs aren't searched.
  std::unique_ptr<MatchResult> MatchNext();

 private:
  std::unique_ptr<PatternMatcherImpl> impl_;
};

}  // namespace fusion
}  // namespace ge
