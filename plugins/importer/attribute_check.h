// Refuses attributes of a model's node that nobody knows: dropped, they would give wrong numbers without a word.
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

// What the mapping makes of a node of other attributes; a fresh operator each time.
using MapAgainFn = std::function<Result<ge::Operator>(const SourceNode& node)>;

// An attribute is known when
//   the prototype has it, or the mapping ignores it on purpose (IgnoreAttrs);
//   the mapping's functions asked for it by name (`read`, from AttrReads);
//   they read the node's message or the text of all attributes, and what they make depends on it: `map_again` is called
//   without it and with another value;
//   or it is of the framework's own operator, whose definition has checked it, and another package maps that by hand.
// E2009 names the node, the attribute, those that there are, and the nearest.
Status CheckAttributes(const SourceNode& node, const Mapping& mapping, const Framework& framework,
                       const ge::Operator& op, const std::set<std::string, std::less<>>& read,
                       const MapAgainFn& map_again);

// E2009: `to_whom` ("the model's function 'Soft'") has the attributes `known` and not this one.
Status UnknownAttribute(const std::string& node_title, const std::string& attribute, const std::string& to_whom,
                        const std::vector<std::string>& known);

}  // namespace opdk::importer
