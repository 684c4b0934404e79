// UnsortedSegmentSum: rows summed where their ids say.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> UnsortedSegmentSumCompute(const OpParams& op) {
  return {unsorted_segment_sum(op.Input("x"), op.Input("segment_ids"), op.OutputShape("y")[0])};
}

REGISTER_OP_COMPUTE(UnsortedSegmentSum, UnsortedSegmentSumCompute);
REGISTER_OP_COMPUTE(UnsortedSegmentSumD, UnsortedSegmentSumCompute);

}  // namespace
}  // namespace tbe
