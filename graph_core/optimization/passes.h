// The passes of optimization, one per file of the same name.
#pragma once

#include "graph_core/ir/pass.h"

namespace opdk {

// Merges pure nodes that compute the same result from the same inputs. Also merges equal constants.
Result<Changed> EliminateCommonSubexpressions(Graph& graph, const PassContext& context);

// Gives nodes the formats of their tensors as the model means them. Inputs, attributes and prototypes tell the formats
// of some tensors; the pass spreads them through the operators between. E2003: a prototype's inference of formats
// fails.
Result<Changed> InferFormats(Graph& graph, const PassContext& context);

// Rewrites nodes for the other order of images' axes, or for the formats of their columns, if that needs the fewest
// conversions. Converts tensors whose producer and reader differ.
Result<Changed> ChooseFormats(Graph& graph, const PassContext& context);

// Gives nodes the data types that the precision mode asks for, if their operators have them. Converts tensors whose
// producer and reader differ. E2008: no column of a node has the types that are prescribed for the node.
Result<Changed> ChooseTypes(Graph& graph, const PassContext& context);

// Lets the users of a conversion's inverse read the original tensor. The conversion and its inverse stay;
// RemoveDeadNodes removes them.
Result<Changed> CancelConversions(Graph& graph, const PassContext& context);

}  // namespace opdk
