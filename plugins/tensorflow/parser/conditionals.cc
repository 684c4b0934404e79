#include "plugins/tensorflow/parser/conditionals.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "plugins/tensorflow/parser/node_index.h"

namespace opdk::tensorflow_plugin {
namespace {

// Returns whether the node is a switch. _SwitchN has as many sides as outputs.
bool IsSwitch(const Node& node) {
  return node.type == "Switch" || node.type == "RefSwitch" || node.type == "_SwitchN" || node.type == "SwitchN";
}
bool IsMerge(const Node& node) { return node.type == "Merge" || node.type == "RefMerge"; }

// A condition, and which output of its Switches gives: 0 where it doesn't hold, 1 where it does.
using Side = std::pair<std::string, size_t>;
// Under which conditions a node runs.
using Sides = std::set<Side>;

// A Merge that is to become an output of an If.
struct Merged {
  std::string name;
  std::string condition;
  std::vector<std::string> branches;  // values, by side
  Sides outside;
  size_t before;  // the most Merges on a path that must be done first
};

class Conditionals {
 public:
  explicit Conditionals(std::vector<Node>& nodes) : nodes_(nodes), index_(nodes) {}

  Status Run(std::vector<std::string>& values) {
    OPDK_TRY(FindSides());
    std::vector<std::vector<Merged>> open = Groups();
    while (!open.empty()) {
      std::vector<std::vector<Merged>> rest;
      bool made = false;
      for (std::vector<Merged>& group : open) {
        std::vector<Merged> ready, later;
        for (Merged& merge : group) {
          for (std::string& value : merge.branches) value = Renamed(value);
          (IsReady(merge) ? ready : later).push_back(std::move(merge));
        }
        if (!later.empty()) rest.push_back(std::move(later));
        if (ready.empty()) continue;
        OPDK_TRY(MakeIf(ready, values));
        made = true;
      }
      if (!made)
        return Status(ErrorCode::kModelInvalid, Text(rest.front().front().name, "its branches hold each other"));
      open = std::move(rest);
    }
    return {};
  }

 private:
  static std::string Text(const std::string& merge, const std::string& what) {
    return fmt::format("node '{}' (Merge): {}", merge, what);
  }

  // Returns the groups of Merges that can be outputs of one If, producers first.
  std::vector<std::vector<Merged>> Groups() {
    std::vector<std::vector<Merged>> groups;
    std::map<std::tuple<std::string, Sides, size_t, size_t>, size_t> numbers;
    for (Merged& merge : merges_) {
      const auto [place, added] =
          numbers.try_emplace({merge.condition, merge.outside, merge.before, merge.branches.size()}, groups.size());
      if (added) groups.emplace_back();
      groups[place->second].push_back(std::move(merge));
    }
    merges_.clear();
    return groups;
  }

  const std::string& Renamed(const std::string& value) const {
    const auto found = renamed_.find(value);
    return found == renamed_.end() ? value : found->second;
  }

  Status FindSides() {
    OPDK_TRY(const std::vector<size_t> order, OrderOf(nodes_, true));
    for (const size_t number : order) {
      const Node& node = nodes_[number];
      CountMerges(node);
      if (IsMerge(node)) {
        OPDK_TRY(AddMerge(node));
        continue;
      }
      if (node.type == "Identity" && !node.inputs.empty()) origins_[node.name] = OriginOf(node.inputs[0]);
      if (IsSwitch(node) && node.inputs.size() == 2) decided_by_[node.name] = OriginOf(node.inputs[1]);
      Sides& sides = sides_[node.name];
      for (const std::string& input : node.inputs) Join(input, sides);
      for (const std::string& control : node.controls) {
        if (const auto known = sides_.find(control); known != sides_.end()) {
          sides.insert(known->second.begin(), known->second.end());
        }
      }
      if (std::cmp_greater(sides.size(), kMaxDepth)) {
        return Status(ErrorCode::kModelInvalid, fmt::format("node '{}' ({}): it runs under more than {} conditions",
                                                            node.name, node.type, kMaxDepth));
      }
    }
    return {};
  }

