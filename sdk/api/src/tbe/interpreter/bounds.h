// Running error bounds: how far a kernel that rounds may lie from an element's value in higher precision.
#pragma once

#include <vector>

#include "opdk/status.h"
#include "sdk/api/src/tbe/interpreter/nodes.h"

namespace tbe {

using Bounds = std::vector<double>;  // one per element
using OperandBounds = std::vector<const Bounds*>;

// Returns the largest error of one rounding to `dtype` near `value`; 0 for integers and values that aren't finite.
double HalfUnit(DataType dtype, double value);
// Returns |a - b|. 0 for equal infinities and two NaN; infinite for an infinity or a NaN against any other value.
double Distance(DataType dtype, Cell a, Cell b);
// Returns the accuracy of a function, in roundings (half units in the last place).
double RoundingsOf(UnaryOp op);
double RoundingsOf(BinaryOp op, DataType dtype, Cell a, Cell b);
// Returns the dtype in which sums are accumulated: float for the 16-bit floats, as tbe/reduce.h and tbe/cube.h promise.
DataType AccumulationDtype(DataType dtype);
// Bounds the error of a sum of n terms near `value` that is accumulated in `wide` and finally rounded to `dtype`.
// `magnitude`: sum of the terms' absolute values.
double SumBound(DataType dtype, DataType wide, double magnitude, double value, int64_t n);

// Bounds the error of an operation's result `value`, from the bounds of its operands.
double UnaryBound(UnaryOp op, DataType from, DataType to, Cell a, double bound, Cell value);
double BinaryBound(BinaryOp op, DataType from, DataType to, Cell a, double bound_a, Cell b, double bound_b, Cell value);
double CastBound(DataType from, DataType to, Rounding rounding, Cell a, double bound, Cell value);

// Returns the bounds of a node's `value`, from its inputs' values and bounds.
opdk::Result<Bounds> BoundsOf(const TensorNode& node, const Values& in, const OperandBounds& bounds,
                              const Value& value);
opdk::Result<Bounds> ComputeBounds(const TensorNode& node, const Values& in, const OperandBounds& bounds);

// Returns the bounds for a node's users. The bound of a value that may not fit its dtype is infinite: a kernel that
// multiplies and adds at once never rounds the intermediate value.
Bounds CarriedBounds(const TensorNode& node, const Values& in, const Value& value, const Bounds& bounds);
// Returns the bounds for an output's readers. A value that certainly doesn't fit is an infinity.
Bounds OutputBounds(const Value& value, const Bounds& bounds);

}  // namespace tbe
