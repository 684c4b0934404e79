#include "op_proto/image/dynamic_aipp.h"

#include <algorithm>
#include <string_view>

#include "opdk/aipp_parameters.h"
#include "opdk/infer.h"
#include "opdk/infer_error.h"

namespace ge {

// Checks parameters that are known before the run: they must lead from the images to the model's input.
IMPLEMT_COMMON_INFERFUNC(DynamicAippInfer) {
  std::vector<int64_t> shape = opdk::ListIntAttr(op, "shape");
  const bool whole = shape.size() == 4 && (shape[0] > 0 || shape[0] == UNKNOWN_DIM) &&
                     std::all_of(shape.begin() + 1, shape.end(), [](int64_t extent) { return extent > 0; });
  if (!whole) {
    return opdk::ReportInferError(op,
                                  "shape must be the extents of a batch of images, all known but that of the batch");
  }
  const std::vector<int64_t> params_dims = opdk::InputDims(op, "params");
  if (shape[0] == UNKNOWN_DIM && opdk::IsStatic(params_dims)) {
    shape[0] = opdk::AippImagesOf(op.GetInputDescByName("params").GetShape().GetShapeSize());
    if (shape[0] < 0) {
      return opdk::ReportInferError(op,
                                    "params " + opdk::ShapeText(params_dims) + " are not those of a number of images");
    }
  }
  Tensor params;
  const int64_t bytes = op.GetInputDescByName("images").GetShape().GetShapeSize();
  if (bytes >= 0 && shape[0] > 0 && op.GetInputConstData("params", params) == GRAPH_SUCCESS) {
    opdk::AippParameters parameters;
    const std::string_view given(reinterpret_cast<const char*>(params.GetData()), params.GetSize());
    std::string wrong = opdk::ReadAipp(given, shape[0], parameters);
    if (wrong.empty()) wrong = opdk::CheckAipp(parameters, {shape[0], shape[1], shape[2], shape[3], bytes});
    if (!wrong.empty()) return opdk::ReportInferError(op, "params: " + wrong);
  }
  return opdk::SetOutput(op, "features", shape, DT_FLOAT);
}

COMMON_INFER_FUNC_REG(DynamicAipp, DynamicAippInfer);

}  // namespace ge
