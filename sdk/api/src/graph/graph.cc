#include "graph/graph.h"

#include <algorithm>

#include "opdk/log.h"
#include "sdk/api/src/graph/attr_codec.h"
#include "sdk/api/src/graph/c_text.h"
#include "sdk/api/src/graph/graph_impl.h"

namespace ge {

using opdk::GraphAccess;
using opdk::OperatorAccess;

namespace {

graphStatus Fail(const GraphImplPtr& impl, const std::string& what) {
  opdk::Log(opdk::LogLevel::kError, "graph", "graph %s: %s", impl == nullptr ? "(none)" : impl->data.name.c_str(),
            what.c_str());
  return GRAPH_FAILED;
}

bool Same(const Operator& a, const Operator& b) { return OperatorAccess::Impl(a) == OperatorAccess::Impl(b); }

void AddOutputs(opdk::AuthorGraph& data, const Operator& op) {
  if (op.IsEmpty()) return;
  for (size_t i = 0; i < op.GetOutputsSize(); ++i) data.outputs.emplace_back(op, static_cast<int>(i));
}

}  // namespace

Graph::Graph(const char* name) : impl_(std::make_shared<GraphImpl>(Text(name))) {}

Graph& Graph::SetInputs(const std::vector<Operator>& inputs) {
  if (impl_ == nullptr) return *this;
  impl_->data.inputs = inputs;
  impl_->kept = opdk::OperatorsOf(*this);
  return *this;
}

Graph& Graph::SetOutputs(const std::vector<Operator>& outputs) {
  if (impl_ == nullptr) return *this;
  impl_->data.outputs.clear();
  for (const Operator& op : outputs) AddOutputs(impl_->data, op);
  impl_->kept = opdk::OperatorsOf(*this);
  return *this;
}

Graph& Graph::SetOutputs(const std::vector<std::pair<Operator, std::vector<size_t>>>& output_indexs) {
  if (impl_ == nullptr) return *this;
  impl_->data.outputs.clear();
  for (const auto& [op, indexes] : output_indexs) {
    for (size_t index : indexes) {
      if (index < op.GetOutputsSize()) {
        impl_->data.outputs.emplace_back(op, static_cast<int>(index));
      } else {
        (void)Fail(impl_, op.GetName() + " has no output " + std::to_string(index));
      }
    }
  }
  impl_->kept = opdk::OperatorsOf(*this);
  return *this;
}

Graph& Graph::SetOutputs(const std::vector<std::pair<Operator, AscendString>>& outputs) {
  if (impl_ == nullptr) return *this;
  impl_->data.outputs.clear();
  for (const auto& [op, output] : outputs) {
    if (op.IsEmpty()) continue;
    const std::string name = Text(output);
    if (name.empty()) {
      AddOutputs(impl_->data, op);
      continue;
    }
    const int index = opdk::DescOf(op).FindOutput(name);
    if (index >= 0) {
      impl_->data.outputs.emplace_back(op, index);
    } else {
      (void)Fail(impl_, op.GetName() + " has no output " + name);
    }
  }
  impl_->kept = opdk::OperatorsOf(*this);
  return *this;
}

Graph& Graph::SetOutputs(const std::vector<std::pair<GNode, int32_t>>& outputs) {
  std::vector<std::pair<Operator, std::vector<size_t>>> indexed;
  for (const auto& [node, index] : outputs) {
    if (GraphAccess::Impl(node) == nullptr || index < 0) continue;
    indexed.emplace_back(GraphAccess::Impl(node)->op, std::vector<size_t>{static_cast<size_t>(index)});
  }
  return SetOutputs(indexed);
}

Graph& Graph::SetTargets(const std::vector<Operator>& targets) {
  if (impl_ == nullptr) return *this;
  impl_->data.targets = targets;
  impl_->kept = opdk::OperatorsOf(*this);
  return *this;
}

bool Graph::IsValid() const {
  return impl_ != nullptr && !(impl_->data.inputs.empty() && impl_->data.outputs.empty() && impl_->data.added.empty() &&
                               impl_->data.targets.empty());
}

graphStatus Graph::SetValid() { return impl_ == nullptr ? GRAPH_FAILED : GRAPH_SUCCESS; }

graphStatus Graph::AddOp(const Operator& op) {
  if (impl_ == nullptr || op.IsEmpty()) return GRAPH_FAILED;
  for (const Operator& known : impl_->data.added) {
    if (known.GetName() == op.GetName()) return Fail(impl_, "an operator named " + op.GetName() + " was added before");
  }
  impl_->data.added.push_back(op);
  return GRAPH_SUCCESS;
}

graphStatus Graph::FindOpByName(const char* name, Operator& op) const {
  for (const Operator& known : opdk::OperatorsOf(*this)) {
    if (known.GetName() != Text(name)) continue;
    op = known;
    return GRAPH_SUCCESS;
  }
  return GRAPH_FAILED;
}

graphStatus Graph::FindOpByType(const char* type, std::vector<Operator>& ops) const {
  if (impl_ == nullptr) return GRAPH_FAILED;
  ops.clear();
  for (const Operator& known : opdk::OperatorsOf(*this)) {
    if (known.GetOpType() == Text(type)) ops.push_back(known);
  }
  return GRAPH_SUCCESS;
}

graphStatus Graph::GetAllOpName(std::vector<AscendString>& names) const {
  names.clear();
  if (impl_ == nullptr) return GRAPH_FAILED;
  for (const Operator& op : opdk::OperatorsOf(*this)) names.emplace_back(op.GetName().c_str());
  return GRAPH_SUCCESS;
}

graphStatus Graph::GetName(AscendString& name) const {
  if (impl_ == nullptr) return GRAPH_FAILED;
  name = AscendString(impl_->data.name.c_str());
  return GRAPH_SUCCESS;
}

void Graph::SetNeedIteration(bool need_iteration) {
  if (impl_ != nullptr) impl_->data.need_iteration = need_iteration;
}

std::vector<GNode> Graph::GetDirectNode() const {
  std::vector<GNode> nodes;
  for (const Operator& op : opdk::OperatorsOf(*this)) nodes.push_back(GraphAccess::Node(op, impl_));
  return nodes;
}

std::vector<GNode> Graph::GetAllNodes() const {
  std::vector<GNode> nodes = GetDirectNode();
  for (const GraphPtr& subgraph : GetAllSubgraphs()) {
    for (const GNode& node : subgraph->GetDirectNode()) nodes.push_back(node);
  }
  return nodes;
}

GNodePtr Graph::FindNodeByName(const AscendString& name) const {
  Operator op;
  if (FindOpByName(Text(name.GetString()), op) != GRAPH_SUCCESS) return nullptr;
  return std::make_shared<GNode>(GraphAccess::Node(op, impl_));
}

graphStatus Graph::RemoveNode(GNode& node) { return RemoveNode(node, false); }

graphStatus Graph::RemoveNode(GNode& node, bool contain_subgraph) {
  if (impl_ == nullptr || GraphAccess::Impl(node) == nullptr) return GRAPH_FAILED;
  const Operator op = GraphAccess::Impl(node)->op;
  const auto is_op = [&op](const Operator& other) { return Same(op, other); };
  opdk::AuthorGraph& data = impl_->data;
  op.BreakConnect();
  for (std::vector<Operator>* list : {&data.inputs, &data.targets, &data.added, &impl_->kept}) {
    list->erase(std::remove_if(list->begin(), list->end(), is_op), list->end());
  }
  data.outputs.erase(std::remove_if(data.outputs.begin(), data.outputs.end(),
                                    [&is_op](const auto& output) { return is_op(output.first); }),
                     data.outputs.end());
  if (contain_subgraph) {
    for (const std::string& name : op.GetSubgraphNames()) (void)RemoveSubgraph(name.c_str());
  }
  return GRAPH_SUCCESS;
}

graphStatus Graph::RemoveEdge(GNode& src_node, int32_t src_port_index, GNode& dst_node, int32_t dst_port_index) {
  if (GraphAccess::Impl(src_node) == nullptr || GraphAccess::Impl(dst_node) == nullptr) return GRAPH_FAILED;
  const OperatorImplPtr& source = OperatorAccess::Impl(GraphAccess::Impl(src_node)->op);
  const OperatorImplPtr& destination = OperatorAccess::Impl(GraphAccess::Impl(dst_node)->op);
  if (src_port_index == -1 && dst_port_index == -1) {
    destination->UnlinkControl(source.get());
    return GRAPH_SUCCESS;
  }
  if (dst_port_index < 0 || dst_port_index >= static_cast<int32_t>(destination->links().size())) return GRAPH_FAILED;
  const OperatorImpl::Link& link = destination->links()[static_cast<size_t>(dst_port_index)];
  if (OperatorAccess::Impl(link.source) != source || link.output != src_port_index) return GRAPH_FAILED;
  destination->UnlinkInput(dst_port_index);
  return GRAPH_SUCCESS;
}

GNode Graph::AddNodeByOp(const Operator& op) {
  return AddOp(op) == GRAPH_SUCCESS ? GraphAccess::Node(op, impl_) : GNode();
}

graphStatus Graph::AddDataEdge(GNode& src_node, int32_t src_port_index, GNode& dst_node, int32_t dst_port_index) {
  if (GraphAccess::Impl(src_node) == nullptr || GraphAccess::Impl(dst_node) == nullptr) return GRAPH_FAILED;
  const OperatorImplPtr& destination = OperatorAccess::Impl(GraphAccess::Impl(dst_node)->op);
  return destination->LinkInput(dst_port_index, OperatorAccess::Impl(GraphAccess::Impl(src_node)->op), src_port_index);
}

graphStatus Graph::AddControlEdge(GNode& src_node, GNode& dst_node) {
  if (GraphAccess::Impl(src_node) == nullptr || GraphAccess::Impl(dst_node) == nullptr) return GRAPH_FAILED;
  (void)GraphAccess::Impl(dst_node)->op.AddControlInput(GraphAccess::Impl(src_node)->op);
  return GRAPH_SUCCESS;
}

graphStatus Graph::SetAttr(const AscendString& name, const AttrValue& attr_value) {
  if (impl_ == nullptr || name.GetString() == nullptr) return GRAPH_FAILED;
  impl_->data.attrs[name.GetString()] = opdk::ToAttr(attr_value);
  return GRAPH_SUCCESS;
}

graphStatus Graph::GetAttr(const AscendString& name, AttrValue& attr_value) const {
  if (impl_ == nullptr || name.GetString() == nullptr) return GRAPH_FAILED;
  auto found = impl_->data.attrs.find(name.GetString());
  if (found == impl_->data.attrs.end()) return GRAPH_FAILED;
  (void)opdk::FromAttr(found->second, attr_value);
  return GRAPH_SUCCESS;
}

GraphPtr Graph::ConstructFromInputs(const std::vector<Operator>& inputs, const AscendString& name) {
  if (inputs.empty()) return nullptr;
  auto graph = std::make_shared<Graph>(Text(name.GetString()));
  graph->SetInputs(inputs);
  return graph;
}

}  // namespace ge
