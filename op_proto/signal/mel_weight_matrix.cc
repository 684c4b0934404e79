#include "op_proto/signal/mel_weight_matrix.h"

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

IMPLEMT_INFERFUNC(MelWeightMatrix, MelWeightMatrixInfer) {
  const auto numbers = {"num_mel_bins", "dft_length", "sample_rate", "lower_edge_hertz", "upper_edge_hertz"};
  if (opdk::CheckOneNumber(op, numbers) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const auto bands = opdk::ConstInt(op, "num_mel_bins"), length = opdk::ConstInt(op, "dft_length"),
             rate = opdk::ConstInt(op, "sample_rate");
  if ((bands && *bands < 0) || (length && *length < 1) || (rate && *rate < 1)) {
    return opdk::ReportInferError(op, "num_mel_bins, dft_length or sample_rate isn't positive");
  }
  return opdk::SetOutput(op, "output", {length ? *length / 2 + 1 : UNKNOWN_DIM, bands.value_or(UNKNOWN_DIM)},
                         op.get_attr_output_datatype());
}

IMPLEMT_VERIFIER(MelWeightMatrix, MelWeightMatrixVerify) {
  if (opdk::IsFloating(op.get_attr_output_datatype())) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "output_datatype is " + opdk::TypeText(op.get_attr_output_datatype()));
}

INFER_FUNC_REG(MelWeightMatrix, MelWeightMatrixInfer);
VERIFY_FUNC_REG(MelWeightMatrix, MelWeightMatrixVerify);

}  // namespace ge
