#include "graph_core/mixed/mixed_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace opdk {
namespace {

constexpr size_t kNamedNodes = 5;

using Units = std::vector<std::vector<size_t>>;

class Selector {
 public:
  Selector(const MixedGraph& graph, const Units& units) : graph_(graph), units_(units) {
    selection_.goes_down.resize(graph.nodes.size());
    selection_.why.resize(graph.nodes.size());
  }

  // Selects nodes. `within`: the nodes of pairs; nullptr: there are no pairs. `down`: only the nodes within go down;
  // false: only the other nodes do.
  MixedSelection Select(const std::vector<bool>* within, bool down, bool mixed) {
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const MixedNode& node = graph_.nodes[i];
      if (IsCopied(node)) continue;
      std::string& why = selection_.why[i];
      const bool asked = within != nullptr && down && (*within)[i];
      if (!node.refusal.empty()) {
        why = node.refusal;
      } else if (node.is_border) {
        continue;
      } else if (mixed && node.scope == MixedScope::kStays) {
        why = "its scope stays";
      } else if (within != nullptr && (*within)[i] != down) {
        why = down ? "outside of in_out_pair" : "inside of in_out_pair";
      } else if (mixed && node.is_gray && !asked && node.scope != MixedScope::kGoesDown) {
        why = "taken only where the whole graph is";
      }
      selection_.goes_down[i] = why.empty();
    }
    while (StayWithUnits() || StayWithTies()) {
    }
    return std::move(selection_);
  }

 private:
  bool Stay(size_t node, const std::string& why) {
    if (!selection_.goes_down[node]) return false;
    selection_.goes_down[node] = false;
    selection_.why[node] = why;
    return true;
  }

  // Makes a whole unit stay if one of its nodes stays. Returns whether that changed the selection.
  bool StayWithUnits() {
    bool changed = false;
    for (const std::vector<size_t>& unit : units_) {
      const auto stays =
          std::find_if(unit.begin(), unit.end(), [&](size_t node) { return !selection_.goes_down[node]; });
      if (stays == unit.end() || unit.size() == 1) continue;
      const MixedNode& node = graph_.nodes[*stays];
      for (const size_t other : unit) {
        const bool loop = !node.frame.empty() || !graph_.nodes[other].frame.empty();
        const char* const joined = loop ? "its loop or conditional has" : "shares a reference, string or resource with";
        changed |= Stay(other, fmt::format("{} a {} that stays", joined, node.type));
      }
    }
    return changed;
  }

  bool StayWithTies() {
    bool changed = false;
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (IsCopied(graph_.nodes[i])) continue;
      for (const MixedInput& input : graph_.nodes[i].inputs) {
        const size_t producer = input.value.node;
        if (!input.tied || graph_.nodes[producer].is_variable || IsCopied(graph_.nodes[producer])) continue;
        if (selection_.goes_down[i] == selection_.goes_down[producer]) continue;
        const size_t down = selection_.goes_down[i] ? i : producer;
        const size_t stays = selection_.goes_down[i] ? producer : i;
        changed |= Stay(
            down, fmt::format("shares a reference, string or resource with a {} that stays", graph_.nodes[stays].type));
      }
    }
    return changed;
  }

  const MixedGraph& graph_;
  const Units& units_;
  MixedSelection selection_;
};

// Extends the pairs' nodes to whole units.
void TakeWholeUnits(const Units& units, std::vector<bool>& within) {
  for (const std::vector<size_t>& unit : units) {
    const bool any = std::any_of(unit.begin(), unit.end(), [&](size_t node) { return within[node]; });
    for (const size_t node : unit) within[node] = any;
  }
}

std::vector<size_t> Left(const MixedGraph& graph, const MixedSelection& selection,
                         const std::function<bool(size_t)>& must) {
  std::vector<size_t> left;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (must(i) && !selection.goes_down[i] && !IsCopied(graph.nodes[i]) && !graph.nodes[i].is_border) left.push_back(i);
  }
  return left;
}

