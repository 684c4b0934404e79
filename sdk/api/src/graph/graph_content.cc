// Subgraphs, copies and files of ge::Graph.
#include <algorithm>
#include <limits>
#include <ostream>
#include <unordered_map>

#include "graph/graph.h"
#include "opdk/host.h"
#include "opdk/input_file.h"
#include "opdk/log.h"
#include "opdk/output_file.h"
#include "sdk/api/src/graph/graph_impl.h"

namespace ge {

using opdk::GraphAccess;
using opdk::OperatorAccess;

namespace {

graphStatus Refuse(const std::string& what) {
  opdk::Log(opdk::LogLevel::kError, "graph", "%s", what.c_str());
  return GRAPH_FAILED;
}

std::shared_ptr<const opdk::Host> HostFor(const char* action) {
  std::shared_ptr<const opdk::Host> host = opdk::CurrentHost();
  if (host == nullptr) (void)Refuse(std::string(action) + " a graph needs loaded operator packages; there are none");
  return host;
}

using Copies = std::unordered_map<const OperatorImpl*, Operator>;

// Copies every operator of `graph` with its links.
Copies CopyOperators(const Graph& graph) {
  Copies copies;
  const std::vector<Operator> operators = opdk::OperatorsOf(graph);
  for (const Operator& op : operators) {
    const OperatorImplPtr& from = OperatorAccess::Impl(op);
    auto to = std::make_shared<OperatorImpl>(from->desc().name, from->desc().type);
    to->desc() = from->desc();
    to->subgraphs = from->subgraphs;
    to->infer = from->infer;
    to->verify = from->verify;
    to->infer_format = from->infer_format;
    to->context = from->context;
    copies[from.get()] = OperatorAccess::Handle(std::move(to));
  }
  for (const Operator& op : operators) {
    const OperatorImplPtr& from = OperatorAccess::Impl(op);
    const OperatorImplPtr& to = OperatorAccess::Impl(copies[from.get()]);
    const std::vector<opdk::Port> inputs = to->desc().inputs;
    for (size_t i = 0; i < from->links().size(); ++i) {
      const OperatorImpl::Link& link = from->links()[i];
      if (link.source.IsEmpty()) continue;
      (void)to->LinkInput(static_cast<int>(i), OperatorAccess::Impl(copies[OperatorAccess::Impl(link.source).get()]),
                          link.output);
    }
    to->desc().inputs = inputs;  // linking overwrote descs that may have been edited since
    for (const Operator& source : from->control_inputs) {
      to->LinkControl(OperatorAccess::Impl(copies[OperatorAccess::Impl(source).get()]));
    }
  }
  return copies;
}

}  // namespace

graphStatus Graph::CopyFrom(const Graph& src_graph) {
  if (src_graph.impl_ == nullptr) return GRAPH_FAILED;
  if (impl_ == src_graph.impl_) return GRAPH_SUCCESS;
  Copies copies = CopyOperators(src_graph);
  const auto copy_of = [&copies](const Operator& op) { return copies[OperatorAccess::Impl(op).get()]; };
  const opdk::AuthorGraph& from = src_graph.impl_->data;
  auto impl = std::make_shared<GraphImpl>(impl_ == nullptr ? from.name : impl_->data.name);
  opdk::AuthorGraph& to = impl->data;
  for (const Operator& op : from.inputs) to.inputs.push_back(copy_of(op));
  for (const auto& [op, index] : from.outputs) to.outputs.emplace_back(copy_of(op), index);
  for (const Operator& op : from.targets) to.targets.push_back(copy_of(op));
  for (const Operator& op : from.added) to.added.push_back(copy_of(op));
  for (const Operator& op : opdk::OperatorsOf(src_graph)) impl->kept.push_back(copy_of(op));
  for (const Graph& subgraph : from.subgraphs) {
    Graph copy(subgraph.GetName());
    (void)copy.CopyFrom(subgraph);
    copy.impl_->parent = impl;
    to.subgraphs.push_back(copy);
  }
  to.attrs = from.attrs;
  to.need_iteration = from.need_iteration;
  impl_ = std::move(impl);
  return GRAPH_SUCCESS;
}

std::vector<GraphPtr> Graph::GetAllSubgraphs() const {
  std::vector<GraphPtr> result;
  if (impl_ == nullptr) return result;
  for (const Graph& subgraph : impl_->data.subgraphs) result.push_back(std::make_shared<Graph>(subgraph));
  return result;
}

GraphPtr Graph::GetSubGraph(const char* name) const {
  if (impl_ == nullptr || name == nullptr) return nullptr;
  for (const Graph& subgraph : impl_->data.subgraphs) {
    if (subgraph.GetName() == name) return std::make_shared<Graph>(subgraph);
  }
  return nullptr;
}

graphStatus Graph::AddSubGraph(const Graph& subgraph) {
  if (impl_ == nullptr || subgraph.impl_ == nullptr) return GRAPH_FAILED;
  if (GetSubGraph(subgraph.GetName().c_str()) != nullptr) {
    return Refuse("graph " + GetName() + " has a subgraph named " + subgraph.GetName() + " already");
  }
  subgraph.impl_->parent = impl_;
  impl_->data.subgraphs.push_back(subgraph);
  return GRAPH_SUCCESS;
}

graphStatus Graph::RemoveSubgraph(const char* name) {
  if (impl_ == nullptr || name == nullptr) return GRAPH_FAILED;
  std::vector<Graph>& subgraphs = impl_->data.subgraphs;
  auto found = std::find_if(subgraphs.begin(), subgraphs.end(),
                            [name](const Graph& subgraph) { return subgraph.GetName() == name; });
  if (found == subgraphs.end()) return GRAPH_FAILED;
  found->impl_->parent.reset();
  subgraphs.erase(found);
  return GRAPH_SUCCESS;
}

GraphPtr Graph::GetParentGraph() const {
  GraphImplPtr parent = impl_ == nullptr ? nullptr : impl_->parent.lock();
  return parent == nullptr ? nullptr : std::make_shared<Graph>(GraphAccess::Handle(std::move(parent)));
}

GNodePtr Graph::GetParentNode() const {
  const GraphPtr parent = GetParentGraph();
  if (parent == nullptr) return nullptr;
  for (const Operator& op : opdk::OperatorsOf(*parent)) {
    const std::vector<std::string> names = op.GetSubgraphNames();
    if (std::find(names.begin(), names.end(), GetName()) != names.end()) {
      return std::make_shared<GNode>(GraphAccess::Node(op, parent->impl_));
    }
  }
  return nullptr;
}

graphStatus Graph::SaveToMem(std::vector<uint8_t>& bytes) const {
  const std::shared_ptr<const opdk::Host> host = HostFor("saving");
  if (host == nullptr || impl_ == nullptr) return GRAPH_FAILED;
  const opdk::Result<std::string> saved = host->SaveGraph(*this);
  if (!saved.ok()) return Refuse(saved.status().ToString());
  bytes.assign(saved->begin(), saved->end());
  return GRAPH_SUCCESS;
}

graphStatus Graph::LoadFromMem(const uint8_t* data, size_t size) {
  const std::shared_ptr<const opdk::Host> host = HostFor("loading");
  if (host == nullptr || data == nullptr) return GRAPH_FAILED;
  opdk::Result<Graph> loaded = host->LoadGraph({reinterpret_cast<const char*>(data), size}, "<memory>");
  if (!loaded.ok()) return Refuse(loaded.status().ToString());
  impl_ = loaded->impl_;
  return GRAPH_SUCCESS;
}

graphStatus Graph::LoadFromSerializedModelArray(const void* serialized_model, size_t size) {
  return LoadFromMem(static_cast<const uint8_t*>(serialized_model), size);
}

graphStatus Graph::SaveToFile(const char* file_name) const {
  if (file_name == nullptr) return GRAPH_FAILED;
  std::vector<uint8_t> bytes;
  if (SaveToMem(bytes) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const opdk::Status written = opdk::WriteFile(file_name, text);
  return written.ok() ? GRAPH_SUCCESS : Refuse(written.ToString());
}

graphStatus Graph::LoadFromFile(const char* file_name) {
  if (file_name == nullptr) return GRAPH_FAILED;
  constexpr opdk::FileKind kGraphFile{"the graph", std::numeric_limits<int>::max()};
  const opdk::Result<std::string> bytes = opdk::ReadFile(file_name, kGraphFile);
  if (!bytes.ok()) return Refuse(bytes.status().ToString());
  return LoadFromMem(reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size());
}

graphStatus Graph::Dump(DumpFormat format, std::ostream& o_stream) const {
  const std::shared_ptr<const opdk::Host> host = HostFor("dumping");
  if (host == nullptr || impl_ == nullptr) return GRAPH_FAILED;
  const opdk::Result<std::string> text = host->DumpGraph(*this, format);
  if (!text.ok()) return Refuse(text.status().ToString());
  o_stream << *text;
  return o_stream ? GRAPH_SUCCESS : GRAPH_FAILED;
}

graphStatus Graph::DumpToFile(DumpFormat format, const AscendString& suffix) const {
  const std::shared_ptr<const opdk::Host> host = HostFor("dumping");
  if (host == nullptr || impl_ == nullptr) return GRAPH_FAILED;
  const char* const end = suffix.GetString();
  const opdk::Status written = host->DumpGraphToFile(*this, format, end == nullptr ? "" : end);
  return written.ok() ? GRAPH_SUCCESS : Refuse(written.ToString());
}

}  // namespace ge
