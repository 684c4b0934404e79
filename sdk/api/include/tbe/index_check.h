// The tensor-expression language, part 7: indices that an operator refuses where they lie outside. at() and gather()
// clamp an index, which suits padding; an operator whose definition forbids such an index says so here:
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

enum class NegativeIndex : bool { kIsOutside, kCountsFromEnd };

// To be called in an operator's compute function. indices: int32 or int64, any shape. extents: one, of all indices; or
// one for each index of the last axis. input: the name for the error. Outside a compute function nothing happens.
// Throws ExpressionError E2010 for another dtype, or where the number of extents is neither 1 nor the last axis'
// extent.
void require_inside(const Tensor& indices, const char* input, const std::vector<int64_t>& extents,
                    NegativeIndex negative = NegativeIndex::kIsOutside);

struct IndexRequirement {
  Tensor indices;
  std::string input;
  std::vector<int64_t> extents;
  NegativeIndex negative = NegativeIndex::kIsOutside;
};

// Collects what compute functions require on this thread while it lives. For the engine.
class IndexRequirements {
 public:
  IndexRequirements();
  ~IndexRequirements();
  IndexRequirements(const IndexRequirements&) = delete;
  IndexRequirements& operator=(const IndexRequirements&) = delete;

  // Those since the last call.
  std::vector<IndexRequirement> Take();

 private:
  friend void require_inside(const Tensor& indices, const char* input, const std::vector<int64_t>& extents,
                             NegativeIndex negative);
  std::vector<IndexRequirement> collected_;
  IndexRequirements* outer_;
};

}  // namespace tbe
