// The conditionals of version 1 graphs, Switch and Merge, as If and Case nodes.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

// An If (a Case, of more than two sides) takes the place of the Merges that one condition decides. `nodes` have no
// loops of frames any more (MakeWhiles); `values`, those that the caller asks for, are renamed. What became superfluous
// is left in `nodes`; a Switch that nothing merges is left, too. E2001: a Merge whose inputs aren't the sides of a
// condition.
Status MakeIfs(std::vector<Node>& nodes, std::vector<std::string>& values);

}  // namespace opdk::tensorflow_plugin
