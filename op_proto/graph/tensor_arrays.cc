#include "op_proto/graph/tensor_arrays.h"

#include <cstdint>
#include <vector>

#include "opdk/infer.h"

namespace ge {

namespace {

using Dims = std::vector<int64_t>;

DataType TypeAttr(const Operator& op, const char* name) {
  DataType type = DT_UNDEFINED;
  (void)op.GetAttr(name, type);
  return type;
}

// Puts an extent in front of a shape; an unknown rank stays unknown.
Dims Behind(int64_t extent, Dims shape) {
  if (shape != UNKNOWN_RANK) shape.insert(shape.begin(), extent);
  return shape;
}

graphStatus GiveHandle(Operator& op, const char* handle, const char* flow) {
  const graphStatus status = opdk::SetOutput(op, handle, {}, DT_RESOURCE);
  return status == GRAPH_SUCCESS ? opdk::SetOutput(op, flow, {}, DT_FLOAT) : status;
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(TensorArrayInfer) { return GiveHandle(op, "handle", "flow"); }
COMMON_INFER_FUNC_REG(TensorArray, TensorArrayInfer);

IMPLEMT_COMMON_INFERFUNC(TensorArrayGradientInfer) { return GiveHandle(op, "grad_handle", "flow_out"); }
COMMON_INFER_FUNC_REG(TensorArrayGrad, TensorArrayGradientInfer);
COMMON_INFER_FUNC_REG(TensorArrayGradWithShape, TensorArrayGradientInfer);

IMPLEMT_COMMON_INFERFUNC(TensorArrayWriteInfer) { return opdk::SetOutput(op, "flow_out", {}, DT_FLOAT); }
COMMON_INFER_FUNC_REG(TensorArrayWrite, TensorArrayWriteInfer);
COMMON_INFER_FUNC_REG(TensorArrayScatter, TensorArrayWriteInfer);
COMMON_INFER_FUNC_REG(TensorArraySplit, TensorArrayWriteInfer);

IMPLEMT_COMMON_INFERFUNC(TensorArrayReadInfer) { return opdk::SetOutput(op, "y", UNKNOWN_RANK, TypeAttr(op, "dtype")); }
COMMON_INFER_FUNC_REG(TensorArrayRead, TensorArrayReadInfer);

IMPLEMT_COMMON_INFERFUNC(TensorArrayGatherInfer) {
  const Dims indices = opdk::InputDims(op, "indices");
  const int64_t count = indices.size() == 1 && indices[0] >= 0 ? indices[0] : UNKNOWN_DIM;
  return opdk::SetOutput(op, "value", Behind(count, opdk::ListIntAttr(op, "element_shape")), TypeAttr(op, "dtype"));
}
COMMON_INFER_FUNC_REG(TensorArrayGather, TensorArrayGatherInfer);

IMPLEMT_COMMON_INFERFUNC(TensorArrayConcatInfer) {
  const Dims shape = Behind(UNKNOWN_DIM, opdk::ListIntAttr(op, "element_shape_except0"));
  const graphStatus status = opdk::SetOutput(op, "value", shape, TypeAttr(op, "dtype"));
  return status == GRAPH_SUCCESS ? opdk::SetOutput(op, "lengths", {UNKNOWN_DIM}, DT_INT64) : status;
}
COMMON_INFER_FUNC_REG(TensorArrayConcat, TensorArrayConcatInfer);

IMPLEMT_COMMON_INFERFUNC(TensorArraySizeInfer) { return opdk::SetOutput(op, "size", {}, DT_INT32); }
COMMON_INFER_FUNC_REG(TensorArraySize, TensorArraySizeInfer);

IMPLEMT_COMMON_INFERFUNC(TensorArrayCloseInfer) {
  (void)op;
  return GRAPH_SUCCESS;
}
COMMON_INFER_FUNC_REG(TensorArrayClose, TensorArrayCloseInfer);

}  // namespace ge
