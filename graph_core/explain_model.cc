#include "graph_core/explain_model.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "graph_core/debugging/fused_nodes.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

// The number of a node's step.
using StepsByNode = std::unordered_map<std::string_view, size_t>;

// Maps each node of a fused node to the step that it is a part of. `place`: "" or "loop/body/".
void CollectFused(const Graph& graph, const std::string& place,
                  std::unordered_map<std::string, std::string>& fused_into) {
  for (const Node* node : graph.nodes()) {
    for (const std::string& fused : FusedNodes(*node)) fused_into[place + fused] = place + node->name();
    if (!IsControl(*node)) continue;
    for (const Region& region : node->regions()) {
      CollectFused(*region.graph, fmt::format("{}{}/{}/", place, node->name(), region.name), fused_into);
    }
  }
}

// Collects the placed nodes that no step runs, by name: their inputs and outputs share memory. `place`: see
// CollectFused.
void CollectUnrun(const Graph& graph, const std::string& place, const StepsByNode& steps,
                  const PackageRegistry& packages, std::unordered_set<std::string>& unrun) {
  for (const Node* node : graph.nodes()) {
    if (PartsOf(*node, packages) && !steps.contains(place + node->name())) unrun.insert(place + node->name());
    if (!IsControl(*node)) continue;
    for (const Region& region : node->regions()) {
      CollectUnrun(*region.graph, fmt::format("{}{}/{}/", place, node->name(), region.name), steps, packages, unrun);
    }
  }
}

// Returns the names of the steps whose kernels are made in a run, for its shapes.
std::unordered_set<std::string_view> AdaptingSteps(const Executable& model) {
  std::unordered_set<std::string_view> names;
  for (const Function& function : model.program().functions) {
    for (size_t i = 0; i < function.steps.size(); ++i) {
      if (!function.steps[i].adapts()) continue;
      names.insert(model.steps()[static_cast<size_t>(function.first_step) + i].node);
    }
  }
  return names;
}

}  // namespace

Status ExplainPlacement(const Graph& graph, const std::string& place, const PackageRegistry& packages,
                        std::vector<NodeExplanation>& rows) {
  OPDK_TRY(const std::vector<Node*> order, graph.TopologicalOrder());
  for (const Node* node : order) {
    if (!IsRun(*node)) continue;
    NodeExplanation& row = rows.emplace_back();
    row.node = place + node->name();
    row.type = node->type();
    row.engine = node->placement().engine;
    row.package = node->placement().package;
    row.refusals = node->placement().refusals;
    row.view = IsPureView(*node, packages);
    if (!IsControl(*node)) continue;
    for (const Region& region : node->regions()) {
      const std::string inner = fmt::format("{}{}/{}/", place, node->name(), region.name);
      OPDK_TRY(ExplainPlacement(*region.graph, inner, packages, rows));
    }
  }
  return {};
}

void AddNotes(const std::vector<PassNote>& notes, std::vector<NodeExplanation>& rows) {
  if (notes.empty()) return;
  std::unordered_map<std::string_view, NodeExplanation*> by_name;
  for (NodeExplanation& row : rows) by_name[row.node] = &row;
  for (const PassNote& note : notes) {
    if (auto row = by_name.find(note.node); row != by_name.end()) row->second->notes.push_back(note.text);
  }
}

void ExplainKernels(const Executable& model, const PackageRegistry& packages, std::vector<NodeExplanation>& rows) {
  const std::vector<StepName>& names = model.steps();
  StepsByNode steps;
  steps.reserve(names.size());
  std::vector<size_t> first(names.size());  // for each step the first one of its node
  for (size_t i = 0; i < names.size(); ++i) first[i] = steps.try_emplace(names[i].node, i).first->second;
  std::unordered_map<std::string, std::string> fused_into;
  CollectFused(model.program().graph, "", fused_into);
  std::unordered_set<std::string> unrun;
  CollectUnrun(model.program().graph, "", steps, packages, unrun);
  const std::unordered_set<std::string_view> adapting = AdaptingSteps(model);
  std::vector<bool> explained(names.size());
  for (NodeExplanation& row : rows) {
    // In deep regions a name is long. It is looked for only where it may be.
    const auto fused = fused_into.empty() ? fused_into.end() : fused_into.find(row.node);
    if (fused != fused_into.end()) row.fused_into = fused->second;
    if (!unrun.empty() && unrun.contains(row.node)) {
      row.notes.push_back("no kernel runs: its parts lie where the whole does");
    }
    const auto found = steps.find(fused == fused_into.end() ? row.node : fused->second);
    if (found == steps.end()) continue;
    const StepName& step = names[found->second];
    row.kernel = step.kernel;
    row.engine = step.engine;
    row.description = step.description;
    row.stream = step.stream;
    if (row.kernel.empty() && !row.view && fused == fused_into.end() && adapting.contains(found->first)) {
      row.notes.push_back(
          fmt::format("its kernel is made in a run; shapes that {} refuses go to the next engine", row.engine));
    }
    explained[found->second] = true;
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (explained[first[i]]) continue;
    NodeExplanation row;
    row.node = names[i].node;
    row.type = names[i].type;
    row.engine = names[i].engine;
    row.package = names[i].package;
    row.kernel = names[i].kernel;
    row.description = names[i].description;
    row.stream = names[i].stream;
    rows.push_back(std::move(row));
  }
}

}  // namespace opdk
