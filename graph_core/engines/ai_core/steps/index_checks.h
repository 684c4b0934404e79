// The check of indices before a kernel reads them.
#pragma once

#include <string>

#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "opdk/status.h"

namespace opdk {

// E6001 names `asker` ("node g (GatherV2)"), the input, the first element that lies outside, its index and the extent.
// `indices`: the check's data; unused where the check has a number.
Status CheckIndices(const IndexCheck& check, const void* indices, const std::string& asker);

}  // namespace opdk
