#include "op_proto/image/resize_area.h"

#include "op_proto/image/resized.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(ResizeAreaInfer) {
  const auto y = ResizedDims(op, "images");
  return y ? opdk::SetOutput(op, "y", *y, DT_FLOAT) : GRAPH_FAILED;
}

COMMON_INFER_FUNC_REG(ResizeArea, ResizeAreaInfer);

}  // namespace ge
