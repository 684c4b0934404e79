// The loops of version 1 graphs, which go round in frames, as While nodes.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

// Replaces each frame (Enter, Merge, Switch, LoopCond, NextIteration and Exit) by a While. `values`, which the caller
// asks for, are renamed. `nodes` become the nodes that `values` need. E2001: a frame that isn't a loop's.
Status MakeWhiles(std::vector<Node>& nodes, std::vector<std::string>& values);

}  // namespace opdk::tensorflow_plugin
