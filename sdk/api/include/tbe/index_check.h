// The tensor-expression language, part 7: indices that an operator refuses when they lie outside. at() and gather()
// clamp an index, which suits padding. An operator whose definition forbids such an index declares it:
//
//   const Tensor x = op.Input("x"), indices = op.Input("indices");
//   require_inside(indices, "indices", {x.shape()[0]}, NegativeIndex::kCountsFromEnd);
//   return {gather(x, indices)};
//
// A run whose indices lie outside ends with E6001, which names node, input, element, index and extent.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tbe/expr.h"

namespace tbe {

// Meaning of a negative index.
enum class NegativeIndex : bool { kIsOutside, kCountsFromEnd };

// Declares that indices must lie inside their extents. Call it in an operator's compute function; outside of one it
// does nothing. indices: int32 or int64, any shape. extents: one extent for all indices, or one for each index of the
// last axis. input: the name in the error. Throws ExpressionError E2010 for another dtype, or when the number of
// extents is neither 1 nor the last axis's extent.
void require_inside(const Tensor& indices, const char* input, const std::vector<int64_t>& extents,
                    NegativeIndex negative = NegativeIndex::kIsOutside);

// One call of require_inside.
struct IndexRequirement {
  Tensor indices;
  std::string input;
  std::vector<int64_t> extents;
  NegativeIndex negative = NegativeIndex::kIsOutside;
};

// Collects the requirements of the compute functions that run on this thread while the object lives. For the engine.
class IndexRequirements {
 public:
  IndexRequirements();
  ~IndexRequirements();
  IndexRequirements(const IndexRequirements&) = delete;
  IndexRequirements& operator=(const IndexRequirements&) = delete;

  // Returns the requirements since the last call.
  std::vector<IndexRequirement> Take();

 private:
  friend void require_inside(const Tensor& indices, const char* input, const std::vector<int64_t>& extents,
                             NegativeIndex negative);
  std::vector<IndexRequirement> collected_;
  IndexRequirements* outer_;
};

}  // namespace tbe
