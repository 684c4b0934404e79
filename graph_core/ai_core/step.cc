#include "graph_core/ai_core/step.h"

#include "graph_core/ai_core/depthwise_step.h"
#include "graph_core/ai_core/kernel_store.h"

namespace opdk {

Result<std::unique_ptr<KernelStep>> MakeStep(const StepSpec& spec, std::span<const void* const> constants,
                                             KernelStore& store, Measuring measuring) {
  if (!spec.expressions.empty()) return MakeVectorStep(spec, store);
  const bool bytes = spec.cube->inputs[0].dtype() != ge::DT_FLOAT;
  switch (spec.cube->kind) {
    case tbe::Kind::kMatmul:
      return bytes ? MakeByteMatmulStep(spec, constants) : MakeMatmulStep(spec, constants);
    case tbe::Kind::kConv:
      if (IsPlainDepthwise(spec)) return MakeDepthwiseStep(spec);
      return bytes ? MakeByteConvStep(spec, constants) : MakeConvStep(spec, constants, store.choices(), measuring);
    case tbe::Kind::kConvTranspose:
      return MakeConvTransposeStep(spec, constants);
    default:
      return MakePoolStep(spec);
  }
}

}  // namespace opdk
