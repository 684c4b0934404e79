#include "op_proto/reduce/cumsum.h"

#include "op_proto/reduce/cumulative.h"

namespace ge {

COMMON_INFER_FUNC_REG(Cumsum, InferCumulative);
COMMON_INFER_FUNC_REG(CumsumD, InferCumulative);

}  // namespace ge
