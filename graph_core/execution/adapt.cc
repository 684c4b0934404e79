#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/execution/context.h"
#include "graph_core/execution/dynamic_outputs.h"
#include "graph_core/execution/infer_step.h"
#include "graph_core/execution/stand_in.h"

namespace opdk {
namespace {

// Returns the present bytes of an argument.
Result<std::span<const uint8_t>> ArgBytes(const TensorArg& arg) {
  OPDK_TRY(const size_t bytes, TensorBytes(arg.dtype, *arg.shape));
  return std::span(static_cast<const uint8_t*>(arg.data), std::min(bytes, arg.capacity));
}

// Number of kept adaptations. With them, shapes that come in turn need no new preparation. Each adaptation holds its
// own packed constants, so fewer are kept if the weights are large.
constexpr size_t kMostEarlier = 15;
constexpr size_t kMostPackedBytes = size_t{32} << 20;

bool Fits(const RunStep& step, const Adaptation& adaptation) {
  if (!adaptation.valid) return false;
  for (size_t i = 0; i < step.inputs.size(); ++i) {
    if (step.inputs[i].data != nullptr && *step.inputs[i].shape != adaptation.input_shapes[i]) return false;
  }
  return std::all_of(adaptation.values.begin(), adaptation.values.end(), [&](const auto& value) {
    const TensorArg& arg = step.inputs[static_cast<size_t>(value.first)];
    return std::memcmp(arg.data, value.second.data(), value.second.size()) == 0;
  });
}

bool IsConstant(const RunState& state, const RunStep& step, int input) {
  const int tensor = step.plan->inputs[static_cast<size_t>(input)];
  const int block = state.compiled().tensors[static_cast<size_t>(tensor)].block;
  return state.compiled().blocks[static_cast<size_t>(block)].kind == BlockKind::kConstant;
}

Status Remember(const RunState& state, RunStep& step, int input) {
  auto& values = step.adaptation->values;
  const auto known = [&](const auto& value) { return value.first == input; };
  if (IsConstant(state, step, input) || std::any_of(values.begin(), values.end(), known)) return Status();
  OPDK_TRY(const auto bytes, ArgBytes(step.inputs[static_cast<size_t>(input)]));
  values.emplace_back(input, std::vector<uint8_t>(bytes.begin(), bytes.end()));
  return Status();
}

// Verifies the step and infers its outputs for the present input shapes. This is the only place that checks shapes that
// are known only at run time; kernels rely on it.
Result<std::vector<ge::TensorDesc>> VerifyAndInfer(RunState& state, RunStep& step) {
  const Node& node = *step.loaded->node;
  std::vector<ge::TensorDesc> inputs;
  for (size_t i = 0; i < step.inputs.size(); ++i) {
    inputs.push_back(node.op().inputs[i].desc);
    if (step.inputs[i].data != nullptr) inputs.back().SetShape(ge::Shape(*step.inputs[i].shape));
  }
  Status remembered;
  auto value = [&](int input, ge::Tensor& tensor) {
    const TensorArg& arg = step.inputs[static_cast<size_t>(input)];
    if (arg.data == nullptr) return false;
    auto bytes = ArgBytes(arg);
    if (!bytes.ok()) return false;
    if (Status status = Remember(state, step, input); !status.ok()) remembered = std::move(status);
    tensor = ge::Tensor(inputs[static_cast<size_t>(input)], bytes->data(), bytes->size());
    return true;
  };
  OPDK_TRY(std::vector<ge::TensorDesc> outputs, InferOutputs(node, inputs, value, *state.shared->model->packages));
  OPDK_TRY(std::move(remembered));
  return outputs;
}

// Returns the output's shape in this run. -1: only the kernel knows. E2003: inference contradicts the shape at compile
// time, for which memory and kernels were made.
Result<std::vector<int64_t>> OutputShape(const TensorSlot& slot, const Port& port, const ge::TensorDesc& inferred) {
  std::vector<int64_t> shape = inferred.GetShape().GetDims();
  if (IsUnknown(slot.shape)) return shape;
  if (!IsUnknown(shape) && shape != slot.shape) {
    return Status(ErrorCode::kInferShape,
                  fmt::format("with these input shapes output {} is {}, but it was {} when the model was compiled",
                              port.name, DescribeTensor(slot.dtype, shape), DescribeTensor(slot.dtype, slot.shape)));
  }
  return slot.shape;
}

Status Infer(RunState& state, RunStep& step) {
  Adaptation& now = *step.adaptation;
  OPDK_TRY(const std::vector<ge::TensorDesc> outputs, VerifyAndInfer(state, step));
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const TensorSlot& slot = state.compiled().tensors[static_cast<size_t>(step.plan->outputs[i])];
    const Port& port = step.loaded->node->op().outputs[i];
    OPDK_TRY(now.output_shapes.emplace_back(), OutputShape(slot, port, outputs.at(i)));
    const bool unknown = IsUnknown(now.output_shapes.back());
    if (unknown && !step.has_kernel()) {
      return Status(ErrorCode::kInferShape, "the shape of a view must be known before it is used");
    }
    now.data_dependent = now.data_dependent || unknown;
    if (unknown && step.loaded->kernel->asks_for_outputs() && !HasUpperBound(outputs[i])) {
      now.output_bytes.push_back(Adaptation::kAsked);
      continue;
    }
    OPDK_TRY(const size_t bytes,
             unknown ? UpperBound(outputs[i], port.name) : TensorBytes(slot.dtype, now.output_shapes.back()));
    now.output_bytes.push_back(bytes);
  }
  return Status();
}

// Checks that a view has as many bytes as the tensor that it views. E2003.
Status CheckView(const RunState& state, const RunStep& step) {
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const int tensor = step.plan->outputs[i];
    const Block& block =
        state.compiled().blocks[static_cast<size_t>(state.compiled().tensors[static_cast<size_t>(tensor)].block)];
    if (block.root == tensor) continue;
    const auto root = static_cast<size_t>(block.root);
    OPDK_TRY(const size_t bytes, TensorBytes(state.compiled().tensors[root].dtype, state.shapes[root]));
    if (bytes == step.adaptation->output_bytes[i]) continue;
    return Status(ErrorCode::kInferShape,
                  fmt::format("the output's shape {} does not fit its input, which is {}",
                              DescribeTensor(step.outputs[i].dtype, step.adaptation->output_shapes[i]),
                              DescribeTensor(state.compiled().tensors[root].dtype, state.shapes[root])));
  }
  return Status();
}

