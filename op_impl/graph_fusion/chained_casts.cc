// Removes the first of two chained casts where it loses nothing.
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/array/cast.h"
#include "op_proto/array/identity.h"

namespace opdk::graph_fusion {
namespace {

using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;

// Bits of the numbers that a type holds exactly: the bits of a significand, or of an integer without its sign. 0:
// another type.
struct Exactness {
  int bits = 0;
  bool is_float = false;
  bool is_signed = true;
  int exponent_bits = 0;
};

Exactness ExactnessOf(ge::DataType type) {
  switch (type) {
    case ge::DT_FLOAT16:
      return {11, true, true, 5};
    case ge::DT_BF16:
      return {8, true, true, 8};
    case ge::DT_FLOAT:
      return {24, true, true, 8};
    case ge::DT_DOUBLE:
      return {53, true, true, 11};
    case ge::DT_INT8:
      return {7, false};
    case ge::DT_UINT8:
      return {8, false, false};
    case ge::DT_INT16:
      return {15, false};
    case ge::DT_UINT16:
      return {16, false, false};
    case ge::DT_INT32:
      return {31, false};
    case ge::DT_INT64:
      return {63, false};
    default:
      return {};
  }
}

bool LosesNothing(ge::DataType from, ge::DataType to) {
  const Exactness a = ExactnessOf(from), b = ExactnessOf(to);
  if (a.bits == 0 || b.bits < a.bits) return false;
  if (a.is_float) return b.is_float && b.exponent_bits >= a.exponent_bits;
  // Half has no numbers above 65504, which are of 16 bits.
  return b.is_float ? b.exponent_bits > 5 || a.bits < 16 : b.is_signed || !a.is_signed;
}

class MergeCasts : public ge::fusion::PatternFusionPass {
 protected:
  std::vector<ge::fusion::PatternUniqPtr> Patterns() override {
    ge::op::Data x = Any(0);
    ge::op::Cast first("first"), second("second");
    first.set_input_x(x);
    second.set_input_x(first);
    std::vector<ge::fusion::PatternUniqPtr> patterns;
    patterns.push_back(std::make_unique<Pattern>(GraphOf("casts", {x}, second)));
    CaptureOutput(*patterns.back(), "first");
    return patterns;
  }

  // Merges casts only where the result surely agrees. A number that the second type doesn't hold may become something
  // else on the way of two casts.
  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    const ge::GNode first = MatchedNode(*match, "first");
    const ge::DataType from = InputOf(first, 0).GetDataType(), by = OutputOf(first).GetDataType();
    const ge::DataType to = OutputOf(MatchedNode(*match, "second")).GetDataType();
    const bool floats = ExactnessOf(from).is_float && ExactnessOf(to).is_float;
    return LosesNothing(from, by) && (to == from || floats);
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match) override {
    const ge::DataType from = InputOf(MatchedNode(*match, "first"), 0).GetDataType();
    const ge::DataType to = OutputOf(MatchedNode(*match, "second")).GetDataType();
    ge::op::Data x = Any(0);
    if (from == to) {
      ge::op::Identity same("same");
      same.set_input_x(x);
      return ReplacementOf({x}, same);
    }
    ge::op::Cast cast("cast");
    cast.set_input_x(x).set_attr_dst_type(static_cast<int64_t>(to));
    return ReplacementOf({x}, cast);
  }
};

// Runs behind the passes that remove operators between the two.
REG_FUSION_PASS(MergeCasts).Stage(ge::CustomPassStage::kAfterBuiltinFusionPass);

}  // namespace
}  // namespace opdk::graph_fusion
