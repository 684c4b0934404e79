#include "op_proto/reduce/arg_max_first.h"

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(ArgMaxFirst, ArgMaxFirstInfer) {
  shapes::Dims dims = op.GetInputDescByName("x").GetShape().GetDims();
  const int64_t axis = op.get_attr_axis();
  if (!shapes::HasAxis(op, dims, axis)) return GRAPH_FAILED;
  if (shapes::IsUnknownRank(dims)) return shapes::SetOutput(op, "y", dims, DT_INT64);
  const size_t place = shapes::Place(dims, axis);
  if (dims[place] == 0) return opdk::ReportInferError(op, "x has nothing to choose from");
  if (op.get_attr_keep_dims()) {
    dims[place] = 1;
  } else {
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(place));
  }
  return shapes::SetOutput(op, "y", dims, DT_INT64);
}
INFER_FUNC_REG(ArgMaxFirst, ArgMaxFirstInfer);

}  // namespace ge
