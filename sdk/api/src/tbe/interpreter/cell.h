// The interpreter's numbers: one cell per element, a double for float types and an int64 otherwise (uint64: its bits).
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "tbe/interpreter.h"

namespace tbe {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

union Cell {
  double real;
  int64_t integer;
};

inline Cell Real(double value) { return Cell{.real = value}; }
inline Cell Integer(int64_t value) { return Cell{.integer = value}; }

struct Value {
  DataType dtype = ge::DT_FLOAT;
  Dims shape;
  std::vector<Cell> cells;
};

// How float results are rounded.
enum class Precision { kOfDtype, kDouble };

// Rounds to the nearest value of a float dtype (half to even, overflow to infinity), as a double.
double RoundReal(DataType dtype, double value);
// Returns the value modulo 2^width of an integer dtype; 0 or 1 for bool.
int64_t WrapInteger(DataType dtype, int64_t value);
// Returns the lowest value of a dtype (Highest: the highest); infinities for float types.
Cell Lowest(DataType dtype);
Cell Highest(DataType dtype);
// Returns a number of a leaf or literal in its dtype.
Cell FromNumber(DataType dtype, const Number& number);
// Casts one element as tbe::cast_to does.
Cell CastCell(Cell cell, DataType from, DataType to, Rounding rounding);
// Returns the result of an operation in its dtype: reals are rounded (kOfDtype), integers wrap.
Cell Finish(DataType dtype, Cell cell, Precision precision);

Value Decode(const HostTensor& tensor);
HostTensor Encode(const Value& value);

int64_t CountOf(const Dims& shape);
// Returns row-major strides in elements.
Dims StridesOf(const Dims& shape);

// Calls visit(index) for every index of `shape` in row-major order.
template <typename Visit>
void ForEachIndex(const Dims& shape, Visit visit) {
  const int64_t count = CountOf(shape);
  Dims index(shape.size(), 0);
  for (int64_t i = 0; i < count; ++i) {
    visit(index);
    for (size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < shape[axis]) break;
      index[axis] = 0;
    }
  }
}

}  // namespace tbe
