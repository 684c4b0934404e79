// The check of indices before a kernel reads them.
#pragma once

#include <string>

#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "opdk/status.h"

namespace opdk {

// Checks indices. `indices`: the check's data; unused if the check has a number. `asker`: the operator, "node g
// (GatherV2)". E6001: an element lies outside. The message names `asker`, the input, the first such element, its index
// and the extent.
Status CheckIndices(const IndexCheck& check, const void* indices, const std::string& asker);

}  // namespace opdk
