// Steps that the vector unit runs.
#pragma once

#include <memory>
#include <string>

#include "graph_core/engines/ai_core/steps/kernel_step.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "opdk/status.h"

namespace opdk {

class KernelStore;

// Makes the step of a vector kernel: hand-written, or loaded (compiled if need be). E4001.
Result<std::unique_ptr<KernelStep>> MakeVectorStep(const StepSpec& spec, KernelStore& store);
// Describes a step: "Halide: exp+mul, 2 d, 1 in" or "hand-written softmax_rows, avx512: ...".
std::string DescribeVector(const StepSpec& spec);
}  // namespace opdk
