// One kernel call inside a task: a generated vector kernel or a oneDNN primitive.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "graph_core/ai_core/step_plan.h"
#include "opdk/status.h"

namespace opdk {

class AlgorithmChoices;
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

// When the fastest of several primitives is found out where it isn't known yet.
enum class Measuring : bool { kNow, kLater };

// The step of any kind. nullptr: it needs a measurement, later. Errors as below.
Result<std::unique_ptr<KernelStep>> MakeStep(const StepSpec& spec, std::span<const void* const> constants,
                                             KernelStore& store, Measuring measuring = Measuring::kNow);

// A vector kernel: hand-written, or loaded (compiled if need be). E4001.
Result<std::unique_ptr<KernelStep>> MakeVectorStep(const StepSpec& spec, KernelStore& store);
// A oneDNN primitive. `constants[v]`: the data of value v if it never changes, else nullptr; constant weights are
// packed here. E2010 for what oneDNN refuses. Of several primitives for a convolution the fastest is taken, which is
// measured here where `choices` doesn't know it.
Result<std::unique_ptr<KernelStep>> MakeConvStep(const StepSpec& spec, std::span<const void* const> constants,
                                                 AlgorithmChoices& choices, Measuring measuring);
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

// Whether oneDNN has a fast primitive for it with the channel blocks that `spec` says.
bool ConvRunsOnBlocks(const StepSpec& spec);
bool PoolRunsOnBlocks(const StepSpec& spec);

// "Halide: exp+mul, 2 d, 1 in" or "hand-written softmax_rows, avx512: ...".
std::string DescribeVector(const StepSpec& spec);
// "onednn_conv".
std::string CubeName(const StepSpec& spec);
// "oneDNN conv, brgconv:avx512_core + bias + relu"; `implementation` may be empty.
std::string DescribeCube(const std::string& implementation, const StepSpec& spec);

}  // namespace opdk
