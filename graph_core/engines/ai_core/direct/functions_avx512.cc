#include <immintrin.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "graph_core/engines/ai_core/direct/direct_functions.h"

// From here on; what the headers above define stays fit for any processor.
// GCC's own intrinsics leave registers undefined on purpose.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw,avx512cd,avx2,fma,prfchw")

#include "graph_core/engines/ai_core/direct/depthwise_rows.h"
#include "graph_core/engines/ai_core/direct/simd_avx512.h"
#include "graph_core/engines/ai_core/direct/softmax_rows.h"
#include "graph_core/engines/ai_core/direct/sum_rows.h"
#include "graph_core/engines/ai_core/direct/transpose_avx512.h"
#include "graph_core/engines/ai_core/direct/transpose_panel.h"

namespace opdk {

const DirectFunctions& Avx512Functions() {
  using Softmax = SoftmaxRowsOf<Avx512>;
  static const DirectFunctions functions{Softmax::Rows,
                                         Softmax::Partial,
                                         Softmax::Finish,
                                         DepthwiseOf<Avx512>::Planes,
                                         SumRowsOf<Avx512>::Sum,
                                         true,
                                         Avx2Functions().integer_tile,
                                         BaselineFunctions().transpose1,
                                         BaselineFunctions().transpose2,
                                         TransposeOf<Avx512Tiles4>::Panel,
                                         TransposeOf<Avx512Tiles8>::Panel};
  return functions;
}

}  // namespace opdk
