#include "graph_core/engines/ai_core/direct/direct_kernel.h"

#include "graph_core/engines/ai_core/direct/direct_functions.h"

namespace opdk {

std::shared_ptr<const DirectPattern> FindDirectPattern(const KernelIr& ir) {
  for (auto match : {MatchSoftmax, MatchCopies, MatchGather, MatchPads, MatchSums}) {
    if (auto pattern = match(ir)) return pattern;
  }
  return nullptr;
}

const DirectFunctions& FunctionsOf(Isa isa) {
  switch (isa) {
    case Isa::kAvx512:
      return Avx512Functions();
    case Isa::kAvx2:
      return Avx2Functions();
    case Isa::kBaseline:
      break;
  }
  return BaselineFunctions();
}

}  // namespace opdk
