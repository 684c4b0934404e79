// Copies one tensor's elements into another tensor, each with its own strides. Transpositions, slices, concatenations
// and repetitions are such copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph_core/engines/ai_core/direct/direct_functions.h"

namespace opdk {

// An axis that both tensors have. Strides in elements; of the source also 0 (repetition) or negative.
struct CopyAxis {
  int64_t extent = 0, to_stride = 0, from_stride = 0;
};

class StridedCopy {
 public:
  // `element`: 1, 2, 4 or 8 bytes. Elements of the target are written once each.
  StridedCopy(std::vector<CopyAxis> axes, size_t element, const DirectFunctions& functions);

  // Copies all elements. `to` and `from` point to the first element.
  void Run(std::byte* to, const std::byte* from) const;

 private:
  // The order of the innermost loops.
  enum class Way : uint8_t {
    kRuns,       // along the last axis both are contiguous: blocks of bytes
    kTranspose,  // the target is contiguous along the last axis, the source along the last but one
    kElements,   // neither
  };

  void Simplify();
  void ChooseWay();
  void Piece(int64_t piece, std::byte* to, const std::byte* from) const;

  std::vector<CopyAxis> axes_;  // outermost first; strides in bytes once the way is chosen
  size_t element_;
  Way way_ = Way::kElements;
  bool stream_ = false;  // source and target together are larger than the caches
  TransposeFunction transpose_ = nullptr;
  const DirectFunctions& functions_;
  int64_t outer_ = 1;   // iterations of the axes that the innermost loops leave
  int64_t chunk_ = 1;   // of the divided axis' extent
  int64_t chunks_ = 1;  // per iteration
  int64_t grain_ = 1;   // pieces below which a second thread costs more than it brings
  size_t inner_ = 0;    // first of the innermost axes
};

}  // namespace opdk
