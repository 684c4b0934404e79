#include "graph_core/engines/ai_core/make_step.h"

#include "graph_core/engines/ai_core/cube/attention.h"
#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/cube_steps.h"
#include "graph_core/engines/ai_core/vector/vector_step.h"

namespace opdk {

AiCoreStores& AiCoreStores::Shared() {
  static AiCoreStores stores;
  return stores;
}

Result<std::unique_ptr<KernelStep>> MakeStep(const StepSpec& spec, const NodeOptions& options,
                                             const StepConstants& constants, AiCoreStores& stores,
                                             Measuring measuring) {
  if (spec.is_attention()) return MakeAttentionStep(spec);
  if (!spec.is_cube()) return MakeVectorStep(spec, stores.kernels);
  if (spec.requantization.present()) {
    return spec.cube->kind == tbe::Kind::kConv ? MakeQuantizedConvStep(spec, constants)
                                               : MakeQuantizedMatmulStep(spec, constants);
  }
  const bool bytes = spec.cube->inputs[0].dtype() != ge::DT_FLOAT;
  const bool by_hand = bytes && !MultipliesBytesExactly(*spec.cube);
  switch (spec.cube->kind) {
    case tbe::Kind::kMatmul:
      if (by_hand) return MakeIntegerMatmulStep(spec, constants);
      return bytes ? MakeByteMatmulStep(spec, constants) : MakeMatmulStep(spec, constants);
    case tbe::Kind::kConv:
      if (IsPlainDepthwise(spec)) return MakeDepthwiseStep(spec);
      if (by_hand) return MakeIntegerConvStep(spec, constants);
      return bytes ? MakeByteConvStep(spec, constants)
                   : MakeConvStep(spec, options, constants, stores.algorithms, measuring);
    case tbe::Kind::kConvTranspose:
      return MakeConvTransposeStep(spec, constants);
    case tbe::Kind::kConvBackpropFilter:
      return MakeConvBackpropFilterStep(spec);
    default:
      return IsBlockMaxPool(spec) ? MakeBlockMaxPoolStep(spec) : MakePoolStep(spec);
  }
}

}  // namespace opdk
