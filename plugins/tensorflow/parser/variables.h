// Which tensor of a checkpoint each variable of a graph is restored from.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

// Of the variables (by their nodes) that the graph's own restoring assigns: the name in the checkpoint. `nodes`:
// without calls (Flattener).
std::map<std::string, std::string> RestoredVariables(std::vector<Node>& nodes);

// Whether a node gives a variable, or its handle.
bool IsVariable(const Node& node);

}  // namespace opdk::tensorflow_plugin
