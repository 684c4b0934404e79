// Products of rows on machines with wider vectors than the library is compiled for.
#pragma once

#include <cstdint>

namespace opdk {

// y[i, j] = the product of row i of a [rows, depth] and row j of b [columns, depth]; y's rows lie `stride` apart. false:
// this machine has no AVX2, nothing is done.
bool RowProducts(const float* a, int64_t rows, const float* b, int64_t columns, int64_t depth, float* y,
                 int64_t stride);

}  // namespace opdk
