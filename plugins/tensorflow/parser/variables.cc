#include "plugins/tensorflow/parser/variables.h"

#include "plugins/tensorflow/parser/node_index.h"

namespace opdk::tensorflow_plugin {
namespace {

// Returns name `number` of a RestoreV2's tensor_names. "": the names aren't written in the graph.
std::string RestoredName(const NodeIndex& index, const Node& restore, size_t number) {
  if (restore.inputs.size() < 2) return "";
  const Node* names = index.ProducerOf(index.Origin(restore.inputs[1]));
  const AttrValue* value = names == nullptr ? nullptr : names->Attribute("value");
  if (value == nullptr || static_cast<size_t>(value->tensor().string_val_size()) <= number) return "";
  return value->tensor().string_val(static_cast<int>(number));
}

}  // namespace

bool IsVariable(const Node& node) {
  return node.type == "VarHandleOp" || node.type == "VariableV2" || node.type == "Variable";
}

std::map<std::string, std::string> RestoredVariables(std::vector<Node>& nodes) {
  const NodeIndex index(nodes);
  std::map<std::string, std::string> restored;
  for (const Node& node : nodes) {
    if ((node.type != "AssignVariableOp" && node.type != "Assign") || node.inputs.size() < 2) continue;
    const Node* variable = index.ProducerOf(index.Origin(node.inputs[0]));
    const std::string value = index.Origin(node.inputs[1]);
    const Node* restore = index.ProducerOf(value);
    if (variable == nullptr || restore == nullptr || !IsVariable(*variable) || restore->type != "RestoreV2") continue;
    const std::string name = RestoredName(index, *restore, PlaceOf(value).output);
    if (!name.empty()) restored[variable->name] = name;
  }
  return restored;
}

}  // namespace opdk::tensorflow_plugin
