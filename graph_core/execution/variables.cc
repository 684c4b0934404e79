#include "graph_core/execution/variables.h"

#include <fmt/format.h>

#include <cstring>

#include "graph_core/base/tensor_size.h"

namespace opdk {
namespace {

SessionVariable& VariableOf(const RunState& state, const RunStep& step) {
  const int tensor = step.plan->inputs[0];
  const int block = state.compiled().tensors[static_cast<size_t>(tensor)].block;
  const int index = state.compiled().blocks[static_cast<size_t>(block)].index;
  return *state.loaded().variables[static_cast<size_t>(index)];
}

}  // namespace

Status RunVariable(RunState& state, RunStep& step) {
  SessionVariable& variable = VariableOf(state, step);
  switch (step.plan->variable) {
    case VariableOp::kRead:
      if (!variable.initialized) {
        return Status(ErrorCode::kKernelFailed,
                      fmt::format("the variable {} is read before it has a value", variable.name))
            .Hint("run a graph of the session that assigns it first, or give it a first value");
      }
      if (step.outputs[0].data != variable.data.data()) {
        std::memcpy(step.outputs[0].data, variable.data.data(), variable.bytes);
      }
      return Status();
    case VariableOp::kWrite: {
      const TensorArg& value = step.inputs[1];
      if (*value.shape != variable.shape) {
        return Status(ErrorCode::kKernelFailed, fmt::format("the variable {} is {}, but the value is {}", variable.name,
                                                            DescribeTensor(variable.dtype, variable.shape),
                                                            DescribeTensor(value.dtype, *value.shape)));
      }
      if (value.data != variable.data.data()) std::memcpy(variable.data.data(), value.data, variable.bytes);
      variable.initialized = true;
      return Status();
    }
    case VariableOp::kIsInitialized:
      *static_cast<bool*>(step.outputs[0].data) = variable.initialized;
      return Status();
    case VariableOp::kNone:
      break;
  }
  return Status(ErrorCode::kInternal, "a step of a variable without a kind");
}

}  // namespace opdk
