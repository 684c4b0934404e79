#include "graph_core/execution/dynamic_outputs.h"

#include <fmt/format.h>

#include "graph_core/base/limits.h"

namespace opdk {

Status DynamicOutputs::Bind() {
  for (size_t i = 0; i < step_.outputs.size(); ++i) {
    const int tensor = step_.plan->outputs[i];
    const auto b = static_cast<size_t>(state_.compiled().tensors[static_cast<size_t>(tensor)].block);
    const Block& block = state_.compiled().blocks[b];
    if (!block.dynamic || block.root != tensor) continue;
    const size_t bytes = step_.adaptation->output_bytes[i];
    if (bytes == Adaptation::kAsked) {
      state_.memory[b].Bind(nullptr, 0);
    } else {
      OPDK_TRY(Bind(i, bytes));
    }
  }
  return Status();
}

Result<void*> DynamicOutputs::Take(size_t output, size_t bytes) {
  const std::string& port = step_.loaded->node->op().outputs[output].name;
  OPDK_TRY(CheckMemory(bytes, fmt::format("what the kernel asks for output {}", port)));
  OPDK_TRY(Bind(output, bytes));
  return step_.outputs[output].data;
}

Status DynamicOutputs::Bind(size_t output, size_t bytes) {
  const auto tensor = static_cast<size_t>(step_.plan->outputs[output]);
  const auto b = static_cast<size_t>(state_.compiled().tensors[tensor].block);
  const Block& block = state_.compiled().blocks[b];
  BlockMemory& memory = state_.memory[b];
  if (block.kind == BlockKind::kPool) {
    OPDK_TRY(const BufferPool::Lease lease, state_.pool.Acquire(bytes));
    memory.Bind(lease.data, lease.capacity);
    return Status();
  }
  const RunOutput& given = outputs_[static_cast<size_t>(block.index)];
  if (given.data != nullptr && given.capacity >= bytes) {
    memory.Bind(given.data, given.capacity);
    return Status();
  }
  AlignedBuffer& buffer = state_.output_buffers[static_cast<size_t>(block.index)];
  OPDK_TRY(buffer.Grow(bytes));
  memory.Bind(buffer.data(), buffer.capacity());
  return Status();
}

}  // namespace opdk
