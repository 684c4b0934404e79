#include "plugins/tensorflow/parser/scope_nodes.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "opdk/message_attrs.h"
#include "opdk/neutral_text.h"
#include "plugins/importer/source_operator.h"

namespace opdk::tensorflow_plugin {
namespace {

// Attributes in which CANN's parser tells a pass a node's producers and users: "0:other:1", for control edges
// "-1:other:-1".
constexpr const char* kLinksFrom = "_origin_graph_node_inputs";
constexpr const char* kLinksTo = "_origin_graph_node_outputs";

// The scope of all nodes.
constexpr const char* kOutermost = "root";

std::string Link(int64_t index, const std::string& node, int64_t other_index) {
  return fmt::format("{}:{}:{}", index, node, other_index);
}

}  // namespace

ScopeNodes::ScopeNodes(std::vector<Node> nodes, const importer::Values& values)
    : nodes_(std::move(nodes)), values_(values), operators_(nodes_.size()) {
  for (size_t i = 0; i < nodes_.size(); ++i) numbers_[nodes_[i].name] = i;
}

ge::AscendString ScopeNodes::NodeName(size_t node) const { return Neutral(nodes_[node].name); }

ge::AscendString ScopeNodes::NodeType(size_t node) const { return Neutral(nodes_[node].type); }

std::vector<std::string> ScopeNodes::LinksFrom(const Node& node) const {
  std::vector<std::string> links;
  for (const std::string& control : node.controls) links.push_back(Link(-1, control, -1));
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const ValuePlace place = PlaceOf(node.inputs[i]);
    links.push_back(Link(static_cast<int64_t>(i), place.node, static_cast<int64_t>(place.output)));
  }
  return links;
}

const std::vector<std::string>& ScopeNodes::LinksTo(const Node& node) {
  if (links_to_.empty()) {
    for (const Node& user : nodes_) {
      for (const std::string& control : user.controls) links_to_[control].push_back(Link(-1, user.name, -1));
    }
    for (const Node& user : nodes_) {
      for (size_t i = 0; i < user.inputs.size(); ++i) {
        const ValuePlace place = PlaceOf(user.inputs[i]);
        links_to_[place.node].push_back(Link(static_cast<int64_t>(place.output), user.name, static_cast<int64_t>(i)));
      }
    }
  }
  return links_to_[node.name];
}

Result<std::vector<std::string>> ScopeNodes::MembersOf(const ScopeFusionResult& result) const {
  std::set<size_t> members;
  const auto missing = [](const char* what, const std::string& name) {
    return Status(ErrorCode::kGraphInvalid,
                  fmt::format("a result names the {} '{}', which the graph hasn't got", what, name));
  };
  for (const std::string& scope : ToTexts(result.scopes)) {
    const std::string prefix = scope == kOutermost ? "" : scope;
    auto node = numbers_.lower_bound(prefix);
    if (node == numbers_.end() || !node->first.starts_with(prefix)) return missing("scope", scope);
    for (; node != numbers_.end() && node->first.starts_with(prefix); ++node) members.insert(node->second);
  }
  for (const std::string& name : ToTexts(result.nodes)) {
    const auto node = numbers_.find(name);
    if (node == numbers_.end()) return missing("node", name);
    members.insert(node->second);
  }
  if (members.empty()) return Status(ErrorCode::kGraphInvalid, "a result has neither scopes nor nodes");
  std::vector<std::string> names;
  for (const size_t number : members) names.push_back(nodes_[number].name);
  return names;
}

std::shared_ptr<ge::Operator> ScopeNodes::NodeOperator(size_t number) {
  std::shared_ptr<ge::Operator>& made = operators_[number];
  if (made != nullptr) return made;
  const Node& node = nodes_[number];
  OpDesc attributes;
  if (node.message != nullptr) {
    Status read = ReadMessage(*node.message, attributes);
    if (!read.ok() && status_.ok()) status_ = std::move(read).At(Title(node));
  }
  importer::SourceNode source;
  source.type = node.type;
  source.inputs = node.inputs;
  for (const std::string& control : node.controls) source.inputs.push_back("^" + control);
  source.outputs = OutputsOf(node);
  source.attributes = std::move(attributes.attrs);
  source.attributes[kLinksFrom] = LinksFrom(node);
  source.attributes[kLinksTo] = LinksTo(node);
  ge::Operator op = importer::MakeSourceOperator(source, node.name, values_);
  // Mappings of fused scopes identify inputs by their producers' names.
  for (size_t i = 0; i < source.inputs.size(); ++i) DescOf(op).inputs[i].desc.SetName(source.inputs[i]);
  made = std::make_shared<ge::Operator>(op);
  return made;
}

}  // namespace opdk::tensorflow_plugin
