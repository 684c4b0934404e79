// Refuses attributes of a model's node that nobody knows: dropped, they would give wrong numbers without a word.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "graph/operator.h"
#include "opdk/status.h"
#include "plugins/onnx/parser/expander.h"

namespace opdk::onnx_plugin {

// What the mapping makes of a node of other attributes; a fresh operator each time.
using MapAgainFn = std::function<Result<ge::Operator>(const onnx::NodeProto& node)>;

// An attribute is known when
//   the prototype has it, or the mapping ignores it on purpose (IgnoreAttrs);
//   the mapping's functions asked for it by name (`read`, from AttrReads);
//   they read the NodeProto or the text of all attributes, and what they make depends on it: `map_again` is called
//   without it and with another value;
//   or it is of ONNX's own operator, whose definition has checked it, and another package maps that by hand.
// E2009 names the node, the attribute, those that there are, and the nearest.
Status CheckAttributes(const MappedNode& node, const ge::Operator& op, const std::set<std::string, std::less<>>& read,
                       const MapAgainFn& map_again);

// E2009 for an attribute of a call that the model's function neither declares nor uses.
Status CheckCallAttributes(const onnx::NodeProto& call, const onnx::FunctionProto& function);

}  // namespace opdk::onnx_plugin
