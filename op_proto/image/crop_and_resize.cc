#include "op_proto/image/crop_and_resize.h"

#include "op_proto/image/boxes.h"

namespace ge {
namespace {

graphStatus InferCrops(Operator& op, DataType type) {
  const auto count = BoxCount(op);
  auto y = ResizedDims(op, "x", "crop_size");
  if (!count || !y) return GRAPH_FAILED;
  y->front() = *count;
  return opdk::SetOutput(op, "y", *y, type);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(CropAndResizeInfer) { return InferCrops(op, opdk::InputType(op, "boxes")); }

IMPLEMT_COMMON_INFERFUNC(CropAndResizeV2Infer) {
  DataType type = DT_FLOAT;
  (void)op.GetAttr("dtype", type);
  return InferCrops(op, type);
}

COMMON_INFER_FUNC_REG(CropAndResize, CropAndResizeInfer);
COMMON_INFER_FUNC_REG(CropAndResizeD, CropAndResizeInfer);
COMMON_INFER_FUNC_REG(CropAndResizeV2, CropAndResizeV2Infer);
VERIFY_FUNC_REG(CropAndResize, CheckMethod);
VERIFY_FUNC_REG(CropAndResizeD, CheckMethod);
VERIFY_FUNC_REG(CropAndResizeV2, CheckMethod);

}  // namespace ge
