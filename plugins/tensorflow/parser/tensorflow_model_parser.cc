// Reads TensorFlow's models: file -> GraphDef (model_file.h) -> calls written out (flatten.h) -> scopes fused
// (scope_fusion.h)
// -> version 1 control flow as graphs (loops.h, conditionals.h) -> ge::Graph (graph_reader.h).
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "opdk/model_parser.h"
#include "plugins/importer/importer.h"
#include "plugins/tensorflow/parser/conditionals.h"
#include "plugins/tensorflow/parser/flatten.h"
#include "plugins/tensorflow/parser/graph_reader.h"
#include "plugins/tensorflow/parser/loops.h"
#include "plugins/tensorflow/parser/model_file.h"
#include "plugins/tensorflow/parser/node_index.h"
#include "plugins/tensorflow/parser/scope_fusion.h"
#include "plugins/tensorflow/parser/session_variables.h"
#include "plugins/tensorflow/parser/tensor_lists.h"
#include "plugins/tensorflow/parser/tensorflow_framework.h"
#include "plugins/tensorflow/parser/typed_inputs.h"
#include "plugins/tensorflow/parser/variables.h"

namespace opdk::tensorflow_plugin {
namespace {

std::optional<std::string> OptionOf(const ParseRequest& request, const std::string& name) {
  const auto found = request.options.find(name);
  return found == request.options.end() ? std::nullopt : std::optional(found->second);
}

// Reads the requested outputs: "scores;boxes:1". A node's name stands for its output 0.
std::vector<NamedValue> ReadOutputs(const std::string& text) {
  std::vector<NamedValue> outputs;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ';');) {
    if (part.empty()) continue;
    const ValuePlace place = PlaceOf(part);
    const std::string value = ValueName(place.node, place.output);
    outputs.push_back({value, value});
  }
  return outputs;
}

std::string WithoutZero(const std::string& value) {
  const ValuePlace place = PlaceOf(value);
  return ValueName(place.node, place.output);
}

Status CheckNames(const std::vector<Node>& nodes) {
  std::unordered_set<std::string> names;
  for (const Node& node : nodes) {
    if (!names.insert(node.name).second) return Misfit(node, "another node has its name");
  }
  return {};
}

// Renames the graph's inputs to the signature's names.
void NameInputs(const std::vector<NamedValue>& inputs, std::vector<Node>& nodes, std::vector<std::string>& values) {
  std::unordered_map<std::string, std::string> names;
  const NodeIndex index(nodes);
  for (const NamedValue& input : inputs) {
    const std::string node = WithoutZero(input.value);
    if (index.Find(input.name) == nullptr && index.Find(node) != nullptr) names[node] = input.name;
  }
  for (Node& node : nodes) {
    if (const auto found = names.find(node.name); found != names.end()) node.name = found->second;
  }
  NodeIndex(nodes).Rename(names, values);
}

// Adds the inputs in the graph's own order. A saved model gets all inputs of its signature, needed or not, because its
// caller gives all of them. A graph gets the needed placeholders only, because freezing leaves others that no caller
// knows of.
Status AddInputs(const ModelFile& file, const std::vector<Node>& nodes, const std::vector<Node>& needed,
                 importer::Importer& graph, const Checkpoint& checkpoint) {
  std::unordered_set<std::string> asked;
  for (const NamedValue& input : file.inputs) asked.insert({input.name, WithoutZero(input.value)});
  if (file.inputs.empty()) {
    for (const Node& node : needed) asked.insert(node.name);
  }
  for (const Node& node : nodes) {
    if (node.type != "Placeholder" || !asked.contains(node.name)) continue;
    std::vector<Node> alone = {node};
    OPDK_TRY(GraphReader(checkpoint, graph).Read(alone, {node.name}));
  }
  return {};
}

}  // namespace

class TensorFlowModelParser : public ModelParser {
 public:
  domi::FrameworkType framework() const override { return domi::TENSORFLOW; }
  bool Accepts(const std::string& path, const std::string& head) const override { return LooksLikeModel(path, head); }
  std::vector<std::string> OptionNames() const override {
    return {"enable_scope_fusion_passes", "out_nodes", "signature", "tag"};
  }

