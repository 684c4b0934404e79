#include "plugins/tensorflow/parser/graph_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "opdk/message_attrs.h"
#include "plugins/tensorflow/parser/fused_scope.h"
#include "plugins/tensorflow/parser/node_index.h"
#include "plugins/tensorflow/parser/variables.h"

namespace opdk::tensorflow_plugin {
namespace {

using importer::SourceNode;

// A type and a shape that a node's attributes say.
ge::TensorDesc DeclaredBy(const OpDesc& attributes, const char* dtype_name) {
  const auto* dtype = attributes.GetAttr<ge::DataType>(dtype_name);
  const auto* dims = attributes.GetAttr<std::vector<int64_t>>("shape");
  ge::TensorDesc desc(ge::Shape(dims == nullptr || *dims == ge::UNKNOWN_RANK ? std::vector<int64_t>() : *dims),
                      ge::FORMAT_ND, dtype == nullptr ? ge::DT_UNDEFINED : *dtype);
  if (dims == nullptr || *dims == ge::UNKNOWN_RANK) static_cast<void>(desc.SetUnknownDimNumShape());
  return desc;
}

Result<OpDesc> AttributesOf(const Node& node) {
  OpDesc attributes;
  if (node.message != nullptr) {
    Status status = ReadMessage(*node.message, attributes);
    if (!status.ok()) return std::move(status).At(Title(node));
  }
  return attributes;
}

// How many outputs are used, where that is more than the type is known to have.
void CountOutputs(std::vector<Node>& nodes, const std::vector<std::string>& outputs) {
  std::unordered_map<std::string, Node*> by_name;
  for (Node& node : nodes) by_name[node.name] = &node;
  const auto use = [&by_name](const std::string& value) {
    const ValuePlace place = PlaceOf(value);
    const auto found = by_name.find(place.node);
    if (found != by_name.end()) found->second->outputs = std::max(found->second->outputs, place.output + 1);
  };
  for (const Node& node : nodes) std::for_each(node.inputs.begin(), node.inputs.end(), use);
  std::for_each(outputs.begin(), outputs.end(), use);
}

}  // namespace

std::vector<std::string> UnusedValues(const std::vector<Node>& nodes) {
  std::unordered_set<std::string> used;
  for (const Node& node : nodes) {
    for (const std::string& input : node.inputs) used.insert(PlaceOf(input).node);
    used.insert(node.controls.begin(), node.controls.end());
  }
  std::vector<std::string> values;
  for (const Node& node : nodes) {
    const bool gives = node.type != "NoOp" && node.type != "Const" && node.type != "Placeholder" && !IsVariable(node);
    if (!gives || used.contains(node.name)) continue;
    // Which input a Merge took is its other output.
    const bool merges = node.type == "Merge" || node.type == "RefMerge";
    std::vector<std::string> outputs = OutputsOf(node);
    if (merges) outputs.resize(1);
    std::move(outputs.begin(), outputs.end(), std::back_inserter(values));
  }
  return values;
}

const std::string* GraphReader::VariableOf(const std::string& value) const {
  const auto found = variables_.find(value);
  return found == variables_.end() ? nullptr : &found->second;
}

Status GraphReader::Read(std::vector<Node>& nodes, const std::vector<std::string>& outputs) {
  OPDK_TRY(std::vector<Node> needed, NodeIndex(nodes).Slice(outputs, [this](const std::string& value) {
    return graph_.values().IsGiven(value) || graph_.values().IsConstant(value) || variables_.contains(value);
  }));
  nodes.clear();
  CountOutputs(needed, outputs);
  for (const Node& node : needed) {
    for (const std::string& output : OutputsOf(node)) graph_.values().Reserve(output);
  }
  OPDK_TRY(const std::vector<size_t> order, OrderOf(needed, false));
  for (const size_t number : order) {
    OPDK_TRY(Add(needed[number]));
    needed[number].message.reset();
  }
  return {};
}

Status GraphReader::Add(Node& node) {
  if (node.fused != nullptr) {
    Status status = AddFused(node);
    return status.ok() ? status : std::move(status).At(node.fused->place);
  }
  if (node.type == "Const") {
    AddConstant(node);
    return graph_.CountNode();
  }
  if (IsVariable(node) && checkpoint_.names.contains(node.name)) {
    variables_[node.name] = node.name;
    return node.type == "VarHandleOp" ? Status() : AddRestored(node, node.name);
  }
  if (node.type == "Variable" && checkpoint_.tensors == nullptr) {
    OPDK_TRY(const OpDesc attributes, AttributesOf(node));
    return graph_.AddVariable(node.name, DeclaredBy(attributes, "dtype"));
  }
  const std::string* variable = node.inputs.empty() ? nullptr : VariableOf(node.inputs[0]);
  if (variable != nullptr && node.type == "ReadVariableOp") return AddRestored(node, *variable);
  if (variable != nullptr && node.type == "Identity" && !graph_.values().IsConstant(node.inputs[0])) {
    variables_[node.name] = *variable;
    return {};
  }
  return node.regions.empty() ? AddOperator(node) : AddControl(node);
}

void GraphReader::AddConstant(const Node& node) {
  const AttrValue* value = node.Attribute("value");
  ge::TensorDesc desc;
  if (value != nullptr) {
    const auto& tensor = value->tensor();
    std::vector<int64_t> dims;
    for (const auto& dim : tensor.tensor_shape().dim()) dims.push_back(dim.size());
    desc = ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, TensorFlowDtype(tensorflow::DataType_Name(tensor.dtype())));
  }
  graph_.values().AddConstant(node.name, desc, [message = node.message, title = Title(node)]() -> Result<ge::Tensor> {
    const auto held = message->attr().find("value");
    if (held == message->attr().end() || !held->second.has_tensor()) {
      return Status(ErrorCode::kModelInvalid, title + ": it has no value");
    }
    auto tensor = ReadTensorMessage(held->second.tensor());
    if (!tensor.ok()) return std::move(tensor).status().At(title);
    return tensor;
  });
}

