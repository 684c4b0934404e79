#include "graph_core/execution/loaded_model.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/execution/model_state.h"
#include "graph_core/execution/run_checks.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

void BindInputs(ModelState& state, std::span<const RunInput> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto tensor = static_cast<size_t>(state.compiled.inputs[i].tensor);
    const auto block = static_cast<size_t>(state.compiled.tensors[tensor].block);
    // Tasks only read their inputs; the arguments have one type for both directions.
    void* data = inputs[i].data == nullptr ? UnboundAddress() : const_cast<void*>(inputs[i].data);
    state.memory[block].Bind(data, inputs[i].bytes);
    if (state.compiled.blocks[block].dynamic)
      state.shapes[tensor].assign(inputs[i].shape.begin(), inputs[i].shape.end());
  }
}

Status TooSmall(const ModelState& state, size_t output, size_t capacity, size_t bytes, int tensor) {
  const auto t = static_cast<size_t>(tensor);
  return Status(
      ErrorCode::kInputMismatch,
      fmt::format("the buffer of output {} '{}' has {} bytes, {} needs {}", output, state.output_specs[output].name,
                  capacity, DescribeTensor(state.compiled.tensors[t].dtype, state.shapes[t]), bytes));
}

// Outputs of known size go into the caller's buffers, or the model's own.
Status BindOutputs(ModelState& state, std::span<const RunOutput> outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const int tensor = state.compiled.outputs[i].tensor;
    const auto b = static_cast<size_t>(state.compiled.tensors[static_cast<size_t>(tensor)].block);
    const Block& block = state.compiled.blocks[b];
    if (state.compiled.outputs[i].copied || block.dynamic) continue;
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

Status RunOneStep(ModelState& state, RunStep& step, std::span<const RunOutput> outputs) {
  if (step.adaptation != nullptr) OPDK_TRY(Adapt(state, step, outputs));
  if (step.task == nullptr) return Status();
  OPDK_TRY(step.task->Run({step.inputs, step.outputs, state.workspace.data()}));
  if (step.adaptation != nullptr && step.adaptation->data_dependent) return CheckReportedShapes(step);
  return Status();
}

Status RunSteps(ModelState& state, std::span<const RunOutput> outputs, Profile* profile) {
  for (size_t s = 0; s < state.steps.size(); ++s) {
    RunStep& step = state.steps[s];
    const int64_t start = profile == nullptr ? 0 : profile->Now();
    if (Status status = RunOneStep(state, step, outputs); !status.ok()) {
      return std::move(status).At(StepPlace(*step.plan->node));
    }
    if (profile != nullptr && step.task != nullptr) profile->Add(static_cast<int>(s), start, profile->Now());
    for (int block : step.dead_blocks) state.pool.Release(state.memory[static_cast<size_t>(block)].data);
  }
  return Status();
}

// Tells the caller where each output lies and what it is, and copies those that lie elsewhere.
Status Deliver(ModelState& state, std::span<RunOutput> outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const int tensor = state.compiled.outputs[i].tensor;
    const auto t = static_cast<size_t>(tensor);
    const TensorSlot& slot = state.compiled.tensors[t];
    const BlockMemory& memory = state.memory[static_cast<size_t>(slot.block)];
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
    if (output.data != memory.data && output.bytes > 0) std::memcpy(output.data, memory.data, output.bytes);
  }
  return Status();
}

}  // namespace

LoadedModel::LoadedModel(std::unique_ptr<ModelState> state) : state_(std::move(state)) {}
LoadedModel::~LoadedModel() = default;
LoadedModel::LoadedModel(LoadedModel&&) noexcept = default;
LoadedModel& LoadedModel::operator=(LoadedModel&&) noexcept = default;

const std::vector<PortSpec>& LoadedModel::inputs() const { return state_->input_specs; }
const std::vector<PortSpec>& LoadedModel::outputs() const { return state_->output_specs; }
bool LoadedModel::dynamic() const { return state_->dynamic; }
const CompiledModel& LoadedModel::compiled() const { return state_->compiled; }
const std::vector<Profile::StepName>& LoadedModel::steps() const { return state_->step_names; }

Status LoadedModel::Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs, Profile* profile) {
  ModelState& state = *state_;
  OPDK_TRY(CheckInputs(state.input_specs, inputs));
  OPDK_TRY(CheckOutputCount(state.output_specs, outputs.size()));
  const ThreadScope threads(state.threads);
  if (state.dynamic) state.pool.ReleaseAll();
  BindInputs(state, inputs);
  OPDK_TRY(BindOutputs(state, outputs));
  if (profile != nullptr) profile->BeginRun(state.steps.size());
  Status status = RunSteps(state, outputs, profile);
  if (profile != nullptr) profile->EndRun(state.step_names);
  OPDK_TRY(std::move(status));
  return Deliver(state, outputs);
}

Result<std::vector<ge::Tensor>> LoadedModel::Run(std::span<const ge::Tensor> inputs, Profile* profile) {
  std::vector<std::vector<int64_t>> shapes;
  std::vector<RunInput> given;
  for (const ge::Tensor& input : inputs) shapes.push_back(input.GetTensorDesc().GetShape().GetDims());
  for (size_t i = 0; i < inputs.size(); ++i) {
    given.push_back({inputs[i].GetData(), inputs[i].GetSize(), inputs[i].GetDataType(), shapes[i]});
  }
  std::vector<RunOutput> outputs(state_->output_specs.size());
  OPDK_TRY(Run(given, outputs, profile));
  std::vector<ge::Tensor> result;
  for (const RunOutput& output : outputs) {
    const ge::Shape shape(std::vector<int64_t>(output.shape.begin(), output.shape.end()));
    result.emplace_back(ge::TensorDesc(shape, ge::FORMAT_ND, output.dtype), static_cast<const uint8_t*>(output.data),
                        output.bytes);
  }
  return result;
}

}  // namespace opdk
