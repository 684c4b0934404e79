#include "graph_core/execution/variables.h"

#include <fmt/format.h>

#include <cstring>
#include <string_view>

#include "graph_core/base/tensor_size.h"
#include "graph_core/ir/variables.h"

namespace opdk {
namespace {

// Returns the variable of a step. nullptr: the memory belongs to the caller or to a temporary variable.
SessionVariable* VariableOf(const RunState& state, const RunStep& step) {
  const int tensor = step.plan->inputs[0];
  const Block& block =
      state.compiled().blocks[static_cast<size_t>(state.compiled().tensors[static_cast<size_t>(tensor)].block)];
  if (block.kind != BlockKind::kSession) return nullptr;
  return state.loaded().variables[static_cast<size_t>(block.index)].get();
}

std::string_view VariableName(const RunStep& step, const SessionVariable* variable) {
  return variable == nullptr ? OriginOf(VariableBehind(step.loaded->node->input(0)))->name() : variable->name;
}

// Copies a value. Source and destination may be the same memory.
Status CopyValue(const TensorArg& from, const TensorArg& to) {
  if (from.data == to.data) return Status();
  OPDK_TRY(const size_t bytes, TensorBytes(from.dtype, *from.shape));
  if (bytes > 0) std::memcpy(to.data, from.data, bytes);
  return Status();
}

}  // namespace

Status RunVariable(RunState& state, RunStep& step, VariableOp op) {
  SessionVariable* variable = VariableOf(state, step);
  const TensorArg& memory = step.inputs[0];
  const bool initialized = variable == nullptr || variable->initialized;
  switch (op) {
    case VariableOp::kRead:
      if (!initialized) {
        return Status(ErrorCode::kKernelFailed,
                      fmt::format("the variable {} is read before it has a value", VariableName(step, variable)))
            .Hint("run a graph of the session that assigns it first, or give it a first value");
      }
      return CopyValue(memory, step.outputs[0]);
    case VariableOp::kWrite: {
      const TensorArg& value = step.inputs[1];
      if (*value.shape != *memory.shape) {
        return Status(
            ErrorCode::kKernelFailed,
            fmt::format("the variable {} is {}, but the value is {}", VariableName(step, variable),
                        DescribeTensor(memory.dtype, *memory.shape), DescribeTensor(value.dtype, *value.shape)));
      }
      OPDK_TRY(CopyValue(value, memory));
      if (variable != nullptr) variable->initialized = true;
      return Status();
    }
    case VariableOp::kIsInitialized:
      *static_cast<bool*>(step.outputs[0].data) = initialized;
      return Status();
    case VariableOp::kNone:
      break;
  }
  return Status(ErrorCode::kInternal, "a step of a variable without a kind");
}

}  // namespace opdk
