// Epilogues of a step as oneDNN's post-ops.
#pragma once

#include <dnnl.hpp>

#include "graph_core/engines/ai_core/cube/cube_steps.h"

namespace opdk {

// Returns the epilogue's name in descriptions: "relu".
const char* NameOf(Epilogue::Kind kind);
// Makes the post-ops of a primitive from the epilogues of `spec`, in order. kAdd sums onto the result's memory. With
// `added`, kAdd reads a tensor of that layout instead.
dnnl::post_ops MakePostOps(const StepSpec& spec, const dnnl::memory::desc* added = nullptr);
// Applies one element-wise epilogue (any but kAdd) to `memory`, in place.
void ApplyEltwise(const Epilogue& epilogue, const dnnl::memory& memory);
// Returns the number of the post-op that kAdd is; -1: none.
int AddedPostOp(const StepSpec& spec);
// Returns the value that is added to the result; -1: none.
int AddedValue(const StepSpec& spec);

}  // namespace opdk
