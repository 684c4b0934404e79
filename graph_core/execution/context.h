// State of one run of an executable: its memory, its shapes, the calls of its kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/engines/engine.h"
#include "graph_core/execution/executable.h"
#include "graph_core/execution/held_numbers.h"
#include "graph_core/execution/memory.h"
#include "graph_core/execution/run_resources.h"
#include "graph_core/execution/stream_section.h"

namespace opdk {

// The state of a step that adapts, for one set of input shapes and values.
struct Adaptation {
  bool valid = false;  // false: preparing it failed, or hasn't happened yet
  std::vector<std::vector<int64_t>> input_shapes;
  // Inputs whose values decided shapes or the kernel, with their bytes at that time.
  std::vector<std::pair<int, std::vector<uint8_t>>> values;
  std::vector<std::vector<int64_t>> output_shapes;  // -1 where only the kernel knows
  // Value of output_bytes without an upper bound: the kernel asks for the memory while it runs.
  static constexpr size_t kAsked = std::numeric_limits<size_t>::max();
  std::vector<size_t> output_bytes;                // if only the kernel knows the shape: upper bound, or kAsked
  bool data_dependent = false;                     // some output's shape is known only after the kernel ran
  std::shared_ptr<const PreparedKernel> prepared;  // the kernel of the step's call
  // If this isn't the step's present adaptation: its call, and the names for the step's StepName.
  std::unique_ptr<KernelCall> call;
  std::string kernel, description, engine;
};

struct ControlState;

struct RunStep {
  RunStep();
  ~RunStep();
  RunStep(RunStep&&) noexcept;

  const Step* plan = nullptr;
  const LoadedStep* loaded = nullptr;
  std::unique_ptr<KernelCall> call;  // nullptr: no kernel runs, or it is not adapted yet
  std::vector<TensorArg> inputs;     // never resized: blocks point to the entries
  std::vector<TensorArg> outputs;
  std::unique_ptr<Adaptation> adaptation;            // nullptr: everything was known when the model was loaded
  std::vector<std::unique_ptr<Adaptation>> earlier;  // earlier adaptations, the latest first
  std::unique_ptr<ControlState> control;             // nullptr: neither control flow nor GetNext
  bool repeats_draws = false;                        // kRepeatsDraws
  uint64_t draws = 0;                                // draws in the run `drawn_in`
  uint64_t drawn_in = 0;

  bool has_kernel() const { return loaded->kernel != nullptr; }
};

// The present place of a block's bytes, and all kernel arguments that point into the block.
struct BlockMemory {
  struct Reader {
    TensorArg* arg;
    size_t offset;  // of the argument's tensor in the block
  };
  void* data = nullptr;
  size_t capacity = 0;
  std::vector<Reader> args;

  // Sets the address, and writes a new address to the arguments. nullptr: the writer asks for the memory during the
  // run.
  void Bind(void* new_data, size_t new_capacity) {
    if (data == new_data && capacity == new_capacity) return;
    data = new_data;
    capacity = new_capacity;
    for (const Reader& reader : args) {
      reader.arg->data = new_data == nullptr ? nullptr : static_cast<std::byte*>(new_data) + reader.offset;
      reader.arg->capacity = new_capacity > reader.offset ? new_capacity - reader.offset : 0;
    }
  }
};

struct RunState;

// State that the functions of one run share.
struct RunShared {
  std::shared_ptr<const LoadedModel> model;
  std::vector<StepName> step_names;  // the model's, with the present kernels of adapted steps
  // Memory that the session lends for the time of a run. Empty if the caller gives the memory (`given`): first the
  // arena, then the kernels' workspace.
  RunMemory memory;
  std::byte* given = nullptr;
  void* arena() const { return given != nullptr ? given : memory.arena.data(); }
  std::byte* workspace() const {
    return given != nullptr ? given + AlignUp(model->program.main().arena_bytes)
                            : static_cast<std::byte*>(memory.workspace.data());
  }
  const void* bound_arena = nullptr;  // the arena that the blocks point into
  std::vector<std::unique_ptr<RunState>> functions;
  RunResources resources;   // empty between runs
  uint64_t run = 0;         // number of the current run, from 1
  bool on_streams = false;  // other runs at the same time leave CPUs for all threads
};

// One function's part of a run.
struct RunState {
  RunShared* shared = nullptr;
  size_t number = 0;  // of the function
  const Function& compiled() const { return shared->model->program.functions[number]; }
  const LoadedFunction& loaded() const { return shared->model->functions[number]; }
  RunState& callee(const ControlTask& task, size_t region) const {
    return *shared->functions[static_cast<size_t>(task.functions[region])];
  }

