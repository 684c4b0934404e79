#include "op_proto/array/run_lengths.h"

#include <string>
#include <utility>
#include <vector>

#include "opdk/infer_error.h"

namespace ge {

// [R] for both outputs, with R unknown (-1) until the kernel has run. The shape range says how large it can become:
// memory is made for that.
IMPLEMT_INFERFUNC(RunLengths, RunLengthsInferShape) {
  const TensorDesc x = op.GetInputDescByName("x");
  const std::vector<int64_t> dims = x.GetShape().GetDims();
  if (dims != UNKNOWN_RANK && dims.size() != 1) {
    return opdk::ReportInferError(op, "x has rank " + std::to_string(dims.size()) + "; it must be a vector");
  }
  const int64_t most = dims == UNKNOWN_RANK ? UNKNOWN_DIM : dims[0];
  const auto describe = [most](TensorDesc desc, DataType type) {
    desc.SetShape(Shape({UNKNOWN_DIM}));
    desc.SetOriginShape(Shape({UNKNOWN_DIM}));
    (void)desc.SetShapeRange({std::make_pair(int64_t{0}, most)});
    desc.SetDataType(type);
    return desc;
  };
  const TensorDesc values = describe(op.GetOutputDescByName("values"), x.GetDataType());
  if (op.UpdateOutputDesc("values", values) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return op.UpdateOutputDesc("lengths", describe(op.GetOutputDescByName("lengths"), DT_INT64));
}

INFER_FUNC_REG(RunLengths, RunLengthsInferShape);

}  // namespace ge
