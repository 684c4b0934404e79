// The step of any kind.
#pragma once

#include <memory>
#include <span>

#include "graph_core/engines/ai_core/cube/algorithm_choices.h"
#include "graph_core/engines/ai_core/steps/kernel_step.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "graph_core/engines/ai_core/store/kernel_store.h"
#include "opdk/status.h"

namespace opdk {

// The stores of kernels and algorithm choices that steps are made from. On disk they lie below one directory.
struct AiCoreStores {
  explicit AiCoreStores(const std::string& cache_root = "") : kernels(cache_root) {}
  // Returns the stores that the engines of this process share.
  static AiCoreStores& Shared();

  KernelStore kernels;
  AlgorithmChoices algorithms{kernels.cache().directory()};
};

// Makes a step; nullptr if it needs a measurement and `measuring` is kLater. Errors: those of cube/cube_steps.h and
// vector/vector_step.h.
Result<std::unique_ptr<KernelStep>> MakeStep(const StepSpec& spec, const NodeOptions& options,
                                             const StepConstants& constants, AiCoreStores& stores,
                                             Measuring measuring = Measuring::kNow);

}  // namespace opdk
