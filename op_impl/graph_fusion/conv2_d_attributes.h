// What passes on Conv2D need to know of its attributes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/nn/conv2_d.h"

namespace opdk::graph_fusion {

inline bool IsChannelsFirst(const ge::GNode& conv) { return TextAttrOf(conv, "data_format") == "NCHW"; }

// Height and width among the axes of x and y.
inline std::array<size_t, 2> SpatialAxesOf(const ge::GNode& conv) {
  return IsChannelsFirst(conv) ? std::array<size_t, 2>{2, 3} : std::array<size_t, 2>{1, 2};
}

inline void CopyAttributes(const ge::GNode& from, ge::op::Conv2D& to) {
  using Ints = std::vector<int64_t>;
  to.set_attr_strides(AttrOf<Ints>(from, "strides").value_or(Ints(4, 1)));
  to.set_attr_pads(AttrOf<Ints>(from, "pads").value_or(Ints(4, 0)));
  to.set_attr_dilations(AttrOf<Ints>(from, "dilations").value_or(Ints(4, 1)));
  to.set_attr_groups(AttrOf<int64_t>(from, "groups").value_or(1));
  to.set_attr_data_format(IsChannelsFirst(from) ? "NCHW" : "NHWC");
}

}  // namespace opdk::graph_fusion
