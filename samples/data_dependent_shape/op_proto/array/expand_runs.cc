#include "op_proto/array/expand_runs.h"

#include <string>
#include <vector>

#include "opdk/infer_error.h"

namespace ge {

// [N] with N unknown and without a range: no shape of the inputs says how large a sum of values can become.
IMPLEMT_INFERFUNC(ExpandRuns, ExpandRunsInferShape) {
  const TensorDesc values = op.GetInputDescByName("values");
  const std::vector<int64_t> dims = values.GetShape().GetDims();
  if (dims != UNKNOWN_RANK && dims.size() != 1) {
    return opdk::ReportInferError(op, "values has rank " + std::to_string(dims.size()) + "; it must be a vector");
  }
  TensorDesc x = op.GetOutputDescByName("x");
  x.SetShape(Shape({UNKNOWN_DIM}));
  x.SetOriginShape(Shape({UNKNOWN_DIM}));
  x.SetDataType(values.GetDataType());
  return op.UpdateOutputDesc("x", x);
}

// As many lengths as values, where that is known.
IMPLEMT_VERIFIER(ExpandRuns, ExpandRunsVerify) {
  const std::vector<int64_t> values = op.GetInputDescByName("values").GetShape().GetDims();
  const std::vector<int64_t> lengths = op.GetInputDescByName("lengths").GetShape().GetDims();
  if (values == UNKNOWN_RANK || lengths == UNKNOWN_RANK) return GRAPH_SUCCESS;
  if (lengths.size() != 1) return opdk::ReportInferError(op, "lengths must be a vector");
  if (values.size() != 1 || values[0] < 0 || lengths[0] < 0 || values[0] == lengths[0]) return GRAPH_SUCCESS;
  return opdk::ReportInferError(
      op, "there are " + std::to_string(values[0]) + " values and " + std::to_string(lengths[0]) + " lengths");
}

INFER_FUNC_REG(ExpandRuns, ExpandRunsInferShape);
VERIFY_FUNC_REG(ExpandRuns, ExpandRunsVerify);

}  // namespace ge
