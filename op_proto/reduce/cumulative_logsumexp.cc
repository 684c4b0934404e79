#include "op_proto/reduce/cumulative_logsumexp.h"

#include "op_proto/reduce/cumulative.h"

namespace ge {

COMMON_INFER_FUNC_REG(CumulativeLogsumexp, InferCumulative);
COMMON_INFER_FUNC_REG(CumulativeLogsumexpD, InferCumulative);

}  // namespace ge
