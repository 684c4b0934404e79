// Steps that the cube unit runs.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "graph_core/engines/ai_core/steps/kernel_step.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "opdk/status.h"

namespace opdk {

class AlgorithmChoices;

// Makes a step of a oneDNN primitive and packs constant weights. If a convolution has several primitives, takes the one
// that the weights were packed for before. Else takes the fastest, which is measured here if `choices` doesn't know it.
// E2010: oneDNN refuses the step.
Result<std::unique_ptr<KernelStep>> MakeConvStep(const StepSpec& spec, const NodeOptions& options,
                                                 const StepConstants& constants, AlgorithmChoices& choices,
                                                 Measuring measuring);
Result<std::unique_ptr<KernelStep>> MakeConvTransposeStep(const StepSpec& spec, const StepConstants& constants);
Result<std::unique_ptr<KernelStep>> MakeConvBackpropFilterStep(const StepSpec& spec);
Result<std::unique_ptr<KernelStep>> MakeMatmulStep(const StepSpec& spec, const StepConstants& constants);
Result<std::unique_ptr<KernelStep>> MakePoolStep(const StepSpec& spec);
// Makes a step of 8-bit operands. oneDNN computes it where MultipliesBytesExactly (capability.h) holds, else a
// hand-written kernel. E1001 too: see TargetIsa.
Result<std::unique_ptr<KernelStep>> MakeByteConvStep(const StepSpec& spec, const StepConstants& constants);
Result<std::unique_ptr<KernelStep>> MakeByteMatmulStep(const StepSpec& spec, const StepConstants& constants);
Result<std::unique_ptr<KernelStep>> MakeIntegerConvStep(const StepSpec& spec, const StepConstants& constants);
Result<std::unique_ptr<KernelStep>> MakeIntegerMatmulStep(const StepSpec& spec, const StepConstants& constants);

// Makes a step that ends with a Requantization. E1001 too: see TargetIsa.
Result<std::unique_ptr<KernelStep>> MakeQuantizedConvStep(const StepSpec& spec, const StepConstants& constants);
Result<std::unique_ptr<KernelStep>> MakeQuantizedMatmulStep(const StepSpec& spec, const StepConstants& constants);

// Makes a step of the hand-written depthwise convolution. `spec` must satisfy IsPlainDepthwise (capability.h). E1001:
// see TargetIsa.
Result<std::unique_ptr<KernelStep>> MakeDepthwiseStep(const StepSpec& spec);

// Makes a step of the hand-written maximum pooling. `spec` must satisfy IsBlockMaxPool (capability.h). E1001: see
// TargetIsa.
Result<std::unique_ptr<KernelStep>> MakeBlockMaxPoolStep(const StepSpec& spec);

// Returns the kernel name of a step, such as "onednn_conv".
std::string CubeName(const StepSpec& spec);
// Describes a step: "oneDNN conv, brgconv:avx512_core + bias + relu". `implementation` may be empty.
std::string DescribeCube(const std::string& implementation, const StepSpec& spec);

}  // namespace opdk
