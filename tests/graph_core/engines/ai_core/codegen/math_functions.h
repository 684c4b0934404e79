// The functions whose accuracy graph_core/engines/ai_core/codegen/accuracy.md states, with their references.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/graph_core/engines/ai_core/codegen/generated_function.h"

namespace opdk::tests {

// `reference` is the C library's, in double for float functions and in long double for double ones; y is ignored by
// functions of one argument. `low` and `high` bound the arguments that `ns/element` is measured with.
struct MathFunction {
  FunctionSpec spec;
  double (*reference)(double x, double y) = nullptr;
  long double (*long_reference)(long double x, long double y) = nullptr;
  float (*library)(float x, float y) = nullptr;
  double low = -4, high = 4;
};

const std::vector<MathFunction>& FloatFunctions();
const std::vector<MathFunction>& DoubleFunctions();

// Returns the bounds of accuracy.md, in units in the last place, by name and dtype ("exp float").
std::map<std::string, double> StatedBounds();

// The greatest error, and the numbers that gave it.
struct Worst {
  double ulp = 0;
  double x = 0, y = 0, got = 0, want = 0;
  void Add(const Worst& other) {
    if (!(other.ulp <= ulp)) *this = other;
  }
};

// Returns the greatest distance between `got` and the reference. Infinite if a NaN, an infinity or a zero's sign is
// missed.
Worst Measure(const MathFunction& function, const float* x, const float* y, const float* got, size_t count);
Worst Measure(const MathFunction& function, const double* x, const double* y, const double* got, size_t count);

}  // namespace opdk::tests
