// The checkpoint's tensor from which each variable of a graph is restored.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

// Returns the name in the checkpoint of each variable (by its node) that the graph's own restoring assigns. `nodes`:
// without calls (Flattener).
std::map<std::string, std::string> RestoredVariables(std::vector<Node>& nodes);

// Returns whether a node gives a variable, or its handle.
bool IsVariable(const Node& node);

}  // namespace opdk::tensorflow_plugin
