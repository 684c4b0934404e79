#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/execution/context.h"
#include "graph_core/execution/infer_step.h"

namespace opdk {
namespace {

// The bytes an argument holds now.
Result<std::span<const uint8_t>> ArgBytes(const TensorArg& arg) {
  OPDK_TRY(const size_t bytes, TensorBytes(arg.dtype, *arg.shape));
  return std::span(static_cast<const uint8_t*>(arg.data), std::min(bytes, arg.capacity));
}

bool StillFits(const RunStep& step) {
  const Adaptation& last = *step.adaptation;
  if (!last.valid) return false;
  for (size_t i = 0; i < step.inputs.size(); ++i) {
    if (step.inputs[i].data != nullptr && *step.inputs[i].shape != last.input_shapes[i]) return false;
  }
  return std::all_of(last.values.begin(), last.values.end(), [&](const auto& value) {
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

// What verification and inference say of the shapes that the inputs have now. This is the one place where shapes that
// are known only at run time are judged: kernels rely on it.
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

// The output's shape of this run; -1 where only the kernel knows. E2003 when inference contradicts what it said when
// the model was compiled, which memory and kernels were made for.
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
    if (unknown && step.is_view()) {
      return Status(ErrorCode::kInferShape, "the shape of a view must be known before it is used");
    }
    now.data_dependent = now.data_dependent || unknown;
    OPDK_TRY(const size_t bytes,
             unknown ? UpperBound(outputs[i], port.name) : TensorBytes(slot.dtype, now.output_shapes.back()));
    now.output_bytes.push_back(bytes);
  }
  return Status();
}

// A view has as many bytes as the tensor whose bytes it is.
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

// Sets the outputs' shapes to what was inferred; a kernel may have overwritten them.
void SetOutputShapes(RunStep& step) {
  for (size_t i = 0; i < step.outputs.size(); ++i) *step.outputs[i].shape = step.adaptation->output_shapes[i];
}

// What was prepared before is given up only afterwards: it may be what is prepared for these shapes, too.
Status PrepareCall(RunState& state, RunStep& step) {
  OPDK_TRY(auto prepared, step.loaded->kernel->Prepare({step.inputs, step.outputs, nullptr}));
  OPDK_TRY(state.shared->memory.workspace.Grow(prepared->workspace_bytes()));
  if (prepared == step.adaptation->prepared) return Status();
  OPDK_TRY(step.call, prepared->NewCall());
  const auto place = static_cast<size_t>(&step - state.steps.data());
  Profile::StepName& name = state.shared->step_names[static_cast<size_t>(state.compiled().first_step) + place];
  name.kernel = prepared->kernel_name();
  name.description = prepared->description();
  step.adaptation->prepared = std::move(prepared);
  return Status();
}

Status Renew(RunState& state, RunStep& step) {
  Adaptation& now = *step.adaptation;
  auto prepared = std::move(now.prepared);
  now = Adaptation();
  now.prepared = std::move(prepared);
  for (const TensorArg& input : step.inputs) {
    now.input_shapes.push_back(input.shape == nullptr ? std::vector<int64_t>() : *input.shape);
  }
  for (int input : step.plan->value_inputs) OPDK_TRY(Remember(state, step, input));
  OPDK_TRY(Infer(state, step));
  if (step.is_view()) OPDK_TRY(CheckView(state, step));
  SetOutputShapes(step);
  if (!step.is_view()) OPDK_TRY(PrepareCall(state, step));
  now.valid = true;
  return Status();
}

Status BindDynamicOutputs(RunState& state, RunStep& step, std::span<const RunOutput> outputs) {
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const int tensor = step.plan->outputs[i];
    const int b = state.compiled().tensors[static_cast<size_t>(tensor)].block;
    const Block& block = state.compiled().blocks[static_cast<size_t>(b)];
    if (!block.dynamic || block.root != tensor) continue;
    BlockMemory& memory = state.memory[static_cast<size_t>(b)];
    const size_t bytes = step.adaptation->output_bytes[i];
    if (block.kind == BlockKind::kPool) {
      OPDK_TRY(const BufferPool::Lease lease, state.pool.Acquire(bytes));
      memory.Bind(lease.data, lease.capacity);
      continue;
    }
    const RunOutput& output = outputs[static_cast<size_t>(block.index)];
    if (output.data != nullptr && output.capacity >= bytes) {
      memory.Bind(output.data, output.capacity);
      continue;
    }
    AlignedBuffer& buffer = state.output_buffers[static_cast<size_t>(block.index)];
    OPDK_TRY(buffer.Grow(bytes));
    memory.Bind(buffer.data(), buffer.capacity());
  }
  return Status();
}

}  // namespace

Status Adapt(RunState& state, RunStep& step, std::span<const RunOutput> outputs) {
  if (!StillFits(step)) {
    OPDK_TRY(Renew(state, step));
  } else if (step.adaptation->data_dependent) {
    SetOutputShapes(step);
  }
  return BindDynamicOutputs(state, step, outputs);
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
