//   Conv2D with a filter of [64, 64, 3, 3], strides 1        _winograd: when it is loaded, both algorithms are timed
//   filter [64, 64, 1, 1], strides 2, dilations 2, groups    nothing: the algorithm isn't defined for them
#include <algorithm>

#include "graph_core/engines/ai_core/expression/operator_expression.h"
#include "graph_core/engines/ai_core/fusion/group.h"
#include "graph_core/engines/ai_core/fusion/passes.h"
#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

// Returns whether Winograd's algorithm is defined for the step: windows of 3x3 that move by one.
bool IsForWinograd(const StepSpec& step) {
  if (!step.cube || step.cube->kind != tbe::Kind::kConv || step.cube->shape.size() != 4) return false;
  const tbe::ConvParams& conv = step.cube->conv;
  const auto& weights = step.cube->inputs[1].shape();
  auto ones = [](const std::vector<int64_t>& list) {
    return std::all_of(list.begin(), list.end(), [](int64_t entry) { return entry == 1; });
  };
  return conv.groups == 1 && weights[2] == 3 && weights[3] == 3 && ones(conv.strides) && ones(conv.dilations);
}

}  // namespace

Result<Changed> AllowWinograd(Graph& graph, const PassContext& context) {
  bool changed = false;
  for (Node* node : graph.nodes()) {
    if (!IsRun(*node) || node->placement().package.empty() || !HasAxes(*node, 3)) continue;
    const OperatorProvider* provider = nullptr;
    if (!node->Is(kFusedOp)) {
      provider = PlacedProvider(*node, *context.packages);
      if (provider == nullptr || provider->Kernel(kAiCoreEngine) == nullptr) continue;
    }
    bool exact = true;
    auto plan = PlanOf(*node, provider, context, &exact, {.values = ParamValues::kIgnored});
    if (!plan.ok() || !exact) continue;
    if (std::none_of((*plan)->steps.begin(), (*plan)->steps.end(), IsForWinograd)) continue;
    node->op().attrs[std::string(kWinogradAttr)] = true;
    changed = true;
  }
  return Changed{changed};
}

}  // namespace opdk
