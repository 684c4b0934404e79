#include "op_proto/nn/image_patches.h"

#include "op_proto/nn/image_pooling.h"

namespace ge {
namespace {

// Infers y. `dilates`: the operator has rates.
graphStatus InferPatches(Operator& op, size_t spatial, bool dilates) {
  ImagePool pool;
  pool.spatial = spatial;
  const auto kernel = SpatialList(op, "ksizes", pool.first, spatial);
  const auto strides = SpatialList(op, "strides", pool.first, spatial);
  const auto rates = dilates ? SpatialList(op, "rates", pool.first, spatial) : opdk::Dims(spatial, 1);
  if (!kernel || !strides || !rates) return GRAPH_FAILED;
  pool.window.kernel = *kernel;
  pool.window.strides = *strides;
  pool.window.dilations = *rates;
  if (!ReadPadding(op, "padding", false, pool)) return GRAPH_FAILED;
  auto y = PooledShape(op, pool, opdk::InputDims(op, "x"));
  if (!y) return GRAPH_FAILED;
  for (const int64_t extent : *kernel) {
    if (y->back() >= 0 && __builtin_mul_overflow(y->back(), extent, &y->back())) {
      return opdk::ReportInferError(op, "a patch of " + opdk::ListText(*kernel) + " has too many elements");
    }
  }
  return opdk::SetOutput(op, "y", *y, opdk::InputType(op, "x"));
}

}  // namespace

IMPLEMT_INFERFUNC(ExtractImagePatches, ExtractImagePatchesInfer) { return InferPatches(op, 2, true); }
INFER_FUNC_REG(ExtractImagePatches, ExtractImagePatchesInfer);

IMPLEMT_INFERFUNC(ExtractVolumePatches, ExtractVolumePatchesInfer) { return InferPatches(op, 3, false); }
INFER_FUNC_REG(ExtractVolumePatches, ExtractVolumePatchesInfer);

}  // namespace ge
