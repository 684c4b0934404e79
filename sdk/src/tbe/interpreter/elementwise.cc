#include "sdk/src/tbe/dtype.h"
#include "sdk/src/tbe/interpreter/nodes.h"
#include "sdk/src/tbe/interpreter/scalar.h"

namespace tbe {

Value EvaluateElementwise(const TensorNode& node, const Values& in, Precision precision) {
  Value out{node.dtype, node.shape, in[0]->cells};
  const DataType from = in[0]->dtype;
  for (size_t i = 0; i < out.cells.size(); ++i) {
    Cell& cell = out.cells[i];
    switch (node.kind) {
      case Kind::kUnary:
        cell = Finish(node.dtype, ApplyUnary(node.unary, from, cell), precision);
        break;
      case Kind::kBinary:
        cell = Finish(node.dtype, ApplyBinary(node.binary, from, cell, in[1]->cells[i]), precision);
        break;
      case Kind::kSelect:
        cell = cell.integer != 0 ? in[1]->cells[i] : in[2]->cells[i];
        break;
      default:
        cell = CastCell(cell, from, node.dtype, node.rounding);
    }
  }
  return out;
}

Value EvaluateReduce(const TensorNode& node, const Values& in, Precision precision) {
  const Value& x = *in[0];
  Dims kept = x.shape;
  for (int64_t axis : node.axes) kept[axis] = 1;
  const Dims strides = StridesOf(kept);
  Value out{node.dtype, node.shape, std::vector<Cell>(CountOf(node.shape), ReduceIdentity(node.reduce, x.dtype))};
  size_t next = 0;
  ForEachIndex(x.shape, [&](const Dims& index) {
    int64_t at = 0;
    for (size_t i = 0; i < index.size(); ++i) at += kept[i] == 1 ? 0 : strides[i] * index[i];
    out.cells[at] = ApplyReduce(node.reduce, x.dtype, out.cells[at], x.cells[next++]);
  });
  for (Cell& cell : out.cells) cell = Finish(node.dtype, cell, precision);
  return out;
}

}  // namespace tbe
