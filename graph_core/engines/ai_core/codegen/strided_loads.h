// Loads of every second to fourth element of an input.
#pragma once

#include <Halide.h>

namespace opdk::codegen {

// Halide 14 loads such vectors as dense ones that begin at a multiple of the stride, so that neighbouring loads are
// shared: x[2 i + 1] begins at x[2 i]. It tells the multiple by the constant that ends the index, and x[2 i + r - 1],
// with i and r from 0 and 1, begins before the input. This keeps such constants from it.
void KeepStridedLoadsInside(Halide::Pipeline& pipeline);

}  // namespace opdk::codegen
