#include "graph_core/compilation/value_inputs.h"

#include <algorithm>

#include "graph_core/engine.h"

namespace opdk {

bool IsRun(const Node& node) { return !node.Is(kData) && !node.Is(kConst) && !node.Is(kNetOutput); }

const EngineOpInfo* PlacedInfo(const Node& node, const PackageRegistry& packages) {
  const Placement& placement = node.placement();
  for (const OperatorProvider& provider : packages.Providers(node.type())) {
    if (provider.info == nullptr || provider.package->name != placement.package) continue;
    return provider.info->Find(placement.engine);
  }
  return nullptr;
}

std::vector<int> ValueDependInputs(const Node& node, const PackageRegistry& packages) {
  std::vector<int> result;
  if (const Graph* body = node.body()) {
    for (const Node* inner : body->nodes()) {
      for (int input : ValueDependInputs(*inner, packages)) {
        const Endpoint source = inner->input(input);
        if (source.node == nullptr || !source.node->Is(kData)) continue;
        if (const auto* index = source.node->op().GetAttr<int64_t>("index")) result.push_back(static_cast<int>(*index));
      }
    }
  } else if (const EngineOpInfo* info = PlacedInfo(node, packages)) {
    for (const std::string& port : info->value_depend) {
      int first = 0;
      const int count = node.op().InputCount(port, &first);
      for (int i = 0; i < count; ++i) {
        if (node.input(first + i).node != nullptr) result.push_back(first + i);
      }
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool IsPureView(const Node& node, const PackageRegistry& packages) {
  bool any = false;
  for (size_t i = 0; i < node.op().outputs.size(); ++i) {
    const int output = static_cast<int>(i);
    if (node.uses(output).empty()) continue;
    if (ViewInput(node, output, packages) < 0) return false;
    any = true;
  }
  return any;
}

}  // namespace opdk
