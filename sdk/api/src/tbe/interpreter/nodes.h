// Functions that compute a node's value from the values of its inputs (in the order of node.inputs), one per family of
// nodes.
#pragma once

#include <vector>

#include "opdk/status.h"
#include "sdk/api/src/tbe/interpreter/cell.h"

namespace tbe {

using Values = std::vector<const Value*>;

// Positions of a tensor's elements along one of its axes.
struct Lines {
  int64_t extent = 1, inner = 1;

  Lines(const Dims& shape, int64_t axis) : extent(shape[static_cast<size_t>(axis)]) {
    for (size_t i = static_cast<size_t>(axis) + 1; i < shape.size(); ++i) inner *= shape[i];
  }
  int64_t Place(int64_t element) const { return element / inner % extent; }
};

Value EvaluateElementwise(const TensorNode& node, const Values& in, Precision precision);
// Evaluates broadcast, transpose, reshape, slice, concat and pad.
Value EvaluateMovement(const TensorNode& node, const Values& in);
opdk::Result<Value> EvaluateGather(const TensorNode& node, const Values& in);
Value EvaluateReduce(const TensorNode& node, const Values& in, Precision precision);
Value EvaluateScan(const TensorNode& node, const Values& in, Precision precision);
Value EvaluateScatter(const TensorNode& node, const Values& in, Precision precision);
Value EvaluateMatmul(const TensorNode& node, const Values& in, Precision precision);
Value EvaluateConv(const TensorNode& node, const Values& in, Precision precision);
Value EvaluateConvTranspose(const TensorNode& node, const Values& in, Precision precision);
Value EvaluateConvBackpropFilter(const TensorNode& node, const Values& in, Precision precision);
Value EvaluatePool(const TensorNode& node, const Values& in, Precision precision);
opdk::Result<Value> EvaluateCompute(const TensorNode& node, const Values& in, Precision precision);

}  // namespace tbe
