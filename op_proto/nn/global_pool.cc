#include "op_proto/nn/global_pool.h"

#include <algorithm>
#include <string>

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

namespace {

graphStatus GlobalPoolInfer(Operator& op) {
  const TensorDesc x = op.GetInputDescByName("x");
  Dims dims = x.GetShape().GetDims();
  if (!IsUnknownRank(dims)) {
    if (dims.size() < 3) return ReportInferError(op, "x " + ShapeText(dims) + " must be [N, C, spatial...]");
    std::fill(dims.begin() + 2, dims.end(), 1);
  }
  return SetOutput(op, "y", dims, x.GetDataType());
}

}  // namespace

COMMON_INFER_FUNC_REG(GlobalAveragePool, GlobalPoolInfer);
COMMON_INFER_FUNC_REG(GlobalMaxPool, GlobalPoolInfer);

}  // namespace ge
