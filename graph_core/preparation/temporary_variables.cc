#include "graph_core/preparation/temporary_variables.h"

#include <fmt/format.h>

#include "graph_core/ir/node_kind.h"
#include "graph_core/ir/variables.h"
#include "graph_core/preparation/memory_source.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

// Attribute (Bool) of a ReadVariableOp: it destroys the variable after reading it.
constexpr std::string_view kDestroysAttr = "_destroys_variable";

bool Destroys(const Node& node) {
  return node.Is(kDestroyTemporary) || (node.Is(kReadVariable) && node.op().GetAttr<bool>(kDestroysAttr) != nullptr);
}

std::string VariableNameIn(const Node& node) {
  const auto* name = node.op().GetAttr<std::string>("var_name");
  return name == nullptr ? std::string() : *name;
}

Status CheckDestroy(const Node& node, const Node* variable, std::map<const Node*, const Node*>& destroyed) {
  if (variable == nullptr || !variable->Is(kTemporary)) {
    return InvalidNode(node, "its input x is no temporary variable of its graph")
        .Hint("feed it from the TemporaryVariable, or from a node that writes it");
  }
  const auto [known, added] = destroyed.emplace(variable, &node);
  if (!added) {
    return InvalidNode(node, fmt::format("it destroys the temporary variable {} once more, which {} does, too",
                                         variable->name(), PlaceOf(*known->second)));
  }
  const std::string given = VariableNameIn(*variable);
  const std::string& name = given.empty() ? variable->name() : given;
  const std::string wanted = VariableNameIn(node);
  if (wanted.empty() || wanted == name) return {};
  return InvalidNode(node, fmt::format("it destroys the temporary variable '{}', but is fed by {}, whose name is '{}'",
                                       wanted, PlaceOf(*variable), name))
      .Hint("give both the same var_name");
}

}  // namespace

Status CheckTemporaryVariables(const Graph& graph) {
  std::map<std::string, const Node*> named;
  std::map<const Node*, const Node*> destroyed;
  for (const Node* node : graph.nodes()) {
    if (Destroys(*node)) {
      const Node* variable = node->inputs().empty() ? nullptr : MemorySource(node->input(0)).node;
      OPDK_TRY(CheckDestroy(*node, variable, destroyed));
    }
    if (!node->Is(kTemporary)) continue;
    const std::string given = VariableNameIn(*node);
    const auto [known, added] = named.emplace(given.empty() ? node->name() : given, node);
    if (!added) {
      return InvalidNode(*node, fmt::format("the graph has another temporary variable of the name '{}': {}",
                                            known->first, PlaceOf(*known->second)))
          .Hint("give each its own var_name");
    }
  }
  for (const auto& [name, node] : named) {
    if (destroyed.contains(node)) continue;
    return InvalidNode(*node, fmt::format("nothing destroys the temporary variable '{}'", name))
        .Hint("DestroyTemporaryVariable gives its last value");
  }
  return {};
}

Result<bool> ReadDestroyedVariables(Graph& graph) {
  bool found = false;
  for (Node* node : graph.nodes()) {
    found = found || node->Is(kTemporary);
    if (!node->Is(kDestroyTemporary)) continue;
    if (VariableBehind(node->input(0)) == nullptr) {
      return InvalidNode(*node, "its input x is a value: the loop that gives it doesn't write the temporary variable")
          .Hint("feed it from the TemporaryVariable, behind the loop by a control edge");
    }
    node->op().type = kReadVariable;
    node->op().attrs = {{std::string(kDestroysAttr), true}};
    node->op().ir_attrs.clear();
  }
  return found;
}

TemporaryLives::TemporaryLives(const Graph& graph) {
  for (const Node* node : graph.nodes()) {
    if (node->Is(kTemporary)) lives_[AccessName(*node)].variable = node;
  }
}

Status TemporaryLives::Add(const Node& node, const VariableAccess& access) {
  for (auto& [name, life] : lives_) {
    const bool reads = access.read.contains(name);
    const bool writes = access.written.contains(name);
    if (!reads && !writes) continue;
    if (life.destroyed != nullptr) {
      return InvalidNode(node, fmt::format("it uses the temporary variable {} after {} has destroyed it",
                                           life.variable->name(), PlaceOf(*life.destroyed)))
          .Hint("let the node that destroys it wait for this node, with a control edge");
    }
    // A region may write it in one run and not in another, so it needs a value before.
    if ((reads || IsControl(node)) && !life.has_value) {
      return InvalidNode(node, fmt::format("the temporary variable {} has no value yet where it is {}",
                                           life.variable->name(), IsControl(node) ? "given to a region" : "read"))
          .Hint("assign it before");
    }
    life.has_value = true;
    if (Destroys(node)) life.destroyed = &node;
  }
  return {};
}

}  // namespace opdk
