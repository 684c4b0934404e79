// Sums of 8-bit products on oneDNN: which of its implementations are exact, and adding a bias without rounding.
#pragma once

#include <cstdint>
#include <string_view>

#include "tbe/expr.h"

namespace opdk {

// Whether this CPU multiplies bytes into 32 bits at once; without it oneDNN saturates pairs of products.
bool HasByteDotProduct();

// Whether `implementation` gives the exact sums of `cube`. Its brgemm kernels do; the others pass them through float.
bool IsExact(const tbe::TensorNode& cube, std::string_view implementation);
// Whether the sums with this bias stay exact in float.
bool StaysExact(const tbe::TensorNode& cube, const int32_t* bias, int64_t count);

bool ConvolvesBytesExactly(const tbe::TensorNode& conv);

// values[r, c] += bias[c], and values[r, c] += bias[r % channels]; wrapping around.
void AddToColumns(int32_t* values, int64_t rows, int64_t columns, const int32_t* bias);
void AddToRows(int32_t* values, int64_t rows, int64_t columns, const int32_t* bias, int64_t channels);

}  // namespace opdk
