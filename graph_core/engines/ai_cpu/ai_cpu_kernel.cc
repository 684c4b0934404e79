#include "graph_core/engines/ai_cpu/ai_cpu_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/package/op_info.h"
#include "graph_core/package/package_registry.h"
#include "opdk/cpu_engine.h"
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

// The kernel's contexts, which a run points to its data.
class AiCpuCall : public KernelCall {
 public:
  explicit AiCpuCall(std::shared_ptr<const AiCpuKernel> kernel);

  // E6001 when Compute returns an error code, E6002 when it throws.
  Status Run(const KernelArgs& args) override;

 private:
  Status Compute(CpuNode& node) const;
  Status FencedCompute(CpuNode& node) const;
  void SetPorts(CpuNode& node, const KernelArgs& args) const;
  // Brings the inputs that outputs refer to into the outputs' memory.
  void FillReferences(const KernelArgs& args) const;
  // How many blocks share the work: as many as threads, and no more than there is work for.
  int BlockCount(const KernelArgs& args) const;
  Status RunBlocks(const KernelArgs& args);

  std::shared_ptr<const AiCpuKernel> kernel_;
  CpuNode node_;
  std::vector<CpuNode> blocks_;  // one per block where the operator information says block_dim
};

AiCpuKernel::AiCpuKernel(const Node& node, const OperatorProvider& provider)
    : entry_(*static_cast<const aicpu::CpuKernelType*>(provider.Kernel(kAiCpuEngine)->payload.get())),
      kernel_name_(fmt::format("{}/{}", provider.package->name, node.type())),
      where_(fmt::format("package {}, AI CPU kernel of {}, node {}", provider.package->name, node.type(), node.name())),
      op_(node.op()) {
  for (size_t output = 0; output < op_.outputs.size(); ++output) {
    const int input = op_.FindInput(op_.outputs[output].name);
    if (input >= 0) references_.emplace_back(output, static_cast<size_t>(input));
  }
  const EngineOpInfo* info = provider.info == nullptr ? nullptr : provider.info->Find(kAiCpuEngine);
  if (info != nullptr && !op_.inputs.empty()) block_dim_ = info->block_dim;
}

Result<std::shared_ptr<const AiCpuKernel>> AiCpuKernel::Make(const Node& node, const OperatorProvider& provider) {
  std::shared_ptr<AiCpuKernel> kernel(new AiCpuKernel(node, provider));
  if (!kernel->entry_.stateless) return kernel;
  OPDK_TRY(Fence(
      [&] {
        kernel->object_ = kernel->entry_.create();
        return Status();
      },
      [&] { return kernel->where_; }));
  return kernel;
}

Result<std::unique_ptr<KernelCall>> AiCpuKernel::NewCall() const {
  return std::unique_ptr<KernelCall>(std::make_unique<AiCpuCall>(shared_from_this()));
}

std::string AiCpuKernel::description() const {
  return entry_.stateless ? "AI CPU kernel, one object for all runs" : "AI CPU kernel, a new object for each run";
}

AiCpuCall::AiCpuCall(std::shared_ptr<const AiCpuKernel> kernel) : kernel_(std::move(kernel)), node_(kernel_->op_) {
  if (!kernel_->block_dim_) return;
  const int count = ThreadCount();
  for (int i = 0; i < count; ++i) blocks_.emplace_back(kernel_->op_);
}

Status AiCpuCall::Compute(CpuNode& node) const {
  const std::shared_ptr<aicpu::CpuKernel> kernel =
      kernel_->entry_.stateless ? kernel_->object_ : kernel_->entry_.create();
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
                                                        kernel_->kernel_name_, faults.mistyped))
        .Hint("the fault is in the package's code: use the types of its REG_OP");
  }
  if (!absent.empty()) {
    return Status(ErrorCode::kKernelFailed, fmt::format("the AI CPU kernel {}: {}", kernel_->kernel_name_, absent))
        .Hint(
            "the fault is in the package's code: a nullptr of Input, Output or GetAttr is an answer, to be tested "
            "before its use");
  }
  if (code == 0) return Status();
  return Status(ErrorCode::kKernelFailed,
                fmt::format("the AI CPU kernel {} returned error code {}{}{}", kernel_->kernel_name_, code,
                            faults.missed.empty() ? "" : "; it was denied ", faults.missed));
}

Status AiCpuCall::FencedCompute(CpuNode& node) const {
  return Fence([&] { return Compute(node); }, [this] { return kernel_->where_; });
}

void AiCpuCall::SetPorts(CpuNode& node, const KernelArgs& args) const {
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
  for (const auto& [output, input] : kernel_->references_) {
    const TensorArg& from = args.inputs[input];
    if (from.data == nullptr) continue;
    node.SetInput(static_cast<int>(input), args.outputs[output].data, BytesOf(from), *from.shape);
  }
}

void AiCpuCall::FillReferences(const KernelArgs& args) const {
  for (const auto& [output, input] : kernel_->references_) {
    const TensorArg& from = args.inputs[input];
    const TensorArg& to = args.outputs[output];
    if (from.data != nullptr && to.data != from.data)
      std::memcpy(to.data, from.data, std::min(BytesOf(from), BytesOf(to)));
  }
}

int AiCpuCall::BlockCount(const KernelArgs& args) const {
  if (!kernel_->block_dim_ || args.inputs[0].data == nullptr) return 1;
  int64_t extent = 1;
  for (size_t i = 0; i < args.inputs[0].shape->size(); ++i) {
    if (*kernel_->block_dim_ < 0 || *kernel_->block_dim_ == static_cast<int>(i)) extent *= (*args.inputs[0].shape)[i];
  }
  return static_cast<int>(std::clamp<int64_t>(extent, 1, static_cast<int64_t>(blocks_.size())));
}

Status AiCpuCall::RunBlocks(const KernelArgs& args) {
  const int count = BlockCount(args);
  std::vector<Status> outcomes(static_cast<size_t>(count));
  ParallelFor(count, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      CpuNode& block = blocks_[static_cast<size_t>(i)];
      SetPorts(block, args);
      block.SetAttr("block_num", count);
      block.SetAttr("block_id", i);
      outcomes[static_cast<size_t>(i)] = FencedCompute(block);
    }
  });
  for (Status& outcome : outcomes) OPDK_TRY(std::move(outcome));
  return Status();
}

Status AiCpuCall::Run(const KernelArgs& args) {
  // One block is called as CANN calls it: without the two attributes.
  const bool in_blocks = BlockCount(args) > 1;
  FillReferences(args);
  if (in_blocks) {
    OPDK_TRY(RunBlocks(args));
  } else {
    SetPorts(node_, args);
    OPDK_TRY(FencedCompute(node_));
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
