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

// Attribute (Bool) that NoteFormats gives to nodes that FollowFormats hasn't handled yet: whether the node leaves the
// order of its images to its tensors.
inline constexpr std::string_view kLeavesOrder = "_leaves_order_to_tensors";

// Nodes that FollowFormats inserts. They aren't inferred.
struct FormatNodes {
  std::vector<Node*> before, behind;
};

// Handles a node that NoteFormats marked, and removes the mark. Its inputs must be described. If the node leaves the
// order to its tensors, it takes the order of the first image that has one. Images of another order are transposed. A
// filter in another format than that order's is transposed, too. So is a filter that the node gives, together with its
// extents among the node's inputs or attributes. An operator with only one order gets images transposed to that order,
// and its results are transposed to the order of the first image. E2003: the extents of a filter aren't constant.
Result<FormatNodes> FollowFormats(Node& node, ConstantEvaluator& constants, const PassContext& context);

}  // namespace opdk
