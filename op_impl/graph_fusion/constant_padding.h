// PadV3 with constant numbers around images, which goes into the windows behind it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graph/gnode.h"
#include "graph/operator.h"
#include "op_proto/array/paddings.h"

namespace opdk::graph_fusion {

// The node of a pattern named "pad": inputs[0] is x, inputs[1] the paddings, inputs.back() the value where there is
// one.
ge::Operator PadOf(std::vector<ge::Operator>& inputs, bool with_value);

// Begin and end of each of the four axes, where they are constant and no others than these two have any: none below 0,
// which cuts off. nullopt: it isn't so.
std::optional<opdk::Paddings> PaddingAround(const ge::GNode& pad, const std::array<size_t, 2>& spatial);

// Whether the padding holds nothing but zeros; whether it is below each number that is one.
bool PadsWithZeros(const ge::GNode& pad);
bool PadsWithLeast(const ge::GNode& pad);

// `pads`, the begin and the end of each spatial axis in turn, and the padding around them.
std::vector<int64_t> WidenedPads(std::vector<int64_t> pads, const opdk::Paddings& around,
                                 const std::array<size_t, 2>& spatial);

}  // namespace opdk::graph_fusion
