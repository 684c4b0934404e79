#include "sdk/adapters/tensorflow/engine/host_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>
#include <utility>

#include "sdk/adapters/tensorflow/engine/frames.h"
#include "sdk/adapters/tensorflow/engine/support.h"

namespace opdk::tensorflow_adapter {
namespace {

using tensorflow::NodeDef;

MixedScope ScopeOf(const NodeDef& node) {
  const auto is_set = [&node](const char* name) {
    const auto found = node.attr().find(name);
    return found != node.attr().end() && found->second.b();
  };
  if (is_set("_without_npu_compile")) return MixedScope::kStays;
  return is_set("_npu_compile") ? MixedScope::kGoesDown : MixedScope::kNone;
}

// Returns the device on which most nodes run; a cluster runs on one device.
std::string HomeOf(const tensorflow::GraphDef& graph) {
  std::map<std::string, int> counts;
  for (const NodeDef& node : graph.node()) ++counts[node.device()];
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? "" : most->first;
}

void Describe(const NodeDef& message, const SupportTable& table, const std::string& home, bool is_fed,
              MixedNode& node) {
  node.scope = ScopeOf(message);
  if (is_fed) {
    node.is_border = true;
    return;
  }
  node.is_constant = IsConstant(message);
  node.is_variable = message.op() == "VarHandleOp" || message.op().starts_with("Variable");
  Support support = table.Of(message);
  node.refusal = node.is_variable ? "variables stay in TensorFlow" : std::move(support.refusal);
  node.is_border = support.is_border;
  const bool on_cpu = home.empty() || home.find("CPU") != std::string::npos;
  const bool at_home = message.device().empty() || message.device() == home;
  if (node.refusal.empty() && (!at_home || !on_cpu)) {
    node.refusal = fmt::format("it runs on {}", message.device());
  }
}

bool Passes(const MixedNode& node) {
  for (const char* type : {"Enter", "Exit", "Identity", "Merge", "NextIteration", "Switch"}) {
    if (node.type == type) return true;
  }
  return false;
}

// Lets nodes that pass on a tensor array's handle go down with the array. Unlike a variable's, such a handle needn't
// stay.
void FreeTensorArrays(MixedGraph& graph) {
  std::vector<std::vector<size_t>> users(graph.nodes.size());
  std::vector<size_t> open;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].type == "TensorArrayV3") open.push_back(i);
    for (const MixedInput& input : graph.nodes[i].inputs) {
      if (input.tied) users[input.value.node].push_back(i);
    }
  }
  while (!open.empty()) {
    const size_t node = open.back();
    open.pop_back();
    for (const size_t user : users[node]) {
      if (!graph.nodes[user].is_border || !Passes(graph.nodes[user])) continue;
      graph.nodes[user].is_border = false;
      open.push_back(user);
    }
  }
}

// Keeps Identities that read a variable in the framework. Such an Identity gives the variable's own memory, so a later
// reader sees what an assignment in between wrote.
void KeepReading(const tensorflow::GraphDef& message, MixedGraph& graph) {
  for (MixedNode& node : graph.nodes) {
    if (node.type != "Identity" || node.inputs.empty()) continue;
    const MixedValue& value = node.inputs[0].value;
    if (!GivesReference(message.node(static_cast<int>(value.node)), value.output)) continue;
    node.is_border = true;
  }
}

}  // namespace

InputPlace PlaceOf(const std::string& input) {
  if (input.starts_with('^')) return {input.substr(1), 0, true};
  InputPlace place{input, 0, false};
  const size_t colon = input.rfind(':');
  if (colon == std::string::npos) return place;
  const char* const end = input.data() + input.size();
  if (std::from_chars(input.data() + colon + 1, end, place.output).ptr == end) place.node.resize(colon);
  return place;
}

std::string ValueText(const std::string& node, int output) {
  return output == 0 ? node : fmt::format("{}:{}", node, output);
}

std::vector<tensorflow::DataType> KeptTypes(const NodeDef& node, const std::set<std::string>& kept) {
  std::vector<tensorflow::DataType> types = OutputTypes(node);
  while (!types.empty() && !kept.contains(fmt::format("{}:{}", node.name(), types.size() - 1))) types.pop_back();
  return types;
}

Result<MixedGraph> ReadLinks(const tensorflow::GraphDef& graph) {
  MixedGraph result;
  std::unordered_map<std::string, size_t> numbers;
  for (const NodeDef& message : graph.node()) {
    numbers.emplace(message.name(), result.nodes.size());
    MixedNode& node = result.nodes.emplace_back();
    node.name = message.name();
    node.type = message.op();
  }
  for (size_t i = 0; i < result.nodes.size(); ++i) {
    const NodeDef& message = graph.node(static_cast<int>(i));
    for (const std::string& input : message.input()) {
      const InputPlace place = PlaceOf(input);
      const auto producer = numbers.find(place.node);
      if (producer == numbers.end()) {
        return Status(ErrorCode::kModelInvalid,
                      fmt::format("node '{}' takes '{}', which no node gives", message.name(), input));
      }
      if (place.control) {
        result.nodes[i].controls.push_back(producer->second);
      } else {
        result.nodes[i].inputs.push_back({{producer->second, place.output}, false});
      }
    }
  }
  return result;
}

Result<MixedGraph> ReadHostGraph(const tensorflow::GraphDef& graph, const PackageRegistry& packages,
                                 const std::set<std::string>& fed, const std::set<std::string>& kept) {
  const SupportTable table(packages, graph.library());
  OPDK_TRY(MixedGraph result, ReadLinks(graph));
  const std::string home = HomeOf(graph);
  for (size_t i = 0; i < result.nodes.size(); ++i) {
    const NodeDef& message = graph.node(static_cast<int>(i));
    Describe(message, table, home, fed.contains(message.name()), result.nodes[i]);
    // Inputs of data stand before those of control.
    const std::vector<bool> tied = TiedInputs(message);
    std::vector<MixedInput>& inputs = result.nodes[i].inputs;
    for (size_t k = 0; k < std::min(inputs.size(), tied.size()); ++k) inputs[k].tied = tied[k];
    if (result.nodes[i].is_border) continue;
    const int outputs = static_cast<int>(KeptTypes(message, kept).size());
    for (int output = 0; output < outputs; ++output) result.results.push_back({i, output});
  }
  FreeTensorArrays(result);
  KeepReading(graph, result);
  FindFrames(graph, result);
  return result;
}

}  // namespace opdk::tensorflow_adapter
