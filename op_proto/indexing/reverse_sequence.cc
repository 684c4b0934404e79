#include "op_proto/indexing/reverse_sequence.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(ReverseSequence, ReverseSequenceInfer) {
  opdk::Dims x = opdk::InputDims(op, "x");
  const opdk::Dims lengths = opdk::InputDims(op, "seq_lengths");
  if (!opdk::IsUnknownRank(lengths) && lengths.size() != 1) {
    return opdk::ReportInferError(op, "seq_lengths has shape " + opdk::ShapeText(lengths) + ", it must be a list");
  }
  if (opdk::IsUnknownRank(x)) return opdk::InferLike(op, "x", "y");
  const auto sequence = opdk::CheckedAxis(op, "seq_dim", op.get_attr_seq_dim(), x);
  const auto batch = opdk::CheckedAxis(op, "batch_dim", op.get_attr_batch_dim(), x);
  if (!sequence || !batch) return GRAPH_FAILED;
  if (*sequence == *batch) return opdk::ReportInferError(op, "seq_dim and batch_dim are the same axis");
  if (opdk::IsUnknownRank(lengths)) return opdk::InferLike(op, "x", "y");
  int64_t& entries = x[static_cast<size_t>(*batch)];
  const auto merged = opdk::MergeDims({entries}, lengths);
  if (!merged) {
    return opdk::ReportInferError(op, "seq_lengths has " + std::to_string(lengths[0]) + " elements for " +
                                          std::to_string(entries) + " entries of axis batch_dim");
  }
  entries = merged->front();
  const int64_t extent = x[static_cast<size_t>(*sequence)];
  for (int64_t length : opdk::ConstInts(op, "seq_lengths").value_or(opdk::Dims())) {
    if (length < 0 || (extent >= 0 && length > extent)) {
      return opdk::ReportInferError(op, "sequence length " + std::to_string(length) + " is outside [0, " +
                                            (extent < 0 ? "?" : std::to_string(extent)) + "]");
    }
  }
  return opdk::SetOutput(op, "y", x, opdk::InputType(op, "x"));
}

INFER_FUNC_REG(ReverseSequence, ReverseSequenceInfer);

}  // namespace ge
