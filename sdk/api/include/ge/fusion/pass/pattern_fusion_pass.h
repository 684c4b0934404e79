// A graph pass that replaces the matches of patterns.
#pragma once

#include <memory>
#include <type_traits>
#include <vector>

#include "ge/fusion/graph_rewriter.h"
#include "ge/fusion/match_result.h"
#include "ge/fusion/pass/fusion_base_pass.h"
#include "ge/fusion/pass/fusion_pass_reg.h"
#include "ge/fusion/pattern_matcher.h"
#include "ge/fusion/pattern_matcher_config.h"
#include "opdk/visibility.h"

namespace ge {
namespace fusion {

using GraphUniqPtr = std::unique_ptr<Graph>;
using PatternUniqPtr = std::unique_ptr<Pattern>;

// Patterns are matched one after the other, each in the graph that the patterns before it left. Each match is replaced
// before the next match is searched. A match whose replacement would make a cycle is skipped.
class OPDK_API PatternFusionPass : public FusionBasePass {
 public:
  PatternFusionPass();
  explicit PatternFusionPass(std::unique_ptr<PatternMatcherConfig> match_config);
  PatternFusionPass(const PatternFusionPass&) = delete;
  PatternFusionPass& operator=(const PatternFusionPass&) = delete;
  ~PatternFusionPass() override;

  Status Run(GraphPtr& graph, CustomPassContext& pass_context) override;
  bool GetNeededTypes(std::vector<std::vector<AscendString>>& one_of) override;

 protected:
  // Returns the patterns, the same at each call. The first call tells the host the operators to look for; Run calls
  // again.
  virtual std::vector<PatternUniqPtr> Patterns() = 0;
  // Returns whether a match is replaced; by default every match is.
  virtual bool MeetRequirements(const std::unique_ptr<MatchResult>& match_result);
  // Returns the graph that replaces a match. Its inputs and outputs are the pattern's, in order. Shapes may be left to
  // inference. nullptr: the pass fails.
  virtual GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match_result) = 0;

 private:
  std::unique_ptr<PatternMatcherConfig> match_config_;
};

}  // namespace fusion
}  // namespace ge

#define REG_FUSION_PASS(pass_class)                                                                        \
  OPDK_REGISTER_FUSION_PASS(                                                                               \
      #pass_class,                                                                                         \
      (std::is_base_of<::ge::fusion::PatternFusionPass, pass_class>::value ? ::ge::GraphPassKind::kPattern \
                                                                           : ::ge::GraphPassKind::kGraph), \
      pass_class())
