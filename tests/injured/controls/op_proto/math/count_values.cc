#include "op_proto/math/count_values.h"

#include "op_proto/common/shapes.h"

namespace ge {

IMPLEMT_INFERFUNC(CountValues, CountValuesInfer) { return shapes::SetOutput(op, "y", {op.get_attr_bins()}, DT_INT64); }
INFER_FUNC_REG(CountValues, CountValuesInfer);

IMPLEMT_VERIFIER(CountValues, CountValuesVerify) {
  const int64_t bins = op.get_attr_bins();
  if (bins >= 1 && bins <= 65536) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "bins is " + std::to_string(bins) + "; it must be in [1, 65536]");
}
VERIFY_FUNC_REG(CountValues, CountValuesVerify);

}  // namespace ge
