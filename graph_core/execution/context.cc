#include "graph_core/execution/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/execution/control_flow.h"
#include "graph_core/execution/dynamic_outputs.h"
#include "graph_core/execution/next_element.h"
#include "graph_core/execution/resource_steps.h"
#include "graph_core/execution/run_checks.h"
#include "graph_core/execution/variables.h"
#include "graph_core/ir/random_draws.h"
#include "graph_core/package/running_step.h"
#include "opdk/parallel.h"
#include "opdk/random_draw.h"
#include "opdk/thread_team.h"

namespace opdk {
namespace {

void BindInputs(RunState& state, std::span<const RunInput> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto tensor = static_cast<size_t>(state.compiled().inputs[i].tensor);
    const auto block = static_cast<size_t>(state.compiled().tensors[tensor].block);
    // Kernels only read their inputs; the arguments have one type for both directions.
    void* data = inputs[i].data == nullptr ? UnboundAddress() : const_cast<void*>(inputs[i].data);
    state.memory[block].Bind(data, inputs[i].bytes);
    if (state.compiled().blocks[block].dynamic)
      state.shapes[tensor].assign(inputs[i].shape.begin(), inputs[i].shape.end());
  }
}

Status TooSmall(const RunState& state, size_t output, size_t capacity, size_t bytes, int tensor) {
  const auto t = static_cast<size_t>(tensor);
  return Status(ErrorCode::kInputMismatch,
                fmt::format("the buffer of output {} '{}' has {} bytes, {} needs {}", output,
                            state.compiled().outputs[output].name, capacity,
                            DescribeTensor(state.compiled().tensors[t].dtype, state.shapes[t]), bytes));
}

// Binds outputs of known size to the caller's buffers, or to the model's own.
Status BindOutputs(RunState& state, std::span<const RunOutput> outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const int tensor = state.compiled().outputs[i].tensor;
    const auto b = static_cast<size_t>(state.compiled().tensors[static_cast<size_t>(tensor)].block);
    const Block& block = state.compiled().blocks[b];
    if (state.compiled().outputs[i].copied || block.dynamic) continue;
    if (outputs[i].data == nullptr) {
      state.memory[b].Bind(state.output_buffers[i].data(), state.output_buffers[i].capacity());
    } else if (outputs[i].capacity < block.bytes) {
      return TooSmall(state, i, outputs[i].capacity, block.bytes, tensor);
    } else {
      state.memory[b].Bind(outputs[i].data, outputs[i].capacity);
    }
  }
  return Status();
}

// Returns the number of the step's draw in this run, from 0.
uint64_t NumberOfDraw(const RunState& state, RunStep& step) {
  if (std::exchange(step.drawn_in, state.shared->run) != state.shared->run) step.draws = 0;
  return step.draws++;
}

// Runs the task of a step that runs no kernel.
struct OwnTaskRunner {
  Status operator()(const KernelTask&) const { return Status(ErrorCode::kInternal, "the step's kernel isn't loaded"); }
  Status operator()(const ViewTask&) const { return Adapt(state, step, outputs); }
  Status operator()(const ControlTask& task) const { return RunControl(state, step, task, observer); }
  Status operator()(const VariableTask& task) const { return RunVariable(state, step, task.op); }
  Status operator()(const ChannelTask& task) const { return RunNext(state, step, task); }
  Status operator()(const ResourceTask& task) const { return RunResource(state, step, task.op); }

  RunState& state;
  RunStep& step;
  std::span<const RunOutput> outputs;
  RunObserver* observer;
};

Status RunOneStep(RunState& state, RunStep& step, std::span<const RunOutput> outputs, RunObserver* observer) {
  if (!step.has_kernel()) return std::visit(OwnTaskRunner{state, step, outputs, observer}, step.plan->task);
  if (step.adaptation != nullptr) OPDK_TRY(Adapt(state, step, outputs));
  // Limits a kernel for one thread to one thread, even if its section runs its steps one after the other.
  const ThreadScope threads(step.loaded->stream >= 0 ? 1 : 0);
  DynamicOutputs memory(state, step, outputs);
  std::optional<RepeatedDraw> draw;
  if (step.repeats_draws) draw.emplace(NumberOfDraw(state, step));
  OPDK_TRY(step.call->Run({step.inputs, step.outputs, state.shared->workspace() + step.loaded->workspace, &memory}));
  if (step.adaptation != nullptr && step.adaptation->data_dependent) return CheckReportedShapes(step);
  return Status();
}

