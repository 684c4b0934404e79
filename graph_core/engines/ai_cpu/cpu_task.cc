#include "graph_core/engines/ai_cpu/cpu_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/package/op_info.h"
#include "graph_core/package/package_registry.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Bytes of a tensor that the kernel may read or write: what its shape says where that is known.
uint64_t BytesOf(const TensorArg& arg) {
  if (IsUnknown(*arg.shape)) return arg.capacity;
  const auto bytes = TensorBytes(arg.dtype, *arg.shape);
  return bytes.ok() ? *bytes : arg.capacity;
}

}  // namespace

CpuTask::CpuTask(const Node& node, const OperatorProvider& provider)
    : entry_(*static_cast<const aicpu::CpuKernelType*>(provider.Kernel(kAiCpuEngine)->payload.get())),
      kernel_name_(fmt::format("{}/{}", provider.package->name, node.type())),
      where_(fmt::format("package {}, AI CPU kernel of {}, node {}", provider.package->name, node.type(), node.name())),
      node_(node.op()) {
  for (size_t output = 0; output < node.op().outputs.size(); ++output) {
    const int input = node.op().FindInput(node.op().outputs[output].name);
    if (input >= 0) references_.emplace_back(output, static_cast<size_t>(input));
  }
  const EngineOpInfo* info = provider.info == nullptr ? nullptr : provider.info->Find(kAiCpuEngine);
  if (info == nullptr || !info->block_dim || node.op().inputs.empty()) return;
  block_dim_ = info->block_dim;
  const int count = ThreadCount();
  for (int i = 0; i < count; ++i) blocks_.emplace_back(node.op());
}

std::string CpuTask::description() const {
  return entry_.stateless ? "AI CPU kernel, one object for all runs" : "AI CPU kernel, a new object for each run";
}

Result<size_t> CpuTask::Prepare(const TaskArgs&) {
  if (kernel_ == nullptr && entry_.stateless) {
    OPDK_TRY(Fence(
        [this] {
          kernel_ = entry_.create();
          return Status();
        },
        [this] { return where_; }));
  }
  return size_t{0};
}

Status CpuTask::Compute(CpuNode& node) {
  const std::shared_ptr<aicpu::CpuKernel> kernel = entry_.stateless ? kernel_ : entry_.create();
  if (kernel == nullptr) return Status(ErrorCode::kKernelFailed, "the kernel's creator returned no object");
  uint32_t code = 0;
  std::string absent;
  try {
    code = kernel->Compute(node.context());
  } catch (const AbsentObject& error) {
    absent = error.what();
  }
  const CpuNode::Faults faults = node.TakeFaults(code != 0 || !absent.empty());
  if (!faults.mistyped.empty()) {
    return Status(ErrorCode::kKernelFailed, fmt::format("the AI CPU kernel {} reads an attribute as what it isn't: {}",
                                                        kernel_name_, faults.mistyped))
        .Hint("the fault is in the package's code: use the types of its REG_OP");
  }
  if (!absent.empty()) {
    return Status(ErrorCode::kKernelFailed, fmt::format("the AI CPU kernel {}: {}", kernel_name_, absent))
        .Hint(
            "the fault is in the package's code: a nullptr of Input, Output or GetAttr is an answer, to be tested "
            "before its use");
  }
  if (code == 0) return Status();
  return Status(ErrorCode::kKernelFailed,
                fmt::format("the AI CPU kernel {} returned error code {}{}{}", kernel_name_, code,
                            faults.missed.empty() ? "" : "; it was denied ", faults.missed));
}

void CpuTask::SetPorts(CpuNode& node, const TaskArgs& args) {
  for (size_t i = 0; i < args.inputs.size(); ++i) {
    const TensorArg& input = args.inputs[i];
    const int index = static_cast<int>(i);
    if (input.data == nullptr) {
      node.SetInput(index, nullptr, 0, {});
    } else {
      node.SetInput(index, input.data, BytesOf(input), *input.shape);
    }
  }
  for (size_t i = 0; i < args.outputs.size(); ++i) {
    const TensorArg& output = args.outputs[i];
    node.SetOutput(static_cast<int>(i), output.data, BytesOf(output), *output.shape, IsUnknown(*output.shape));
  }
  for (const auto& [output, input] : references_) {
    const TensorArg& from = args.inputs[input];
    if (from.data == nullptr) continue;
    node.SetInput(static_cast<int>(input), args.outputs[output].data, BytesOf(from), *from.shape);
  }
}

void CpuTask::FillReferences(const TaskArgs& args) const {
  for (const auto& [output, input] : references_) {
    const TensorArg& from = args.inputs[input];
    const TensorArg& to = args.outputs[output];
    if (from.data != nullptr && to.data != from.data)
      std::memcpy(to.data, from.data, std::min(BytesOf(from), BytesOf(to)));
  }
}

int CpuTask::BlockCount(const TaskArgs& args) const {
  if (!block_dim_ || args.inputs[0].data == nullptr) return 1;
  int64_t extent = 1;
  for (size_t i = 0; i < args.inputs[0].shape->size(); ++i) {
    if (*block_dim_ < 0 || *block_dim_ == static_cast<int>(i)) extent *= (*args.inputs[0].shape)[i];
  }
  return static_cast<int>(std::clamp<int64_t>(extent, 1, static_cast<int64_t>(blocks_.size())));
}

Status CpuTask::RunBlocks(const TaskArgs& args) {
  const int count = BlockCount(args);
  std::vector<Status> outcomes(static_cast<size_t>(count));
  ParallelFor(count, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      CpuNode& block = blocks_[static_cast<size_t>(i)];
      SetPorts(block, args);
      block.SetAttr("block_num", count);
      block.SetAttr("block_id", i);
      outcomes[static_cast<size_t>(i)] = Fence([&] { return Compute(block); }, [this] { return where_; });
    }
  });
  for (Status& outcome : outcomes) OPDK_TRY(std::move(outcome));
  return Status();
}

Status CpuTask::Run(const TaskArgs& args) {
  // One block is called as CANN calls it: without the two attributes.
  const bool in_blocks = BlockCount(args) > 1;
  FillReferences(args);
  if (in_blocks) {
    OPDK_TRY(RunBlocks(args));
  } else {
    SetPorts(node_, args);
    OPDK_TRY(Fence([this] { return Compute(node_); }, [this] { return where_; }));
  }
  CpuNode& ran = in_blocks ? blocks_[0] : node_;
  // What the kernel set counts only where inference left it open.
  for (size_t i = 0; i < args.outputs.size(); ++i) {
    if (!IsUnknown(*args.outputs[i].shape)) continue;
    const std::span<const int64_t> shape = ran.OutputShape(static_cast<int>(i));
    args.outputs[i].shape->assign(shape.begin(), shape.end());
  }
  return Status();
}

}  // namespace opdk