// Sets the outputs' shapes to the inferred shapes, because a kernel may have overwritten them.
void SetOutputShapes(RunStep& step) {
  for (size_t i = 0; i < step.outputs.size(); ++i) *step.outputs[i].shape = step.adaptation->output_shapes[i];
}

StepName& NameOf(RunState& state, const RunStep& step) {
  return state.shared->step_names[static_cast<size_t>(StepNumber(state, step))];
}

Status PrepareCall(RunState& state, RunStep& step) {
  const std::vector<int>& value_inputs = step.plan->As<KernelTask>()->value_inputs;
  OPDK_TRY(auto prepared,
           PrepareOrStandIn(*state.shared->model, *step.loaded, value_inputs, {step.inputs, step.outputs, nullptr}));
  OPDK_TRY(step.call, prepared->NewCall());
  StepName& name = NameOf(state, step);
  name.kernel = prepared->kernel_name();
  name.description = prepared->description();
  name.engine = EnginesOf(*prepared, *step.loaded->node);
  step.adaptation->prepared = std::move(prepared);
  return Status();
}

// Makes `other` the step's adaptation, and stores the former adaptation in `other`.
void Exchange(RunState& state, RunStep& step, std::unique_ptr<Adaptation>& other) {
  StepName& name = NameOf(state, step);
  step.adaptation->call = std::exchange(step.call, std::move(other->call));
  step.adaptation->kernel = std::exchange(name.kernel, std::move(other->kernel));
  step.adaptation->description = std::exchange(name.description, std::move(other->description));
  step.adaptation->engine = std::exchange(name.engine, std::move(other->engine));
  step.adaptation.swap(other);
}

