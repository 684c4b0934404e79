#include "plugins/tensorflow/parser/conditionals.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "plugins/tensorflow/parser/node_index.h"

namespace opdk::tensorflow_plugin {
namespace {

bool IsSwitch(const Node& node) { return node.type == "Switch" || node.type == "RefSwitch"; }
bool IsMerge(const Node& node) { return node.type == "Merge" || node.type == "RefMerge"; }

// A condition, and whether it holds.
using Side = std::pair<std::string, bool>;
// Under which conditions a node runs.
using Sides = std::set<Side>;

// A Merge that is to become an output of an If.
struct Merged {
  std::string name;
  std::string condition;
  std::string when_true, when_false;  // values
  Sides outside;
};

class Conditionals {
 public:
  explicit Conditionals(std::vector<Node>& nodes) : nodes_(nodes), index_(nodes) {}

  Status Run(std::vector<std::string>& values) {
    OPDK_TRY(FindSides());
    while (!merges_.empty()) {
      std::vector<Merged> group, rest;
      for (Merged& merge : merges_) {
        const bool first = group.empty();
        const bool same = !first && merge.condition == group[0].condition && merge.outside == group[0].outside;
        ((first || same) && IsReady(merge) ? group : rest).push_back(std::move(merge));
      }
      if (group.empty())
        return Status(ErrorCode::kModelInvalid, Text(rest.front().name, "its branches hold each other"));
      merges_ = std::move(rest);
      OPDK_TRY(MakeIf(group, values));
    }
    return {};
  }

 private:
  static std::string Text(const std::string& merge, const std::string& what) {
    return fmt::format("node '{}' (Merge): {}", merge, what);
  }

  Status FindSides() {
    OPDK_TRY(const std::vector<size_t> order, OrderOf(nodes_, true));
    for (const size_t number : order) {
      const Node& node = nodes_[number];
      if (IsMerge(node)) {
        OPDK_TRY(AddMerge(node));
        continue;
      }
      if (IsSwitch(node) && node.inputs.size() == 2) decided_by_[node.name] = index_.Origin(node.inputs[1]);
      Sides& sides = sides_[node.name];
      for (const std::string& input : node.inputs) Join(input, sides);
      for (const std::string& control : node.controls) {
        if (const auto known = sides_.find(control); known != sides_.end()) {
          sides.insert(known->second.begin(), known->second.end());
        }
      }
    }
    return {};
  }

  // The sides of a value: those of its node, and what a Switch says.
  Sides SidesOf(const std::string& value) const {
    const ValuePlace place = PlaceOf(value);
    const auto known = sides_.find(place.node);
    Sides sides = known == sides_.end() ? Sides() : known->second;
    if (const auto choice = decided_by_.find(place.node); choice != decided_by_.end()) {
      sides.insert({choice->second, place.output == 1});
    }
    return sides;
  }
  void Join(const std::string& value, Sides& sides) const {
    const Sides other = SidesOf(value);
    sides.insert(other.begin(), other.end());
  }

  Status AddMerge(const Node& node) {
    if (node.inputs.size() != 2) return Status(ErrorCode::kModelInvalid, Text(node.name, "it has not two inputs"));
    const Sides first = SidesOf(node.inputs[0]), second = SidesOf(node.inputs[1]);
    Sides both;
    std::set_intersection(first.begin(), first.end(), second.begin(), second.end(), std::inserter(both, both.end()));
    sides_[node.name] = both;
    for (const auto& [condition, holds] : first) {
      if (!second.contains({condition, !holds})) continue;
      merges_.push_back({node.name, condition, node.inputs[holds ? 0 : 1], node.inputs[holds ? 1 : 0], both});
      return {};
    }
    return Status(ErrorCode::kModelInvalid, Text(node.name, "its inputs are not the two sides of one condition"));
  }

  // Whether a value comes into a branch from the outside.
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

  // Whether the branches hold no Merge that is open.
  bool IsReady(const Merged& merge) const {
    for (const bool holds : {true, false}) {
      const auto slice = SliceOf({holds ? merge.when_true : merge.when_false}, {merge.condition, holds});
      if (!slice.ok() || std::any_of(slice->begin(), slice->end(), IsMerge)) return false;
    }
    return true;
  }

  // What comes into the branches: Switches, each with its data, and values as they are.
  struct Inputs {
    std::vector<std::string> outside, when_true, when_false;
    std::unordered_set<std::string> known;
  };
  void AddInput(const std::string& value, Inputs& inputs) const {
    const ValuePlace place = PlaceOf(value);
    const Node* node = index_.Find(place.node);
    const bool choice = decided_by_.contains(place.node);
    if (!inputs.known.insert(choice ? place.node : value).second) return;
    inputs.outside.push_back(choice ? node->inputs[0] : value);
    inputs.when_true.push_back(choice ? ValueName(place.node, 1) : value);
    inputs.when_false.push_back(choice ? place.node : value);
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
    Node node;
    node.name = group[0].name + "/If";
    node.type = "If";
    node.outputs = group.size();
    std::vector<std::string> when_true, when_false;
    std::unordered_map<std::string, std::string> names;
    for (size_t i = 0; i < group.size(); ++i) {
      when_true.push_back(group[i].when_true);
      when_false.push_back(group[i].when_false);
      names[group[i].name] = ValueName(node.name, i);
    }
    const std::string& condition = group[0].condition;
    Inputs inputs;
    OPDK_TRY(auto then_branch, Branch(node.name + "/then", when_true, {condition, true}, inputs));
    OPDK_TRY(auto else_branch, Branch(node.name + "/else", when_false, {condition, false}, inputs));
    then_branch->inputs = std::move(inputs.when_true);
    else_branch->inputs = std::move(inputs.when_false);
    node.inputs = std::move(inputs.outside);
    const auto renamed = renamed_.find(condition);
    node.inputs.insert(node.inputs.begin(), renamed == renamed_.end() ? condition : renamed->second);
    node.regions = {{"then_branch", std::move(then_branch)}, {"else_branch", std::move(else_branch)}};
    sides_[node.name] = group[0].outside;
    index_.Add(std::move(node));
    index_.Rename(names, values);
    renamed_.insert(names.begin(), names.end());
    for (Merged& merge : merges_) {
      for (std::string* value : {&merge.when_true, &merge.when_false}) {
        if (const auto found = names.find(*value); found != names.end()) *value = found->second;
      }
    }
    return {};
  }

  std::vector<Node>& nodes_;
  NodeIndex index_;
  // Conditions are called by what gives them at first.
  std::unordered_map<std::string, Sides> sides_;
  std::unordered_map<std::string, std::string> decided_by_;  // Switch -> condition
  std::unordered_map<std::string, std::string> renamed_;
  std::vector<Merged> merges_;  // open ones, producers first
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
