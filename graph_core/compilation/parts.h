// Where joining tensors or cutting one copies nothing: the parts are written, or read, where they lie in the whole.
//
//   a: float[1, 32]   b: float[1, 16]   y = Concat(a, b) along axis 1: float[1, 48]
//
//   in the block of y: a at byte 0, b at byte 128; no step joins them
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "graph_core/program/program.h"

namespace opdk {

// A step that joins or cuts, whose parts are stretches of the whole that begin where kernels want tensors to.
struct PartsStep {
  int step = 0;
  bool joins = false;
  int whole = -1;  // tensors
  std::vector<int> parts;
  std::vector<size_t> offsets;  // of the parts in the whole
  size_t cost = 0;              // bytes that live longer, times the steps: what memory pays for the copy
};

// Those of a function that is laid out up to lifetimes, by cost.
std::vector<PartsStep> FindParts(const Function& function, std::span<Node* const> nodes,
                                 const PackageRegistry& packages);

// Puts the parts into the whole's block and takes the steps out, where each part's memory is its own and what makes it
// is a kernel. What is a constant, the caller's, a variable's, a region's or an output of the graph stays where it is,
// and so does what is joined with it.
void LayParts(std::span<const PartsStep> chosen, Function& function, MemoryReport& memory);

// Whether the tensor is all that its block has bytes for.
bool IsWhole(const Function& function, int tensor);

}  // namespace opdk
