#include "op_proto/nn/average_pool.h"

#include "op_proto/nn/window.h"

namespace ge {

using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

IMPLEMT_INFERFUNC(AveragePool, AveragePoolInfer) {
  const TensorDesc desc = op.get_input_desc_x();
  const Dims x = desc.GetShape().GetDims();
  Dims y = opdk::kUnknownRank;
  if (!IsUnknownRank(x)) {
    if (x.size() < 3) return ReportInferError(op, "x " + ShapeText(x) + " must be [N, C, spatial...]");
    WindowAttrs attrs;
    attrs.auto_pad = op.get_attr_auto_pad();
    attrs.kernel = op.get_attr_kernel_shape();
    attrs.strides = op.get_attr_strides();
    attrs.pads = op.get_attr_pads();
    attrs.ceil_mode = op.get_attr_ceil_mode() != 0;
    Dims spatial;
    if (!WindowOutput(op, attrs, Dims(x.begin() + 2, x.end()), spatial)) return GRAPH_FAILED;
    y = {x[0], x[1]};
    y.insert(y.end(), spatial.begin(), spatial.end());
  }
  return SetOutput(op, "y", y, desc.GetDataType());
}
INFER_FUNC_REG(AveragePool, AveragePoolInfer);

}  // namespace ge
