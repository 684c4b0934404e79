#include "op_proto/image/upsample_nearest.h"

#include "op_proto/image/upsampled.h"

namespace ge {

IMPLEMT_INFERFUNC(UpsampleNearest1d, UpsampleNearest1dInfer) { return InferUpsampled(op, 3, true); }
IMPLEMT_INFERFUNC(UpsampleNearest3d, UpsampleNearest3dInfer) { return InferUpsampled(op, 5, false); }
IMPLEMT_INFERFUNC(UpsampleNearest1dGrad, UpsampleNearest1dGradInfer) { return InferUpsampleGradient(op, 3, true); }
IMPLEMT_INFERFUNC(UpsampleNearest3dGrad, UpsampleNearest3dGradInfer) { return InferUpsampleGradient(op, 5, false); }

INFER_FUNC_REG(UpsampleNearest1d, UpsampleNearest1dInfer);
INFER_FUNC_REG(UpsampleNearest3d, UpsampleNearest3dInfer);
INFER_FUNC_REG(UpsampleNearest1dGrad, UpsampleNearest1dGradInfer);
INFER_FUNC_REG(UpsampleNearest3dGrad, UpsampleNearest3dGradInfer);

}  // namespace ge
