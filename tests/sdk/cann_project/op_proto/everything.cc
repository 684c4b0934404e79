#include "everything.h"

#include <algorithm>
#include <string>
#include <vector>

#include "pair_add.h"

namespace ge {

IMPLEMT_INFERFUNC(Everything, EverythingInfer) {
  TensorDesc x = op.get_input_desc_x();
  std::vector<int64_t> dims = x.GetShape().GetDims();
  std::vector<int32_t> factors;
  if (op.GetAttr("needed_ints", factors) != GRAPH_SUCCESS || factors.size() != dims.size()) {
    return GRAPH_FAILED;
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    dims[i] *= factors[i];
  }
  TensorDesc y = op.get_output_desc_y();
  y.SetShape(Shape(dims));
  y.SetDataType(x.GetDataType());
  op.update_output_desc_y(y);
  for (int i = 0; i < op.GetDynamicOutputNum("parts"); ++i) {
    op.update_dynamic_output_desc_parts(static_cast<uint32_t>(i), TensorDesc(Shape({i}), FORMAT_ND, DT_INT32));
  }
  return GRAPH_SUCCESS;
}
INFER_FUNC_REG(Everything, EverythingInfer);

IMPLEMT_VERIFIER(Everything, EverythingVerify) {
  return op.get_attr_needed_ints().empty() ? GRAPH_FAILED : GRAPH_SUCCESS;
}
VERIFY_FUNC_REG(Everything, EverythingVerify);

IMPLEMT_INFERFORMAT_FUNC(Everything, EverythingFormat) {
  TensorDesc y = op.get_output_desc_y();
  y.SetFormat(op.get_input_desc_x().GetFormat());
  return op.update_output_desc_y(y);
}
INFER_FORMAT_FUNC_REG(Everything, EverythingFormat);

IMPL_INFER_VALUE_RANGE_FUNC(Everything, EverythingRange) {
  (void)op;
  return GRAPH_SUCCESS;
}
INFER_VALUE_RANGE_CUSTOM_FUNC_REG(Everything, INPUT_IS_DYNAMIC, EverythingRange);
INFER_VALUE_RANGE_DEFAULT_REG(PairAdd);

}  // namespace ge
