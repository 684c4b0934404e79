// Inner loops for machines with wider vectors than the library is compiled for, once per instruction set:
// <name>_<isa>.cc switches the compiler to that instruction set and then includes the templates with the registers'
// struct (lanes_<isa>.h). Templates there use nothing of the standard library that isn't inlined: the linker would
// share it with files compiled for any processor.
#pragma once

#include <cstdint>

#include "opdk/isa.h"

namespace opdk {

// y[i, j] = start[j] (nullptr: 0) + the product of row i of a [rows, depth] and row j of b [columns, depth].
struct PanelProduct {
  const float* a;
  int64_t rows;
  const float* panels;  // of b
  int64_t columns, depth;
  const float* start;
  float* y;
  int64_t stride;  // from row to row of y
};

struct VectorFunctions {
  // Rows of b in a panel.
  int64_t panel;
  // The rows of b [columns, depth] panel after panel, in each of them element k of all rows side by side.
  void (*pack_panels)(const float* b, int64_t columns, int64_t depth, float* panels);
  void (*multiply_panels)(const PanelProduct& product);
  // y[j] = the product of a and row j of b [columns, depth].
  void (*row_dots)(const float* a, const float* b, int64_t columns, int64_t depth, float* y);
  // Each of the `count` values becomes the function of it, within 3 units in the last place.
  void (*logistic_row)(float* values, int64_t count);
  void (*tanh_row)(float* values, int64_t count);
};

const VectorFunctions& Avx2VectorFunctions();
const VectorFunctions& Avx512VectorFunctions();

// Returns the functions that this machine runs (VectorIsa()). nullptr: it runs neither.
template <typename Functions>
const Functions* FunctionsHere(const Functions& (*avx2)(), const Functions& (*avx512)()) {
  const Isa isa = VectorIsa();
  return isa == Isa::kAvx512 ? &avx512() : isa == Isa::kAvx2 ? &avx2() : nullptr;
}
const VectorFunctions* VectorFunctionsHere();

}  // namespace opdk