Status RunObserved(RunState& state, RunStep& step, std::span<const RunOutput> outputs, RunObserver& observer) {
  Status status = observer.BeforeStep(state, step);
  if (status.ok()) status = RunOneStep(state, step, outputs, &observer);
  if (status.ok()) return observer.AfterStep(state, step);
  observer.StepFailed(state, step, status);
  return status;
}

Status RunSteps(RunState& state, std::span<const RunOutput> outputs, RunObserver* observer) {
  const StepRunner runner{state, outputs, observer};
  const std::vector<StreamSection>& sections = state.loaded().sections;
  const bool at_once = state.shared->on_streams && (observer == nullptr || observer->allows_streams());
  size_t section = at_once ? 0 : sections.size();
  for (size_t s = 0; s < state.steps.size(); ++s) {
    if (section < sections.size() && static_cast<size_t>(sections[section].begin) == s) {
      const size_t number = section++;
      Status status;
      if (state.events->RunAtOnce(runner, number, status)) {
        if (!status.ok()) return status;
        s = static_cast<size_t>(sections[number].end) - 1;
        continue;
      }
    }
    RunStep& step = state.steps[s];
    OPDK_TRY(runner.Run(step));
    for (int block : step.loaded->dead_blocks) state.pool.Release(state.memory[static_cast<size_t>(block)].data);
  }
  return Status();
}

// Gives the caller the outputs' addresses and shapes. Copies outputs that are in other memory.
Status Deliver(RunState& state, std::span<RunOutput> outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const int tensor = state.compiled().outputs[i].tensor;
    const auto t = static_cast<size_t>(tensor);
    const TensorSlot& slot = state.compiled().tensors[t];
    const void* const data =
        static_cast<const std::byte*>(state.memory[static_cast<size_t>(slot.block)].data) + slot.offset;
    RunOutput& output = outputs[i];
    OPDK_TRY(output.bytes, TensorBytes(slot.dtype, state.shapes[t]));
    output.dtype = slot.dtype;
    output.shape = state.shapes[t];
    if (output.data == nullptr) {
      OPDK_TRY(state.output_buffers[i].Grow(output.bytes));
      output.data = state.output_buffers[i].data();
      output.capacity = state.output_buffers[i].capacity();
    } else if (output.capacity < output.bytes) {
      return TooSmall(state, i, output.capacity, output.bytes, tensor);
    }
    if (output.data != data && output.bytes > 0) std::memcpy(output.data, data, output.bytes);
  }
  return Status();
}

std::vector<TensorArg> MakeArgs(RunState& state, const std::vector<int>& tensors) {
  std::vector<TensorArg> args;
  for (int tensor : tensors) {
    TensorArg& arg = args.emplace_back();
    if (tensor < 0) continue;
    arg.dtype = state.compiled().tensors[static_cast<size_t>(tensor)].dtype;
    arg.shape = &state.shapes[static_cast<size_t>(tensor)];
  }
  return args;
}

void Register(RunState& state, const std::vector<int>& tensors, std::vector<TensorArg>& args) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i] < 0) continue;
    const TensorSlot& slot = state.compiled().tensors[static_cast<size_t>(tensors[i])];
    state.memory[static_cast<size_t>(slot.block)].args.push_back({&args[i], slot.offset});
  }
}

void MakeSteps(RunState& state) {
  for (size_t s = 0; s < state.compiled().steps.size(); ++s) {
    RunStep& step = state.steps.emplace_back();
    step.plan = &state.compiled().steps[s];
    step.loaded = &state.loaded().steps[s];
    step.inputs = MakeArgs(state, step.plan->inputs);
    step.outputs = MakeArgs(state, step.plan->outputs);
    const bool* repeats = step.loaded->node->op().GetAttr<bool>(kRepeatsDraws);
    step.repeats_draws = repeats != nullptr && *repeats;
    if (step.plan->adapts()) step.adaptation = std::make_unique<Adaptation>();
    if (step.plan->As<ControlTask>() != nullptr || step.plan->As<ChannelTask>() != nullptr) {
      step.control = std::make_unique<ControlState>();
    }
  }
  // The argument arrays keep their addresses from here on.
  for (RunStep& step : state.steps) {
    Register(state, step.plan->inputs, step.inputs);
    Register(state, step.plan->outputs, step.outputs);
  }
}

