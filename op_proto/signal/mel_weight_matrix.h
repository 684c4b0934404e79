// CANN declares it in spectral_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The triangles that turn the dft_length / 2 + 1 frequencies of a spectrum into num_mel_bins bands, which lie evenly on
// the mel scale between two frequencies: [dft_length / 2 + 1, num_mel_bins]; zeros where an edge is -700 or less or not
// finite. All inputs have one element.
REG_OP(MelWeightMatrix)
    .INPUT(num_mel_bins, TensorType({DT_INT32, DT_INT64}))
    .INPUT(dft_length, TensorType({DT_INT32, DT_INT64}))
    .INPUT(sample_rate, TensorType({DT_INT32, DT_INT64}))
    .INPUT(lower_edge_hertz, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_BF16}))
    .INPUT(upper_edge_hertz, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_BF16}))
    .OUTPUT(output, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_BF16}))
    .ATTR(output_datatype, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(MelWeightMatrix);

}  // namespace ge
