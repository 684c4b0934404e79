#include "graph_core/engines/ai_core/direct/depthwise_rows.h"
#include "graph_core/engines/ai_core/direct/direct_functions.h"
#include "graph_core/engines/ai_core/direct/integer_tile.h"
#include "graph_core/engines/ai_core/direct/max_pool_blocks.h"
#include "graph_core/engines/ai_core/direct/quantized_tile.h"
#include "graph_core/engines/ai_core/direct/simd_baseline.h"
#include "graph_core/engines/ai_core/direct/softmax_rows.h"
#include "graph_core/engines/ai_core/direct/sum_rows.h"
#include "graph_core/engines/ai_core/direct/transpose_baseline.h"
#include "graph_core/engines/ai_core/direct/transpose_panel.h"

namespace opdk {

const DirectFunctions& BaselineFunctions() {
  using Softmax = SoftmaxRowsOf<Baseline>;
  static constexpr DirectFunctions functions{Baseline::kLanes,
                                             Softmax::Rows,
                                             Softmax::Partial,
                                             Softmax::Finish,
                                             DepthwiseOf<Baseline>::Planes,
                                             MaxPoolOf<Baseline>::Rows,
                                             SumRowsOf<Baseline>::Sum,
                                             false,
                                             IntegerTileOf<Baseline>::Multiply,
                                             QuantizedTileOf<Baseline>::Multiply,
                                             Baseline::kLanes,
                                             false,
                                             nullptr,
                                             TransposeOf<BaselineTiles<uint8_t>>::Panel,
                                             TransposeOf<BaselineTiles<uint16_t>>::Panel,
                                             TransposeOf<BaselineTiles<uint32_t>>::Panel,
                                             TransposeOf<BaselineTiles<uint64_t>>::Panel};
  return functions;
}

}  // namespace opdk
