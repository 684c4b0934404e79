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
}

Result<std::vector<Node>> NodeIndex::Slice(const std::vector<std::string>& values,
                                           const std::function<bool(const std::string& value)>& ends,
                                           bool controls) const {
  std::vector<Node> slice;
  std::unordered_set<std::string> taken;
  std::vector<std::string> open = values;
  while (!open.empty()) {
    const std::string value = std::move(open.back());
    open.pop_back();
    if (ends(value)) continue;
    const Node* producer = ProducerOf(value);
    if (producer == nullptr) {
      std::vector<std::string> names;
      for (const Node& node : nodes_) names.push_back(node.name);
      const std::string near = Nearest(value, names);
      return Status(ErrorCode::kModelInvalid,
                    fmt::format("nothing gives '{}'{}", value, near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    if (!taken.insert(producer->name).second) continue;
    slice.push_back(*producer);
    open.insert(open.end(), producer->inputs.begin(), producer->inputs.end());
    if (!controls) continue;
    // A call that was written out has no node of its name any more.
    std::copy_if(producer->controls.begin(), producer->controls.end(), std::back_inserter(open),
                 [this](const std::string& control) { return Find(control) != nullptr; });
  }
  return slice;
}

void NodeIndex::Rename(const std::unordered_map<std::string, std::string>& names, std::vector<std::string>& values) {
  const auto rename = [&names](std::string& value) {
    const auto found = names.find(value);
    if (found != names.end()) value = found->second;
  };
  for (Node& node : nodes_) {
    for (std::string& input : node.inputs) rename(input);
    for (std::string& control : node.controls) {
      rename(control);
      control = PlaceOf(control).node;
    }
  }
  for (std::string& value : values) rename(value);
}

}  // namespace opdk::tensorflow_plugin
