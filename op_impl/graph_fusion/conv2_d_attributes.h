// Attributes of convolutions, and of pools of images, for passes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/nn/conv2_d.h"

namespace opdk::graph_fusion {

// Inputs of each convolution.
inline constexpr int32_t kFilter = 1, kBias = 2;

inline bool IsConv2D(const ge::GNode& convolution) { return TypeOf(convolution) == "Conv2D"; }
inline bool IsChannelsFirst(const ge::GNode& node) { return TextAttrOf(node, "data_format") == "NCHW"; }

// Returns whether attribute pads holds numbers. All -1 means SAME: the extents give the numbers.
inline bool PadsAreNumbers(const ge::GNode& node) {
  const auto pads = AttrOf<std::vector<int64_t>>(node, "pads");
  return !pads || std::none_of(pads->begin(), pads->end(), [](int64_t pad) { return pad < 0; });
}

// Returns the numbers of the axes of height and width in x and y.
inline std::array<size_t, 2> SpatialAxesOf(const ge::GNode& node) {
  return IsChannelsFirst(node) ? std::array<size_t, 2>{2, 3} : std::array<size_t, 2>{1, 2};
}

inline constexpr const char* kConv2DAttrs[] = {"strides", "pads", "dilations", "groups", "data_format", "offset_x"};
// Attributes of ONNX's form, Conv.
inline constexpr const char* kConvAttrs[] = {"auto_pad", "kernel_shape", "strides", "pads", "dilations", "group"};

}  // namespace opdk::graph_fusion
