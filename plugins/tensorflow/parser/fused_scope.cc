#include "plugins/tensorflow/parser/fused_scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "opdk/lookups.h"
#include "opdk/neutral_text.h"
#include "plugins/tensorflow/parser/node_index.h"
#include "plugins/tensorflow/parser/variables.h"
#include "register/scope/fusion_scopes_result.h"

namespace opdk::tensorflow_plugin {
namespace {

// An index that a pass gives is no reason to make that many ports.
constexpr int32_t kMostPorts = 4096;

bool IsOf(const std::string& node, const std::string& key) {
  if (!node.ends_with(key)) return false;
  return node.size() == key.size() || key.starts_with('/') || node[node.size() - key.size() - 1] == '/';
}

// Returns a name that isn't taken yet, and takes it.
std::string NewName(const std::string& wanted, std::unordered_set<std::string>& taken) {
  std::string name = wanted;
  for (int number = 1; !taken.insert(name).second; ++number) name = fmt::format("{}_{}", wanted, number);
  return name;
}

class Rewriting {
 public:
  Rewriting(const FusionRequest& request, std::vector<Node>& nodes, std::vector<std::string>& values)
      : request_(request), result_(request.result), nodes_(nodes), values_(values), gone_(nodes.size(), false) {
    for (size_t i = 0; i < nodes.size(); ++i) numbers_[nodes[i].name] = i;
  }

  Result<FusionOutcome> Run();

 private:
  using Ports = std::vector<ScopeFusionPorts>;

  // Returns the pass for messages, with its statements about nodes that the scope hasn't got. These may cause an error
  // that shows later.
  std::string Place() const {
    return unknown_.empty() ? request_.place : fmt::format("{} ({})", request_.place, fmt::join(unknown_, "; "));
  }
  Status Garbage(const std::string& what) const { return Status(ErrorCode::kGraphInvalid, what).At(Place()); }
  void CheckKeys(const Ports& ports, const char* call);
  static const ScopeFusionPorts* PortsOf(const Ports& ports, const std::string& node);
  bool Named(const Node& node) const {
    return PortsOf(result_.inputs, node.name) != nullptr || PortsOf(result_.outputs, node.name) != nullptr;
  }
  bool Stays(const NodeIndex& index, const Node& node) const;
  void FindGone();
  bool IsGone(const std::string& node) const {
    const auto found = numbers_.find(node);
    return found != numbers_.end() && gone_[found->second];
  }
  Result<int32_t> IndexOf(const ScopeFusionPorts& ports, size_t port, const char* call) const;
  Status ReadInputs();
  Status ReadOutputs();
  Result<bool> IsThere(const std::string& value);
  Result<std::string> FindUses();
  std::string FindCycle() const;

  Status MakeOne();
  Status MakeSeveral();
  Result<size_t> InnerNode(const ge::AscendString& name, const char* call) const;
  Status LinkInputs(size_t number);
  Status LinkOutputs(size_t number);
  void Replace();

