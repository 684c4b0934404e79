// A row-wise softmax, described for kernels that compute its rows where they need them.
#pragma once

#include <optional>

#include "graph_core/engines/ai_core/direct/direct_functions.h"
#include "graph_core/engines/ai_core/direct/direct_kernel.h"

namespace opdk {

struct SoftmaxOfValues {
  SoftmaxRows rows;       // without addresses
  int x = -1, mask = -1;  // the kernel's inputs; no mask: -1
};

// Returns the softmax that `pattern` computes. nullopt: `pattern` is null, no softmax, or a log-softmax.
std::optional<SoftmaxOfValues> SoftmaxOf(const DirectPattern* pattern, const CanonicalKernel& kernel);

}  // namespace opdk
