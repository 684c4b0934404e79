#include "kernels.h"

namespace ge {

namespace {
// Is also defined in the other libraries of this project, differently.
const char* ReasonOf() { return "op_proto"; }
}  // namespace
const char* WhereAmI() { return ReasonOf(); }

COMMON_INFER_FUNC_REG(BlockScale, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));

IMPLEMT_INFERFUNC(Distinct, DistinctInfer) {
  TensorDesc y = op.get_output_desc_y();
  y.SetDataType(op.get_input_desc_x().GetDataType());
  y.SetShape(Shape({UNKNOWN_DIM}));
  y.SetOriginShape(Shape({UNKNOWN_DIM}));
  int64_t most = op.get_input_desc_x().GetShape().GetShapeSize();
  std::vector<std::pair<int64_t, int64_t>> range;
  range.emplace_back(std::make_pair(1, most < 0 ? -1 : most));
  y.SetShapeRange(range);
  return op.update_output_desc_y(y);
}
INFER_FUNC_REG(Distinct, DistinctInfer);

IMPLEMT_COMMON_INFERFUNC(SumInfer) {
  TensorDesc y = op.GetOutputDescByName("y");
  if (op.GetDynamicInputNum("x") < 1) {
    return GRAPH_FAILED;
  }
  y.SetShape(op.GetDynamicInputDesc("x", 0).GetShape());
  y.SetDataType(op.GetDynamicInputDesc("x", 0).GetDataType());
  return op.UpdateOutputDesc("y", y);
}
COMMON_INFER_FUNC_REG(SumWithBias, SumInfer);

IMPLEMT_INFERFUNC(CutApart, CutInfer) {
  std::vector<int64_t> sizes = op.get_attr_sizes();
  std::vector<int64_t> dims = op.get_input_desc_x().GetShape().GetDims();
  if (dims.empty() || op.GetDynamicOutputNum("parts") != static_cast<int>(sizes.size())) {
    return GRAPH_FAILED;
  }
  for (size_t i = 0; i < sizes.size(); ++i) {
    dims[0] = sizes[i];
    op.update_dynamic_output_desc_parts(static_cast<uint32_t>(i), TensorDesc(Shape(dims), FORMAT_ND, DT_FLOAT));
  }
  return GRAPH_SUCCESS;
}
INFER_FUNC_REG(CutApart, CutInfer);

}  // namespace ge
