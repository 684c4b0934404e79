// Running error bounds: how far a kernel that rounds may lie from an element's value in higher precision.
#pragma once

#include <vector>

#include "opdk/status.h"
#include "sdk/api/src/tbe/interpreter/nodes.h"

namespace tbe {

using Bounds = std::vector<double>;  // one per element
using OperandBounds = std::vector<const Bounds*>;

// What one rounding to `dtype` may add to a result near `value`; 0 for integers and values that aren't finite.
double HalfUnit(DataType dtype, double value);
// |a - b|; 0 for equal infinities and two NaN, infinite for an infinity or a NaN against anything else.
double Distance(DataType dtype, Cell a, Cell b);
// The accuracy of a function, in roundings (half units).
double RoundingsOf(UnaryOp op);
double RoundingsOf(BinaryOp op, DataType dtype, Cell a, Cell b);
// What sums of a dtype are accumulated in: float for the 16-bit floats, as tbe/reduce.h and tbe/cube.h promise.
DataType AccumulationDtype(DataType dtype);
// How far a sum of n terms of these magnitudes may lie from `value` when it is accumulated in `wide` and rounded to
// `dtype` at last.
double SumBound(DataType dtype, DataType wide, double magnitude, double value, int64_t n);

// One operation's result `value`, when its operands have the given bounds.
double UnaryBound(UnaryOp op, DataType from, DataType to, Cell a, double bound, Cell value);
double BinaryBound(BinaryOp op, DataType from, DataType to, Cell a, double bound_a, Cell b, double bound_b, Cell value);
double CastBound(DataType from, DataType to, Rounding rounding, Cell a, double bound, Cell value);

// The bounds of a node's `value`, from its inputs' values and bounds.
opdk::Result<Bounds> BoundsOf(const TensorNode& node, const Values& in, const OperandBounds& bounds,
                              const Value& value);
opdk::Result<Bounds> ComputeBounds(const TensorNode& node, const Values& in, const OperandBounds& bounds);

// As the node's users see them: a value that may not fit its dtype may be anything, since a kernel that multiplies and
// adds at once never has it.
Bounds CarriedBounds(const TensorNode& node, const Values& in, const Value& value, const Bounds& bounds);
// As an output's reader sees them: a value that certainly doesn't fit is an infinity.
Bounds OutputBounds(const Value& value, const Bounds& bounds);

}  // namespace tbe
