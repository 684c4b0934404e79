// Whether what a caller gives fits what the model declares.
#pragma once

#include <cstdint>
#include <span>
#include <string>
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

// Axes of one name, which have one extent in a run.
struct NamedExtent {
  struct Place {
    size_t input = 0, axis = 0;
  };
  std::string name;
  std::vector<Place> places;  // two or more
};

// What the graph says of its inputs' shapes beyond what each declares.
struct InputShapeRules {
  std::vector<ShapeRange> ranges;  // of each input
  std::vector<NamedExtent> named;
};

InputShapeRules ShapeRulesOf(const Function& function, const std::vector<Node*>& nodes);

// E1004 for an axis of an input that is out of its range, and for axes of one name whose extents differ. Inputs that
// CheckInputs refuses anyway may pass.
Status CheckShapeRules(const std::vector<PortSpec>& specs, const InputShapeRules& rules,
                       std::span<const RunInput> inputs);

// E1004: not one entry per output.
Status CheckOutputCount(const std::vector<PortSpec>& specs, size_t given);

}  // namespace opdk
