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

// Makes the node of a pattern named "pad". inputs[0] is x, inputs[1] the paddings, and inputs.back() the value if
// `with_value`.
ge::Operator PadOf(std::vector<ge::Operator>& inputs, bool with_value);

// Returns the padding at the begin and the end of each of the four axes. nullopt: the paddings aren't constant, another
// axis than the two spatial ones has padding, or a padding is below 0, which crops.
std::optional<opdk::Paddings> PaddingAround(const ge::GNode& pad, const std::array<size_t, 2>& spatial);

// Returns whether the padding holds only zeros. PadsWithLeast: whether it holds only the least number of the type.
bool PadsWithZeros(const ge::GNode& pad);
bool PadsWithLeast(const ge::GNode& pad);

// Adds the padding around to `pads`, the begin and the end of each spatial axis in turn.
std::vector<int64_t> WidenedPads(std::vector<int64_t> pads, const opdk::Paddings& around,
                                 const std::array<size_t, 2>& spatial);

}  // namespace opdk::graph_fusion
