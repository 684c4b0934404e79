// What passes on Conv2D need to know of its attributes.
#pragma once

#include <array>
#include <cstddef>

#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/nn/conv2_d.h"

namespace opdk::graph_fusion {

inline bool IsChannelsFirst(const ge::GNode& conv) { return TextAttrOf(conv, "data_format") == "NCHW"; }

// Height and width among the axes of x and y.
inline std::array<size_t, 2> SpatialAxesOf(const ge::GNode& conv) {
  return IsChannelsFirst(conv) ? std::array<size_t, 2>{2, 3} : std::array<size_t, 2>{1, 2};
}

inline constexpr const char* kConv2DAttrs[] = {"strides", "pads", "dilations", "groups", "data_format", "offset_x"};

}  // namespace opdk::graph_fusion
