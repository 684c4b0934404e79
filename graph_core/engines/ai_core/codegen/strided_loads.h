// Loads of every second to fourth element of an input.
#pragma once

#include <Halide.h>

namespace opdk::codegen {

// Keeps strided loads from beginning before their input. Halide 14 loads such vectors as dense vectors that begin at a
// multiple of the stride, so that neighbouring loads are shared: x[2 i + 1] begins at x[2 i]. Halide derives the
// multiple from the constant that ends the index. Then x[2 i + r - 1], with i and r from 0 and 1, begins before the
// input. This function hides such constants from Halide.
void KeepStridedLoadsInside(Halide::Pipeline& pipeline);

}  // namespace opdk::codegen
