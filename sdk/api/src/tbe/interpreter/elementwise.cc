#include "sdk/api/src/tbe/interpreter/nodes.h"
#include "sdk/api/src/tbe/interpreter/scalar.h"

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

}  // namespace tbe
