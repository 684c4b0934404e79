// The loops of version 1 graphs, which go round in frames, as While nodes.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

// A While takes the place of each frame: Enter, Merge, Switch, LoopCond, NextIteration and Exit. `values`, those that
// the caller asks for, are renamed. `nodes` become those that `values` need. E2001: a frame that isn't a loop's.
Status MakeWhiles(std::vector<Node>& nodes, std::vector<std::string>& values);

}  // namespace opdk::tensorflow_plugin
