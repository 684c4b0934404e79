// A graph pass that replaces what patterns find.
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

// Patterns are looked for one after the other, each in what those before it left. Each match is replaced before the
// next is looked for; one that would make a cycle is passed over.
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
  // The same at each call: it is called to learn which operators are looked for, and again by Run.
  virtual std::vector<PatternUniqPtr> Patterns() = 0;
  // Whether a match is to be replaced; by default each is.
  virtual bool MeetRequirements(const std::unique_ptr<MatchResult>& match_result);
  // Its inputs are those of the pattern in their order, its outputs those of the pattern. Shapes may be left to
  // inference.
  // nullptr: the pass fails.
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