Status AllocateOutputs(RunState& state) {
  const Function& function = state.compiled();
  state.memory.resize(function.blocks.size());
  for (const TensorSlot& slot : function.tensors) state.shapes.push_back(slot.shape);
  // Memory that is never used costs only address space.
  for (const ModelOutput& output : function.outputs) {
    const int block = function.tensors[static_cast<size_t>(output.tensor)].block;
    OPDK_TRY(state.output_buffers.emplace_back(),
             AlignedBuffer::Allocate(function.blocks[static_cast<size_t>(block)].bytes));
  }
  return Status();
}

// Binds the blocks of known size. `arena`: begin of the function's part of the arena.
void BindFixedBlocks(RunState& state, std::byte* arena) {
  const Function& function = state.compiled();
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    const Block& block = function.blocks[b];
    void* data = UnboundAddress();
    if (block.kind == BlockKind::kArena) {
      data = arena + block.offset;
    } else if (block.kind == BlockKind::kSession) {
      data = state.loaded().variables[static_cast<size_t>(block.index)]->data.data();
    } else if (block.kind == BlockKind::kConstant && !state.loaded().released[b]) {
      data = ConstantAddress(
          *state.shared->model->nodes[static_cast<size_t>(function.constants[static_cast<size_t>(block.index)])]
               ->ConstValue());
    }
    state.memory[b].Bind(data, state.loaded().released[b] ? 0 : block.bytes);
  }
  for (const Step& step : function.steps) {
    const auto* control = step.As<ControlTask>();
    if (control == nullptr) continue;
    std::byte* frame = arena + function.blocks[static_cast<size_t>(control->frame)].offset;
    for (size_t i = 0; i < control->functions.size(); ++i) BindFixedBlocks(state.callee(*control, i), frame);
  }
}

}  // namespace

Status StepRunner::Run(RunStep& step) const {
  const auto run = [&] {
    return observer == nullptr ? RunOneStep(state, step, outputs, nullptr)
                               : RunObserved(state, step, outputs, *observer);
  };
  // A step of control flow waits for the steps of its regions.
  const bool named = step.has_kernel() && steps_are_named.load(std::memory_order_relaxed);
  Status status = named ? RunNamed(run, [&] { return StepPlace(*step.loaded->node); }) : run();
  return status.ok() ? std::move(status) : std::move(status).At(StepPlace(*step.loaded->node));
}

RunStep::RunStep() = default;
RunStep::~RunStep() = default;
RunStep::RunStep(RunStep&&) noexcept = default;

Result<std::unique_ptr<Context>> Context::MakeEmpty(std::shared_ptr<const LoadedModel> model) {
  auto context = std::make_unique<Context>();
  RunShared& shared = context->shared_;
  shared.model = std::move(model);
  const Program& program = shared.model->program;
  context->held_numbers_ = HeldNumbersOf(program.main(), shared.model->nodes);
  for (size_t number = 0; number < program.functions.size(); ++number) {
    RunState& state = *shared.functions.emplace_back(std::make_unique<RunState>());
    state.shared = &shared;
    state.number = number;
    OPDK_TRY(AllocateOutputs(state));
    MakeSteps(state);
    const std::vector<StreamSection>& sections = state.loaded().sections;
    if (!sections.empty()) state.events = std::make_unique<StreamEvents>(state.steps.size(), sections);
  }
  OPDK_TRY(context->BorrowMemory());
  return context;
}

// Memory is still borrowed if loading failed.
Context::~Context() {
  if (shared_.memory.arena.data() != nullptr) ReturnMemory();
}