  const FusionRequest& request_;
  const ScopeFusionResult& result_;
  std::vector<Node>& nodes_;
  std::vector<std::string>& values_;
  std::unordered_map<std::string, size_t> numbers_;
  std::vector<bool> gone_;                            // by node
  std::vector<std::string> inputs_;                   // of the fused scope: values
  std::vector<std::string> controls_;                 // nodes that come before it
  std::unordered_map<std::string, int32_t> outputs_;  // of the fused scope, by the values that they stand for
  std::map<int32_t, std::string> used_;               // outputs with users outside, and the values that they stand for
  std::vector<Node> made_;
  std::unordered_map<std::string, size_t> inner_;  // numbers of inner nodes, by the names that the pass has for them
  std::vector<std::string> unknown_;               // names of nodes that the scope hasn't got
  std::map<int32_t, std::string> gives_;           // the values that are the fused scope's outputs
};

const ScopeFusionPorts* Rewriting::PortsOf(const Ports& ports, const std::string& node) {
  const ScopeFusionPorts* longest = nullptr;
  for (const ScopeFusionPorts& each : ports) {
    if (!IsOf(node, ToText(each.node))) continue;
    if (longest == nullptr || each.node.GetLength() > longest->node.GetLength()) longest = &each;
  }
  return longest;
}

// Passes name nodes that only some versions of a model have.
void Rewriting::CheckKeys(const Ports& ports, const char* call) {
  for (const ScopeFusionPorts& each : ports) {
    const std::string key = ToText(each.node);
    const auto is_of = [&key](const std::string& node) { return IsOf(node, key); };
    if (!key.empty() && std::any_of(request_.members.begin(), request_.members.end(), is_of)) continue;
    std::vector<std::string> names;
    for (const std::string& member : request_.members) names.push_back(member.substr(member.rfind('/') + 1));
    const std::string near = Nearest(key, names);
    unknown_.push_back(fmt::format("{} names '{}', which none of the scope's {} nodes is{}", call, key, names.size(),
                                   near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  }
}

// Returns whether a node stays. Constants, inputs and variables stay. So do the nodes that only pass on constants and
// variables, unless the pass names them.
bool Rewriting::Stays(const NodeIndex& index, const Node& node) const {
  if (node.type == "Const" || node.type == "Placeholder" || IsVariable(node)) return true;
  const bool reads = node.type == "ReadVariableOp";
  if ((!reads && node.type != "Identity") || node.inputs.empty() || Named(node)) return false;
  const Node* origin = index.ProducerOf(index.Origin(node.inputs[0]));
  if (origin == nullptr) return reads;
  return IsVariable(*origin) || (reads ? origin->type == "Placeholder" : origin->type == "Const");
}

void Rewriting::FindGone() {
  const NodeIndex index(nodes_);
  for (const std::string& member : request_.members) {
    const size_t number = numbers_.at(member);
    gone_[number] = !Stays(index, nodes_[number]);
  }
}

Result<int32_t> Rewriting::IndexOf(const ScopeFusionPorts& ports, size_t port, const char* call) const {
  const int32_t index = ports.indices[port];
  if (index == ge::kFusionDisableIndex || (index >= 0 && index < kMostPorts)) return index;
  return Garbage(fmt::format("{} makes port {} of '{}' port {} of the fused operator, which isn't from 0 to {}", call,
                             port, ToText(ports.node), index, kMostPorts - 1));
}

Status Rewriting::ReadInputs() {
  for (const std::string& member : request_.members) {
    const Node& node = nodes_[numbers_.at(member)];
    if (!IsGone(member)) continue;
    for (const std::string& control : node.controls) {
      if (numbers_.contains(control) && !IsGone(control)) controls_.push_back(control);
    }
    const ScopeFusionPorts* ports = PortsOf(result_.inputs, member);
    for (size_t i = 0; ports != nullptr && i < ports->indices.size(); ++i) {
      OPDK_TRY(const int32_t index, IndexOf(*ports, i, "InsertInputs"));
      if (index == ge::kFusionDisableIndex) continue;
      if (i >= node.inputs.size()) {
        return Garbage(
            fmt::format("InsertInputs makes input {} of '{}' input {} of the fused operator; the node has {}", i,
                        member, index, node.inputs.size()));
      }
      const std::string& value = node.inputs[i];
      // A value that the scope itself gives is no input of the fused operator.
      if (IsGone(PlaceOf(value).node)) continue;
      if (inputs_.size() <= static_cast<size_t>(index)) inputs_.resize(static_cast<size_t>(index) + 1);
      std::string& input = inputs_[static_cast<size_t>(index)];
      if (!input.empty() && input != value) {
        return Garbage(fmt::format("input {} of the fused operator is both '{}' and '{}'", index, input, value));
      }
      input = value;
    }
  }
  return {};
}

Status Rewriting::ReadOutputs() {
  for (const std::string& member : request_.members) {
    const ScopeFusionPorts* ports = IsGone(member) ? PortsOf(result_.outputs, member) : nullptr;
    for (size_t i = 0; ports != nullptr && i < ports->indices.size(); ++i) {
      OPDK_TRY(const int32_t index, IndexOf(*ports, i, "InsertOutputs"));
      if (index != ge::kFusionDisableIndex) outputs_[ValueName(member, i)] = index;
    }
  }
  if (outputs_.empty()) return Garbage("InsertOutputs names no output of the fused operator");
  return {};
}

// Returns whether a value with users outside of the scope still exists when the scope is gone.
Result<bool> Rewriting::IsThere(const std::string& value) {
  if (!IsGone(PlaceOf(value).node)) return true;
  const auto output = outputs_.find(value);
  if (output == outputs_.end()) return false;
  const auto [used, is_new] = used_.emplace(output->second, value);
  if (is_new || used->second == value) return true;
  return Garbage(
      fmt::format("output {} of the fused operator is both '{}' and '{}'", used->first, used->second, value));
}

// Returns why the scope's values can't be taken from the fused operator. "": they can.
Result<std::string> Rewriting::FindUses() {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (gone_[i]) continue;
    for (const std::string& input : nodes_[i].inputs) {
      OPDK_TRY(const bool there, IsThere(input));
      if (!there) return fmt::format("{} takes '{}', which the pass gives no output for", Title(nodes_[i]), input);
    }
  }
  for (const std::string& value : values_) {
    OPDK_TRY(const bool there, IsThere(value));
    if (!there) return fmt::format("an output of the model is '{}', which the pass gives no output for", value);
  }
  return std::string();
}

// Returns an input of the fused operator that depends on the fused operator's outputs. "": there is none. The next
// iteration of a loop makes no such dependency.
std::string Rewriting::FindCycle() const {
  std::vector<std::vector<size_t>> users(nodes_.size());
  std::vector<size_t> open;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (gone_[i]) continue;
    const auto add = [&, this](const std::string& from) {
      const auto found = numbers_.find(from);
      if (found == numbers_.end()) return;
      if (gone_[found->second]) {
        open.push_back(i);
      } else {
        users[found->second].push_back(i);
      }
    };
    for (const std::string& input : nodes_[i].inputs) add(PlaceOf(input).node);
    if (nodes_[i].type != "Const") std::for_each(nodes_[i].controls.begin(), nodes_[i].controls.end(), add);
  }
  std::vector<bool> reached(nodes_.size(), false);
  while (!open.empty()) {
    const size_t number = open.back();
    open.pop_back();
    if (reached[number] || nodes_[number].type.ends_with("NextIteration")) continue;
    reached[number] = true;
    open.insert(open.end(), users[number].begin(), users[number].end());
  }
  const auto reaches = [&, this](const std::string& node) {
    const auto found = numbers_.find(node);
    return found != numbers_.end() && reached[found->second];
  };
  for (const std::string& input : inputs_) {
    if (reaches(PlaceOf(input).node)) return input;
  }
  const auto control = std::find_if(controls_.begin(), controls_.end(), reaches);
  return control == controls_.end() ? "" : *control;
}

Status Rewriting::MakeOne() {
  auto fused = std::make_shared<FusedScope>();
  fused->place = Place();
  for (const std::string& member : request_.members) {
    const Node& node = nodes_[numbers_.at(member)];
    fused->nodes.operators.push_back(*request_.operator_of(node));
    fused->nodes.messages.push_back(node.message.get());
    fused->kept.push_back(node.message);
  }
  Node& node = made_.emplace_back();
  node.type = ToText(result_.type);
  node.inputs = inputs_;
  for (const auto& [value, index] : outputs_) node.outputs = std::max(node.outputs, static_cast<size_t>(index) + 1);
  node.fused = std::move(fused);
  return {};
}

Result<size_t> Rewriting::InnerNode(const ge::AscendString& name, const char* call) const {
  const std::string wanted = ToText(name);
  if (const auto found = inner_.find(wanted); found != inner_.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [known, number] : inner_) names.push_back(known);
  std::sort(names.begin(), names.end());
  const std::string near = Nearest(wanted, names);
  return Garbage(fmt::format("{} of an inner node names '{}', which no inner node is called{}", call, wanted,
                             near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

Status Rewriting::LinkInputs(size_t number) {
  for (const auto& [from, output] : result_.inner_nodes[number].inputs) {
    const std::string name = ToText(from);
    if (name == ge::kInputFromFusionScope) {
      if (output < 0) continue;  // control inputs of the scope come before each inner node
      if (static_cast<size_t>(output) >= inputs_.size() || inputs_[static_cast<size_t>(output)].empty()) {
        return Garbage(fmt::format("inner node '{}' takes input {} of the scope, which InsertInputs doesn't give",
                                   ToText(result_.inner_nodes[number].name), output));
      }
      made_[number].inputs.push_back(inputs_[static_cast<size_t>(output)]);
      continue;
    }
    OPDK_TRY(const size_t other, InnerNode(from, "InsertInput"));
    if (output == -1) {
      made_[number].controls.push_back(made_[other].name);
      continue;
    }
    if (output < 0 || output >= kMostPorts)
      return Garbage(fmt::format("inner node '{}' has no output {}", name, output));
    made_[other].outputs = std::max(made_[other].outputs, static_cast<size_t>(output) + 1);
    made_[number].inputs.push_back(ValueName(made_[other].name, static_cast<size_t>(output)));
  }
  return {};
}

Status Rewriting::LinkOutputs(size_t number) {
  size_t output = 0;
  for (const auto& [to, input] : result_.inner_nodes[number].outputs) {
    const bool leaves = ToText(to) == ge::kOutputToFusionScope;
    if (input == -1) {
      if (leaves) continue;
      OPDK_TRY(const size_t other, InnerNode(to, "InsertOutput"));
      made_[other].controls.push_back(made_[number].name);
      continue;
    }
    if (input < 0 || input >= kMostPorts) {
      return Garbage(fmt::format("InsertOutput of an inner node names port {} of '{}'", input, ToText(to)));
    }
    const std::string value = ValueName(made_[number].name, output++);
    made_[number].outputs = std::max(made_[number].outputs, output);
    std::string* end = nullptr;
    if (leaves) {
      end = &gives_[input];
    } else {
      OPDK_TRY(const size_t other, InnerNode(to, "InsertOutput"));
      std::vector<std::string>& inputs = made_[other].inputs;
      if (inputs.size() <= static_cast<size_t>(input)) inputs.resize(static_cast<size_t>(input) + 1);
      end = &inputs[static_cast<size_t>(input)];
    }
    if (!end->empty() && *end != value) {
      return Garbage(fmt::format("port {} of '{}' is both '{}' and '{}'", input, ToText(to), *end, value));
    }
    *end = value;
  }
  return {};
}

Status Rewriting::MakeSeveral() {
  if (result_.inner_nodes.empty()) return Garbage("it has no inner nodes");
  for (const ScopeFusionNode& inner : result_.inner_nodes) {
    const std::string name = ToText(inner.name);
    if (name.empty() || name.ends_with('/') || inner.type.GetLength() == 0) {
      return Garbage(fmt::format("inner node {} ('{}') has no {}", inner_.size(), name,
                                 inner.type.GetLength() == 0 ? "type" : "name"));
    }
    if (!inner_.emplace(name, inner_.size()).second)
      return Garbage(fmt::format("two inner nodes are called '{}'", name));
    auto fused = std::make_shared<FusedScope>();
    fused->place = Place();
    fused->made = inner.made;
    Node& node = made_.emplace_back();
    node.name = name;
    node.type = ToText(inner.type);
    if (fused->made.IsEmpty()) {
      auto created = request_.create(node.name, node.type);
      if (!created.ok()) return std::move(created).status().At(Place());
      fused->made = *std::move(created);
    }
    fused->made.BreakConnect();
    node.fused = std::move(fused);
  }
  return {};
}

void Rewriting::Replace() {
  std::vector<std::string> stand_ins;
  for (const Node& node : made_) stand_ins.push_back(node.name);
  const auto redirect = [this](std::string& value) {
    if (!IsGone(PlaceOf(value).node)) return;
    value = gives_.at(outputs_.at(value));
  };
  std::vector<Node> left;
  left.reserve(nodes_.size());
  const std::unordered_set<std::string> members(request_.members.begin(), request_.members.end());
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (gone_[i]) {
      std::move(made_.begin(), made_.end(), std::back_inserter(left));
      made_.clear();
      continue;
    }
    Node& node = left.emplace_back(std::move(nodes_[i]));
    std::for_each(node.inputs.begin(), node.inputs.end(), redirect);
    const auto gone = [this](const std::string& control) { return IsGone(control); };
    if (std::erase_if(node.controls, gone) == 0) continue;
    // Constants come when they are used.
    if (!members.contains(node.name) && node.type != "Const") {
      node.controls.insert(node.controls.end(), stand_ins.begin(), stand_ins.end());
    }
  }
  std::for_each(values_.begin(), values_.end(), redirect);
  nodes_ = std::move(left);
}

Result<FusionOutcome> Rewriting::Run() {
  std::string name = ToText(result_.name);
  while (name.ends_with('/')) name.pop_back();
  if (name.empty() || result_.type.GetLength() == 0) {
    return Garbage(fmt::format("a result has no {}", name.empty() ? "name" : "type"));
  }
  FindGone();
  FusionOutcome outcome;
  if (std::find(gone_.begin(), gone_.end(), true) == gone_.end()) {
    outcome.left = "it has nothing but constants, inputs and variables";
    return outcome;
  }
  CheckKeys(result_.inputs, "InsertInputs");
  CheckKeys(result_.outputs, "InsertOutputs");
  OPDK_TRY(ReadInputs());
  OPDK_TRY(ReadOutputs());
  OPDK_TRY(outcome.left, FindUses());
  if (const std::string round = outcome.left.empty() ? FindCycle() : ""; !round.empty()) {
    outcome.left = fmt::format("it takes '{}', which needs what the scope gives", round);
  }
  if (!outcome.left.empty()) return outcome;
  outcome.unknown = unknown_;
  OPDK_TRY(result_.several ? MakeSeveral() : MakeOne());
  std::unordered_set<std::string> taken;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (!gone_[i]) taken.insert(nodes_[i].name);
  }
  for (Node& node : made_) node.name = NewName(result_.several ? node.name : name, taken);
  for (size_t i = 0; result_.several && i < made_.size(); ++i) OPDK_TRY(LinkInputs(i));
  for (size_t i = 0; result_.several && i < made_.size(); ++i) OPDK_TRY(LinkOutputs(i));
  for (Node& node : made_) {
    node.controls.insert(node.controls.end(), controls_.begin(), controls_.end());
    outcome.types.push_back(node.type);
  }
  if (auto order = OrderOf(made_, true); !order.ok()) return std::move(order).status().At(Place());
  for (const auto& [index, value] : used_) {
    if (!result_.several) gives_[index] = ValueName(made_[0].name, static_cast<size_t>(index));
    if (gives_.contains(index)) continue;
    return Garbage(fmt::format("no inner node gives output {} of the scope, '{}'", index, value));
  }
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (gone_[i]) outcome.gone.push_back(nodes_[i].name);
  }
  Replace();
  return outcome;
}

}  // namespace

Result<FusionOutcome> FuseScope(const FusionRequest& request, std::vector<Node>& nodes,
                                std::vector<std::string>& values) {
  return Rewriting(request, nodes, values).Run();
}

}  // namespace opdk::tensorflow_plugin
