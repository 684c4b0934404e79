#include <immintrin.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "graph_core/engines/ai_core/direct/direct_functions.h"

// Everything below is compiled for AVX2; the definitions of the headers above stay fit for any processor.
#pragma GCC target("avx2,fma,prfchw")

#include "graph_core/engines/ai_core/direct/depthwise_rows.h"
#include "graph_core/engines/ai_core/direct/integer_tile.h"
#include "graph_core/engines/ai_core/direct/max_pool_blocks.h"
#include "graph_core/engines/ai_core/direct/quantized_tile.h"
#include "graph_core/engines/ai_core/direct/simd_avx2.h"
#include "graph_core/engines/ai_core/direct/softmax_rows.h"
#include "graph_core/engines/ai_core/direct/sum_rows.h"
#include "graph_core/engines/ai_core/direct/transpose_avx2.h"
#include "graph_core/engines/ai_core/direct/transpose_bytes.h"
#include "graph_core/engines/ai_core/direct/transpose_panel.h"

namespace opdk {

const DirectFunctions& Avx2Functions() {
  using Softmax = SoftmaxRowsOf<Avx2>;
  static const DirectFunctions functions{Avx2::kLanes,
                                         Softmax::Rows,
                                         Softmax::Partial,
                                         Softmax::Finish,
                                         DepthwiseOf<Avx2>::Planes,
                                         MaxPoolOf<Avx2>::Rows,
                                         SumRowsOf<Avx2>::Sum,
                                         true,
                                         IntegerTileOf<Avx2>::Multiply,
                                         QuantizedTileOf<Avx2>::Multiply,
                                         Avx2::kLanes,
                                         false,
                                         nullptr,
                                         TransposeBytesOf<Bytes32>::Panel,
                                         BaselineFunctions().transpose2,
                                         TransposeOf<Avx2Tiles4>::Panel,
                                         TransposeOf<Avx2Tiles8>::Panel};
  return functions;
}

}  // namespace opdk
