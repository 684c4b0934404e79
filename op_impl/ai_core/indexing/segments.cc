// Rows combined where their ids say.
#include <limits>

#include "tbe/dsl.h"
#include "tbe/index_check.h"

namespace tbe {
namespace {

// Returns the highest finite number. For uint64 the constant has the bits of -1.
Tensor HighestFinite(DataType type) {
  switch (type) {
    case ge::DT_FLOAT:
      return Const(static_cast<double>(std::numeric_limits<float>::max()), type);
    case ge::DT_FLOAT16:
      return Const(65504.0, type);
    case ge::DT_BF16:
      return Const(0x1.FEp127, type);
    case ge::DT_DOUBLE:
      return Const(std::numeric_limits<double>::max(), type);
    default:
      break;
  }
  const int bits = 8 * ge::GetSizeByDataType(type);
  const bool has_sign = type == ge::DT_INT8 || type == ge::DT_INT16 || type == ge::DT_INT32 || type == ge::DT_INT64;
  return Const(static_cast<int64_t>(~uint64_t{0} >> (64 - bits + (has_sign ? 1 : 0))), type);
}

Tensor LowestFinite(DataType type) {
  const bool has_sign = type != ge::DT_UINT8 && type != ge::DT_UINT16 && type != ge::DT_UINT32 && type != ge::DT_UINT64;
  if (!has_sign) return Const(int64_t{0}, type);
  const bool integer = type == ge::DT_INT8 || type == ge::DT_INT16 || type == ge::DT_INT32 || type == ge::DT_INT64;
  return integer ? vnot(HighestFinite(type)) : vneg(HighestFinite(type));
}

// Returns the ids; a run refuses one that is no segment. Negative ones are legal: their rows are left out.
Tensor SegmentIds(const OpParams& op) {
  Tensor ids = op.Input("segment_ids");
  require_inside(vmax(ids, Const(int64_t{0}, ids.dtype())), "segment_ids", {op.OutputShape("y")[0]});
  return ids;
}

std::vector<Tensor> SegmentSumCompute(const OpParams& op) {
  return {unsorted_segment_sum(op.Input("x"), SegmentIds(op), op.OutputShape("y")[0])};
}
std::vector<Tensor> SegmentProdCompute(const OpParams& op) {
  return {unsorted_segment_prod(op.Input("x"), SegmentIds(op), op.OutputShape("y")[0], 1)};
}
std::vector<Tensor> UnsortedSegmentMaxCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {unsorted_segment_max(x, SegmentIds(op), op.OutputShape("y")[0], LowestFinite(x.dtype()))};
}
std::vector<Tensor> UnsortedSegmentMinCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {unsorted_segment_min(x, SegmentIds(op), op.OutputShape("y")[0], HighestFinite(x.dtype()))};
}
std::vector<Tensor> SegmentMaxCompute(const OpParams& op) {
  return {unsorted_segment_max(op.Input("x"), SegmentIds(op), op.OutputShape("y")[0], 0)};
}

REGISTER_OP_COMPUTE(UnsortedSegmentSum, SegmentSumCompute);
REGISTER_OP_COMPUTE(UnsortedSegmentSumD, SegmentSumCompute);
REGISTER_OP_COMPUTE(UnsortedSegmentMax, UnsortedSegmentMaxCompute);
REGISTER_OP_COMPUTE(UnsortedSegmentMaxD, UnsortedSegmentMaxCompute);
REGISTER_OP_COMPUTE(UnsortedSegmentMin, UnsortedSegmentMinCompute);
REGISTER_OP_COMPUTE(UnsortedSegmentMinD, UnsortedSegmentMinCompute);
REGISTER_OP_COMPUTE(UnsortedSegmentProd, SegmentProdCompute);
REGISTER_OP_COMPUTE(UnsortedSegmentProdD, SegmentProdCompute);
REGISTER_OP_COMPUTE(SegmentSum, SegmentSumCompute);
REGISTER_OP_COMPUTE(SegmentMax, SegmentMaxCompute);

}  // namespace
}  // namespace tbe