Status Context::BorrowMemory(std::byte* given) {
  const LoadedModel& model = *shared_.model;
  shared_.given = given;
  if (given == nullptr) {
    OPDK_TRY(shared_.memory, model.memory->arenas.Borrow(model.program.main().arena_bytes, model.workspace_bytes));
  }
  void* const arena = shared_.arena();
  if (shared_.bound_arena == arena) return Status();
  BindFixedBlocks(state(), static_cast<std::byte*>(arena));
  shared_.bound_arena = arena;
  return Status();
}

void Context::ReturnMemory() {
  if (shared_.given == nullptr) shared_.model->memory->arenas.Return(std::move(shared_.memory));
}

Status Context::MakeCalls() {
  for (const auto& function : shared_.functions) {
    for (RunStep& step : function->steps) {
      if (step.loaded->prepared == nullptr) continue;
      const ThreadScope threads(step.loaded->stream >= 0 ? 1 : 0);
      OPDK_TRY(step.call, step.loaded->prepared->NewCall());
    }
  }
  shared_.step_names = shared_.model->step_names;
  return Status();
}

Result<std::unique_ptr<Context>> Context::Make(std::shared_ptr<const LoadedModel> model) {
  // Sets the threads here, because a kernel's call may have memory for each thread.
  const ThreadScope threads(model->threads);
  OPDK_TRY(std::unique_ptr<Context> context, MakeEmpty(std::move(model)));
  OPDK_TRY(context->MakeCalls());
  context->ReturnMemory();
  return context;
}

namespace {

// The lock on a model's variables during a run. Runs that write are alone; runs that only read share the lock.
class VariableLock {
 public:
  explicit VariableLock(const LoadedModel& model) : model_(model) {
    if (!model.has_variables) return;
    std::shared_mutex& mutex = model.memory->variables.mutex();
    model.writes_variables ? mutex.lock() : mutex.lock_shared();
  }
  ~VariableLock() {
    if (!model_.has_variables) return;
    std::shared_mutex& mutex = model_.memory->variables.mutex();
    model_.writes_variables ? mutex.unlock() : mutex.unlock_shared();
  }
  VariableLock(const VariableLock&) = delete;
  VariableLock& operator=(const VariableLock&) = delete;

 private:
  const LoadedModel& model_;
};

}  // namespace

Status RunFunction(RunState& state, std::span<const RunInput> inputs, std::span<RunOutput> outputs,
                   RunObserver* observer) {
  if (state.loaded().dynamic) state.pool.ReleaseAll();
  BindInputs(state, inputs);
  OPDK_TRY(BindOutputs(state, outputs));
  OPDK_TRY(RunSteps(state, outputs, observer));
  return Deliver(state, outputs);
}

Status Context::RunAll(std::span<const RunInput> inputs, std::span<RunOutput> outputs, RunObserver* observer,
                       int64_t iterations) {
  Status status;
  for (int64_t i = 0; i < iterations && status.ok(); ++i) {
    ++shared_.run;
    if (observer != nullptr) status = observer->BeginRun(*shared_.model);
    if (status.ok()) status = RunFunction(state(), inputs, outputs, observer);
    shared_.resources = RunResources();
    if (observer == nullptr) continue;
    Status ended = observer->EndRun(shared_.step_names);
    if (status.ok()) status = std::move(ended);
  }
  return status;
}

Status Context::Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs, RunObserver* observer,
                    int64_t iterations, std::byte* memory) {
  const LoadedModel& model = *shared_.model;
  OPDK_TRY(CheckInputs(model.input_specs, inputs));
  OPDK_TRY(CheckHeldNumbers(model.input_specs, held_numbers_, inputs));
  OPDK_TRY(CheckOutputCount(model.output_specs, outputs.size()));
  const ThreadScope threads(model.threads);
  const VariableLock variables(model);
  OPDK_TRY(BorrowMemory(memory));
  // Kernels get the threads that they were made for, even beside other runs. A run that would only wait for threads
  // goes without them.
  std::optional<ThreadClaim> claim;
  if (model.has_sections) claim.emplace(ThreadCount());
  shared_.on_streams = claim && claim->granted();
  Status status = RunAll(inputs, outputs, observer, iterations);
  ReturnMemory();
  return status;
}

}  // namespace opdk
