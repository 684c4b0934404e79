// The passes of optimization, one per file of the same name.
#pragma once

#include "graph_core/ir/pass.h"

namespace opdk {

// Of pure nodes that compute the same from the same inputs (and of equal constants) one stays.
Result<Changed> EliminateCommonSubexpressions(Graph& graph, const PassContext& context);

// Tells nodes the formats of their tensors as the model means them: what inputs, attributes and prototypes say of some,
// spread through the operators between. E2003: a prototype's inference of formats fails.
Result<Changed> InferFormats(Graph& graph, const PassContext& context);

// Writes nodes for the other order of images' axes, or for formats of their columns, where that converts least, and
// converts tensors where they differ.
Result<Changed> ChooseFormats(Graph& graph, const PassContext& context);

// Gives nodes the data types that the precision mode asks for, where their operators have them, and converts tensors
// where they differ. E2008: types that are prescribed for a node are none of its columns.
Result<Changed> ChooseTypes(Graph& graph, const PassContext& context);

// What a conversion between formats is undone by takes what was converted. Neither is removed.
Result<Changed> CancelConversions(Graph& graph, const PassContext& context);

}  // namespace opdk