  // Returns the value behind Identities. Identities are visited before their users.
  const std::string& OriginOf(const std::string& value) const {
    const auto known = origins_.find(value);
    return known == origins_.end() ? value : known->second;
  }

  // Counts the most Merges on a path to the node, by the number of conditions that they run under.
  void CountMerges(const Node& node) {
    std::vector<size_t>& counts = merges_before_[node.name];
    const auto join = [&](const std::string& before) {
      const auto known = merges_before_.find(before);
      if (known == merges_before_.end()) return;
      counts.resize(std::max(counts.size(), known->second.size()));
      for (size_t i = 0; i < known->second.size(); ++i) counts[i] = std::max(counts[i], known->second[i]);
    };
    for (const std::string& input : node.inputs) join(PlaceOf(input).node);
    std::for_each(node.controls.begin(), node.controls.end(), join);
  }

  // Returns the sides of a value: the sides of its node, and the side of its output if the node is a Switch.
  Sides SidesOf(const std::string& value) const {
    const ValuePlace place = PlaceOf(value);
    const auto known = sides_.find(place.node);
    Sides sides = known == sides_.end() ? Sides() : known->second;
    if (const auto choice = decided_by_.find(place.node); choice != decided_by_.end()) {
      sides.insert({choice->second, place.output});
    }
    return sides;
  }
  void Join(const std::string& value, Sides& sides) const {
    const Sides other = SidesOf(value);
    sides.insert(other.begin(), other.end());
  }

  Status AddMerge(const Node& node) {
    if (node.inputs.size() < 2) return Status(ErrorCode::kModelInvalid, Text(node.name, "it has not two inputs"));
    std::vector<Sides> sides;
    for (const std::string& input : node.inputs) sides.push_back(SidesOf(input));
    Sides all = sides[0];
    for (const Sides& other : sides) {
      std::erase_if(all, [&other](const Side& side) { return !other.contains(side); });
    }
    sides_[node.name] = all;
    std::vector<size_t>& counts = merges_before_[node.name];
    counts.resize(std::max(counts.size(), all.size() + 1));
    const size_t before = counts[all.size()]++;
    for (const auto& [condition, side] : sides[0]) {
      std::vector<std::string> branches = BranchesOf(node, condition, sides);
      if (branches.empty()) continue;
      merges_.push_back({node.name, condition, std::move(branches), all, before});
      return {};
    }
    return Status(ErrorCode::kModelInvalid, Text(node.name, "its inputs are not the sides of one condition"));
  }

  // Returns the node's inputs, ordered by their sides of `condition`. Empty: they aren't one of each side.
  static std::vector<std::string> BranchesOf(const Node& node, const std::string& condition,
                                             const std::vector<Sides>& sides) {
    std::vector<std::string> branches(node.inputs.size());
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const auto side = std::find_if(sides[i].begin(), sides[i].end(),
                                     [&condition](const Side& each) { return each.first == condition; });
      if (side == sides[i].end() || side->second >= branches.size() || !branches[side->second].empty()) return {};
      branches[side->second] = node.inputs[i];
    }
    return branches;
  }

  // Returns whether a value comes into a branch from the outside.
  bool ComesIn(const std::string& value, const Side& side) const {
    const Node* node = index_.ProducerOf(value);
    if (node == nullptr) return true;
    if (const auto choice = decided_by_.find(node->name); choice != decided_by_.end() && choice->second == side.first) {
      return true;
    }
    const auto known = sides_.find(node->name);
    return known == sides_.end() || !known->second.contains(side);
  }

  Result<std::vector<Node>> SliceOf(const std::vector<std::string>& values, const Side& side) const {
    return index_.Slice(values, [&](const std::string& value) { return ComesIn(value, side); });
  }

  // Returns whether the branches hold no open Merge.
  bool IsReady(const Merged& merge) const {
    for (size_t side = 0; side < merge.branches.size(); ++side) {
      const auto slice = SliceOf({merge.branches[side]}, {merge.condition, side});
      if (!slice.ok() || std::any_of(slice->begin(), slice->end(), IsMerge)) return false;
    }
    return true;
  }

