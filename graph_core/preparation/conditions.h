// Conditions that are known before anything runs.
#pragma once

#include <string>

#include "graph_core/ir/graph.h"

namespace opdk {

enum class Truth { kFalse, kTrue, kUnknown };

// A constant as a condition; of texts nothing is known.
Truth TruthOf(const ge::Tensor& value);

// The region that an If or Case takes by this condition; "": it isn't known.
std::string ChosenBranch(const Node& node, const ge::Tensor& condition);

}  // namespace opdk
