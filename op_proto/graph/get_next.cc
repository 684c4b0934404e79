#include "op_proto/graph/get_next.h"

#include <string>
#include <vector>

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(GetNext, GetNextInfer) {
  std::vector<DataType> types;
  std::vector<std::vector<int64_t>> shapes;
  AscendString channel;
  (void)op.GetAttr("output_types", types);
  (void)op.GetAttr("output_shapes", shapes);
  (void)op.GetAttr("channel_name", channel);
  if (channel.GetLength() == 0)
    return opdk::ReportInferError(op, "channel_name is empty, and no channel has that name");
  const size_t outputs = op.GetOutputsSize();
  if (types.size() != outputs || shapes.size() != outputs) {
    return opdk::ReportInferError(op, std::to_string(outputs) + " outputs, " + std::to_string(types.size()) +
                                          " output_types and " + std::to_string(shapes.size()) +
                                          " output_shapes: there must be one of each");
  }
  for (uint32_t i = 0; i < outputs; ++i) {
    (void)op.UpdateDynamicOutputDesc("y", i, TensorDesc(Shape(shapes[i]), FORMAT_ND, types[i]));
  }
  return GRAPH_SUCCESS;
}
INFER_FUNC_REG(GetNext, GetNextInfer);

}  // namespace ge
