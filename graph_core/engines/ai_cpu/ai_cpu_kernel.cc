#include "graph_core/engines/ai_cpu/ai_cpu_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/op_info.h"
#include "graph_core/package/package_registry.h"
#include "opdk/cpu_engine.h"
#include "opdk/log_capture.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Returns the bytes of a tensor that the kernel may read or write: those of its shape, or its capacity if the shape is
// unknown.
uint64_t BytesOf(const TensorArg& arg) {
  if (IsUnknown(*arg.shape)) return arg.capacity;
  const auto bytes = TensorBytes(arg.dtype, *arg.shape);
  return bytes.ok() ? *bytes : arg.capacity;
}

bool IsOpen(const TensorArg& output) { return output.data == nullptr && IsUnknown(*output.shape); }

}  // namespace

// Passes a kernel's requests for memory on to the caller, and keeps the reason of a refusal.
class AiCpuOutputs : public OutputSource {
 public:
  void Begin(OutputMemory* memory) {
    memory_ = memory;
    refusal_ = Status();
  }
  void* Take(int output, uint64_t bytes) override {
    const std::lock_guard lock(mutex_);
    Result<void*> taken = memory_ == nullptr ? Status(ErrorCode::kInternal, "this output has no memory")
                                             : memory_->Take(static_cast<size_t>(output), bytes);
    if (taken.ok()) return *taken;
    refusal_ = std::move(taken).status();
    return nullptr;
  }
  Status TakeRefusal() { return std::move(refusal_); }

 private:
  OutputMemory* memory_ = nullptr;
  std::mutex mutex_;
  Status refusal_;
};

// The kernel's contexts, which a run points to its data.
class AiCpuCall : public KernelCall {
 public:
  explicit AiCpuCall(std::shared_ptr<const AiCpuKernel> kernel);

  // Runs the kernel. E6001: Compute returns an error code; E6002: it throws.
  Status Run(const KernelArgs& args) override;

 private:
  Status Compute(CpuNode& node);
  Status FencedCompute(CpuNode& node);
  void SetPorts(CpuNode& node, const KernelArgs& args);
  // Brings the inputs that outputs refer to into the outputs' memory. E2003: an output has less than its input.
  Status FillReferences(const KernelArgs& args) const;
  // Returns how many blocks share the work: as many as threads, and no more than there is work for.
  int BlockCount(const KernelArgs& args) const;
  Status RunBlocks(const KernelArgs& args);
  // Takes over the shape that the kernel set for an output whose memory it asked for.
  Status TakeOpenOutput(const KernelArgs& args, size_t output, std::span<const int64_t> shape);

