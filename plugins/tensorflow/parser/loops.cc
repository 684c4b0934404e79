#include "plugins/tensorflow/parser/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "plugins/tensorflow/parser/node_index.h"

namespace opdk::tensorflow_plugin {
namespace {

bool IsOneOf(const Node& node, const char* type) {
  return node.type == type || (node.type.starts_with("Ref") && node.type.compare(3, std::string::npos, type) == 0);
}

Status NotALoop(const std::string& frame, const std::string& why) {
  return Status(ErrorCode::kModelInvalid, fmt::format("the frame '{}' is no loop: {}", frame, why));
}

// Returns the node of type `type` that takes a value. nullptr: there is none.
const Node* UserOf(NodeIndex& index, const std::string& value, const char* type) {
  const std::vector<const Node*> users = index.UsersOf(value);
  const auto found =
      std::find_if(users.begin(), users.end(), [type](const Node* user) { return IsOneOf(*user, type); });
  return found == users.end() ? nullptr : *found;
}

// A value that goes round.
struct Variable {
  std::string initial;             // outside
  std::string merge;               // inside, before the condition
  std::string inside;              // in the body
  std::string next;                // the body's result for the value
  std::vector<std::string> exits;  // outside, at the end
};

struct Loop {
  std::string frame;
  std::vector<std::string> enters;  // nodes
  std::vector<Variable> variables;
  std::vector<std::pair<std::string, std::string>> invariants;  // outside, inside
  std::string condition;
};

Status AddVariable(NodeIndex& index, const Node& enter, Loop& loop) {
  Variable variable{enter.inputs[0], "", "", "", {}};
  const Node* merge = UserOf(index, enter.name, "Merge");
  // A value that enters and is never used.
  if (merge == nullptr) return {};
  if (merge->inputs.size() != 2) return NotALoop(loop.frame, fmt::format("'{}' has not two inputs", merge->name));
  variable.merge = merge->name;
  const Node* next = index.ProducerOf(merge->inputs[merge->inputs[0] == enter.name ? 1 : 0]);
  if (next == nullptr || !IsOneOf(*next, "NextIteration") || next->inputs.empty()) {
    return NotALoop(loop.frame, fmt::format("'{}' takes no NextIteration", merge->name));
  }
  variable.next = next->inputs[0];
  const Node* choice = UserOf(index, merge->name, "Switch");
  if (choice == nullptr || choice->inputs.size() != 2) {
    return NotALoop(loop.frame, fmt::format("no Switch takes '{}'", merge->name));
  }
  const Node* condition = index.ProducerOf(choice->inputs[1]);
  if (condition == nullptr || condition->type != "LoopCond" || condition->inputs.empty()) {
    return NotALoop(loop.frame, fmt::format("'{}' is decided by no LoopCond", choice->name));
  }
  if (!loop.condition.empty() && loop.condition != condition->inputs[0]) {
    return NotALoop(loop.frame, "it has two conditions");
  }
  loop.condition = condition->inputs[0];
  variable.inside = ValueName(choice->name, 1);
  for (const Node* leaving : index.UsersOf(choice->name)) {
    if (IsOneOf(*leaving, "Exit")) variable.exits.push_back(leaving->name);
  }
  loop.variables.push_back(std::move(variable));
  return {};
}

Result<std::shared_ptr<Body>> BodyOf(const NodeIndex& index, const Loop& loop, bool condition) {
  auto body = std::make_shared<Body>();
  body->name = fmt::format("{}/{}", loop.frame, condition ? "cond" : "body");
  std::unordered_set<std::string> inputs;
  std::unordered_map<std::string, std::string> merges;
  for (const Variable& variable : loop.variables) {
    body->inputs.push_back(condition ? variable.merge : variable.inside);
    if (!condition) merges[variable.merge] = variable.inside;
    if (!condition) body->outputs.push_back(variable.next);
  }
  for (const auto& [outside, inside] : loop.invariants) {
    body->inputs.push_back(inside);
    if (!condition) body->outputs.push_back(inside);
  }
  if (condition) body->outputs = {loop.condition};
  inputs.insert(body->inputs.begin(), body->inputs.end());
  auto slice = index.Slice(body->outputs,
                           [&](const std::string& value) { return inputs.contains(value) || merges.contains(value); });
  if (!slice.ok()) return std::move(slice).status().At(body->name);
  body->nodes = *std::move(slice);
  for (const Node& node : body->nodes) {
    if (!IsOneOf(node, "Enter") && node.type != "LoopCond" && !IsOneOf(node, "NextIteration")) continue;
    return NotALoop(loop.frame,
                    fmt::format("its {} uses '{}' of another frame", condition ? "condition" : "body", node.name));
  }
  // The body may look at a value before the condition does.
  NodeIndex(body->nodes).Rename(merges, body->outputs);
  return body;
}

Status MakeWhile(NodeIndex& index, Loop loop, std::vector<std::string>& values) {
  for (const std::string& name : loop.enters) {
    const Node& enter = *index.Find(name);
    if (enter.inputs.empty()) return NotALoop(loop.frame, fmt::format("'{}' has no input", name));
    const AttrValue* constant = enter.Attribute("is_constant");
    if (constant != nullptr && constant->b()) {
      loop.invariants.emplace_back(enter.inputs[0], enter.name);
    } else {
      OPDK_TRY(AddVariable(index, enter, loop));
    }
  }
  if (loop.condition.empty()) return NotALoop(loop.frame, "it has no condition");
  Node node;
  node.name = loop.frame;
  node.type = "While";
  node.outputs = loop.variables.size() + loop.invariants.size();
  OPDK_TRY(auto condition, BodyOf(index, loop, true));
  OPDK_TRY(auto body, BodyOf(index, loop, false));
  node.regions = {{"cond", std::move(condition)}, {"body", std::move(body)}};
  std::unordered_map<std::string, std::string> names;
  for (size_t i = 0; i < loop.variables.size(); ++i) {
    node.inputs.push_back(loop.variables[i].initial);
    for (const std::string& exit : loop.variables[i].exits) names[exit] = ValueName(node.name, i);
  }
  for (const auto& [outside, inside] : loop.invariants) node.inputs.push_back(outside);
  index.Add(std::move(node));
  index.Rename(names, values);
  return {};
}

// The frames of each node: the names of the frames around it, the outermost first.
using Frames = std::unordered_map<std::string, std::vector<std::string>>;

std::string FrameName(const Node& enter) {
  const AttrValue* name = enter.Attribute("frame_name");
  return name == nullptr ? "" : name->s();
}

// Assigns frames to nodes, from producers to users. A node in a cycle is visited once.
Result<Frames> FramesOf(const std::vector<Node>& nodes, NodeIndex& index) {
  Frames frames;
  std::deque<std::string> open;
  std::unordered_map<std::string, std::vector<std::string>> after;
  for (const Node& node : nodes) {
    if (!node.inputs.empty()) continue;
    for (const std::string& control : node.controls) after[control].push_back(node.name);
    if (!node.controls.empty()) continue;
    frames[node.name] = {};
    open.push_back(node.name);
  }
  const auto visit = [&](const std::string& name, std::vector<std::string> frame) {
    const Node& node = *index.Find(name);
    if (frames.contains(name)) return;
    if (IsOneOf(node, "Enter")) frame.push_back(FrameName(node));
    if (IsOneOf(node, "Exit") && !frame.empty()) frame.pop_back();
    frames[name] = std::move(frame);
    open.push_back(name);
  };
  while (!open.empty()) {
    const Node& node = *index.Find(open.front());
    open.pop_front();
    const std::vector<std::string> frame = frames[node.name];
    if (std::cmp_greater(frame.size(), kMaxDepth)) return NotALoop(frame.back(), "loops are nested too deep");
    for (size_t i = 0; i < std::max<size_t>(node.outputs, 2); ++i) {
      for (const Node* user : index.UsersOf(ValueName(node.name, i))) visit(user->name, frame);
    }
    for (const std::string& later : after[node.name]) visit(later, frame);
  }
  return frames;
}

}  // namespace

Status MakeWhiles(std::vector<Node>& nodes, std::vector<std::string>& values) {
  if (std::none_of(nodes.begin(), nodes.end(), [](const Node& node) { return IsOneOf(node, "Enter"); })) return {};
  NodeIndex index(nodes);
  OPDK_TRY(const Frames frames, FramesOf(nodes, index));
  // The innermost first.
  std::map<std::pair<size_t, std::vector<std::string>>, Loop> loops;
  for (const Node& node : nodes) {
    const auto frame = frames.find(node.name);
    if (!IsOneOf(node, "Enter") || frame == frames.end()) continue;
    Loop& loop = loops[{nodes.size() - frame->second.size(), frame->second}];
    loop.frame = FrameName(node);
    loop.enters.push_back(node.name);
  }
  for (auto& [place, loop] : loops) {
    if (index.Find(loop.frame) != nullptr) loop.frame += "/while";
    OPDK_TRY(MakeWhile(index, std::move(loop), values));
  }
  OPDK_TRY(nodes, index.Slice(
                      values, [](const std::string&) { return false; }, true));
  return {};
}

}  // namespace opdk::tensorflow_plugin
