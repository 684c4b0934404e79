// The loading stage: from a Program to an Executable.
#pragma once

#include <memory>
#include <span>

#include "graph_core/engines/engine.h"
#include "graph_core/execution/executable.h"
#include "graph_core/program/program.h"

namespace opdk {

struct LoadOptions {
  int threads = 0;  // threads a run may use; 0: what the calling thread has set
  // What must live as long as the model: the registry and engines that its kernels use.
  std::shared_ptr<const void> keep_alive;
  // Those of the session; nullptr: the model has its own.
  std::shared_ptr<SessionMemory> memory = nullptr;
  // Constants that no step reads, since each keeps them in a form of its own, stay: the program is to be written.
  bool keep_constants = false;
  // Constants lie where PlaceConstants has put them, and so the program isn't written and read.
  bool constants_are_placed = false;
  // For steps whose engine refuses the shapes that they get; nullptr: that is an error.
  StandInCompiler compile_stand_in = {};
};

// Loads and prepares the kernels, and makes a first context. `engines` and `packages` must outlive
// the model (see keep_alive). Where the environment variable OPDK_VERIFY_PROGRAM is set, what is loaded is the program
// after it was loaded, written and read back, which must give the same bytes once more (E9001). Errors are located
// "node X (Type), engine E, package P".
Result<Executable> Load(Program program, std::span<Engine* const> engines, const PackageRegistry& packages,
                        LoadOptions options = {});

}  // namespace opdk
