#include "plugins/onnx/parser/graph_builder.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "opdk/lookups.h"
#include "opdk/op_desc.h"
#include "plugins/onnx/parser/attribute_check.h"
#include "plugins/onnx/parser/mapping_call.h"
#include "plugins/onnx/parser/node_order.h"
#include "plugins/onnx/parser/port_layout.h"
#include "plugins/onnx/parser/source_operator.h"
#include "plugins/onnx/parser/subgraph_inline.h"
#include "plugins/onnx/parser/tensor_data.h"

namespace opdk::onnx_plugin {
namespace {

std::string Described(const MappedNode& node) {
  return fmt::format("{}, mapped by {}", NodeTitle(node.proto), node.mapping.origin_type);
}

}  // namespace

GraphBuilder::GraphBuilder(onnx::ModelProto& model, const ParserContext& context, std::string model_directory)
    : model_(model), context_(context), directory_(std::move(model_directory)) {}

std::string GraphBuilder::UniqueName(const std::string& wanted) { return names_.Give(wanted); }

Result<ge::Graph> GraphBuilder::Build(Expander& expanded) {
  for (auto& initializer : *model_.mutable_graph()->mutable_initializer()) {
    constants_[initializer.name()] = &initializer;
  }
  for (auto& [name, tensor] : expanded.constants()) constants_[name] = &tensor;
  OPDK_TRY(AddInputs());
  for (const auto& node : expanded.nodes()) OPDK_TRY(AddNode(node, expanded.types()));
  ge::Graph graph(model_.graph().name().empty() ? "onnx" : model_.graph().name());
  graph.SetInputs(inputs_);
  OPDK_TRY(SetOutputs(graph));
  return graph;
}

Status GraphBuilder::AddInputs() {
  for (const auto& input : model_.graph().input()) {
    // Up to IR 3 every initializer was declared as an input too.
    if (constants_.contains(input.name())) continue;
    OPDK_TRY(ge::Operator data, context_.CreateOperator(UniqueName(input.name()), "Data"));
    const ge::TensorDesc desc = DescOfType(input.type());
    if (desc.GetDataType() == ge::DT_UNDEFINED) {
      return Status(ErrorCode::kModelInvalid,
                    fmt::format("graph input '{}' has no element type or one that is not supported", input.name()));
    }
    data.SetAttr("index", static_cast<int64_t>(inputs_.size()));
    static_cast<void>(data.UpdateOutputDesc("y", desc));
    std::vector<std::string> dim_names;
    bool named = false;
    for (const auto& dim : input.type().tensor_type().shape().dim()) {
      dim_names.push_back(dim.dim_param());
      named = named || !dim.dim_param().empty();
    }
    if (named) data.SetAttr("dim_names", dim_names);
    inputs_.push_back(data);
    if (!values_.emplace(input.name(), Value{data, 0}).second) {
      return Status(ErrorCode::kModelInvalid, fmt::format("two graph inputs are named '{}'", input.name()));
    }
  }
  return {};
}

Result<GraphBuilder::Value> GraphBuilder::AddConst(const std::string& name, onnx::TensorProto& tensor) {
  OPDK_TRY(const ge::Tensor value, DecodeTensor(tensor, directory_));
  // Weights are large: the file's copy goes as soon as the graph has its own.
  if (tensor.has_raw_data()) std::unique_ptr<std::string>(tensor.release_raw_data()).reset();
  OPDK_TRY(ge::Operator op, context_.CreateOperator(UniqueName(name), "Const"));
  op.SetAttr("value", value);
  static_cast<void>(op.UpdateOutputDesc("y", value.GetTensorDesc()));
  constants_.erase(name);
  return values_.emplace(name, Value{op, 0}).first->second;
}

Result<GraphBuilder::Value> GraphBuilder::FindValue(const std::string& name, const std::string& user) {
  if (auto found = values_.find(name); found != values_.end()) return found->second;
  if (auto found = constants_.find(name); found != constants_.end()) return AddConst(name, *found->second);
  return Status(ErrorCode::kModelInvalid,
                fmt::format("{} uses the value '{}', which no node, input or initializer gives", user, name));
}

Result<ge::Operator> GraphBuilder::Map(const MappedNode& node, const std::string& name, const ValueTypes& types) const {
  OPDK_TRY(const ge::Operator source,
           MakeSourceOperator(node.proto, name, types, directory_, /*json=*/!node.mapping.own));
  auto created = context_.CreateOperator(name, node.mapping.data->GetOmOptype());
  if (!created.ok()) return std::move(created).status().At(Described(node));
  ge::Operator op = std::move(created).value();
  OPDK_TRY(CallMapping(node, source, op));
  return op;
}

Status GraphBuilder::Connect(const MappedNode& node, ge::Operator& op) {
  OPDK_TRY(LayOutPorts(node, op));
  for (int i = 0; i < node.proto.input_size(); ++i) {
    const std::string& input = node.proto.input(i);
    if (input.empty()) continue;
    OPDK_TRY(const Value value, FindValue(input, NodeTitle(node.proto)));
    op.SetInput(static_cast<uint32_t>(i), value.op, static_cast<uint32_t>(value.output));
  }
  return {};
}

Status GraphBuilder::AddNode(const MappedNode& node, const ValueTypes& types) {
  if (node.proto.output_size() == 0) {
    return Status(ErrorCode::kModelInvalid, fmt::format("{} has no outputs", NodeTitle(node.proto)));
  }
  const std::string wanted =
      node.proto.name().empty() ? fmt::format("{}_{}", node.proto.op_type(), node.proto.output(0)) : node.proto.name();
  const std::string name = UniqueName(wanted);
  const AttrReads reads;
  OPDK_TRY(ge::Operator op, Map(node, name, types));
  OPDK_TRY(Connect(node, op));
  const bool to_graph = node.mapping.data->GetParseOpToGraphFn() != nullptr;
  if (to_graph) OPDK_TRY(InlineGraph(node, op));
  OPDK_TRY(CheckAttributes(node, op, reads.names(), [&](const onnx::NodeProto& other) {
    return Map({other, node.mapping, node.verified}, name, types);
  }));
  if (to_graph) return {};
  for (int i = 0; i < node.proto.output_size(); ++i) {
    if (!node.proto.output(i).empty()) values_[node.proto.output(i)] = Value{op, i};
  }
  return {};
}

Status GraphBuilder::InlineGraph(const MappedNode& node, const ge::Operator& op) {
  OPDK_TRY(const std::vector<GraphOutput> outputs,
           InlineMappedGraph(node, op, [this](const std::string& name) { return UniqueName(name); }));
  if (outputs.size() < static_cast<size_t>(node.proto.output_size())) {
    return Status(ErrorCode::kModelInvalid, fmt::format("{}: its graph has {} outputs, the node {}", Described(node),
                                                        outputs.size(), node.proto.output_size()));
  }
  for (int i = 0; i < node.proto.output_size(); ++i) {
    const auto& output = outputs[static_cast<size_t>(i)];
    if (!node.proto.output(i).empty()) values_[node.proto.output(i)] = Value{output.op, output.index};
  }
  return {};
}

Status GraphBuilder::SetOutputs(ge::Graph& graph) {
  std::vector<std::pair<ge::Operator, std::vector<size_t>>> outputs;
  std::vector<ge::AscendString> names;
  for (const auto& output : model_.graph().output()) {
    OPDK_TRY(const Value value, FindValue(output.name(), "the graph's output"));
    outputs.push_back({value.op, {static_cast<size_t>(value.output)}});
    names.emplace_back(output.name().c_str());
  }
  if (outputs.empty()) return Status(ErrorCode::kModelInvalid, "the graph has no outputs");
  graph.SetOutputs(outputs);
  ge::AttrValue value;
  static_cast<void>(value.SetAttrValue(names));
  static_cast<void>(graph.SetAttr("output_names", value));
  return {};
}

}  // namespace opdk::onnx_plugin
