#include "graph_core/ir/graph.h"

#include <algorithm>

#include "graph_core/ir/data_index.h"
#include "graph_core/ir/graph_index.h"

namespace opdk {

namespace {

// Takes a node that stands once in the list out of it. Lists are mostly taken apart from their end.
void Erase(std::vector<Node*>& list, const Node* node) {
  const auto found = std::find(list.rbegin(), list.rend(), node);
  OPDK_CHECK(found != list.rend(), "an edge is known at one end only");
  list.erase(std::next(found).base());
}

bool HasControlEdge(const Node& from, const Node& to) {
  // The shorter list: one node may have very many.
  if (from.control_outputs().size() < to.control_inputs().size()) {
    return std::count(from.control_outputs().begin(), from.control_outputs().end(), &to) > 0;
  }
  return std::count(to.control_inputs().begin(), to.control_inputs().end(), &from) > 0;
}

}  // namespace

// ---- Node

Node::Node(Graph* graph, int64_t id, OpDesc op)
    : graph_(graph),
      id_(id),
      op_(std::move(op)),
      inputs_(op_.inputs.size()),
      use_positions_(op_.inputs.size()),
      uses_(op_.outputs.size()) {}

bool Node::HasUses() const {
  return std::any_of(uses_.begin(), uses_.end(), [](const std::vector<Use>& uses) { return !uses.empty(); });
}

Graph* Node::region(std::string_view name) const {
  for (const Region& region : regions_) {
    if (region.name == name) return region.graph.get();
  }
  return nullptr;
}

Graph* Node::AddRegion(std::string name, std::unique_ptr<Graph> graph) {
  OPDK_CHECK(region(name) == nullptr, op_.name + " has a region " + name);
  graph->owner_ = this;
  regions_.push_back({std::move(name), std::move(graph)});
  return regions_.back().graph.get();
}

std::unique_ptr<Graph> Node::TakeRegion(std::string_view name) {
  const auto found =
      std::find_if(regions_.begin(), regions_.end(), [&](const Region& region) { return region.name == name; });
  if (found == regions_.end()) return nullptr;
  std::unique_ptr<Graph> graph = std::move(found->graph);
  graph->owner_ = nullptr;
  regions_.erase(found);
  return graph;
}

const ge::Tensor* Node::ConstValue() const { return Is(kConst) ? op_.GetAttr<ge::Tensor>("value") : nullptr; }

// ---- Graph: life

Graph::Graph(std::string name) : name_(std::move(name)), index_(std::make_unique<Index>()) {}

Graph::~Graph() = default;

Graph::Graph(Graph&& other) noexcept
    : name_(std::move(other.name_)),
      attrs_(std::move(other.attrs_)),
      nodes_(std::move(other.nodes_)),
      index_(std::move(other.index_)),
      next_id_(other.next_id_) {
  for (auto& node : nodes_) node->graph_ = this;
  other.nodes_.clear();
  other.index_ = std::make_unique<Index>();
}

Graph& Graph::operator=(Graph&& other) noexcept {
  if (this == &other) return *this;
  name_ = std::move(other.name_);
  attrs_ = std::move(other.attrs_);
  nodes_ = std::move(other.nodes_);
  index_ = std::move(other.index_);
  next_id_ = other.next_id_;
  for (auto& node : nodes_) node->graph_ = this;
  other.nodes_.clear();
  other.index_ = std::make_unique<Index>();
  return *this;
}

std::unique_ptr<Graph> Graph::Clone() const {
  auto copy = std::make_unique<Graph>(name_);
  copy->attrs_ = attrs_;
  copy->next_id_ = next_id_;
  copy->Reserve(size());
  std::unordered_map<const Node*, Node*> twin;
  twin.reserve(size());
  for (const auto& node : nodes_) {
    auto cloned = std::unique_ptr<Node>(new Node(copy.get(), node->id_, node->op_));
    cloned->placement_ = node->placement_;
    for (const Region& region : node->regions_) cloned->AddRegion(region.name, region.graph->Clone());
    twin.emplace(node.get(), copy->Append(std::move(cloned)));
  }
  // The edges are copied as lists, so that consumers keep their order of connection.
  for (const auto& node : nodes_) {
    Node* cloned = twin.at(node.get());
    for (size_t i = 0; i < node->inputs_.size(); ++i) {
      const Endpoint& from = node->inputs_[i];
      if (from.node != nullptr) cloned->inputs_[i] = {twin.at(from.node), from.index};
    }
    cloned->use_positions_ = node->use_positions_;
    for (size_t i = 0; i < node->uses_.size(); ++i) {
      for (const Use& use : node->uses_[i]) cloned->uses_[i].push_back({twin.at(use.node), use.index});
    }
    for (Node* from : node->control_inputs_) cloned->control_inputs_.push_back(twin.at(from));
    for (Node* to : node->control_outputs_) cloned->control_outputs_.push_back(twin.at(to));
  }
  return copy;
}

// ---- Graph: nodes

void Graph::Reserve(size_t nodes) { index_->by_name.reserve(nodes); }

Node* Graph::AddNode(OpDesc op) {
  if (op.type == "Constant") op.type = kConst;
  if (op.type == "RefData") {
    op.type = kData;
    op.attrs[std::string(kRefAttr)] = true;
  }
  if (op.name.empty()) op.name = op.type;
  return Append(std::unique_ptr<Node>(new Node(this, next_id_++, std::move(op))));
}

Node* Graph::Append(std::unique_ptr<Node> node) {
  index_->ForgetOrder();
  if (index_->nodes.size() == nodes_.size()) index_->nodes.push_back(node.get());
  Node* added = nodes_.emplace_back(std::move(node)).get();
  added->place_ = std::prev(nodes_.end());
  index_->Add(added, added->op_.name);
  return added;
}

Node* Graph::AddConst(std::string name, const ge::Tensor& value) {
  OpDesc op;
  op.name = std::move(name);
  op.type = kConst;
  op.ir_outputs.push_back({"y", PortKind::kRequired, ""});
  op.ir_attrs.push_back({"value", "Tensor", false, {}});
  op.outputs.push_back({"y", 0, value.GetTensorDesc()});
  op.attrs["value"] = value;
  return AddNode(std::move(op));
}

std::vector<Node*> Graph::nodes() const {
  const std::lock_guard lock(index_->mutex);
  return NodesById();
}

const std::vector<Node*>& Graph::NodesById() const {
  std::vector<Node*>& list = index_->nodes;
  if (list.size() == nodes_.size()) return list;
  list.clear();
  list.reserve(nodes_.size());
  for (const auto& node : nodes_) list.push_back(node.get());
  return list;
}

Node* Graph::Find(std::string_view name) const {
  const auto found = index_->by_name.find(std::string(name));
  return found == index_->by_name.end() ? nullptr : found->second;
}

void Graph::Rename(Node* node, std::string name) {
  OPDK_CHECK(node->graph_ == this, node->name());
  if (node->name() == name) return;
  index_->by_name.erase(node->name());
  if (name.empty()) name = node->type();
  node->op_.name = std::move(name);
  index_->Add(node, node->op_.name);
}

void Graph::Remove(Node* node) {
  index_->ForgetNodes();
  OPDK_CHECK(node->graph_ == this, node->name());
  OPDK_CHECK(!node->HasUses(), "a node that is in use can't be removed: " + node->name());
  for (int i = 0; i < static_cast<int>(node->inputs_.size()); ++i) Disconnect(node, i);
  while (!node->control_inputs_.empty()) DisconnectControl(node->control_inputs_.back(), node);
  while (!node->control_outputs_.empty()) DisconnectControl(node, node->control_outputs_.back());
  index_->by_name.erase(node->name());
  nodes_.erase(node->place_);
}

Node* Graph::Adopt(Graph& from, Node* node) {
  OPDK_CHECK(node->graph_ == &from && &from != this, node->name());
  bool connected = node->HasUses() || !node->control_inputs_.empty() || !node->control_outputs_.empty() ||
                   std::any_of(node->inputs_.begin(), node->inputs_.end(),
                               [](const Endpoint& input) { return input.node != nullptr; });
  OPDK_CHECK(!connected, "only a disconnected node can move to another graph: " + node->name());
  nodes_.splice(nodes_.end(), from.nodes_, node->place_);
  index_->ForgetNodes();
  from.index_->ForgetNodes();
  auto entry = from.index_->by_name.extract(node->name());
  if (!index_->by_name.insert(std::move(entry)).inserted) index_->Add(node, node->op_.name);
  node->graph_ = this;
  node->id_ = next_id_++;
  return node;
}

std::vector<Node*> Graph::inputs() const {
  std::vector<std::pair<int, Node*>> found;
  for (const auto& node : nodes_) {
    if (!node->Is(kData)) continue;
    found.emplace_back(DataIndex(*node).value_or(0), node.get());
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Node*> list;
  list.reserve(found.size());
  for (const auto& [index, node] : found) list.push_back(node);
  return list;
}

Node* Graph::net_output() const {
  // Usually the last node made.
  for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
    if ((*node)->Is(kNetOutput)) return node->get();
  }
  return nullptr;
}

// ---- Graph: edges

void Graph::Connect(Endpoint from, Node* to, int input) {
  index_->ForgetOrder();
  OPDK_CHECK(from.node != nullptr && from.node->graph_ == this && to->graph_ == this, to->name());
  OPDK_CHECK(from.index >= 0 && static_cast<size_t>(from.index) < from.node->uses_.size(),
             "no output " + std::to_string(from.index) + " at " + from.node->name());
  OPDK_CHECK(input >= 0 && static_cast<size_t>(input) < to->inputs_.size(),
             "no input " + std::to_string(input) + " at " + to->name());
  Disconnect(to, input);
  AddUse(from, to, input);
}

void Graph::AddUse(Endpoint from, Node* to, int input) {
  std::vector<Use>& uses = from.node->uses_.at(static_cast<size_t>(from.index));
  to->inputs_[static_cast<size_t>(input)] = from;
  to->use_positions_[static_cast<size_t>(input)] = uses.size();
  uses.push_back({to, input});
}

void Graph::Disconnect(Node* node, int input) {
  index_->ForgetOrder();
  Endpoint& slot = node->inputs_.at(static_cast<size_t>(input));
  if (slot.node == nullptr) return;
  std::vector<Use>& uses = slot.node->uses_[static_cast<size_t>(slot.index)];
  const size_t position = node->use_positions_[static_cast<size_t>(input)];
  OPDK_CHECK(position < uses.size() && uses[position] == (Use{node, input}), "an edge is known at one end only");
  uses[position] = uses.back();
  uses[position].node->use_positions_[static_cast<size_t>(uses[position].index)] = position;
  uses.pop_back();
  slot = {};
}

void Graph::ConnectControl(Node* from, Node* to) {
  index_->ForgetOrder();
  OPDK_CHECK(from->graph_ == this && to->graph_ == this, to->name());
  if (HasControlEdge(*from, *to)) return;
  to->control_inputs_.push_back(from);
  from->control_outputs_.push_back(to);
}

void Graph::DisconnectControl(Node* from, Node* to) {
  index_->ForgetOrder();
  Erase(to->control_inputs_, from);
  Erase(from->control_outputs_, to);
}

void Graph::ReplaceUses(Endpoint from, Endpoint to) {
  index_->ForgetOrder();
  OPDK_CHECK(from.node->graph_ == this && to.node->graph_ == this, from.node->name());
  if (from == to) return;
  std::vector<Use> moved = std::move(from.node->uses_.at(static_cast<size_t>(from.index)));
  from.node->uses_[static_cast<size_t>(from.index)].clear();
  for (const Use& use : moved) AddUse(to, use.node, use.index);
}

int Graph::AppendInput(Node* node, Port port) {
  node->op_.inputs.push_back(std::move(port));
  node->inputs_.push_back({});
  node->use_positions_.push_back(0);
  return static_cast<int>(node->inputs_.size()) - 1;
}

int Graph::AppendOutput(Node* node, Port port) {
  node->op_.outputs.push_back(std::move(port));
  node->uses_.push_back({});
  return static_cast<int>(node->uses_.size()) - 1;
}

void Graph::RearrangeInputs(Node* node, std::vector<Port> ports, std::span<const int> from) {
  OPDK_CHECK(ports.size() == from.size(), node->name());
  std::vector<Endpoint> old = node->inputs_;
  for (int i = 0; i < static_cast<int>(old.size()); ++i) Disconnect(node, i);
  node->op_.inputs = std::move(ports);
  node->inputs_.assign(from.size(), {});
  node->use_positions_.assign(from.size(), 0);
  for (size_t i = 0; i < from.size(); ++i) {
    if (from[i] < 0 || old.at(static_cast<size_t>(from[i])).node == nullptr) continue;
    Connect(old[static_cast<size_t>(from[i])], node, static_cast<int>(i));
  }
}

void Graph::RearrangeOutputs(Node* node, std::vector<Port> ports, std::span<const int> from) {
  OPDK_CHECK(ports.size() == from.size(), node->name());
  std::vector<std::vector<Use>> old = std::move(node->uses_);
  node->op_.outputs = std::move(ports);
  node->uses_.assign(from.size(), {});
  for (size_t i = 0; i < from.size(); ++i) {
    if (from[i] < 0) continue;
    node->uses_[i] = std::move(old.at(static_cast<size_t>(from[i])));
    old[static_cast<size_t>(from[i])].clear();
    for (const Use& use : node->uses_[i]) use.node->inputs_[static_cast<size_t>(use.index)].index = static_cast<int>(i);
  }
  for (const std::vector<Use>& uses : old) OPDK_CHECK(uses.empty(), "an output in use was taken away: " + node->name());
}

}  // namespace opdk