// Selects by in_out_pair. nullopt: the pairs select no nodes, and the ordinary selection is used.
Result<std::optional<MixedSelection>> SelectByPairs(const MixedGraph& graph, const Units& units,
                                                    const MixedOptions& options, const ResolvedPairs& resolved,
                                                    std::vector<std::string>& notes) {
  if (options.in_out_pair.empty()) return std::optional<MixedSelection>();
  if (!options.mix_compile_mode) {
    return Status(ErrorCode::kUsage, "in_out_pair is given, but mix_compile_mode isn't on")
        .Hint("set mix_compile_mode to True as well");
  }
  OPDK_TRY(const std::vector<InOutPair> pairs, ParseInOutPairs(options.in_out_pair));
  std::vector<bool> within = NodesWithin(graph, pairs, resolved, notes);
  TakeWholeUnits(units, within);
  MixedSelection selection = Selector(graph, units).Select(&within, options.in_out_pair_flag, true);
  if (options.in_out_pair_flag) {
    const std::vector<size_t> left = Left(graph, selection, [&](size_t node) { return within[node]; });
    if (!left.empty()) return RefuseNodes(graph, left, selection.why, "nodes inside of in_out_pair have to go down");
  }
  const auto& down = selection.goes_down;
  const bool any = std::find(down.begin(), down.end(), true) != down.end();
  // A node that the script leaves to the framework stays there, even if no other node is left to go down. With a
  // resolved pair, every node outside of the pair stays, too.
  if (any || !options.in_out_pair_flag || !resolved.empty()) return std::optional(std::move(selection));
  notes.emplace_back("in_out_pair leaves nothing to go down: the nodes are selected as without it");
  return std::optional<MixedSelection>();
}

}  // namespace

Status RefuseNodes(const MixedGraph& graph, const std::vector<size_t>& nodes, const std::vector<std::string>& why,
                   const std::string& what) {
  std::string text = fmt::format("{}, but can't: ", what);
  for (size_t i = 0; i < std::min(nodes.size(), kNamedNodes); ++i) {
    const MixedNode& node = graph.nodes[nodes[i]];
    text += fmt::format("{}'{}' ({}): {}", i == 0 ? "" : "; ", node.name, node.type, why[nodes[i]]);
  }
  if (nodes.size() > kNamedNodes) text += fmt::format("; and {} more nodes", nodes.size() - kNamedNodes);
  return Status(ErrorCode::kNoEngine, text);
}

Result<MixedSelection> SelectMixed(const MixedGraph& graph, const Units& units, const MixedOptions& options,
                                   const ResolvedPairs& resolved) {
  std::vector<std::string> notes;
  OPDK_TRY(std::optional<MixedSelection> selection, SelectByPairs(graph, units, options, resolved, notes));
  if (!selection) selection = Selector(graph, units).Select(nullptr, true, options.mix_compile_mode);
  selection->notes = std::move(notes);
  const auto& down = selection->goes_down;
  const bool any = std::find(down.begin(), down.end(), true) != down.end();
  // A graph that computes nothing for the device, such as a graph that saves a model, belongs to the framework.
  if (!options.mix_compile_mode && any) {
    const std::vector<size_t> left = Left(graph, *selection, [](size_t) { return true; });
    if (!left.empty()) {
      return RefuseNodes(graph, left, selection->why, "without mix_compile_mode the whole graph has to go down")
          .Hint("set mix_compile_mode to True: these nodes stay in the framework then");
    }
  }
  const std::vector<size_t> left =
      Left(graph, *selection, [&](size_t node) { return graph.nodes[node].scope == MixedScope::kGoesDown; });
  if (!left.empty()) return RefuseNodes(graph, left, selection->why, "a scope says that these nodes go down");
  return std::move(*selection);
}

}  // namespace opdk
