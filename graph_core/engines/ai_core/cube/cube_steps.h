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

// A oneDNN primitive. Constant weights are packed here. E2010 for what oneDNN refuses. Of several primitives for a
// convolution the one is taken that the weights were packed for before, else the fastest, which is measured here where
// `choices` doesn't know it.
Result<std::unique_ptr<KernelStep>> MakeConvStep(const StepSpec& spec, const StepUse& use,
                                                 const StepConstants& constants, AlgorithmChoices& choices,
                                                 Measuring measuring);
Result<std::unique_ptr<KernelStep>> MakeConvTransposeStep(const StepSpec& spec, const StepConstants& constants);
Result<std::unique_ptr<KernelStep>> MakeConvBackpropFilterStep(const StepSpec& spec);
Result<std::unique_ptr<KernelStep>> MakeMatmulStep(const StepSpec& spec, const StepConstants& constants);
Result<std::unique_ptr<KernelStep>> MakePoolStep(const StepSpec& spec);
// 8-bit operands: by oneDNN where MultipliesBytesExactly (capability.h) says so, else by hand (also E1001: see
// TargetIsa).
Result<std::unique_ptr<KernelStep>> MakeByteConvStep(const StepSpec& spec, const StepConstants& constants);
Result<std::unique_ptr<KernelStep>> MakeByteMatmulStep(const StepSpec& spec, const StepConstants& constants);
Result<std::unique_ptr<KernelStep>> MakeIntegerConvStep(const StepSpec& spec, const StepConstants& constants);
Result<std::unique_ptr<KernelStep>> MakeIntegerMatmulStep(const StepSpec& spec, const StepConstants& constants);

// What a Requantization ends (also E1001: see TargetIsa).
Result<std::unique_ptr<KernelStep>> MakeQuantizedConvStep(const StepSpec& spec, const StepConstants& constants);
Result<std::unique_ptr<KernelStep>> MakeQuantizedMatmulStep(const StepSpec& spec, const StepConstants& constants);

// A depthwise convolution by hand, where IsPlainDepthwise (capability.h) says so. E1001: see TargetIsa.
Result<std::unique_ptr<KernelStep>> MakeDepthwiseStep(const StepSpec& spec);

// Maxima by hand, where IsBlockMaxPool (capability.h) says so. E1001: see TargetIsa.
Result<std::unique_ptr<KernelStep>> MakeBlockMaxPoolStep(const StepSpec& spec);

// "onednn_conv".
std::string CubeName(const StepSpec& spec);
// "oneDNN conv, brgconv:avx512_core + bias + relu"; `implementation` may be empty.
std::string DescribeCube(const std::string& implementation, const StepSpec& spec);

}  // namespace opdk
