// Conditions that are known before anything runs.
#pragma once

#include <string>

#include "graph_core/ir/graph.h"

namespace opdk {

enum class Truth { kFalse, kTrue, kUnknown };

// Returns a constant as a condition. kUnknown: a text, or an unknown shape.
Truth TruthOf(const ge::Tensor& value);

// Returns the name of the region that an If or Case takes for this condition. "": it isn't known.
std::string ChosenBranch(const Node& node, const ge::Tensor& condition);

}  // namespace opdk
