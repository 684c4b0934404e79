#include "op_proto/signal/frames.h"

#include <string>
#include <vector>

#include "opdk/infer_error.h"

namespace ge {

// Checks the attributes, which need no shapes.
IMPLEMT_VERIFIER(Frames, FramesVerify) {
  if (op.get_attr_length() < 1) {
    return opdk::ReportInferError(op, "length is " + std::to_string(op.get_attr_length()) + "; it must be at least 1");
  }
  if (op.get_attr_hop() < 1) {
    return opdk::ReportInferError(op, "hop is " + std::to_string(op.get_attr_hop()) + "; it must be at least 1");
  }
  return GRAPH_SUCCESS;
}

VERIFY_FUNC_REG(Frames, FramesVerify);

// [..., N] -> [..., F, length]. An unknown N leaves F unknown, an unknown rank the whole shape.
IMPLEMT_INFERFUNC(Frames, FramesInferShape) {
  const TensorDesc x = op.GetInputDescByName("x");
  std::vector<int64_t> dims = x.GetShape().GetDims();
  if (dims != UNKNOWN_RANK) {
    if (dims.empty()) return opdk::ReportInferError(op, "x is a scalar; it needs an axis to cut windows from");
    const int64_t length = op.get_attr_length();
    const int64_t hop = op.get_attr_hop();
    int64_t& samples = dims.back();
    if (samples != UNKNOWN_DIM) {
      if (samples < length) {
        return opdk::ReportInferError(op, "a window of " + std::to_string(length) + " doesn't fit into the " +
                                              std::to_string(samples) + " samples of x");
      }
      const int64_t last = samples - length;
      samples = last / hop + (op.get_attr_pad_end() && last % hop != 0 ? 2 : 1);
    }
    dims.push_back(length);
  }
  TensorDesc y = op.GetOutputDescByName("y");
  y.SetShape(Shape(dims));
  y.SetOriginShape(Shape(dims));
  y.SetDataType(x.GetDataType());
  return op.UpdateOutputDesc("y", y);
}

INFER_FUNC_REG(Frames, FramesInferShape);

}  // namespace ge
