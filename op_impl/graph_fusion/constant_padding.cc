#include "op_impl/graph_fusion/constant_padding.h"

#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/array/pad.h"

namespace opdk::graph_fusion {
namespace {

constexpr int32_t kPaddings = 1, kValue = 2;

}  // namespace

ge::Operator PadOf(std::vector<ge::Operator>& inputs, bool with_value) {
  ge::op::PadV3 pad("pad");
  pad.set_input_x(inputs[0]).set_input_paddings(inputs[1]);
  if (with_value) pad.set_input_constant_values(inputs.back());
  return pad;
}

std::optional<opdk::Paddings> PaddingAround(const ge::GNode& pad, const std::array<size_t, 2>& spatial) {
  const auto given = ConstantInput(pad, kPaddings);
  if (!given || TextAttrOf(pad, "mode") != "constant" || InputOf(pad, 0).GetShape().GetDimNum() != 4) return {};
  const std::vector<int64_t> numbers = IntsOf(*given);
  if (numbers.size() != 8) return {};
  const opdk::Paddings around = opdk::PaddingsOf(numbers, AttrOf<bool>(pad, "paddings_contiguous").value_or(true));
  for (size_t axis = 0; axis < 4; ++axis) {
    const int64_t begin = around.begins[axis], end = around.ends[axis];
    const bool is_spatial = axis == spatial[0] || axis == spatial[1];
    if (is_spatial ? begin < 0 || end < 0 : begin != 0 || end != 0) return {};
  }
  return around;
}

bool PadsWithZeros(const ge::GNode& pad) {
  const auto value = ConstantInput(pad, kValue);
  return !HasInput(pad, kValue) || (value && HoldsOnly(*value, 0));
}

bool PadsWithLeast(const ge::GNode& pad) {
  const auto value = ConstantInput(pad, kValue);
  return value && HoldsLeast(*value);
}

std::vector<int64_t> WidenedPads(std::vector<int64_t> pads, const opdk::Paddings& around,
                                 const std::array<size_t, 2>& spatial) {
  for (size_t i = 0; i < 2; ++i) {
    pads[2 * i] += around.begins[spatial[i]];
    pads[2 * i + 1] += around.ends[spatial[i]];
  }
  return pads;
}

}  // namespace opdk::graph_fusion
