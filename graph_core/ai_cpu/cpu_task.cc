#include "graph_core/ai_cpu/cpu_task.h"

#include <fmt/format.h>

#include <utility>

#include "graph_core/compilation/tensor_size.h"
#include "graph_core/package/package_registry.h"

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
    : entry_(*provider.cpu_kernel),
      kernel_name_(fmt::format("{}/{}", provider.package->name, node.type())),
      where_(fmt::format("package {}, AI CPU kernel of {}, node {}", provider.package->name, node.type(), node.name())),
      node_(node.op()) {}

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

Status CpuTask::Compute() {
  const std::shared_ptr<aicpu::CpuKernel> kernel = entry_.stateless ? kernel_ : entry_.create();
  if (kernel == nullptr) return Status(ErrorCode::kKernelFailed, "the kernel's creator returned no object");
  const uint32_t code = kernel->Compute(node_.context());
  if (code == 0) return Status();
  return Status(ErrorCode::kKernelFailed,
                fmt::format("the AI CPU kernel {} returned error code {}", kernel_name_, code));
}

Status CpuTask::Run(const TaskArgs& args) {
  for (size_t i = 0; i < args.inputs.size(); ++i) {
    const TensorArg& input = args.inputs[i];
    const int index = static_cast<int>(i);
    if (input.data == nullptr) {
      node_.SetInput(index, nullptr, 0, {});
    } else {
      node_.SetInput(index, input.data, BytesOf(input), *input.shape);
    }
  }
  for (size_t i = 0; i < args.outputs.size(); ++i) {
    const TensorArg& output = args.outputs[i];
    node_.SetOutput(static_cast<int>(i), output.data, BytesOf(output), *output.shape, IsUnknown(*output.shape));
  }
  OPDK_TRY(Fence([this] { return Compute(); }, [this] { return where_; }));
  // What the kernel set counts only where inference left it open.
  for (size_t i = 0; i < args.outputs.size(); ++i) {
    if (!IsUnknown(*args.outputs[i].shape)) continue;
    const std::span<const int64_t> shape = node_.OutputShape(static_cast<int>(i));
    args.outputs[i].shape->assign(shape.begin(), shape.end());
  }
  return Status();
}

}  // namespace opdk
