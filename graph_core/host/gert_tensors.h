// Tensors of a run in gert's form: the same bytes as ge::Tensor.
#pragma once

#include <vector>

#include "exe_graph/runtime/tensor.h"
#include "graph/tensor.h"
#include "opdk/status.h"

namespace ge {

// The same bytes under the description of how they are stored. `given` holds them. E1004: bytes that lie behind a
// tensor, which no vector can hold, or a negative dimension.
opdk::Result<std::vector<Tensor>> Borrowed(const std::vector<gert::Tensor>& given);

// What a run that was given Borrowed(outputs) made of it. An output that has bytes keeps them, the others hold the new
// ones.
void Return(std::vector<Tensor> made, std::vector<gert::Tensor>& outputs);

}  // namespace ge