  Result<ParseResult> Parse(const ParseRequest& request, const ParserContext& context) const override {
    const std::string& path = request.files.front();
    try {
      auto parsed = Read(request, context);
      if (!parsed.ok()) return std::move(parsed).status().At(path);
      return parsed;
    } catch (const std::exception& error) {
      return Status(ErrorCode::kModelInvalid, fmt::format("reading the model failed: {}", error.what())).At(path);
    }
  }

 private:
  static Result<ParseResult> Read(const ParseRequest& request, const ParserContext& context) {
    const std::string& path = request.files.front();
    OPDK_TRY(const std::vector<ScopePass> passes,
             ChooseScopePasses(context, OptionOf(request, "enable_scope_fusion_passes").value_or("")));
    OPDK_TRY(ModelFile file, ReadModelFile(path, OptionOf(request, "signature"), OptionOf(request, "tag")));
    std::vector<NamedValue> outputs = std::move(file.outputs);
    if (const auto asked = OptionOf(request, "out_nodes")) outputs = ReadOutputs(*asked);
    std::vector<std::string> values;
    values.reserve(outputs.size());
    for (const NamedValue& output : outputs) values.push_back(WithoutZero(output.value));
    Flattener flattener(file.graph.library(), context.MaxNodes());
    OPDK_TRY(std::vector<Node> nodes, flattener.Flatten(file.graph, values));
    OPDK_TRY(CheckNames(nodes));
    Checkpoint checkpoint{file.variables, {}};
    if (file.variables != nullptr) checkpoint.names = RestoredVariables(nodes);
    NameInputs(file.inputs, nodes, values);
    const bool in_session = file.variables == nullptr && HasVariables(nodes);
    if (outputs.empty() && in_session) {
      return Status(ErrorCode::kModelInvalid, "the graph has variables, and doesn't say which nodes a run executes")
          .Hint(
              "option out_nodes names them: out_nodes=init for the initialization, out_nodes=train_op;loss for a step");
    }
    if (outputs.empty()) {
      values = UnusedValues(nodes);
      for (const std::string& value : values) outputs.push_back({value, value});
    }
    importer::Importer graph(TensorFlowFramework(), context, request);
    // The rest of the file (training, saving) need not be understood.
    OPDK_TRY(std::vector<Node> needed, NodeIndex(nodes).Slice(
                                           values, [](const std::string&) { return false; }, true));
    OPDK_TRY(CheckTypes(needed));
    OPDK_TRY(AddInputs(file, nodes, needed, graph, checkpoint));
    nodes = std::move(needed);
    ScopeFusion fusion(context, passes, graph);
    OPDK_TRY(fusion.Run(nodes, values));
    if (in_session) OPDK_TRY(CheckCalls(nodes));
    const std::set<std::string> writers = in_session ? WritersOf(nodes) : std::set<std::string>();
    OPDK_TRY(MakeWhiles(nodes, values));
    OPDK_TRY(MakeIfs(nodes, values));
    OPDK_TRY(MakeTensorArrays(nodes));
    VariableAccesses accesses;
    if (in_session) {
      OPDK_TRY(accesses, MakeSessionVariables(writers, nodes, values, outputs));
    }
    std::vector<std::string> roots = values;
    roots.insert(roots.end(), accesses.effects.begin(), accesses.effects.end());
    OPDK_TRY(GraphReader(checkpoint, graph).Read(nodes, roots));
    for (const auto& [before, after] : accesses.orders) OPDK_TRY(graph.Order(before, after));
    std::vector<std::string> names;
    names.reserve(outputs.size());
    for (const NamedValue& output : outputs) names.push_back(output.name);
    OPDK_TRY(ParseResult parsed,
             graph.Finish(std::filesystem::path(path).stem().string(), values, names, accesses.effects));
    parsed.report = fusion.report();
    return parsed;
  }
};

REGISTER_MODEL_PARSER(TensorFlowModelParser);

}  // namespace opdk::tensorflow_plugin
