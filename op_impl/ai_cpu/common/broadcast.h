// Iteration over tensors that are broadcast to one output shape. Adjacent dimensions in which every operand behaves
// alike (present, or repeated) are merged, so that the usual cases become one or two long contiguous runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "op_impl/ai_cpu/common/function_ref.h"

namespace opdk {

class BroadcastPlan {
 public:
  // Operands' shapes and the shape they are broadcast to (as inference found it).
  BroadcastPlan(const std::vector<std::vector<int64_t>>& operands, const std::vector<int64_t>& output);

  // Returns the number of elements of the output.
  int64_t total() const { return total_; }
  // Returns the step of an operand along a run: 1 (contiguous) or 0 (one value repeated).
  int64_t run_step(size_t operand) const { return strides_[operand].back(); }

  // Calls run(offsets, begin, count) for each contiguous piece of the output elements [begin, end): offsets[k] is
  // operand k's first element, in elements.
  template <typename Run>
  void ForEachRun(int64_t begin, int64_t end, Run&& run) const {
    VisitRuns(begin, end, run);
  }

 private:
  using Visit = FunctionRef<void(const int64_t* offsets, int64_t begin, int64_t count)>;

  void Append(int64_t extent, size_t axis, const std::vector<std::vector<int64_t>>& full);
  void VisitRuns(int64_t begin, int64_t end, Visit run) const;
  void Advance(int64_t count, std::vector<int64_t>& index, std::vector<int64_t>& offsets) const;

  int64_t total_ = 1;
  std::vector<int64_t> extents_;               // merged, at least one
  std::vector<std::vector<int64_t>> strides_;  // per operand, in elements; 0: repeated
};

}  // namespace opdk
