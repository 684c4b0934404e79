#include <immintrin.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "graph_core/engines/ai_core/direct/direct_functions.h"

// Everything below is compiled for AVX-512 and VNNI; the definitions of the headers above stay fit for any processor.
// GCC's own intrinsics leave registers undefined on purpose.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw,avx512cd,avx512vnni,avx2,fma,prfchw")

#include "graph_core/engines/ai_core/direct/quantized_tile.h"
#include "graph_core/engines/ai_core/direct/simd_vnni.h"

namespace opdk {

void VnniQuantizedTile(const QuantizedTile& tile) { QuantizedTileOf<Vnni>::Multiply(tile); }

}  // namespace opdk
