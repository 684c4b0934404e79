// The loading stage: from a CompiledModel to a LoadedModel.
#pragma once

#include <memory>
#include <span>

#include "graph_core/compilation/compiled_model.h"
#include "graph_core/engines/engine.h"
#include "graph_core/execution/loaded_model.h"

namespace opdk {

struct LoadOptions {
  int threads = 0;  // threads a run may use; 0: what the calling thread has set
  // What must live as long as the model: the registry and engines that its tasks use.
  std::shared_ptr<const void> keep_alive;
};

// Builds and prepares the tasks, allocates the arena, fills the argument arrays. `engines` and `packages` must outlive
// the model (see keep_alive). Errors are located "node X (Type), engine E, package P".
Result<LoadedModel> Load(CompiledModel compiled, std::span<Engine* const> engines, const PackageRegistry& packages,
                         LoadOptions options = {});

}  // namespace opdk
