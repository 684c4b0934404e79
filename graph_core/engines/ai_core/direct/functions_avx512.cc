#include <immintrin.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "graph_core/engines/ai_core/direct/direct_functions.h"

// Everything below is compiled for AVX-512; the definitions of the headers above stay fit for any processor. GCC's own
// intrinsics leave registers undefined on purpose.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw,avx512cd,avx2,fma,prfchw")

#include "graph_core/engines/ai_core/direct/depthwise_rows.h"
#include "graph_core/engines/ai_core/direct/max_pool_blocks.h"
#include "graph_core/engines/ai_core/direct/simd_avx512.h"
#include "graph_core/engines/ai_core/direct/softmax_rows.h"
#include "graph_core/engines/ai_core/direct/sum_rows.h"
#include "graph_core/engines/ai_core/direct/transpose_avx512.h"
#include "graph_core/engines/ai_core/direct/transpose_bytes.h"
#include "graph_core/engines/ai_core/direct/transpose_panel.h"
#include "graph_core/engines/ai_core/direct/winograd_filter.h"

namespace opdk {

const DirectFunctions& Avx512Functions() {
  using Softmax = SoftmaxRowsOf<Avx512>;
  static const bool multiplies_bytes = __builtin_cpu_supports("avx512vnni");
  static const DirectFunctions functions{Avx512::kLanes,
                                         Softmax::Rows,
                                         Softmax::Partial,
                                         Softmax::Finish,
                                         DepthwiseOf<Avx512>::Planes,
                                         MaxPoolOf<Avx512>::Rows,
                                         SumRowsOf<Avx512>::Sum,
                                         true,
                                         Avx2Functions().integer_tile,
                                         multiplies_bytes ? VnniQuantizedTile : Avx2Functions().quantized_tile,
                                         multiplies_bytes ? Avx512::kLanes : Avx2Functions().quantized_lanes,
                                         multiplies_bytes,
                                         WinogradFilterOf<Avx512>::Transform,
                                         TransposeBytesOf<Bytes64, Bytes32>::Panel,
                                         BaselineFunctions().transpose2,
                                         TransposeOf<Avx512Tiles4>::Panel,
                                         TransposeOf<Avx512Tiles8>::Panel};
  return functions;
}

}  // namespace opdk
