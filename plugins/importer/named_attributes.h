// Attributes of a node that no package maps and that the prototype of its name takes.
#pragma once

#include <string>

#include "graph/operator.h"
#include "opdk/status.h"
#include "plugins/importer/framework.h"
#include "plugins/importer/source_node.h"

namespace opdk::importer {

// Returns a line for errors: "package shapes has a prototype Stretch, which takes the node by its name".
std::string TakenBy(const ge::Operator& op);

// Gives the attributes that `op` has from `node` the types that its prototype declares: 0 and 1 are a Bool, one value
// is a list of it, a type is its number for an Int. Drops those that the node's values imply. Errors: E2009 for an
// attribute that the prototype doesn't have, for one of another type, and for a required one that the node lacks.
Status FitNamedAttributes(const SourceNode& node, const Framework& framework, ge::Operator& op);

}  // namespace opdk::importer
