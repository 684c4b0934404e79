// Sums of 8-bit products on oneDNN: which of its implementations are exact, and adding a bias without rounding.
#pragma once

#include <cstdint>
#include <string_view>

#include "tbe/expr.h"

namespace opdk {

// Returns whether this CPU adds products of bytes in 32 bits at once. Without that, oneDNN saturates pairs of products.
bool HasByteDotProduct();

// Returns whether `implementation` gives the exact sums of `cube`. oneDNN's brgemm kernels do for a uint8 left operand.
// All others pass their sums through float, which is exact up to 2^24.
bool IsExact(const tbe::TensorNode& cube, std::string_view implementation);
// Returns whether the sums with this bias stay exact in float.
bool StaysExact(const tbe::TensorNode& cube, const int32_t* bias, int64_t count);

bool ConvolvesBytesExactly(const tbe::TensorNode& conv);

// Adds a bias to each column: values[r, c] += bias[c]. AddToRows: values[r, c] += bias[r % channels]. Both wrap around.
void AddToColumns(int32_t* values, int64_t rows, int64_t columns, const int32_t* bias);
void AddToRows(int32_t* values, int64_t rows, int64_t columns, const int32_t* bias, int64_t channels);

}  // namespace opdk
