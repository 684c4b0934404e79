// Converts a result in blocks of channels to row-major, where the last block isn't full. oneDNN's own reorder is
// several times slower there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "graph_core/engines/ai_core/direct/direct_functions.h"
#include "graph_core/engines/ai_core/steps/channel_blocks.h"
#include "opdk/parallel.h"

namespace opdk {

class BlocksToPlain {
 public:
  // Returns the conversion between two layouts of a tensor; nullopt if this class doesn't support these layouts.
  static std::optional<BlocksToPlain> Of(const dnnl::memory::desc& blocks, const dnnl::memory::desc& plain) {
    const std::vector<int64_t> shape = plain.dims();
    const int64_t c0 = MachineC0();
    const bool is_float = plain.data_type() == dnnl::memory::data_type::f32;
    if (c0 == 0 || !is_float || shape.size() < 3 || shape.size() > 5 || FillsBlocks(shape, c0)) return std::nullopt;
    if (plain != PlainDesc(shape) || blocks != ChannelDesc(shape, c0)) return std::nullopt;
    return BlocksToPlain(shape, c0);
  }

  void Run(const float* blocks, float* plain) const {
    const int64_t of_image = (channels_ + c0_ - 1) / c0_, pieces = (points_ + kPoints - 1) / kPoints;
    ParallelFor(images_ * of_image * pieces, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t block = i / pieces, image = block / of_image, channel = block % of_image * c0_;
        const int64_t point = i % pieces * kPoints;
        transpose_(blocks + (block * points_ + point) * c0_, c0_, std::min(kPoints, points_ - point),
                   plain + (image * channels_ + channel) * points_ + point, points_, std::min(c0_, channels_ - channel),
                   false);
      }
    });
  }

 private:
  static constexpr int64_t kPoints = 2048;  // of a piece that a thread takes at least

  BlocksToPlain(const std::vector<int64_t>& shape, int64_t c0)
      : transpose_(FunctionsOf(*TargetIsa()).transpose4), c0_(c0), images_(shape[0]), channels_(shape[1]), points_(1) {
    for (size_t i = 2; i < shape.size(); ++i) points_ *= shape[i];
  }

  TransposeFunction transpose_;
  int64_t c0_, images_, channels_, points_;
};

}  // namespace opdk
