// The loading stage: from a Program to an Executable.
#pragma once

#include <memory>
#include <span>

#include "graph_core/engines/engine.h"
#include "graph_core/execution/executable.h"
#include "graph_core/program/program.h"

namespace opdk {

struct LoadOptions {
  int threads = 0;  // threads of a run; 0: the calling thread's setting
  // Owner of the registry and the engines that the model's kernels use; lives as long as the model.
  std::shared_ptr<const void> keep_alive;
  // Memory of the session. nullptr: the model has its own.
  std::shared_ptr<SessionMemory> memory = nullptr;
  // Keeps constants that no step reads (each kernel has them in a form of its own), because the program is to be
  // written.
  bool keep_constants = false;
  // PlaceConstants has placed the constants. Then OPDK_VERIFY_PROGRAM doesn't write and read the program.
  bool constants_are_placed = false;
  // Compiles models for steps whose engine refuses the shapes of a run. nullptr: such shapes are an error.
  StandInCompiler compile_stand_in = {};
};

// Loads and prepares the kernels, and makes a first context. `engines` and `packages` must outlive the model (see
// keep_alive).
//
// If the environment variable OPDK_VERIFY_PROGRAM is set, the program is loaded, written and read back. The program
// that was read is loaded, and must give the same bytes again. E9001: it doesn't. Errors are located "node X (Type),
// engine E, package P".
Result<Executable> Load(Program program, std::span<Engine* const> engines, const PackageRegistry& packages,
                        LoadOptions options = {});

}  // namespace opdk
