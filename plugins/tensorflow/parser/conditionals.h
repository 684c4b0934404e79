// The conditionals of version 1 graphs, Switch and Merge, as If and Case nodes.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

// Replaces the Merges that one condition decides by an If, or by a Case where there are more than two sides. `nodes`
// must have no loops of frames (MakeWhiles). `values`, which the caller asks for, are renamed. Nodes that became
// superfluous stay in `nodes`, as does a Switch that nothing merges. E2001: a Merge whose inputs aren't the sides of a
// condition.
Status MakeIfs(std::vector<Node>& nodes, std::vector<std::string>& values);

}  // namespace opdk::tensorflow_plugin
