// The format NC1HWC0: a tensor [N, C, spatial...] stored as [N, C1, spatial..., C0], its channels in blocks of C0
// (however many spatial axes there are). Channels beyond C fill the last block with zeros. oneDNN's nChw16c, nChw8c.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graph_core/ir/graph.h"

namespace opdk {

using Shape = std::vector<int64_t>;

// Returns C0 on this machine, the floats of one vector register: 16 (AVX-512) or 8 (AVX2). 0: blocks bring nothing
// here.
int64_t MachineC0();

// Returns the shape in memory. c0 == 0: the tensor is row-major and keeps its shape.
Shape StorageShape(const Shape& shape, int64_t c0);
// Returns whether channels fill whole blocks. Then no element of the storage is padding, so an operation on every
// element only computes channels.
bool FillsBlocks(const Shape& shape, int64_t c0);
// Returns whether both formats have the same bytes: one element per channel, and whole blocks.
bool SameInBothFormats(const Shape& shape, int64_t c0);

// Attributes of a node of this engine (ListInt, one entry per port): C0 of each input and output, 0: row-major. Set by
// the pass propagate_layout; where they are missing every tensor is row-major. A port with blocks has the storage's
// shape, and the shape that its operator knows as origin shape.
inline constexpr std::string_view kInputBlocksAttr = "_input_blocks";
inline constexpr std::string_view kOutputBlocksAttr = "_output_blocks";

// C0 of each port.
struct PortBlocks {
  std::vector<int64_t> inputs, outputs;

  bool operator==(const PortBlocks&) const = default;
  bool any() const;
  int64_t input(size_t i) const { return i < inputs.size() ? inputs[i] : 0; }
  int64_t output(size_t i) const { return i < outputs.size() ? outputs[i] : 0; }
};
PortBlocks BlocksOf(const OpDesc& op);

// Returns the description of the same tensor with blocks.
ge::TensorDesc WithBlocks(const ge::TensorDesc& desc, int64_t c0);
// Returns the operator as its kernel knows it: shapes without blocks.
OpDesc WithoutBlocks(const OpDesc& op);

}  // namespace opdk
