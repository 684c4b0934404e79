#include "op_proto/reduce/log_sum_exp.h"

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(LogSumExp, LogSumExpInfer) {
  const TensorDesc x = op.GetInputDescByName("x");
  shapes::Dims dims = x.GetShape().GetDims();
  const int64_t axis = op.get_attr_axis();
  if (!shapes::HasAxis(op, dims, axis)) return GRAPH_FAILED;
  if (shapes::IsUnknownRank(dims)) return shapes::SetOutput(op, "y", dims, x.GetDataType());
  const size_t place = shapes::Place(dims, axis);
  if (op.get_attr_keep_dims()) {
    dims[place] = 1;
  } else {
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(place));
  }
  return shapes::SetOutput(op, "y", dims, x.GetDataType());
}
INFER_FUNC_REG(LogSumExp, LogSumExpInfer);

}  // namespace ge
