// The plan of a node as it stands in a graph: what is constant is known, an unknown dimension is stood in for.
#pragma once

#include <string_view>
#include <vector>

#include "graph_core/ai_core/step_plan.h"
#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

// `provider`: nullptr for a FusedOp. `exact` becomes false where a dimension is unknown: then a refusal says nothing
// about the real ones.
Result<StepPlan> PlanOf(const Node& node, const OperatorProvider* provider, const PackageRegistry& packages,
                        bool* exact);
// The same if the node's tensors had these blocks.
Result<StepPlan> PlanWithBlocks(const Node& node, const OperatorProvider* provider, const PackageRegistry& packages,
                                const PortBlocks& blocks, bool* exact);

// Attribute of a node (Bool): its convolutions may be computed by Winograd's algorithm. Set by the pass allow_winograd.
inline constexpr std::string_view kWinogradAttr = "_winograd";

// The outputs of a node that somebody reads; all when nobody reads any.
std::vector<bool> NeededOutputs(const Node& node);
// The values of a node's constant inputs.
ConstInputFn ConstantsOf(const Node& node);
// The operator with unknown dimensions stood in for.
OpDesc ConcreteDesc(const OpDesc& op, bool* exact);
// Output `index` of `node` as input number `input` of an expression: a number where it is a constant of one element.
tbe::Tensor InputExpression(const Node& node, int index, int input, bool* exact);

// The expression of a constant with one element: a number given at launch, repeated to its shape. Empty for other
// tensors and dtypes.
tbe::Tensor NumberExpression(const ge::Tensor& constant);

}  // namespace opdk
