#include "graph_core/ai_core/fusion/pipeline.h"

namespace opdk {

std::span<const Pass> FusionPasses() { return {}; }

}  // namespace opdk
