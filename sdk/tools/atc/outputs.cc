#include "sdk/tools/atc/outputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "graph_core/base/text.h"

namespace opdk::atc {
namespace {

constexpr const char* kNames = "output_names";

struct NamedType {
  std::string_view name;
  ge::DataType dtype;
};
constexpr NamedType kTypes[] = {{"FP32", ge::DT_FLOAT},    {"FP16", ge::DT_FLOAT16},  {"BF16", ge::DT_BF16},
                                {"FP64", ge::DT_DOUBLE},   {"INT8", ge::DT_INT8},     {"UINT8", ge::DT_UINT8},
                                {"INT16", ge::DT_INT16},   {"UINT16", ge::DT_UINT16}, {"INT32", ge::DT_INT32},
                                {"UINT32", ge::DT_UINT32}, {"INT64", ge::DT_INT64},   {"UINT64", ge::DT_UINT64},
                                {"DOUBLE", ge::DT_DOUBLE}, {"BOOL", ge::DT_BOOL}};

Result<ge::DataType> TypeNamed(std::string_view flag, std::string_view name) {
  for (const NamedType& each : kTypes) {
    if (each.name == name) return each.dtype;
  }
  std::vector<std::string_view> known;
  for (const NamedType& each : kTypes) known.push_back(each.name);
  return Status(ErrorCode::kUsage,
                fmt::format("--{}: '{}' is no type; there are {}", flag, name, fmt::join(known, ", ")));
}

std::vector<std::string_view> Entries(std::string_view value) {
  std::vector<std::string_view> entries = SplitText(value, ";");
  if (!entries.empty() && entries.back().empty()) entries.pop_back();
  return entries;
}

Status NoNode(std::string_view flag, std::string_view name, const Graph& graph) {
  std::vector<std::string> known;
  for (const Node* node : graph.nodes()) known.push_back(node->name());
  const std::string near = Nearest(std::string(name), known);
  return Status(ErrorCode::kUsage, fmt::format("--{}: the model has no operator '{}'", flag, name))
      .Hint(near.empty() ? "give OPERATOR or OPERATOR:OUTPUT; opdk dump MODEL lists the model's operators"
                         : fmt::format("did you mean '{}'?", near));
}

// Finds the output "node:1", or "node": the node's first output.
Result<Endpoint> OutputNamed(std::string_view flag, std::string_view text, const Graph& graph) {
  const size_t colon = text.rfind(':');
  int index = 0;
  const std::string_view digits = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  const bool numbered = !digits.empty() && error == std::errc() && end == digits.data() + digits.size();
  const std::string_view name = numbered ? text.substr(0, colon) : text;
  Node* node = graph.Find(name);
  if (node == nullptr) return NoNode(flag, name, graph);
  const size_t outputs = node->op().outputs.size();
  if (index >= 0 && static_cast<size_t>(index) < outputs) return Endpoint{node, index};
  return Status(ErrorCode::kUsage, fmt::format("--{}: '{}' has {} outputs, there is no {}", flag, name, outputs, index))
      .Hint("outputs are numbered from 0 on");
}

// Adds a cast of `from` to this type. `name` says whose output the cast gives.
Node* AddCast(Graph& graph, const Endpoint& from, ge::DataType dtype, const std::string& name) {
  OpDesc op;
  op.type = "Cast";
  op.name = name;
  ge::TensorDesc desc = from.node->op().outputs[static_cast<size_t>(from.index)].desc;
  op.ir_inputs = {{"x", PortKind::kRequired, ""}};
  op.ir_outputs = {{"y", PortKind::kRequired, ""}};
  op.inputs.push_back({"x", 0, desc});
  desc.SetDataType(dtype);
  op.outputs.push_back({"y", 0, desc});
  op.attrs["dst_type"] = static_cast<int64_t>(dtype);
  Node* cast = graph.AddNode(std::move(op));
  graph.Connect(from, cast, 0);
  return cast;
}

}  // namespace

Status SelectOutputs(const std::string& value, Graph& graph) {
  if (value.empty()) return Status();
  std::vector<Endpoint> outputs;
  std::vector<std::string> names;
  for (const std::string_view entry : Entries(value)) {
    OPDK_TRY(outputs.emplace_back(), OutputNamed("out_nodes", entry, graph));
    names.emplace_back(entry);
  }
  Node* old = graph.net_output();
  OpDesc op = old->op();
  op.inputs.clear();
  op.attrs[kNames] = names;
  for (size_t i = 0; i < old->inputs().size(); ++i) graph.Disconnect(old, static_cast<int>(i));
  graph.Remove(old);
  Node* result = graph.AddNode(std::move(op));
  for (size_t i = 0; i < outputs.size(); ++i) {
    const ge::TensorDesc& desc = outputs[i].node->op().outputs[static_cast<size_t>(outputs[i].index)].desc;
    graph.Connect(outputs[i], result, graph.AppendInput(result, {fmt::format("x{}", i), 0, desc}));
  }
  return Status();
}

Status TakeHalfInputs(const std::string& value, Graph& graph) {
  for (const std::string_view name : Entries(value)) {
    if (name.empty()) continue;
    Node* data = graph.Find(name);
    if (data == nullptr || !data->Is(kData)) return NoNode("input_fp16_nodes", name, graph);
    ge::TensorDesc& desc = data->op().outputs.at(0).desc;
    if (desc.GetDataType() != ge::DT_FLOAT) {
      return Status(ErrorCode::kUsage, fmt::format("--input_fp16_nodes: the input '{}' isn't of float", name));
    }
    const std::vector<Use> uses = data->uses(0);
    Node* cast = AddCast(graph, {data, 0}, ge::DT_FLOAT, fmt::format("{}_to_float", name));
    cast->op().inputs[0].desc.SetDataType(ge::DT_FLOAT16);
    desc.SetDataType(ge::DT_FLOAT16);
    for (Port& port : data->op().inputs) port.desc.SetDataType(ge::DT_FLOAT16);
    for (const Use& use : uses) graph.Connect({cast, 0}, use.node, use.index);
  }
  return Status();
}

Status ConvertOutputs(const std::string& value, Graph& graph) {
  if (value.empty()) return Status();
  Node* result = graph.net_output();
  const auto convert = [&](size_t i, ge::DataType dtype) {
    const Endpoint from = result->inputs()[i];
    Node* cast = AddCast(graph, from, dtype, fmt::format("{}_{}_cast", from.node->name(), from.index));
    graph.Connect({cast, 0}, result, static_cast<int>(i));
    result->op().inputs[i].desc.SetDataType(dtype);
  };
  if (value.find(':') == std::string::npos) {
    OPDK_TRY(const ge::DataType dtype, TypeNamed("output_type", value));
    for (size_t i = 0; i < result->inputs().size(); ++i) convert(i, dtype);
    return Status();
  }
  const auto* names = result->op().GetAttr<std::vector<std::string>>(kNames);
  for (const std::string_view entry : Entries(value)) {
    const size_t colon = entry.rfind(':');
    if (colon == std::string_view::npos) {
      return Status(ErrorCode::kUsage, fmt::format("--output_type: '{}' isn't of the form node:0:FP16", entry));
    }
    OPDK_TRY(const ge::DataType dtype, TypeNamed("output_type", entry.substr(colon + 1)));
    const std::string_view which = entry.substr(0, colon);
    // Names of the model's outputs, as frameworks write them, are accepted, too.
    const std::string_view port = which.ends_with(":0") ? which.substr(0, which.size() - 2) : which;
    const auto named = names == nullptr
                           ? size_t{0}
                           : static_cast<size_t>(std::find(names->begin(), names->end(), port) - names->begin());
    if (names != nullptr && named < names->size()) {
      convert(named, dtype);
      continue;
    }
    OPDK_TRY(const Endpoint from, OutputNamed("output_type", which, graph));
    const auto& inputs = result->inputs();
    const auto at = std::find(inputs.begin(), inputs.end(), from);
    if (at == inputs.end()) {
      return Status(ErrorCode::kUsage, fmt::format("--output_type: '{}' is no output of the model", which));
    }
    convert(static_cast<size_t>(at - inputs.begin()), dtype);
  }
  return Status();
}

}  // namespace opdk::atc