  BufferPool pool;
  std::vector<AlignedBuffer> output_buffers;  // one per output; used when the caller gives none
  std::vector<std::vector<int64_t>> shapes;   // of this run, one per tensor
  std::vector<BlockMemory> memory;            // one per block
  std::vector<RunStep> steps;
  std::unique_ptr<StreamEvents> events;  // nullptr: the function has no sections
};

// Returns the number of a step of `state`, counted through all functions.
inline int StepNumber(const RunState& state, const RunStep& step) {
  return state.compiled().first_step + static_cast<int>(&step - state.steps.data());
}

// One run at a time of an executable. Used by one thread at a time.
class Context {
 public:
  Context() = default;
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  // Makes a context with calls. E2007: no memory.
  static Result<std::unique_ptr<Context>> Make(std::shared_ptr<const LoadedModel> model);
  // Makes a context without calls, while the model is loaded. Kernels are prepared for its arguments.
  static Result<std::unique_ptr<Context>> MakeEmpty(std::shared_ptr<const LoadedModel> model);
  // Makes the calls of the prepared kernels, and the workspace that they need.
  Status MakeCalls();

  // Runs the model. Inputs and outputs are in the model's order. An output without a buffer is in a buffer of the
  // context, valid until its next run. `iterations`: see Executable::Run. `memory`: Executable::feature_bytes() bytes
  // to compute in; nullptr: memory of the session. E1003: an input is missing. E1004: dtype, rank, shape or size of an
  // input or an output buffer doesn't fit. E6001, E6002: a kernel failed, located "node X (Type), engine E, package P".
  // After an error the context can run again.
  Status Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs, RunObserver* observer = nullptr,
             int64_t iterations = 1, std::byte* memory = nullptr);

  // Returns the memory that MakeEmpty or a run has borrowed.
  void ReturnMemory();

  // Returns the state of function `number` of the model.
  RunState& state(size_t number = 0) { return *shared_.functions[number]; }

  // Returns the numbers that inputs may have, by the inputs' indices. Inputs without an entry may have any.
  const std::map<size_t, HeldNumbers>& held_numbers() const { return held_numbers_; }

 private:
  Status BorrowMemory(std::byte* given = nullptr);
  Status RunAll(std::span<const RunInput> inputs, std::span<RunOutput> outputs, RunObserver* observer,
                int64_t iterations);
  RunShared shared_;
  std::map<size_t, HeldNumbers> held_numbers_;
};

// Runs a function once. The inputs have been checked. Outputs without a buffer are in buffers of the function.
Status RunFunction(RunState& state, std::span<const RunInput> inputs, std::span<RunOutput> outputs,
                   RunObserver* observer);

// Prepares an adapting step for its run. Infers its output shapes and prepares its kernel, unless a recent adaptation
// had the same input shapes and values. Then gives its outputs of unknown size their memory. `outputs`: the caller's
// buffers.
Status Adapt(RunState& state, RunStep& step, std::span<const RunOutput> outputs);

// Checks, after the step ran, the shapes that only the kernel knew.
Status CheckReportedShapes(const RunStep& step);

}  // namespace opdk
