#include "graph/gnode.h"

#include "graph/graph.h"
#include "sdk/api/src/graph/c_text.h"
#include "sdk/api/src/graph/graph_impl.h"

namespace ge {

using opdk::GraphAccess;
using opdk::OperatorAccess;

namespace {

bool InRange(int32_t index, size_t size) { return index >= 0 && static_cast<size_t>(index) < size; }

}  // namespace

graphStatus GNode::GetType(AscendString& type) const {
  return impl_ == nullptr ? GRAPH_FAILED : impl_->op.GetOpType(type);
}

graphStatus GNode::GetName(AscendString& name) const {
  return impl_ == nullptr ? GRAPH_FAILED : impl_->op.GetName(name);
}

std::pair<GNodePtr, int32_t> GNode::GetInDataNodesAndPortIndexs(int32_t index) const {
  if (impl_ == nullptr) return {nullptr, -1};
  const std::vector<OperatorImpl::Link>& links = OperatorAccess::Impl(impl_->op)->links();
  if (!InRange(index, links.size()) || links[static_cast<size_t>(index)].source.IsEmpty()) return {nullptr, -1};
  const OperatorImpl::Link& link = links[static_cast<size_t>(index)];
  return {std::make_shared<GNode>(GraphAccess::Node(link.source, impl_->graph.lock())), link.output};
}

std::vector<GNodePtr> GNode::GetInControlNodes() const {
  std::vector<GNodePtr> nodes;
  if (impl_ == nullptr) return nodes;
  for (const Operator& source : OperatorAccess::Impl(impl_->op)->control_inputs) {
    nodes.push_back(std::make_shared<GNode>(GraphAccess::Node(source, impl_->graph.lock())));
  }
  return nodes;
}

std::vector<std::pair<GNodePtr, int32_t>> GNode::GetOutDataNodesAndPortIndexs(int32_t index) const {
  std::vector<std::pair<GNodePtr, int32_t>> nodes;
  if (impl_ == nullptr) return nodes;
  const OperatorImplPtr& self = OperatorAccess::Impl(impl_->op);
  for (const OperatorImplPtr& consumer : self->Consumers()) {
    for (size_t i = 0; i < consumer->links().size(); ++i) {
      const OperatorImpl::Link& link = consumer->links()[i];
      if (OperatorAccess::Impl(link.source) != self || link.output != index) continue;
      nodes.emplace_back(
          std::make_shared<GNode>(GraphAccess::Node(OperatorAccess::Handle(consumer), impl_->graph.lock())),
          static_cast<int32_t>(i));
    }
  }
  return nodes;
}

std::vector<GNodePtr> GNode::GetOutControlNodes() const {
  std::vector<GNodePtr> nodes;
  if (impl_ == nullptr) return nodes;
  const OperatorImplPtr& self = OperatorAccess::Impl(impl_->op);
  for (const OperatorImplPtr& consumer : self->Consumers()) {
    for (const Operator& source : consumer->control_inputs) {
      if (OperatorAccess::Impl(source) != self) continue;
      nodes.push_back(
          std::make_shared<GNode>(GraphAccess::Node(OperatorAccess::Handle(consumer), impl_->graph.lock())));
    }
  }
  return nodes;
}

graphStatus GNode::GetInputConstData(int32_t index, Tensor& data) const {
  return impl_ != nullptr && OperatorAccess::Impl(impl_->op)->ConstInput(index, data) ? GRAPH_SUCCESS : GRAPH_FAILED;
}

graphStatus GNode::GetInputIndexByName(const AscendString& name, int32_t& index) {
  const int found = impl_ == nullptr ? -1 : opdk::DescOf(impl_->op).FindInput(Text(name));
  if (found < 0) return GRAPH_FAILED;
  index = found;
  return GRAPH_SUCCESS;
}

graphStatus GNode::GetOutputIndexByName(const AscendString& name, int32_t& index) {
  const int found = impl_ == nullptr ? -1 : opdk::DescOf(impl_->op).FindOutput(Text(name));
  if (found < 0) return GRAPH_FAILED;
  index = found;
  return GRAPH_SUCCESS;
}

size_t GNode::GetInputsSize() const { return impl_ == nullptr ? 0 : opdk::DescOf(impl_->op).inputs.size(); }
size_t GNode::GetOutputsSize() const { return impl_ == nullptr ? 0 : opdk::DescOf(impl_->op).outputs.size(); }

graphStatus GNode::GetInputDesc(int32_t index, TensorDesc& tensor_desc) const {
  if (!InRange(index, GetInputsSize())) return GRAPH_FAILED;
  tensor_desc = opdk::DescOf(impl_->op).inputs[static_cast<size_t>(index)].desc;
  return GRAPH_SUCCESS;
}

graphStatus GNode::UpdateInputDesc(int32_t index, const TensorDesc& tensor_desc) {
  if (!InRange(index, GetInputsSize())) return GRAPH_FAILED;
  return impl_->op.UpdateInputDesc(static_cast<uint32_t>(index), tensor_desc);
}

graphStatus GNode::GetOutputDesc(int32_t index, TensorDesc& tensor_desc) const {
  if (!InRange(index, GetOutputsSize())) return GRAPH_FAILED;
  tensor_desc = opdk::DescOf(impl_->op).outputs[static_cast<size_t>(index)].desc;
  return GRAPH_SUCCESS;
}

graphStatus GNode::UpdateOutputDesc(int32_t index, const TensorDesc& tensor_desc) {
  if (!InRange(index, GetOutputsSize())) return GRAPH_FAILED;
  return impl_->op.UpdateOutputDesc(static_cast<uint32_t>(index), tensor_desc);
}

#define OPDK_NODE_ATTR(...)                                                             \
  graphStatus GNode::GetAttr(const AscendString& name, __VA_ARGS__& attr_value) const { \
    if (impl_ == nullptr || name.GetString() == nullptr) return GRAPH_FAILED;           \
    return impl_->op.GetAttr(name.GetString(), attr_value);                             \
  }                                                                                     \
  graphStatus GNode::SetAttr(const AscendString& name, __VA_ARGS__& attr_value) const { \
    if (impl_ == nullptr || name.GetString() == nullptr) return GRAPH_FAILED;           \
    (void)impl_->op.SetAttr(name.GetString(), attr_value);                              \
    return GRAPH_SUCCESS;                                                               \
  }

OPDK_NODE_ATTR(int64_t)
OPDK_NODE_ATTR(int32_t)
OPDK_NODE_ATTR(uint32_t)
OPDK_NODE_ATTR(float)
OPDK_NODE_ATTR(AscendString)
OPDK_NODE_ATTR(bool)
OPDK_NODE_ATTR(Tensor)
OPDK_NODE_ATTR(DataType)
OPDK_NODE_ATTR(std::vector<int64_t>)
OPDK_NODE_ATTR(std::vector<int32_t>)
OPDK_NODE_ATTR(std::vector<uint32_t>)
OPDK_NODE_ATTR(std::vector<float>)
OPDK_NODE_ATTR(std::vector<AscendString>)
OPDK_NODE_ATTR(std::vector<bool>)
OPDK_NODE_ATTR(std::vector<Tensor>)
OPDK_NODE_ATTR(std::vector<uint8_t>)
OPDK_NODE_ATTR(std::vector<std::vector<int64_t>>)
OPDK_NODE_ATTR(std::vector<DataType>)
#undef OPDK_NODE_ATTR

graphStatus GNode::GetAttr(const AscendString& name, AttrValue& attr_value) const {
  if (impl_ == nullptr || name.GetString() == nullptr) return GRAPH_FAILED;
  return impl_->op.GetAttr(name.GetString(), attr_value);
}

graphStatus GNode::SetAttr(const AscendString& name, AttrValue& attr_value) const {
  if (impl_ == nullptr || name.GetString() == nullptr) return GRAPH_FAILED;
  (void)impl_->op.SetAttr(name.GetString(), AttrValue(attr_value));
  return GRAPH_SUCCESS;
}

bool GNode::HasAttr(const AscendString& name) {
  AttrValue value;
  return GetAttr(name, value) == GRAPH_SUCCESS;
}

graphStatus GNode::GetSubgraph(uint32_t index, GraphPtr& graph) const {
  if (impl_ == nullptr) return GRAPH_FAILED;
  const std::vector<std::string> names = impl_->op.GetSubgraphNames();
  if (index >= names.size()) return GRAPH_FAILED;
  const Operator::SubgraphBuilder builder = impl_->op.GetSubgraphBuilder(names[index]);
  if (!builder) return GRAPH_FAILED;
  graph = std::make_shared<Graph>(builder());
  return GRAPH_SUCCESS;
}

graphStatus GNode::GetALLSubgraphs(std::vector<GraphPtr>& graph_list) const {
  if (impl_ == nullptr) return GRAPH_FAILED;
  graph_list.clear();
  for (uint32_t i = 0; i < impl_->op.GetSubgraphNamesCount(); ++i) {
    GraphPtr graph;
    if (GetSubgraph(i, graph) == GRAPH_SUCCESS) graph_list.push_back(graph);
  }
  return GRAPH_SUCCESS;
}

}  // namespace ge
