// Whether what a caller gives fits what the model declares.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graph_core/program/program.h"
#include "opdk/run_tensor.h"
#include "opdk/status.h"

namespace opdk {

// E1003 for an input that is missing, E1004 for one whose dtype, rank, dimensions or size differ; both say what was
// declared and what was given.
Status CheckInputs(const std::vector<PortSpec>& specs, std::span<const RunInput> inputs);

// The least and the greatest extent of each axis, -1: any from the least on. Empty: nothing is said of the shape.
using ShapeRange = std::vector<std::pair<int64_t, int64_t>>;

// What the graph says of its inputs' shapes, for each input of the function.
std::vector<ShapeRange> InputRanges(const Function& function, const std::vector<Node*>& nodes);

// E1004 for an axis of an input that is out of its range. Inputs that CheckInputs refuses anyway may pass.
Status CheckRanges(const std::vector<PortSpec>& specs, const std::vector<ShapeRange>& ranges,
                   std::span<const RunInput> inputs);

// E1004: not one entry per output.
Status CheckOutputCount(const std::vector<PortSpec>& specs, size_t given);

}  // namespace opdk
