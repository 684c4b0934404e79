#include "op_proto/image/upsample_trilinear3d.h"

#include "op_proto/image/upsampled.h"

namespace ge {

IMPLEMT_INFERFUNC(UpsampleTrilinear3d, UpsampleTrilinear3dInfer) { return InferUpsampled(op, 5, false); }
IMPLEMT_INFERFUNC(UpsampleTrilinear3dGrad, UpsampleTrilinear3dGradInfer) { return InferUpsampleGradient(op, 5, false); }

INFER_FUNC_REG(UpsampleTrilinear3d, UpsampleTrilinear3dInfer);
INFER_FUNC_REG(UpsampleTrilinear3dGrad, UpsampleTrilinear3dGradInfer);

}  // namespace ge