bool Recall(RunState& state, RunStep& step) {
  auto& earlier = step.earlier;
  const auto found = std::find_if(earlier.begin(), earlier.end(), [&](const auto& each) { return Fits(step, *each); });
  if (found == earlier.end()) return false;
  Exchange(state, step, *found);
  std::rotate(earlier.begin(), found, found + 1);
  return true;
}

size_t PackedBytes(const Adaptation& adaptation) {
  size_t bytes = 0;
  if (adaptation.prepared == nullptr) return bytes;
  for (const PackedConstant& packed : adaptation.prepared->packed_constants()) bytes += packed.bytes;
  return bytes;
}

// Drops adaptations that are too many or too large. Called only after the new one was prepared, because an engine can
// reuse prepared steps only while an adaptation holds them.
void DropOld(RunStep& step) {
  auto& earlier = step.earlier;
  size_t bytes = PackedBytes(*step.adaptation);
  size_t kept = 0;
  while (kept < earlier.size() && kept < kMostEarlier) {
    bytes += PackedBytes(*earlier[kept]);
    if (bytes > kMostPackedBytes) break;
    ++kept;
  }
  earlier.resize(kept);
}

Status Renew(RunState& state, RunStep& step) {
  if (step.adaptation->valid) {
    auto fresh = std::make_unique<Adaptation>();
    Exchange(state, step, fresh);
    step.earlier.insert(step.earlier.begin(), std::move(fresh));
  } else {
    *step.adaptation = Adaptation();
  }
  Adaptation& now = *step.adaptation;
  for (const TensorArg& input : step.inputs) {
    now.input_shapes.push_back(input.shape == nullptr ? std::vector<int64_t>() : *input.shape);
  }
  if (const auto* kernel = step.plan->As<KernelTask>()) {
    for (int input : kernel->value_inputs) OPDK_TRY(Remember(state, step, input));
  }
  OPDK_TRY(Infer(state, step));
  if (!step.has_kernel()) OPDK_TRY(CheckView(state, step));
  SetOutputShapes(step);
  if (step.has_kernel()) OPDK_TRY(PrepareCall(state, step));
  now.valid = true;
  DropOld(step);
  return Status();
}

}  // namespace

Status Adapt(RunState& state, RunStep& step, std::span<const RunOutput> outputs) {
  if (Fits(step, *step.adaptation)) {
    if (step.adaptation->data_dependent) SetOutputShapes(step);
  } else if (Recall(state, step)) {
    SetOutputShapes(step);
  } else {
    OPDK_TRY(Renew(state, step));
  }
  // This run may compute in other memory than the run before.
  if (step.has_kernel()) OPDK_TRY(state.shared->memory.workspace.Grow(step.adaptation->prepared->workspace_bytes()));
  return DynamicOutputs(state, step, outputs).Bind();
}

Status CheckReportedShapes(const RunStep& step) {
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const TensorArg& output = step.outputs[i];
    const std::string& port = step.loaded->node->op().outputs[i].name;
    if (IsUnknown(*output.shape)) {
      return Status(ErrorCode::kKernelFailed, fmt::format("the kernel did not report the shape of output {}", port))
          .Hint("set it in the kernel through the output's GetTensorShape()->SetDimSizes()");
    }
    OPDK_TRY(const size_t bytes, TensorBytes(output.dtype, *output.shape));
    const size_t bound = step.adaptation->output_bytes[i];
    if (bytes > bound) {
      return Status(
          ErrorCode::kKernelFailed,
          fmt::format("the kernel reports {} for output {}, which is {} bytes and more than the {} bytes that "
                      "the infer function promised",
                      DescribeTensor(output.dtype, *output.shape), port, bytes, bound));
    }
  }
  return Status();
}

}  // namespace opdk
