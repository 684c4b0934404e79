// Operators on images obey the formats that their tensors are described with.
//
//   x: NHWC, w: NCHW                 x: NHWC, w: NCHW
//   y = Conv2D(x, w)         ->      f = TransposeD(w)                          HWCN
//                                    y = Conv2D(x, f) {data_format: "NHWC"}     NHWC
#pragma once

#include <string_view>
#include <vector>

#include "graph_core/ir/pass.h"

namespace opdk {

class ConstantEvaluator;

// Attribute (Bool) that NoteFormats gives to nodes whose formats nobody has looked at yet: whether the order of their
// images is left to their tensors.
inline constexpr std::string_view kLeavesOrder = "_leaves_order_to_tensors";

// Nodes that FollowFormats puts in. They aren't inferred.
struct FormatNodes {
  std::vector<Node*> before, behind;
};

// Looks at a node that NoteFormats marked, with its inputs described, and takes the mark away. An order that the node
// leaves to its tensors becomes that of the first image that has one; images of another order are transposed. A filter
// of a format beside that order is transposed too, and so is a filter that the node gives, with the extents the node is
// given for it. An operator that has one order only takes images transposed to it, and gives them back in the order of
// the first.
// E2003: such extents aren't constant.
Result<FormatNodes> FollowFormats(Node& node, ConstantEvaluator& constants, const PassContext& context);

}  // namespace opdk
