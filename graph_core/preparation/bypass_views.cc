#include <algorithm>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

// Returns the input that output `output` is a view of on every engine with operator information. -1: none.
int ViewedInput(const Node& node, size_t output, const PackageRegistry& packages) {
  const OperatorProvider* provider = packages.Prototype(node.type());
  if (provider == nullptr || provider->info == nullptr || provider->info->engines.empty()) return -1;
  const std::string& port = node.op().outputs[output].name;
  int viewed = -1;
  for (const EngineOpInfo& engine : provider->info->engines) {
    auto view = std::find_if(engine.view.begin(), engine.view.end(), [&](const auto& v) { return v.first == port; });
    if (view == engine.view.end()) return -1;
    viewed = node.op().FindInput(view->second);
  }
  return viewed;
}

// Returns whether the view changes nothing. Unknown dimensions that look equal need not be, so the shape must be known.
bool Unchanged(const ge::TensorDesc& in, const ge::TensorDesc& out) {
  std::vector<int64_t> dims = out.GetShape().GetDims();
  return ElementCount(dims) >= 0 && in.GetShape().GetDims() == dims && in.GetDataType() == out.GetDataType() &&
         in.GetFormat() == out.GetFormat();
}

bool Bypass(Graph& graph, Node* node, const PackageRegistry& packages) {
  std::vector<std::pair<Endpoint, Endpoint>> replacements;
  for (size_t i = 0; i < node->op().outputs.size(); ++i) {
    if (node->uses(static_cast<int>(i)).empty()) continue;
    int viewed = ViewedInput(*node, i, packages);
    if (viewed < 0 || node->input(viewed).node == nullptr) return false;
    if (!Unchanged(node->op().inputs[static_cast<size_t>(viewed)].desc, node->op().outputs[i].desc)) return false;
    replacements.push_back({{node, static_cast<int>(i)}, node->input(viewed)});
  }
  if (replacements.empty()) return false;
  for (const auto& [from, to] : replacements) graph.ReplaceUses(from, to);
  graph.Remove(node);
  return true;
}

}  // namespace

Result<Changed> BypassViews(Graph& graph, const PassContext& context) {
  bool changed = false;
  for (Node* node : graph.nodes()) {
    // A node with control edges has a purpose besides its value.
    if (IsStructural(*node) || !node->control_inputs().empty() || !node->control_outputs().empty()) continue;
    changed = Bypass(graph, node, *context.packages) || changed;
  }
  return Changed{changed};
}

}  // namespace opdk
