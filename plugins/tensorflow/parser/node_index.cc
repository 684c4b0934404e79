#include "plugins/tensorflow/parser/node_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "opdk/lookups.h"

namespace opdk::tensorflow_plugin {

NodeIndex::NodeIndex(std::vector<Node>& nodes) : nodes_(nodes) {
  for (size_t i = 0; i < nodes.size(); ++i) numbers_[nodes[i].name] = i;
}

const Node* NodeIndex::Find(const std::string& name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? nullptr : &nodes_[found->second];
}

std::string NodeIndex::Origin(const std::string& value) const {
  std::string origin = value;
  for (size_t steps = 0; steps <= nodes_.size(); ++steps) {
    const Node* producer = ProducerOf(origin);
    if (producer == nullptr || producer->type != "Identity" || producer->inputs.empty()) return origin;
    origin = producer->inputs[0];
  }
  return origin;
}

void NodeIndex::Add(Node node) {
  numbers_[node.name] = nodes_.size();
  nodes_.push_back(std::move(node));
  if (!users_.empty()) AddUser(nodes_.size() - 1);
}

Result<std::vector<Node>> NodeIndex::Slice(const std::vector<std::string>& values,
                                           const std::function<bool(const std::string& value)>& ends,
                                           bool controls) const {
  std::vector<const Node*> found;
  std::unordered_set<std::string> taken;
  std::vector<std::string> open = values;
  while (!open.empty()) {
    const std::string value = std::move(open.back());
    open.pop_back();
    // "": an optional input that is absent.
    if (value.empty() || ends(value)) continue;
    const Node* producer = ProducerOf(value);
    if (producer == nullptr) {
      std::vector<std::string> names;
      for (const Node& node : nodes_) names.push_back(node.name);
      const std::string near = Nearest(value, names);
      return Status(ErrorCode::kModelInvalid,
                    fmt::format("nothing gives '{}'{}", value, near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    if (!taken.insert(producer->name).second) continue;
    found.push_back(producer);
    open.insert(open.end(), producer->inputs.begin(), producer->inputs.end());
    if (!controls) continue;
    // A call that was written out has no node of its name any more.
    std::copy_if(producer->controls.begin(), producer->controls.end(), std::back_inserter(open),
                 [this](const std::string& control) { return Find(control) != nullptr; });
  }
  std::sort(found.begin(), found.end());
  std::vector<Node> slice;
  slice.reserve(found.size());
  for (const Node* node : found) slice.push_back(*node);
  return slice;
}

void NodeIndex::AddUser(size_t number) {
  const Node& node = nodes_[number];
  for (const std::string& input : node.inputs) users_[input].push_back(number);
  for (const std::string& control : node.controls) users_["^" + control].push_back(number);
}

NodeIndex::Users& NodeIndex::AllUsers() {
  if (users_.empty()) {
    for (size_t i = 0; i < nodes_.size(); ++i) AddUser(i);
  }
  return users_;
}

std::vector<const Node*> NodeIndex::UsersOf(const std::string& value) {
  std::vector<const Node*> users;
  const auto found = AllUsers().find(value);
  if (found == users_.end()) return users;
  for (const size_t number : found->second) users.push_back(&nodes_[number]);
  return users;
}

void NodeIndex::Rename(const std::unordered_map<std::string, std::string>& names, std::vector<std::string>& values) {
  // All users are looked up before the renaming, because a new name may be the old name of another value.
  std::vector<std::pair<const std::string*, Users::node_type>> inputs, controls;
  for (const auto& [from, to] : names) {
    inputs.emplace_back(&to, AllUsers().extract(from));
    controls.emplace_back(&to, users_.extract("^" + from));
  }
  const auto rename = [this](Users::node_type& taken, const std::string& to, auto uses, const std::string& from,
                             const std::string& key) {
    for (const size_t number : taken.mapped()) {
      std::vector<std::string>& used = nodes_[number].*uses;
      std::replace(used.begin(), used.end(), from, to);
    }
    std::vector<size_t>& users = users_[key];
    users.insert(users.end(), taken.mapped().begin(), taken.mapped().end());
  };
  for (auto& [to, taken] : inputs) {
    if (!taken.empty()) rename(taken, *to, &Node::inputs, std::string(taken.key()), *to);
  }
  for (auto& [to, taken] : controls) {
    const std::string node = PlaceOf(*to).node;
    if (!taken.empty()) rename(taken, node, &Node::controls, taken.key().substr(1), "^" + node);
  }
  for (std::string& value : values) {
    if (const auto found = names.find(value); found != names.end()) value = found->second;
  }
}

}  // namespace opdk::tensorflow_plugin
