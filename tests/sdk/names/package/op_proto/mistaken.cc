#include "op_proto/mistaken.h"

namespace ge {

IMPLEMT_INFERFUNC(Mistaken, MistakenInfer) {
  const std::string mistake = op.get_attr_mistake();
  TensorDesc desc;
  Tensor value;
  int64_t whole = 0;
  float real = 0;
  if (mistake == "infer input") (void)op.GetInputDesc("xs");
  if (mistake == "infer optional input") (void)op.TryGetInputDesc("mesk", desc);
  if (mistake == "infer output") (void)op.UpdateOutputDesc("z", op.GetInputDesc("x"));
  if (mistake == "infer value") (void)op.GetInputConstData("maks", value);
  if (mistake == "infer count") (void)op.GetDynamicInputNum("xx");
  if (mistake == "infer attr") (void)op.GetAttr("axes", whole);
  if (mistake == "infer type") (void)op.GetAttr("axis", real);
  if (mistake == "infer one of two types" && op.GetAttr("axis", real) != GRAPH_SUCCESS) (void)op.GetAttr("axis", whole);
  if (mistake == "infer private attr") (void)op.GetAttr("_op_infer_depends", whole);
  if (mistake == "infer fails" && op.GetInputConstData("x", value) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (mistake == "infer fails silently") return GRAPH_FAILED;
  return op.update_output_desc_y(op.get_input_desc_x());
}
INFER_FUNC_REG(Mistaken, MistakenInfer);

}  // namespace ge
