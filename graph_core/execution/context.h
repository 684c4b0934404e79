// What one run of an executable changes: its memory, its shapes, the calls of its kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/engines/engine.h"
#include "graph_core/execution/executable.h"
#include "graph_core/execution/memory.h"
#include "graph_core/execution/run_resources.h"
#include "graph_core/execution/stream_section.h"

namespace opdk {

// What a step whose shapes are known only at run time was adapted to.
struct Adaptation {
  bool valid = false;  // false: what prepared it failed, or nothing has
  std::vector<std::vector<int64_t>> input_shapes;
  // Inputs whose values decided shapes or the kernel, with the bytes they had.
  std::vector<std::pair<int, std::vector<uint8_t>>> values;
  std::vector<std::vector<int64_t>> output_shapes;  // -1 where only the kernel knows
  // Of an output without an upper bound: the kernel asks for its memory while it runs.
  static constexpr size_t kAsked = std::numeric_limits<size_t>::max();
  std::vector<size_t> output_bytes;                // upper bound, or kAsked, where only the kernel knows
  bool data_dependent = false;                     // some output's shape is known only after the kernel ran
  std::shared_ptr<const PreparedKernel> prepared;  // that the step's call is of
  // Of one that isn't the step's present one: its call, and what the step is named with it.
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
  std::unique_ptr<KernelCall> call;  // nullptr: a view, or not adapted yet
  std::vector<TensorArg> inputs;     // never resized: blocks point to the entries
  std::vector<TensorArg> outputs;
  std::unique_ptr<Adaptation> adaptation;            // nullptr: everything was known when the model was loaded
  std::vector<std::unique_ptr<Adaptation>> earlier;  // what it was adapted to before, the latest first
  std::unique_ptr<ControlState> control;             // nullptr: neither control flow nor GetNext
  bool repeats_draws = false;                        // kRepeatsDraws
  uint64_t draws = 0;                                // of the run `drawn_in`
  uint64_t drawn_in = 0;

  bool is_view() const { return loaded->kernel == nullptr; }
};

// Where a block's bytes are now, and every argument that must know.
struct BlockMemory {
  struct Reader {
    TensorArg* arg;
    size_t offset;  // of its tensor in the block
  };
  void* data = nullptr;
  size_t capacity = 0;
  std::vector<Reader> args;

  // nullptr: its writer asks for memory. Writes the address to the arguments when it is a new one.
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

// What the functions of one run have in common.
struct RunShared {
  std::shared_ptr<const LoadedModel> model;
  std::vector<StepName> step_names;  // the model's, with what adapted steps are now
  // Lent by the session while a run is on, which nothing is where the run has memory of its caller's: its arena there,
  // and its kernels' workspace behind that.
  RunMemory memory;
  std::byte* given = nullptr;
  void* arena() const { return given != nullptr ? given : memory.arena.data(); }
  std::byte* workspace() const {
    return given != nullptr ? given + AlignUp(model->program.main().arena_bytes)
                            : static_cast<std::byte*>(memory.workspace.data());
  }
  const void* bound_arena = nullptr;  // where the blocks point
  std::vector<std::unique_ptr<RunState>> functions;
  RunResources resources;   // empty between runs
  uint64_t run = 0;         // number of the run that is on, from 1
  bool on_streams = false;  // others that run at the same time leave CPUs for all threads
};

// One function's part of a run.
struct RunState {
  RunShared* shared = nullptr;
  size_t number = 0;  // of the function
  const Function& compiled() const { return shared->model->program.functions[number]; }
  const LoadedFunction& loaded() const { return shared->model->functions[number]; }
  RunState& callee(const Step& step, size_t region) const {
    return *shared->functions[static_cast<size_t>(step.functions[region])];
  }

  BufferPool pool;
  std::vector<AlignedBuffer> output_buffers;  // one per output; used when the caller gives none
  std::vector<std::vector<int64_t>> shapes;   // of this run, one per tensor
  std::vector<BlockMemory> memory;            // one per block
  std::vector<RunStep> steps;
  std::unique_ptr<StreamEvents> events;  // nullptr: it has no sections
};

// Of a step of `state`: its number among those of all functions.
inline int StepNumber(const RunState& state, const RunStep& step) {
  return state.compiled().first_step + static_cast<int>(&step - state.steps.data());
}

// Used by one thread at a time.
class Context {
 public:
  Context() = default;
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  // E2007: no memory.
  static Result<std::unique_ptr<Context>> Make(std::shared_ptr<const LoadedModel> model);
  // Without calls, while the model is loaded: its arguments are what kernels are prepared for.
  static Result<std::unique_ptr<Context>> MakeEmpty(std::shared_ptr<const LoadedModel> model);
  // Makes the calls of the prepared kernels, and the workspace they need.
  Status MakeCalls();

  // Inputs and outputs in the model's order. Errors: E1003 an input is missing, E1004 dtype, rank, shape or size of
  // an input or an output buffer does not fit, E6001/E6002 a kernel failed, located "node X (Type), engine E, package
  // P". After an error it can run again. An output without a buffer lies in the context's own, until its next run.
  // `iterations`: see Executable::Run. `memory`: what it computes in, of Executable::feature_bytes; nullptr: the
  // session's.
  Status Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs, RunObserver* observer = nullptr,
             int64_t iterations = 1, std::byte* memory = nullptr);

  // Gives the memory back that MakeEmpty or a run has borrowed.
  void ReturnMemory();

  // Function `number` of the model.
  RunState& state(size_t number = 0) { return *shared_.functions[number]; }

 private:
  Status BorrowMemory(std::byte* given = nullptr);
  Status RunAll(std::span<const RunInput> inputs, std::span<RunOutput> outputs, RunObserver* observer,
                int64_t iterations);
  RunShared shared_;
};

// One run of a function whose inputs fit. Outputs without a buffer lie in the function's own.
Status RunFunction(RunState& state, std::span<const RunInput> inputs, std::span<RunOutput> outputs,
                   RunObserver* observer);

// Before an adapting step runs: infers its output shapes and prepares its kernel when input shapes or the values it
// depends on are none of those that it was adapted to of late, and gives its outputs of unknown size their memory.
// `outputs`: the caller's.
Status Adapt(RunState& state, RunStep& step, std::span<const RunOutput> outputs);

// After it ran: checks the shapes that only the kernel knew.
Status CheckReportedShapes(const RunStep& step);

}  // namespace opdk
