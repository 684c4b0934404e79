#include "graph_core/engines/ai_core/step.h"

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/cube_steps.h"
#include "graph_core/engines/ai_core/vector/vector_step.h"

namespace opdk {

StepStores& StepStores::Shared() {
  static StepStores stores;
  return stores;
}

Result<std::unique_ptr<KernelStep>> MakeStep(const StepSpec& spec, const StepUse& use,
                                             std::span<const void* const> constants, StepStores& stores,
                                             Measuring measuring) {
  if (!spec.expressions.empty()) return MakeVectorStep(spec, stores.kernels);
  const bool bytes = spec.cube->inputs[0].dtype() != ge::DT_FLOAT;
  switch (spec.cube->kind) {
    case tbe::Kind::kMatmul:
      return bytes ? MakeByteMatmulStep(spec, constants) : MakeMatmulStep(spec, constants);
    case tbe::Kind::kConv:
      if (IsPlainDepthwise(spec)) return MakeDepthwiseStep(spec);
      return bytes ? MakeByteConvStep(spec, constants)
                   : MakeConvStep(spec, use, constants, stores.algorithms, measuring);
    case tbe::Kind::kConvTranspose:
      return MakeConvTransposeStep(spec, constants);
    default:
      return MakePoolStep(spec);
  }
}

}  // namespace opdk
