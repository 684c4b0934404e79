#include "op_proto/indexing/non_zero.h"

#include <utility>
#include <vector>

#include "opdk/infer.h"

namespace ge {

// Only the values say the number of elements; the range says for how many there is memory.
IMPLEMT_INFERFUNC(NonZero, NonZeroInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const bool known = !opdk::IsUnknownRank(x);
  const int64_t rank = known ? static_cast<int64_t>(x.size()) : UNKNOWN_DIM;
  const int64_t most = known ? opdk::ExtentProduct(x) : UNKNOWN_DIM;
  const bool transpose = op.get_attr_transpose();
  TensorDesc y = op.get_output_desc_y();
  const Shape shape(transpose ? opdk::Dims{rank, UNKNOWN_DIM} : opdk::Dims{UNKNOWN_DIM, rank});
  y.SetShape(shape);
  y.SetOriginShape(shape);
  std::vector<std::pair<int64_t, int64_t>> range = {{0, most}, {known ? rank : 0, rank}};
  if (transpose) std::swap(range[0], range[1]);
  (void)y.SetShapeRange(range);
  y.SetDataType(op.get_attr_dtype());
  return op.update_output_desc_y(y);
}

IMPLEMT_VERIFIER(NonZero, NonZeroVerify) {
  const DataType type = op.get_attr_dtype();
  if (type == DT_INT64 || type == DT_INT32) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "dtype is " + opdk::TypeText(type) + ", it must be DT_INT32 or DT_INT64");
}

INFER_FUNC_REG(NonZero, NonZeroInfer);
VERIFY_FUNC_REG(NonZero, NonZeroVerify);

}  // namespace ge