  std::shared_ptr<const AiCpuKernel> kernel_;
  CpuNode node_;
  AiCpuOutputs asked_;
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

Status AiCpuCall::Compute(CpuNode& node) {
  const std::shared_ptr<aicpu::CpuKernel> kernel =
      kernel_->entry_.stateless ? kernel_->object_ : kernel_->entry_.create();
  if (kernel == nullptr) return Status(ErrorCode::kKernelFailed, "the kernel's creator returned no object");
  uint32_t code = 0;
  std::string absent, refused;
  ErrorCapture logged;
  try {
    code = kernel->Compute(node.context());
  } catch (const AbsentObject& error) {
    absent = error.what();
  } catch (const MemoryRefused& error) {
    refused = error.what();
  }
  // The refusal of memory is reported, even if the kernel went on without memory.
  if (&node == &node_) OPDK_TRY(asked_.TakeRefusal());
  if (!refused.empty()) {
    return Status(ErrorCode::kKernelFailed, fmt::format("the AI CPU kernel {}: {}", kernel_->kernel_name_, refused))
        .Hint(
            "set the shape through the output's GetTensorShape()->SetDimSizes(), or SetDataSize(), before GetData(); "
            "or "
            "set the largest shape with TensorDesc::SetShapeRange in the infer function");
  }
  const CpuNode::Faults faults = node.TakeFaults(code != 0 || !absent.empty());
  if (!faults.mistyped.empty()) {
    return Status(ErrorCode::kKernelFailed, fmt::format("the AI CPU kernel {} reads an attribute as another type: {}",
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
  const std::string reason = logged.TakeReason();
  return Status(
      ErrorCode::kKernelFailed,
      fmt::format("the AI CPU kernel {} returned error code {}{}{}{}{}", kernel_->kernel_name_, code,
                  faults.missed.empty() ? "" : "; it was denied ", faults.missed, reason.empty() ? "" : ": ", reason));
}

Status AiCpuCall::FencedCompute(CpuNode& node) {
  return Fence([&] { return Compute(node); }, [this] { return kernel_->where_; });
}

void AiCpuCall::SetPorts(CpuNode& node, const KernelArgs& args) {
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
    if (IsOpen(output)) {
      node.OpenOutput(static_cast<int>(i), *output.shape, &asked_);
    } else {
      node.SetOutput(static_cast<int>(i), output.data, BytesOf(output), *output.shape, IsUnknown(*output.shape));
    }
  }
  for (const auto& [output, input] : kernel_->references_) {
    const TensorArg& from = args.inputs[input];
    if (from.data == nullptr || IsOpen(args.outputs[output])) continue;
    node.SetInput(static_cast<int>(input), args.outputs[output].data, BytesOf(from), *from.shape);
  }
}

Status AiCpuCall::FillReferences(const KernelArgs& args) const {
  for (const auto& [output, input] : kernel_->references_) {
    const TensorArg& from = args.inputs[input];
    const TensorArg& to = args.outputs[output];
    if (from.data == nullptr || IsOpen(to)) continue;
    const uint64_t bytes = BytesOf(from);
    if (bytes > BytesOf(to)) {
      return Status(ErrorCode::kInferShape,
                    fmt::format("output {} is {}, but the input of its name, which shares its memory, is {}",
                                kernel_->op_.outputs[output].name, DescribeTensor(to.dtype, *to.shape),
                                DescribeTensor(from.dtype, *from.shape)))
          .Hint("let the infer function give the output the shape of the input");
    }
    if (to.data != from.data && bytes > 0) std::memcpy(to.data, from.data, bytes);
  }
  return Status();
}

int AiCpuCall::BlockCount(const KernelArgs& args) const {
  if (!kernel_->block_dim_ || args.inputs[0].data == nullptr) return 1;
  // Memory that a single block asks for can't be shared by all blocks.
  if (std::any_of(args.outputs.begin(), args.outputs.end(), IsOpen)) return 1;
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

Status AiCpuCall::TakeOpenOutput(const KernelArgs& args, size_t output, std::span<const int64_t> shape) {
  const int index = static_cast<int>(output);
  TensorArg& arg = args.outputs[output];
  const std::string& port = kernel_->op_.outputs[output].name;
  const auto failed = [&](const std::string& why) {
    return Status(ErrorCode::kKernelFailed, fmt::format("the AI CPU kernel {} {}", kernel_->kernel_name_, why));
  };
  std::span<const std::byte> given = node_.Given(index);
  if (node_.OutputData(index) != given.data()) {
    return failed(fmt::format("set an address of its own for output {}", port))
        .Hint("write to where the output's GetData() says, once its shape is set");
  }
  // The caller of the kernel reports a shape that wasn't set.
  if (IsUnknown(shape)) return Status();
  OPDK_TRY(const size_t bytes, TensorBytes(arg.dtype, shape));
  if (given.data() == nullptr && bytes > 0) {
    return failed(fmt::format("returned success and never asked for the memory of output {}, which it says is {}", port,
                              DescribeTensor(arg.dtype, shape)))
        .Hint("write to where the output's GetData() says, once its shape is set");
  }
  if (bytes > given.size()) {
    return failed(fmt::format("reports {} for output {}, which is {} bytes, and asked for {}",
                              DescribeTensor(arg.dtype, shape), port, bytes, given.size()))
        .Hint("an output's GetData() gives memory once, for the shape or the data size that it has then");
  }
  // No elements need no memory, but there is an output.
  if (given.data() == nullptr && asked_.Take(index, 0) == nullptr) return asked_.TakeRefusal();
  return Status();
}

Status AiCpuCall::Run(const KernelArgs& args) {
  // One block is called as CANN calls it: without the two attributes.
  const bool in_blocks = BlockCount(args) > 1;
  OPDK_TRY(FillReferences(args));
  asked_.Begin(args.memory);
  if (in_blocks) {
    OPDK_TRY(RunBlocks(args));
  } else {
    SetPorts(node_, args);
    OPDK_TRY(FencedCompute(node_));
  }
  CpuNode& ran = in_blocks ? blocks_[0] : node_;
  // A shape that the kernel set counts only where inference left it open.
  for (size_t i = 0; i < args.outputs.size(); ++i) {
    if (!IsUnknown(*args.outputs[i].shape)) continue;
    const std::span<const int64_t> shape = ran.OutputShape(static_cast<int>(i));
    if (ran.IsOpen(static_cast<int>(i))) OPDK_TRY(TakeOpenOutput(args, i, shape));
    args.outputs[i].shape->assign(shape.begin(), shape.end());
  }
  return Status();
}

}  // namespace opdk
