// Merges a padding of images into the pool behind it, if the pool's own padding has the same effect. For maxima the
// padding must be below any number. For means it must be zeros that count.
#include "op_impl/graph_fusion/constant_padding.h"
#include "op_impl/graph_fusion/conv2_d_attributes.h"
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/nn/avg_pool.h"
#include "op_proto/nn/max_pool.h"

namespace opdk::graph_fusion {
namespace {

using ge::GNode;
using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;
using Ints = std::vector<int64_t>;

constexpr const char* kPoolAttrs[] = {"ksize",     "strides",   "data_format",     "global_pooling",
                                      "ceil_mode", "exclusive", "divisor_override"};

std::vector<ge::Operator> PaddedPoolInputs(bool with_value) { return AnyOf(2 + (with_value ? 1 : 0)); }

template <typename Pool>
ge::Graph PaddedPool(bool with_value) {
  std::vector<ge::Operator> inputs = PaddedPoolInputs(with_value);
  ge::Operator pad = PadOf(inputs, with_value);
  Pool pool("pool");
  pool.set_input_x(pad);
  return GraphOf("padded_pool", inputs, pool);
}

// Returns the padding at the begin and the end of each spatial axis in turn. nullopt: the extents decide.
std::optional<Ints> OwnPads(const GNode& pool) {
  const std::string mode = TextAttrOf(pool, "padding_mode");
  if (mode == "VALID") return Ints(4, 0);
  const Ints pads = AttrOf<Ints>(pool, "pads").value_or(Ints(4, 0));
  return mode == "CALCULATED" && pads.size() == 4 ? std::optional(pads) : std::nullopt;
}

// Returns whether the padded tensor has no number below 0. Then a 0 of the padding never exceeds a window's maximum.
bool IsNotNegative(const GNode& pad) {
  const ge::GNodePtr source = pad.GetInDataNodesAndPortIndexs(0).first;
  if (source == nullptr) return false;
  const std::string type = TypeOf(*source);
  return type == "Relu" || type == "Relu6" || type == "Sigmoid";
}

// Returns whether the pool may replace the values of the padding by its own.
bool HoldsWhatFits(const GNode& pad, const GNode& pool, const Ints& own) {
  if (TypeOf(pool) == "MaxPoolV3") return PadsWithLeast(pad) || (PadsWithZeros(pad) && IsNotNegative(pad));
  const bool counts = own == Ints(4, 0) || !AttrOf<bool>(pool, "exclusive").value_or(true);
  return PadsWithZeros(pad) && (counts || AttrOf<int64_t>(pool, "divisor_override").value_or(0) > 0);
}

// Returns the pool's pads with the padding added. nullopt: a window would lie in the padding alone, or begin elsewhere.
std::optional<Ints> PadsWith(const GNode& pad, const GNode& pool) {
  const auto spatial = SpatialAxesOf(pool);
  const auto around = PaddingAround(pad, spatial);
  const auto own = OwnPads(pool);
  const Ints ksize = AttrOf<Ints>(pool, "ksize").value_or(Ints()), x = InputOf(pad, 0).GetShape().GetDims();
  if (!around || !own || ksize.size() != 4 || x.size() != 4 || !HoldsWhatFits(pad, pool, *own)) return {};
  // Windows of rounded up extents begin before the end of x, of which the padding isn't part any more.
  if (AttrOf<bool>(pool, "ceil_mode").value_or(false) || AttrOf<bool>(pool, "global_pooling").value_or(false))
    return {};
  Ints pads = WidenedPads(*own, *around, spatial);
  for (size_t i = 0; i < 4; ++i) {
    const size_t axis = spatial[i / 2];
    if (pads[i] >= ksize[axis] || x[axis] < 1) return {};
  }
  return pads;
}

class PadIntoPool : public ge::fusion::PatternFusionPass {
 protected:
  std::vector<ge::fusion::PatternUniqPtr> Patterns() override {
    std::vector<ge::fusion::PatternUniqPtr> patterns;
    for (const bool with_value : {false, true}) {
      patterns.push_back(std::make_unique<Pattern>(PaddedPool<ge::op::MaxPoolV3>(with_value)));
      patterns.push_back(std::make_unique<Pattern>(PaddedPool<ge::op::AvgPoolV2>(with_value)));
    }
    return patterns;
  }

  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    return PadsWith(MatchedNode(*match, "pad"), MatchedNode(*match, "pool")).has_value();
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match) override {
    const GNode pad = MatchedNode(*match, "pad"), pool = MatchedNode(*match, "pool");
    if (TypeOf(pool) == "MaxPoolV3") return Padded<ge::op::MaxPoolV3>(pad, pool);
    return Padded<ge::op::AvgPoolV2>(pad, pool);
  }

 private:
  template <typename Pool>
  static GraphUniqPtr Padded(const GNode& pad, const GNode& pool) {
    std::vector<ge::Operator> inputs = PaddedPoolInputs(HasInput(pad, 2));
    Pool padded("padded");
    padded.set_input_x(inputs[0]);
    CopyAttributes(pool, kPoolAttrs, padded);
    padded.set_attr_padding_mode("CALCULATED");
    padded.set_attr_pads(PadsWith(pad, pool).value_or(Ints(4, 0)));
    if constexpr (std::is_same_v<Pool, ge::op::AvgPoolV2>) padded.set_attr_exclusive(false);
    return ReplacementOf(inputs, padded);
  }
};

REG_FUSION_PASS(PadIntoPool).Stage(ge::CustomPassStage::kAfterInferShape);

}  // namespace
}  // namespace opdk::graph_fusion
