// Filters in oneDNN's layouts of Winograd's algorithm.
#pragma once

#include <cstdint>
#include <oneapi/dnnl/dnnl.hpp>
#include <vector>

#include "graph_core/base/machine.h"

namespace opdk {

// Writes a filter [outputs, inputs, 3, 3] in such a layout, 64-byte aligned. The bytes equal those of oneDNN's own
// reorder, which computes them number by number. Returns false if oneDNN must do it, for this layout or these
// instructions.
bool PackWinogradFilter(const float* filter, const std::vector<int64_t>& shape, const dnnl::memory::desc& layout,
                        Isa isa, float* to);

}  // namespace opdk
