#include "op_proto/image/dynamic_aipp.h"

#include <algorithm>

#include "opdk/infer.h"
#include "opdk/infer_error.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(DynamicAippInfer) {
  const std::vector<int64_t> shape = opdk::ListIntAttr(op, "shape");
  const bool known = std::all_of(shape.begin(), shape.end(), [](int64_t extent) { return extent > 0; });
  if (shape.size() == 4 && known) return opdk::SetOutput(op, "features", shape, DT_FLOAT);
  return opdk::ReportInferError(op, "shape must be the four extents of a batch of images, all known");
}

COMMON_INFER_FUNC_REG(DynamicAipp, DynamicAippInfer);

}  // namespace ge
