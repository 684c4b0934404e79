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

// A vector kernel, loaded (compiled if need be). E4001.
Result<std::unique_ptr<KernelStep>> MakeVectorStep(const StepSpec& spec, KernelStore& store);
// A oneDNN primitive. `constants[v]`: the data of value v if it never changes, else nullptr; constant weights are
// packed here. E2010 for what oneDNN refuses.
Result<std::unique_ptr<KernelStep>> MakeConvStep(const StepSpec& spec, std::span<const void* const> constants);
Result<std::unique_ptr<KernelStep>> MakeMatmulStep(const StepSpec& spec, std::span<const void* const> constants);
Result<std::unique_ptr<KernelStep>> MakePoolStep(const StepSpec& spec);

// "onednn_conv".
std::string CubeName(const StepSpec& spec);
// "oneDNN conv, brgconv:avx512_core + bias + relu"; `implementation` may be empty.
std::string DescribeCube(const std::string& implementation, const StepSpec& spec);

}  // namespace opdk
