// A graph pass that replaces single operators by several.
#pragma once

#include <memory>
#include <vector>

#include "ge/fusion/graph_rewriter.h"
#include "ge/fusion/pass/fusion_base_pass.h"
#include "ge/fusion/pass/fusion_pass_reg.h"
#include "opdk/visibility.h"

namespace ge {
namespace fusion {

using GraphUniqPtr = std::unique_ptr<Graph>;

// Base class of decompositions. `op_types`: the operator types that the pass replaces.
class OPDK_API DecomposePass : public FusionBasePass {
 public:
  explicit DecomposePass(const std::vector<AscendString>& op_types);
  ~DecomposePass() override;

  Status Run(GraphPtr& graph, CustomPassContext& pass_context) override;
  bool GetNeededTypes(std::vector<std::vector<AscendString>>& one_of) override;

 protected:
  // Returns whether the node is replaced; by default every node of the types is.
  virtual bool MeetRequirements(const GNode& matched_node);
  // Returns the graph that replaces the node. Its inputs are the node's linked inputs in order, its outputs all of the
  // node's outputs. Shapes may be left to inference. nullptr: the pass fails.
  virtual GraphUniqPtr Replacement(const GNode& matched_node) = 0;

 private:
  std::vector<AscendString> op_types_;
};

}  // namespace fusion
}  // namespace ge

// Registers a decomposition. The types are the argument of the class's constructor: REG_DECOMPOSE_PASS(SplitGelu,
// {"Gelu", "FastGelu"}).
#define REG_DECOMPOSE_PASS(pass_class, ...) \
  OPDK_REGISTER_FUSION_PASS(#pass_class, ::ge::GraphPassKind::kDecompose, pass_class(__VA_ARGS__))
