// Axes of a node's images, as operator information and attributes tell them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph_core/ir/axis_order.h"
#include "graph_core/ir/pass.h"
#include "graph_core/package/layout_info.h"

namespace opdk {

// Returns the layout of the node's operator information; nullptr: it has none.
const LayoutInfo* LayoutOf(const Node& node, const PassContext& context);
// Returns the order of images by the node itself: its attribute, or its default for images without a format. nullopt:
// the node doesn't tell.
std::optional<AxisOrder> OrderSaidBy(const Node& node, const LayoutInfo& layout);
// Tells whether `names` has the declared port that an instance's port is an entry of.
bool IsOneOf(const Port& port, const std::vector<IrPort>& declared, const std::vector<std::string>& names);
// Returns the permutation of a node that does nothing but transpose; nullopt for other nodes and unknown permutations.
std::optional<Perm> TransposingPerm(const Node& node);

}  // namespace opdk
