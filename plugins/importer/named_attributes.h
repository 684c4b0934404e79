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

// Gives the attributes that `op` has from `node` the types that its prototype declares: 0 and 1 become a Bool, one
// value a list of it, a type its number for an Int. Drops attributes that the node's values imply. E2009: an attribute
// that the prototype doesn't have, an attribute of another type, or a missing required attribute.
Status FitNamedAttributes(const SourceNode& node, const Framework& framework, ge::Operator& op);

}  // namespace opdk::importer
