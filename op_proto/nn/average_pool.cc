#include "op_proto/nn/average_pool.h"

#include "op_proto/nn/window.h"

namespace ge {

IMPLEMT_INFERFUNC(AveragePool, AveragePoolInfer) {
  WindowAttrs attrs;
  attrs.auto_pad = op.get_attr_auto_pad();
  attrs.kernel = op.get_attr_kernel_shape();
  attrs.strides = op.get_attr_strides();
  attrs.pads = op.get_attr_pads();
  attrs.dilations = op.get_attr_dilations();
  attrs.ceil_mode = op.get_attr_ceil_mode() != 0;
  Dims y;
  if (!PoolOutput(op, attrs, y)) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y", y, op.get_input_desc_x().GetDataType());
}
INFER_FUNC_REG(AveragePool, AveragePoolInfer);

}  // namespace ge
