// The tensor expression of a placed node: its kernel's, or that of all operators of a FusedOp joined.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"
#include "opdk/status.h"
#include "tbe/expr.h"
#include "tbe/index_check.h"

namespace opdk {

// Dtype and shape of one input of the node. An absent optional input has dtype DT_UNDEFINED.
struct InputShape {
  ge::DataType dtype = ge::DT_UNDEFINED;
  std::vector<int64_t> shape;
  bool operator==(const InputShape&) const = default;
};

class OperatorExpression {
 public:
  // Copies what it needs of `node` beside its description `op`; `packages` must outlive it. `provider`: the package
  // whose kernel counts; nullptr for a FusedOp, whose operators are placed each on their own package.
  OperatorExpression(const Node& node, OpDesc op, const OperatorProvider* provider, const PackageRegistry& packages);

  // Builds the outputs for concrete input shapes. `output_shapes`: the inferred shapes of a single operator's outputs.
  // Placeholders carry the node's input numbers. Throws nothing. E2010: from the expression; E6002: from a kernel.
  Result<std::vector<tbe::Tensor>> Build(const std::vector<InputShape>& inputs,
                                         const std::vector<std::vector<int64_t>>& output_shapes,
                                         const ConstInputFn& const_input);
  // Returns the index checks that the operators of the last Build ask for.
  const std::vector<IndexCheckDraft>& checks() const { return checks_; }

 private:
  void TakeChecks(tbe::IndexRequirements& requirements, int member);
  Result<std::vector<tbe::Tensor>> BuildBody(const std::vector<tbe::Tensor>& inputs, const ConstInputFn& const_input,
                                             tbe::IndexRequirements& requirements);

  OpDesc op_;
  const OperatorProvider* provider_;
  const PackageRegistry& packages_;
  std::unique_ptr<Graph> body_;
  std::vector<IndexCheckDraft> checks_;
};

// Names the operators of a node that IndexCheck::member counts: "node g (GatherV2)".
std::vector<std::string> MemberNames(const Node& node);

// Makes the outputs of a node for these operands. A view gives the operand itself in another shape; any other node asks
// its kernel. `op`: the node's, with concrete shapes. E2010, E6002.
Result<std::vector<tbe::Tensor>> NodeExpression(const Node& node, const OpDesc& op, const PackageRegistry& packages,
                                                const std::vector<tbe::Tensor>& inputs,
                                                const ConstInputFn& const_input);

}  // namespace opdk
