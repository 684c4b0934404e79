// Checks that a caller's inputs and outputs fit the model.
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

// Compares inputs with the model's declaration. E1003: an input is missing. E1004: dtype, rank, dimensions or size
// differ. Both messages show the declared and the given tensor.
Status CheckInputs(const std::vector<PortSpec>& specs, std::span<const RunInput> inputs);

// The least and the greatest extent of each axis. -1 as the greatest: no upper limit. Empty: any shape.
using ShapeRange = std::vector<std::pair<int64_t, int64_t>>;

// Axes with one name. In a run they have one extent.
struct NamedExtent {
  struct Place {
    size_t input = 0, axis = 0;
  };
  std::string name;
  std::vector<Place> places;  // two or more
};

// Rules on the inputs' shapes beyond the declared shape of each input.
struct InputShapeRules {
  std::vector<ShapeRange> ranges;  // of each input
  std::vector<NamedExtent> named;
};

InputShapeRules ShapeRulesOf(const Function& function, const std::vector<Node*>& nodes);

// Checks the rules. E1004: an axis of an input is out of its range, or axes of one name have different extents. Inputs
// that CheckInputs refuses anyway may pass.
Status CheckShapeRules(const std::vector<PortSpec>& specs, const InputShapeRules& rules,
                       std::span<const RunInput> inputs);

// Checks that there is one entry per output. E1004: there isn't.
Status CheckOutputCount(const std::vector<PortSpec>& specs, size_t given);

}  // namespace opdk
