// Merges two chained transposes into one, or none where the second reverses the first.
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/array/identity.h"
#include "op_proto/array/transpose.h"

namespace opdk::graph_fusion {
namespace {

using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;
using Ints = std::vector<int64_t>;

Ints PermOf(const ge::GNode& node) {
  Ints perm = AttrOf<Ints>(node, "perm").value_or(Ints());
  for (int64_t& axis : perm) axis += axis < 0 ? static_cast<int64_t>(perm.size()) : 0;
  return perm;
}

class MergeTransposes : public ge::fusion::PatternFusionPass {
 protected:
  std::vector<ge::fusion::PatternUniqPtr> Patterns() override {
    ge::op::Data x = Any(0);
    ge::op::TransposeD first("first"), second("second");
    first.set_input_x(x).set_attr_perm({});
    second.set_input_x(first).set_attr_perm({});
    std::vector<ge::fusion::PatternUniqPtr> patterns;
    patterns.push_back(std::make_unique<Pattern>(GraphOf("transposes", {x}, second)));
    // The first transpose may have other users, which keep it.
    CaptureOutput(*patterns.back(), "first");
    return patterns;
  }

  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    return !PermOf(MatchedNode(*match, "first")).empty() && !PermOf(MatchedNode(*match, "second")).empty();
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match) override {
    const Ints first = PermOf(MatchedNode(*match, "first")), second = PermOf(MatchedNode(*match, "second"));
    Ints both;
    bool in_order = true;
    for (const int64_t axis : second) {
      in_order = in_order && first.at(static_cast<size_t>(axis)) == static_cast<int64_t>(both.size());
      both.push_back(first.at(static_cast<size_t>(axis)));
    }
    ge::op::Data x = Any(0);
    if (in_order) {
      ge::op::Identity same("same");
      same.set_input_x(x);
      return ReplacementOf({x}, same);
    }
    ge::op::TransposeD transpose("transpose");
    transpose.set_input_x(x).set_attr_perm(both);
    return ReplacementOf({x}, transpose);
  }
};

// Runs behind the passes that remove operators between the two.
REG_FUSION_PASS(MergeTransposes).Stage(ge::CustomPassStage::kAfterBuiltinFusionPass);

}  // namespace
}  // namespace opdk::graph_fusion
