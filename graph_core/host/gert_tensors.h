// Tensors of a run in gert's form: the same bytes as ge::Tensor.
#pragma once

#include <vector>

#include "exe_graph/runtime/tensor.h"
#include "graph/tensor.h"
#include "opdk/status.h"

namespace ge {

// Returns tensors on the same bytes, described as they are stored. `given` keeps the bytes. E1004: bytes that lie
// behind a tensor, which no vector can hold, or a negative dimension.
opdk::Result<std::vector<Tensor>> Borrowed(const std::vector<gert::Tensor>& given);

// Puts the results of a run into `outputs`; the run was given Borrowed(outputs). An output with bytes keeps them,
// because the run wrote there. Other outputs take the new bytes.
void Return(std::vector<Tensor> made, std::vector<gert::Tensor>& outputs);

}  // namespace ge
