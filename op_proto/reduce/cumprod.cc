#include "op_proto/reduce/cumprod.h"

#include "op_proto/reduce/cumulative.h"

namespace ge {

COMMON_INFER_FUNC_REG(Cumprod, InferCumulative);
COMMON_INFER_FUNC_REG(CumprodD, InferCumulative);

}  // namespace ge
