#include "plugins/tensorflow/parser/graph_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "opdk/message_attrs.h"
#include "plugins/importer/joined_types.h"
#include "plugins/tensorflow/parser/fused_scope.h"
#include "plugins/tensorflow/parser/node_index.h"
#include "plugins/tensorflow/parser/output_names.h"
#include "plugins/tensorflow/parser/variables.h"

namespace opdk::tensorflow_plugin {
namespace {

using importer::SourceNode;

// Returns the type and shape that a node's attributes declare.
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

// Raises the number of a node's outputs to the number that is used, where its type isn't known to have so many. Fails
// where the node's attributes count its outputs and a later one is used.
Status CountOutputs(std::vector<Node>& nodes, const std::vector<std::string>& outputs) {
  std::unordered_map<std::string, Node*> by_name;
  for (Node& node : nodes) by_name[node.name] = &node;
  const auto use = [&by_name](const std::string& value) -> Status {
    const ValuePlace place = PlaceOf(value);
    const auto found = by_name.find(place.node);
    if (found == by_name.end() || place.output < found->second->outputs) return {};
    Node& node = *found->second;
    if (node.message != nullptr && node.message->op() == node.type && CountsOutputs(*node.message)) {
      return Misfit(node,
                    fmt::format("its output {} is used, but its attributes give it {}", place.output, node.outputs));
    }
    node.outputs = place.output + 1;
    return {};
  };
  for (const Node& node : nodes) {
    for (const std::string& input : node.inputs) OPDK_TRY(use(input));
  }
  for (const std::string& output : outputs) OPDK_TRY(use(output));
  return {};
}

bool IsHandleType(tensorflow::DataType type) {
  return type == tensorflow::DT_VARIANT || type == tensorflow::DT_RESOURCE;
}

// Returns whether the node's output is a list of tensors, an array or another resource, which no run can give.
bool IsHandle(const Node& node, size_t output) {
  static const std::unordered_set<std::string> kLists = {
      "EmptyTensorList",  "TensorListReserve",  "TensorListFromTensor", "TensorListSetItem",     "TensorListPushBack",
      "TensorListResize", "TensorListScatter",  "TensorListScatterV2",  "TensorListConcatLists", "TensorListSplit",
      "TensorArrayV3",    "TensorArrayWriteV3", "TensorArrayScatterV3", "TensorArraySplitV3"};
  if (kLists.contains(node.type) || (node.type == "TensorListPopBack" && output == 0)) return true;
  const AttrValue* type = node.Attribute("T");
  if (type == nullptr) return false;
  if (!type->has_list()) return IsHandleType(type->type());
  const auto number = static_cast<int>(output);
  return number < type->list().type_size() && IsHandleType(type->list().type(number));
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
    // The second output of a Merge is the number of the input that it took.
    const bool merges = node.type == "Merge" || node.type == "RefMerge";
    std::vector<std::string> outputs = OutputsOf(node);
    if (merges) outputs.resize(1);
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (!IsHandle(node, i)) values.push_back(std::move(outputs[i]));
    }
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
  OPDK_TRY(CountOutputs(needed, outputs));
  for (const Node& node : needed) {
    for (const std::string& output : OutputsOf(node)) graph_.values().Reserve(output);
  }
  OPDK_TRY(const std::vector<size_t> order, OrderOf(needed, false));
  for (const size_t number : order) {
    OPDK_TRY(Add(needed[number]));
    needed[number].message.reset();
    needed[number].regions.clear();
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
    // A node that looks up rows of a variable takes the variable here.
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
  // The type that a variable's read gives is kept as a fact, because mappings ask for it before the graph core infers
  // it.
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

GraphReader::Descs GraphReader::DescsOf(const std::vector<std::string>& values) {
  Descs descs;
  for (const std::string& value : values) {
    const ge::TensorDesc* known = graph_.values().Find(value);
    descs.push_back(known == nullptr ? importer::UnknownOf() : *known);
  }
  return descs;
}

Result<GraphReader::RegionRead> GraphReader::ReadRegion(const Node& node, const Body& body, const Region& region) {
  if (body.inputs.size() + region.first_input != node.inputs.size()) {
    return Misfit(node, fmt::format("it gives {} values to '{}', which takes {}",
                                    node.inputs.size() - region.first_input, body.name, body.inputs.size()));
  }
  importer::Importer inside(graph_);
  GraphReader reader(checkpoint_, inside);
  std::vector<std::string> outputs;
  for (size_t i = 0; i < body.inputs.size(); ++i) {
    const std::string* variable = VariableOf(node.inputs[region.first_input + i]);
    if (variable != nullptr) {
      reader.variables_[body.inputs[i]] = *variable;
    } else {
      OPDK_TRY(inside.AddRegionInput(body.inputs[i], region.types[i]));
    }
  }
  const bool gives_values = IsLoop(node) && body.outputs.size() == node.outputs;
  for (size_t i = 0; i < body.outputs.size(); ++i) {
    if (gives_values && VariableOf(node.inputs[region.first_input + i]) != nullptr) continue;
    outputs.push_back(body.outputs[i]);
  }
  // A graph may be read again, for other types.
  std::vector<Node> nodes = body.nodes;
  Status status = reader.Read(nodes, outputs);
  if (!status.ok()) return std::move(status).At(fmt::format("inside of {}", Title(node)));
  RegionRead read;
  read.given = reader.DescsOf(outputs);
  OPDK_TRY(read.graph, inside.FinishRegion(body.name, outputs));
  return read;
}

Result<GraphReader::Graphs> GraphReader::ReadLoop(const Node& node) {
  // The body of a For takes its number first, as an int32 like the step.
  const bool counts = node.type == "For";
  const size_t first_value = counts ? 3 : 0;
  Region region{counts ? size_t{2} : size_t{0}, {}};
  const std::vector<std::string> taken(node.inputs.begin() + static_cast<std::ptrdiff_t>(region.first_input),
                                       node.inputs.end());
  region.types = DescsOf(taken);
  std::vector<size_t> places;  // of the carried values that are no variables, among the inputs
  Descs values;
  for (size_t i = first_value; i < node.inputs.size(); ++i) {
    if (VariableOf(node.inputs[i]) != nullptr) continue;
    places.push_back(i);
    values.push_back(region.types[i - region.first_input]);
  }
  const auto body =
      std::find_if(node.regions.begin(), node.regions.end(), [](const auto& each) { return each.first == "body"; });
  if (body == node.regions.end()) return Misfit(node, "it has no body");
  RegionRead read;
  for (int round = 0;; ++round) {
    // Values of unknown rank can't change their shapes any more.
    for (ge::TensorDesc& value : values) {
      if (!graph_.MayReadAgain()) value = importer::UnknownOf(value.GetDataType());
    }
    for (size_t i = 0; i < places.size(); ++i) region.types[places[i] - region.first_input] = values[i];
    if (round > 0) graph_.CountReadAgain();
    auto again = ReadRegion(node, *body->second, region);
    if (again.ok() && again->given.size() != values.size()) {
      return Misfit(node, fmt::format("{} values go round, its body gives {}", values.size(), again->given.size()));
    }
    const Descs given = again.ok() ? again->given : Descs();
    if (importer::Widen(given, round, values)) continue;
    OPDK_TRY(read, std::move(again));
    break;
  }
  Graphs graphs;
  for (const auto& [name, other] : node.regions) {
    if (name == "body") {
      graphs.emplace_back(name, read.graph);
      continue;
    }
    OPDK_TRY(const RegionRead condition, ReadRegion(node, *other, region));
    graphs.emplace_back(name, condition.graph);
  }
  for (size_t i = 0; i < places.size(); ++i) Know(ValueName(node.name, places[i] - first_value), values[i]);
  return graphs;
}

Result<GraphReader::Graphs> GraphReader::ReadBranches(const Node& node, size_t first_input) {
  Region region{first_input, {}};
  region.types = DescsOf({node.inputs.begin() + static_cast<std::ptrdiff_t>(first_input), node.inputs.end()});
  Graphs graphs;
  Descs joined;
  for (const auto& [name, body] : node.regions) {
    OPDK_TRY(RegionRead read, ReadRegion(node, *body, region));
    for (size_t i = 0; i < std::min(joined.size(), read.given.size()); ++i) {
      joined[i] = importer::Join(joined[i], read.given[i]);
    }
    if (graphs.empty()) joined = std::move(read.given);
    graphs.emplace_back(name, read.graph);
  }
  for (size_t i = 0; i < joined.size(); ++i) Know(ValueName(node.name, i), joined[i]);
  return graphs;
}

void GraphReader::Know(const std::string& value, const ge::TensorDesc& desc) {
  if (desc.GetDataType() != ge::DT_UNDEFINED) graph_.values().Know(value, desc);
}

Status GraphReader::AddControl(const Node& node) {
  const bool loop = IsLoop(node);
  const bool repeats = loop || node.type == "For";
  const size_t first_input = repeats ? 0 : 1;
  if (node.inputs.size() < first_input) return Misfit(node, "it has no condition");
  if (loop && node.outputs != node.inputs.size()) {
    return Misfit(node, fmt::format("it takes {} values and gives {}", node.inputs.size(), node.outputs));
  }
  if (node.type == "For" && node.inputs.size() < 3) return Misfit(node, "it has no start, limit and step");
  OPDK_TRY(const Graphs graphs, repeats ? ReadLoop(node) : ReadBranches(node, first_input));
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
