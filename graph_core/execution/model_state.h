// What a loaded model is made of. Filled by the loading stage, used by the executor.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/compilation/compiled_model.h"
#include "graph_core/engines/engine.h"
#include "graph_core/execution/loaded_model.h"
#include "graph_core/execution/memory.h"

namespace opdk {

// What a step whose shapes are known only at run time was adapted to.
struct Adaptation {
  bool valid = false;
  std::vector<std::vector<int64_t>> input_shapes;
  // Inputs whose values decided shapes or the kernel, with the bytes they had.
  std::vector<std::pair<int, std::vector<uint8_t>>> values;
  std::vector<std::vector<int64_t>> output_shapes;  // -1 where only the kernel knows
  std::vector<size_t> output_bytes;                 // upper bound where only the kernel knows
  bool data_dependent = false;                      // some output's shape is known only after the kernel ran
};

struct RunStep {
  const Step* plan = nullptr;
  std::unique_ptr<Task> task;     // nullptr: a view
  std::vector<TensorArg> inputs;  // never resized after loading: blocks point to the entries
  std::vector<TensorArg> outputs;
  std::unique_ptr<Adaptation> adaptation;  // nullptr: everything was known when the model was loaded
  std::vector<int> dead_blocks;            // of the pool, free after this step
};

// Where a block's bytes are now, and every argument that must know.
struct BlockMemory {
  void* data = nullptr;
  size_t capacity = 0;
  std::vector<TensorArg*> args;

  // Writes the address to the arguments when it is a new one.
  void Bind(void* new_data, size_t new_capacity) {
    if (data == new_data && capacity == new_capacity) return;
    data = new_data;
    capacity = new_capacity;
    for (TensorArg* arg : args) {
      arg->data = new_data;
      arg->capacity = new_capacity;
    }
  }
};

struct ModelState {
  CompiledModel compiled;
  const PackageRegistry* packages = nullptr;
  std::shared_ptr<const void> keep_alive;
  int threads = 0;
  bool dynamic = false;

  std::vector<PortSpec> input_specs;
  std::vector<PortSpec> output_specs;
  std::vector<Profile::StepName> step_names;

  AlignedBuffer arena;
  AlignedBuffer workspace;  // shared by the tasks, which run one after the other
  BufferPool pool;
  std::vector<AlignedBuffer> output_buffers;  // one per output; used when the caller gives none

  std::vector<std::vector<int64_t>> shapes;  // of this run, one per tensor
  std::vector<BlockMemory> memory;           // one per block
  std::vector<RunStep> steps;
};

// Before an adapting step runs: infers its output shapes and prepares its task again when input shapes or the values it
// depends on changed since the last time, and gives its outputs of unknown size their memory. `outputs`: the caller's.
Status Adapt(ModelState& state, RunStep& step, std::span<const RunOutput> outputs);

// After it ran: checks the shapes that only the kernel knew.
Status CheckReportedShapes(const RunStep& step);

}  // namespace opdk