  // The inputs of the branches: Switches, each with its data, and values as they are.
  struct Inputs {
    std::vector<std::string> outside;
    std::vector<std::vector<std::string>> inside;  // by side
    std::unordered_set<std::string> known;
  };
  void AddInput(const std::string& value, Inputs& inputs) const {
    const ValuePlace place = PlaceOf(value);
    const Node* node = index_.Find(place.node);
    const bool choice = decided_by_.contains(place.node);
    if (!inputs.known.insert(choice ? place.node : value).second) return;
    inputs.outside.push_back(choice ? node->inputs[0] : value);
    for (size_t side = 0; side < inputs.inside.size(); ++side) {
      inputs.inside[side].push_back(choice ? ValueName(place.node, side) : value);
    }
  }

  Result<std::shared_ptr<Body>> Branch(const std::string& name, const std::vector<std::string>& values,
                                       const Side& side, Inputs& inputs) const {
    auto body = std::make_shared<Body>();
    body->name = name;
    body->outputs = values;
    OPDK_TRY(body->nodes, SliceOf(values, side));
    for (const std::string& value : values) {
      if (ComesIn(value, side)) AddInput(value, inputs);
    }
    for (const Node& node : body->nodes) {
      for (const std::string& input : node.inputs) {
        if (ComesIn(input, side)) AddInput(input, inputs);
      }
    }
    return body;
  }

  Status MakeIf(const std::vector<Merged>& group, std::vector<std::string>& values) {
    const size_t sides = group[0].branches.size();
    Node node;
    node.type = sides == 2 ? "If" : "Case";
    node.name = group[0].name + "/" + node.type;
    node.outputs = group.size();
    std::unordered_map<std::string, std::string> names;
    for (size_t i = 0; i < group.size(); ++i) names[group[i].name] = ValueName(node.name, i);
    const std::string& condition = group[0].condition;
    Inputs inputs{{}, std::vector<std::vector<std::string>>(sides), {}};
    std::vector<std::shared_ptr<Body>> branches;
    for (size_t side = 0; side < sides; ++side) {
      std::vector<std::string> results;
      for (const Merged& merge : group) results.push_back(merge.branches[side]);
      OPDK_TRY(branches.emplace_back(),
               Branch(fmt::format("{}/{}", node.name, side), results, {condition, side}, inputs));
    }
    for (size_t side = 0; side < sides; ++side) branches[side]->inputs = std::move(inputs.inside[side]);
    node.inputs = std::move(inputs.outside);
    node.inputs.insert(node.inputs.begin(), Renamed(condition));
    if (sides == 2) {
      node.regions = {{"then_branch", branches[1]}, {"else_branch", branches[0]}};
    } else {
      for (auto& branch : branches) node.regions.emplace_back("branches", std::move(branch));
    }
    sides_[node.name] = group[0].outside;
    index_.Add(std::move(node));
    index_.Rename(names, values);
    renamed_.insert(names.begin(), names.end());
    return {};
  }

  std::vector<Node>& nodes_;
  NodeIndex index_;
  // A condition is called by the value behind its Identities.
  std::unordered_map<std::string, Sides> sides_;
  std::unordered_map<std::string, std::string> origins_;     // Identity -> the value that it passes on
  std::unordered_map<std::string, std::string> decided_by_;  // Switch -> condition
  std::unordered_map<std::string, std::vector<size_t>> merges_before_;
  std::unordered_map<std::string, std::string> renamed_;
  std::vector<Merged> merges_;  // producers first
};

Status InBodies(std::vector<Node>& nodes) {
  for (Node& node : nodes) {
    for (auto& [name, body] : node.regions) OPDK_TRY(MakeIfs(body->nodes, body->outputs));
  }
  return {};
}

}  // namespace

Status MakeIfs(std::vector<Node>& nodes, std::vector<std::string>& values) {
  OPDK_TRY(InBodies(nodes));
  if (std::none_of(nodes.begin(), nodes.end(), IsMerge)) return {};
  return Conditionals(nodes).Run(values);
}

}  // namespace opdk::tensorflow_plugin
