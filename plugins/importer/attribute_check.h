// Refuses unknown attributes of a model's node. Dropping them would silently give wrong numbers.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "graph/operator.h"
#include "opdk/status.h"
#include "plugins/importer/framework.h"
#include "plugins/importer/mapping_table.h"
#include "plugins/importer/source_node.h"

namespace opdk::importer {

// Runs the mapping on a node with other attributes. Returns a fresh operator each time.
using MapAgainFn = std::function<Result<ge::Operator>(const SourceNode& node)>;

// Checks that every attribute of the node is known. An attribute is known when
//   the prototype has it, or the mapping ignores it on purpose (IgnoreAttrs);
//   the mapping's functions asked for it by name (`read`, from AttrReads);
//   the functions read the node's message or the text of all attributes, and their result depends on the attribute:
//   `map_again` is called without it and with another value;
//   or the node is one of the framework's own operators, whose definition has checked it, and another package maps it
//   by hand.
// E2009 names the node, the attribute, the known attributes and the nearest of them.
Status CheckAttributes(const SourceNode& node, const Mapping& mapping, const Framework& framework,
                       const ge::Operator& op, const std::set<std::string, std::less<>>& read,
                       const MapAgainFn& map_again);

// Returns E2009: `to_whom` ("the model's function 'Soft'") has the attributes `known`, but not `attribute`.
Status UnknownAttribute(const std::string& node_title, const std::string& attribute, const std::string& to_whom,
                        const std::vector<std::string>& known);

}  // namespace opdk::importer
