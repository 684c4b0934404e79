#include <limits>
#include <string>
#include <vector>

#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

constexpr int64_t kToTheEnd = std::numeric_limits<int64_t>::max();

// Slices [start, end) of the last axis.
std::string SliceLast(UpgradeContext& context, const std::string& x, int64_t start, int64_t end, int64_t step = 1) {
  return AddStep(context, "Slice",
                 {x, context.AddInts("start", {start}), context.AddInts("end", {end}), context.AddInts("axis", {-1}),
                  context.AddInts("step", {step})});
}

// Returns the first and the second elements of the pairs, [..., pairs] each.
std::vector<std::string> PairsOf(UpgradeContext& context, const std::string& x, int64_t rotated, bool interleaved) {
  const int64_t end = rotated == 0 ? kToTheEnd : rotated;
  if (interleaved) return {SliceLast(context, x, 0, end, 2), SliceLast(context, x, 1, end, 2)};
  if (rotated != 0) {
    return {SliceLast(context, x, 0, rotated / 2), SliceLast(context, x, rotated / 2, rotated)};
  }
  const std::string first = context.values().NewName(x + "/first"), second = context.values().NewName(x + "/second");
  importer::SourceNode& split = context.AddBefore("SplitD", {x}, {first, second});
  split.domain = importer::kIrDomain;
  split.attributes = {{"split_dim", int64_t{-1}}, {"num_split", int64_t{2}}};
  return {first, second};
}

// Returns cos or sin, [batch, sequence, pairs], with an axis of extent 1 for the heads.
std::string BesideHeads(UpgradeContext& context, size_t input, int64_t heads_axis) {
  std::string cache = context.Input(input);
  if (!context.Input(3).empty()) cache = AddGather(context, cache, context.Input(3));
  return AddStep(context, "Unsqueeze", {cache, context.AddInts("heads", {heads_axis})});
}

// Turns pairs of elements by an angle. x is [batch, heads, sequence, head size], or [batch, sequence, heads * head
// size]. The pairs lie in the first `rotated` elements of a head (0: all elements).
Status UpgradeRotaryEmbedding(UpgradeContext& context) {
  const auto rank = context.values().Rank(context.Input(0));
  if (rank != 3 && rank != 4) return context.Refuse("its input must have a known rank, 3 or 4");
  const int64_t heads = context.IntOr("num_heads", 0), rotated = context.IntOr("rotary_embedding_dim", 0);
  const bool flat = rank == 3, interleaved = context.IntOr("interleaved", 0) != 0;
  if (flat && heads < 1) return context.Refuse("an input of rank 3 needs the attribute num_heads");
  if (rotated < 0 || rotated % 2 != 0) return context.Refuse("rotary_embedding_dim is no even number");
  std::string x = context.Input(0);
  if (flat) x = AddStep(context, "Reshape", {x, context.AddInts("heads", {0, 0, heads, -1})});
  const std::string cos = BesideHeads(context, 1, flat ? 2 : 1), sin = BesideHeads(context, 2, flat ? 2 : 1);
  const std::vector<std::string> pairs = PairsOf(context, x, rotated, interleaved);
  auto product = [&](const std::string& a, const std::string& b) { return AddStep(context, "Mul", {a, b}); };
  std::vector<std::string> parts = {AddStep(context, "Sub", {product(cos, pairs[0]), product(sin, pairs[1])}),
                                    AddStep(context, "Add", {product(sin, pairs[0]), product(cos, pairs[1])})};
  if (interleaved) {
    for (std::string& part : parts) part = AddStep(context, "Unsqueeze", {part, context.AddInts("pair", {-1})});
    const std::string joined = AddConcat(context, parts, -1);
    const int64_t width = rotated == 0 ? -1 : rotated;
    parts = {AddStep(context, "Reshape", {joined, context.AddInts("width", {0, 0, 0, width})})};
  }
  if (rotated != 0) parts.push_back(SliceLast(context, x, rotated, kToTheEnd));
  if (!flat) {
    AttrMap attributes = ConcatAttributes(parts.size(), -1);
    Become(context, "Concat", std::move(parts), std::move(attributes));
    return {};
  }
  const std::string y = AddConcat(context, std::move(parts), -1);
  Become(context, "Reshape", {y, context.AddInts("flat", {0, 0, -1})});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(Add, RotaryEmbedding, 23);
OPDK_UPGRADE_ONNX(UpgradeRotaryEmbedding, "RotaryEmbedding");

}  // namespace opdk::onnx_plugin
