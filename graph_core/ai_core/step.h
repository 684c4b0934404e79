// One kernel call inside a task: a generated vector kernel or a oneDNN primitive.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "graph_core/ai_core/step_plan.h"
#include "opdk/status.h"

namespace opdk {

class KernelStore;

class KernelStep {
 public:
  virtual ~KernelStep() = default;
  // `values`: the data of each value of the plan. `workspace`: workspace_bytes() bytes, 64-byte aligned.
  virtual Status Run(std::span<void* const> values, std::byte* workspace) = 0;
  virtual size_t workspace_bytes() const { return 0; }
  virtual std::string kernel_name() const = 0;
  virtual std::string description() const = 0;
};

// The kernel call of one step of a plan. `constants[v]`: the data of value v if it never changes, else nullptr;
// constant weights are packed here. E4001 when a vector kernel can't be compiled, E2010 for what oneDNN refuses.
Result<std::unique_ptr<KernelStep>> MakeStep(const StepSpec& spec, std::span<const void* const> constants,
                                             KernelStore& store);
Result<std::unique_ptr<KernelStep>> MakeVectorStep(const StepSpec& spec, KernelStore& store);
Result<std::unique_ptr<KernelStep>> MakeConvStep(const StepSpec& spec, std::span<const void* const> constants);
Result<std::unique_ptr<KernelStep>> MakeConvTransposeStep(const StepSpec& spec, std::span<const void* const> constants);
Result<std::unique_ptr<KernelStep>> MakeMatmulStep(const StepSpec& spec, std::span<const void* const> constants);
Result<std::unique_ptr<KernelStep>> MakePoolStep(const StepSpec& spec);
// 8-bit operands.
Result<std::unique_ptr<KernelStep>> MakeByteConvStep(const StepSpec& spec, std::span<const void* const> constants);
Result<std::unique_ptr<KernelStep>> MakeByteMatmulStep(const StepSpec& spec, std::span<const void* const> constants);

// Whether there is a step for this kMatmul or kConv of 8-bit operands, the right one int8, whose sums are exact: some
// of oneDNN's implementations saturate pairs of products, others round sums beyond 2^24.
bool MultipliesBytesExactly(const tbe::TensorNode& cube);
// Whether oneDNN takes this kConvTranspose of float.
bool TakesConvTranspose(const tbe::TensorNode& cube);

// Whether oneDNN has a fast primitive for a convolution or pooling with the channel blocks that `spec` says.
bool RunsOnBlocks(const StepSpec& spec);

// "onednn_conv".
std::string CubeName(const StepSpec& spec);
// "oneDNN conv, brgconv:avx512_core + bias + relu"; `implementation` may be empty.
std::string DescribeCube(const std::string& implementation, const StepSpec& spec);

}  // namespace opdk