Status GraphReader::AddRestored(const Node& node, const std::string& variable) {
  const std::string& name = checkpoint_.names.at(variable);
  if (checkpoint_.tensors == nullptr || !checkpoint_.tensors->Has(name)) {
    return Misfit(
        node, fmt::format("the checkpoint has no tensor '{}', which variable '{}' is restored from", name, variable));
  }
  graph_.values().AddConstant(node.name, checkpoint_.tensors->DescOf(name),
                              [tensors = checkpoint_.tensors, name] { return tensors->Read(name); });
  return graph_.CountNode();
}

Result<std::vector<std::string>> GraphReader::InputsOf(const Node& node) {
  std::vector<std::string> inputs = node.inputs;
  for (std::string& input : inputs) {
    // What looks up rows of a variable takes the variable here.
    const std::string* variable = VariableOf(input);
    if (variable == nullptr || graph_.values().IsConstant(input)) continue;
    Node read;
    read.name = graph_.values().NewName(input + "/Read");
    OPDK_TRY(AddRestored(read, *variable));
    input = read.name;
  }
  return inputs;
}

Status GraphReader::AddFused(const Node& node) {
  SourceNode source;
  source.name = node.name;
  source.type = node.type;
  OPDK_TRY(source.inputs, InputsOf(node));
  source.outputs = OutputsOf(node);
  if (!node.fused->made.IsEmpty()) return graph_.AddOperator(source, node.fused->made);
  source.fused = &node.fused->nodes;
  return graph_.AddNode(std::move(source));
}

Status GraphReader::AddOperator(const Node& node) {
  OPDK_TRY(OpDesc attributes, AttributesOf(node));
  if (node.type == "Placeholder") return graph_.AddInput(node.name, DeclaredBy(attributes, "dtype"));
  // The graph core infers what it runs itself; mappings ask before.
  const bool reads = node.type == "ReadVariableOp" && !node.inputs.empty();
  const ge::TensorDesc* held = reads ? graph_.values().Known(node.inputs[0]) : nullptr;
  if (held != nullptr) graph_.values().Know(node.name, ge::TensorDesc(*held));
  SourceNode source;
  source.name = node.name;
  source.type = node.type;
  OPDK_TRY(source.inputs, InputsOf(node));
  source.outputs = OutputsOf(node);
  source.attributes = std::move(attributes.attrs);
  for (const auto& [name, value] : source.attributes) {
    const bool one = std::holds_alternative<std::shared_ptr<NamedAttrs>>(value);
    if (one || std::holds_alternative<std::vector<std::shared_ptr<NamedAttrs>>>(value)) source.regions.push_back(name);
  }
  source.message = node.message.get();
  return graph_.AddNode(std::move(source));
}

