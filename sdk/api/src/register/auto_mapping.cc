// AutoMapping…: parse functions of operators whose attributes have the framework's names.
#include <string>

#include "graph/utils/type_utils.h"
#include "opdk/author_graph.h"
#include "opdk/log.h"
#include "opdk/message_attrs.h"
#include "register/register.h"
#include "sdk/api/src/graph/lookup_notes.h"
#include "sdk/api/src/graph/operator_impl.h"

namespace domi {

namespace {

constexpr const char* kParentNodeIndex = "_parent_node_index";

// Returns the format that an attribute names; ND when it is absent or names another.
ge::Format FormatOf(const opdk::OpDesc& desc, const char* attr) {
  const std::string* text = desc.GetAttr<std::string>(attr);
  if (text == nullptr) return ge::FORMAT_ND;
  opdk::NoteAttrRead(attr);
  const ge::Format format = ge::TypeUtils::DataFormatToFormat(*text);
  return format == ge::FORMAT_RESERVED ? ge::FORMAT_ND : format;
}

void SetFormats(std::vector<opdk::Port>& ports, ge::Format format) {
  for (opdk::Port& port : ports) {
    if (opdk::IsAbsent(port.desc)) continue;
    port.desc.SetFormat(format);
    port.desc.SetOriginFormat(format);
  }
}

// Entries that an attribute asks for; -1 when it is neither an Int nor a list.
int64_t CountFrom(const opdk::OpDesc& desc, const std::string& attr) {
  if (const auto* count = desc.GetAttr<int64_t>(attr)) return *count;
  if (const auto* types = desc.GetAttr<std::vector<ge::DataType>>(attr)) return static_cast<int64_t>(types->size());
  if (const auto* ints = desc.GetAttr<std::vector<int64_t>>(attr)) return static_cast<int64_t>(ints->size());
  return -1;
}

Status Fail(const ge::Operator& op, const std::string& what) {
  opdk::Log(opdk::LogLevel::kError, "parser", "%s (%s): %s", op.GetName().c_str(), op.GetOpType().c_str(),
            what.c_str());
  return FAILED;
}

}  // namespace

Status AutoMappingByOpFn(const ge::Operator& op_src, ge::Operator& op_dest) {
  if (op_src.IsEmpty() || op_dest.IsEmpty()) return FAILED;
  const opdk::OpDesc& from = opdk::DescOf(op_src);
  opdk::OpDesc& to = opdk::DescOf(op_dest);
  if (&from == &to) return SUCCESS;
  if (!from.name.empty()) to.name = from.name;
  for (const auto& [name, value] : from.attrs) to.attrs[name] = value;
  const auto& from_subgraphs = opdk::OperatorAccess::Impl(op_src)->subgraphs;
  auto& to_subgraphs = opdk::OperatorAccess::Impl(op_dest)->subgraphs;
  for (const ge::OperatorImpl::Subgraph& subgraph : from_subgraphs) {
    bool known = false;
    for (ge::OperatorImpl::Subgraph& existing : to_subgraphs) {
      if (existing.instance != subgraph.instance) continue;
      known = true;
      if (subgraph.builder) existing.builder = subgraph.builder;
    }
    if (!known) to_subgraphs.push_back(subgraph);
  }
  const bool has_pair = from.attrs.count("src_format") > 0 && from.attrs.count("dst_format") > 0;
  SetFormats(to.inputs, FormatOf(from, has_pair ? "src_format" : "data_format"));
  SetFormats(to.outputs, FormatOf(from, has_pair ? "dst_format" : "data_format"));
  return SUCCESS;
}

Status AutoMappingByOpFnDynamic(const ge::Operator& op_src, ge::Operator& op_dest,
                                const std::vector<DynamicInputOutputInfo>& dynamic_name_attr_value) {
  if (op_src.IsEmpty() || op_dest.IsEmpty()) return FAILED;
  for (const DynamicInputOutputInfo& info : dynamic_name_attr_value) {
    if (info.port_name == nullptr || info.attr_name == nullptr || info.port_name_len < 0 || info.attr_name_len < 0) {
      return PARAM_INVALID;
    }
    const std::string port(info.port_name, static_cast<size_t>(info.port_name_len));
    const std::string attr(info.attr_name, static_cast<size_t>(info.attr_name_len));
    const int64_t count = CountFrom(opdk::DescOf(op_src), attr);
    opdk::NoteAttrRead(attr);
    constexpr int64_t kMostEntries = 1 << 20;
    if (count < 0 || count > kMostEntries) {
      return Fail(op_src, "attribute " + attr + " does not say how many entries " + port + " has");
    }
    const ge::OperatorImplPtr& destination = opdk::OperatorAccess::Impl(op_dest);
    if (info.type == kInput) {
      destination->AddInputs({port, opdk::PortKind::kDynamic, ""}, static_cast<uint32_t>(count));
    } else if (info.type == kOutput) {
      destination->AddOutputs({port, opdk::PortKind::kDynamic, ""}, static_cast<uint32_t>(count));
    } else {
      return Fail(op_src, "dynamic port " + port + " is neither an input nor an output");
    }
  }
  return AutoMappingByOpFn(op_src, op_dest);
}

Status AutoMappingSubgraphIndex(const ge::Graph& graph,
                                const std::function<Status(int data_index, int& parent_input_index)>& input,
                                const std::function<Status(int netoutput_index, int& parent_output_index)>& output) {
  if (opdk::IsEmpty(graph)) return FAILED;
  for (ge::Operator& op : opdk::OperatorsOf(graph)) {
    if (op.GetOpType() != "Data") continue;
    int64_t index = 0;
    int parent = 0;
    if (op.GetAttr("index", index) != ge::GRAPH_SUCCESS) return Fail(op, "has no attribute index");
    const Status status = input(static_cast<int>(index), parent);
    if (status != SUCCESS) return status;
    op.SetAttr(kParentNodeIndex, parent);
  }
  opdk::AuthorGraph& data = opdk::DataOf(graph);
  std::vector<int64_t> parents;
  for (int i = 0; i < static_cast<int>(data.outputs.size()); ++i) {
    int parent = 0;
    const Status status = output(i, parent);
    if (status != SUCCESS) return status;
    parents.push_back(parent);
  }
  data.attrs[kParentNodeIndex] = parents;
  return SUCCESS;
}

Status AutoMappingSubgraphIndex(const ge::Graph& graph, const std::function<int(int data_index)>& input,
                                const std::function<int(int netoutput_index)>& output) {
  const auto with_status = [](const std::function<int(int)>& map) {
    return [&map](int index, int& parent) {
      parent = map(index);
      return parent < 0 ? FAILED : SUCCESS;
    };
  };
  return AutoMappingSubgraphIndex(graph, std::function<Status(int, int&)>(with_status(input)),
                                  std::function<Status(int, int&)>(with_status(output)));
}

Status AutoMappingFn(const google::protobuf::Message* op_src, ge::Operator& op) {
  if (op_src == nullptr || op.IsEmpty()) return FAILED;
  ge::Operator source(op.GetName(), op.GetOpType());
  if (const opdk::Status read = opdk::ReadMessage(*op_src, opdk::DescOf(source)); !read.ok()) {
    return Fail(op, read.message());
  }
  return AutoMappingByOpFn(source, op);
}

Status AutoMappingFnDynamicPorts(const google::protobuf::Message* op_src, ge::Operator& op,
                                 const std::vector<DynamicPort>& ports) {
  if (op_src == nullptr || op.IsEmpty()) return FAILED;
  ge::Operator source(op.GetName(), op.GetOpType());
  if (const opdk::Status read = opdk::ReadMessage(*op_src, opdk::DescOf(source)); !read.ok()) {
    return Fail(op, read.message());
  }
  std::vector<DynamicInputOutputInfo> infos;
  for (const DynamicPort& dynamic : ports) {
    const std::string direction = opdk::ToText(dynamic.direction);
    if (direction != "in" && direction != "out") return Fail(op, "'" + direction + "' is neither \"in\" nor \"out\"");
    infos.emplace_back(direction == "in" ? kInput : kOutput, dynamic.port.GetString(),
                       static_cast<int64_t>(dynamic.port.GetLength()), dynamic.attr.GetString(),
                       static_cast<int64_t>(dynamic.attr.GetLength()));
  }
  return AutoMappingByOpFnDynamic(source, op, infos);
}

}  // namespace domi
