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

// What steps are made of and remembered in, on disk below one directory.
struct StepStores {
  explicit StepStores(const std::string& cache_root = "") : kernels(cache_root) {}
  // Those that the engines of this process share.
  static StepStores& Shared();

  KernelStore kernels;
  AlgorithmChoices algorithms{kernels.cache().directory()};
};

// nullptr: it needs a measurement, later. Errors as of the makers in cube/cube_steps.h and vector/vector_step.h.
Result<std::unique_ptr<KernelStep>> MakeStep(const StepSpec& spec, const StepUse& use, const StepConstants& constants,
                                             StepStores& stores, Measuring measuring = Measuring::kNow);

}  // namespace opdk
