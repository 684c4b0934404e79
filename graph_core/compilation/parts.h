// Joins and cuts of tensors that copy nothing: the parts are written, or read, where they lie in the whole.
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

// A step that joins or cuts a tensor. Each part is one stretch of the whole, at an offset that kernels accept as
// alignment.
struct PartsStep {
  int step = 0;
  bool joins = false;
  int whole = -1;  // tensors
  std::vector<int> parts;
  std::vector<size_t> offsets;  // of the parts in the whole
  // byte-steps: bytes that live longer, times steps; the memory that avoiding the copy costs
  size_t cost = 0;
};

// Returns the joins and cuts of a function that need no copy, cheapest first. The function's blocks must have
// lifetimes.
std::vector<PartsStep> FindParts(const Function& function, std::span<Node* const> nodes,
                                 const PackageRegistry& packages);

// Moves the parts into the whole's block and removes the steps. Only for parts with memory of their own that a kernel
// writes. Constants and outputs of the graph stay where they are, and so do parts that belong to the caller, a variable
// or a region. A step with such a part stays, too.
void LayParts(std::span<const PartsStep> chosen, Function& function, MemoryReport& memory);

// Returns whether the tensor fills its block.
bool IsWhole(const Function& function, int tensor);

}  // namespace opdk
