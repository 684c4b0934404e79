// What a row-wise softmax computes, for kernels that make its rows where they need them.
#pragma once

#include <optional>

#include "graph_core/engines/ai_core/direct/direct_functions.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"

namespace opdk {

struct SoftmaxOfValues {
  SoftmaxRows rows;       // without addresses
  int x = -1, mask = -1;  // values of the plan; no mask: -1
};

// nullopt: the step is none, or a log-softmax.
std::optional<SoftmaxOfValues> SoftmaxOf(const StepSpec& step);

}  // namespace opdk