// What is known outside of an input of the node's graphs.
ge::TensorDesc GraphReader::RegionInput(const Node& node, size_t input) {
  const ge::TensorDesc* known = graph_.values().Find(node.inputs[input]);
  if (known == nullptr) {
    ge::TensorDesc unknown(ge::Shape(), ge::FORMAT_ND, ge::DT_UNDEFINED);
    static_cast<void>(unknown.SetUnknownDimNumShape());
    return unknown;
  }
  if (!IsLoop(node) || known->GetShape().GetDims() == ge::UNKNOWN_RANK) return *known;
  const AttrValue* shapes = node.Attribute("output_shapes");
  std::vector<int64_t> dims(known->GetShape().GetDims().size(), ge::UNKNOWN_DIM);
  if (shapes != nullptr && static_cast<size_t>(shapes->list().shape_size()) > input) {
    const auto& shape = shapes->list().shape(static_cast<int>(input));
    if (!shape.unknown_rank() && static_cast<size_t>(shape.dim_size()) == dims.size()) {
      for (size_t i = 0; i < dims.size(); ++i) dims[i] = shape.dim(static_cast<int>(i)).size();
    }
  }
  return ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, known->GetDataType());
}

Result<ge::Graph> GraphReader::ReadRegion(const Node& node, Body& body, size_t first_input) {
  if (body.inputs.size() + first_input != node.inputs.size()) {
    return Misfit(node, fmt::format("it gives {} values to '{}', which takes {}", node.inputs.size() - first_input,
                                    body.name, body.inputs.size()));
  }
  importer::Importer inside(graph_);
  GraphReader reader(checkpoint_, inside);
  std::vector<std::string> outputs;
  for (size_t i = 0; i < body.inputs.size(); ++i) {
    const std::string* variable = VariableOf(node.inputs[first_input + i]);
    if (variable != nullptr) {
      reader.variables_[body.inputs[i]] = *variable;
    } else {
      OPDK_TRY(inside.AddRegionInput(body.inputs[i], RegionInput(node, first_input + i)));
    }
  }
  const bool decides = body.outputs.size() != node.outputs || !IsLoop(node);
  for (size_t i = 0; i < body.outputs.size(); ++i) {
    if (!decides && VariableOf(node.inputs[first_input + i]) != nullptr) continue;
    outputs.push_back(body.outputs[i]);
  }
  Status status = reader.Read(body.nodes, outputs);
  if (!status.ok()) return std::move(status).At(fmt::format("inside of {}", Title(node)));
  return inside.FinishRegion(body.name, outputs);
}

Status GraphReader::AddControl(const Node& node) {
  const bool loop = IsLoop(node);
  const size_t first_input = loop || node.type == "For" ? 0 : 1;
  if (node.inputs.size() < first_input) return Misfit(node, "it has no condition");
  if (loop && node.outputs != node.inputs.size()) {
    return Misfit(node, fmt::format("it takes {} values and gives {}", node.inputs.size(), node.outputs));
  }
  std::vector<std::pair<std::string, ge::Graph>> graphs;
  for (const auto& [name, body] : node.regions) {
    const bool whole_inputs = node.type == "For";
    OPDK_TRY(const ge::Graph graph, ReadRegion(node, *body, whole_inputs ? 2 : first_input));
    graphs.emplace_back(name, graph);
  }
  SourceNode source;
  source.name = node.name;
  source.type = node.type;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const std::string* variable = VariableOf(node.inputs[i]);
    if (variable == nullptr) {
      source.inputs.push_back(node.inputs[i]);
      if (loop) source.outputs.push_back(ValueName(node.name, i));
    } else if (loop) {
      variables_[ValueName(node.name, i)] = *variable;
    }
  }
  if (!loop) source.outputs = OutputsOf(node);
  return graph_.AddControl(source, node.type, graphs);
}

}  // namespace opdk::tensorflow_plugin
