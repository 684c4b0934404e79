#include "op_proto/activation/more_activations.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(MoreActivationsXYInfer) { return opdk::InferLike(op, "x", "y"); }

IMPLEMT_COMMON_INFERFUNC(MoreActivationsInputXOutputYInfer) { return opdk::InferLike(op, "input_x", "output_y"); }

COMMON_INFER_FUNC_REG(Relu6, MoreActivationsXYInfer);
COMMON_INFER_FUNC_REG(Mish, MoreActivationsXYInfer);
COMMON_INFER_FUNC_REG(Swish, MoreActivationsXYInfer);
COMMON_INFER_FUNC_REG(HardShrink, MoreActivationsInputXOutputYInfer);
COMMON_INFER_FUNC_REG(SoftShrink, MoreActivationsInputXOutputYInfer);
COMMON_INFER_FUNC_REG(Shrink, MoreActivationsInputXOutputYInfer);
COMMON_INFER_FUNC_REG(FastGelu, MoreActivationsXYInfer);
COMMON_INFER_FUNC_REG(LogSigmoid, MoreActivationsXYInfer);
COMMON_INFER_FUNC_REG(Threshold, MoreActivationsXYInfer);
COMMON_INFER_FUNC_REG(SoftplusV2, MoreActivationsXYInfer);

}  // namespace ge
