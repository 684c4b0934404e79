#include "op_proto/nn/lp_pool.h"

#include <algorithm>
#include <string>

#include "op_proto/nn/window.h"

namespace ge {

IMPLEMT_INFERFUNC(LpPool, LpPoolInfer) {
  if (op.get_attr_p() < 1) return opdk::ReportInferError(op, "p is " + std::to_string(op.get_attr_p()) + ", below 1");
  Dims y;
  if (!PoolOutput(op, PoolAttrs(op), y)) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y", y, op.get_input_desc_x().GetDataType());
}

IMPLEMT_INFERFUNC(GlobalLpPool, GlobalLpPoolInfer) {
  if (!(op.get_attr_p() > 0)) return opdk::ReportInferError(op, "p isn't positive");
  Dims dims = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(dims)) {
    if (dims.size() < 3) {
      return opdk::ReportInferError(op, "x " + opdk::ShapeText(dims) + " must be [N, C, spatial...]");
    }
    std::fill(dims.begin() + 2, dims.end(), 1);
  }
  return opdk::SetOutput(op, "y", dims, opdk::InputType(op, "x"));
}

INFER_FUNC_REG(LpPool, LpPoolInfer);
INFER_FUNC_REG(GlobalLpPool, GlobalLpPoolInfer);

}  // namespace ge
