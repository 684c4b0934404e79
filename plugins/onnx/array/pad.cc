#include <fmt/format.h>

#include <numeric>

#include "plugins/onnx/parser/extent_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Completes the pads of opset 18, which may cover `axes` alone. The other axes get pads of 0.
Status CompletePads(UpgradeContext& context, const std::vector<int64_t>& given) {
  const auto rank = context.values().Rank(context.Input(0));
  if (!rank) return context.Refuse("its input axes needs an input of known rank");
  OPDK_TRY(const std::vector<int64_t> axes, CheckedAxes(context, given, *rank));
  // Behind the given pads lies a 0.
  const auto count = static_cast<int64_t>(axes.size());
  std::vector<int64_t> pick(2 * static_cast<size_t>(*rank), 2 * count);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t axis = axes[static_cast<size_t>(i)];
    pick[static_cast<size_t>(axis)] = i;
    pick[static_cast<size_t>(axis + *rank)] = count + i;
  }
  const std::string joined = AddConcat(context, {context.Input(1), context.AddInts("none", {0})}, 0);
  context.SetInput(1, AddGather(context, joined, context.AddInts("pick", pick)));
  return {};
}

// Adds the number 1, as a tensor of the rank of `all` axes. It is a sum along `axes`, which refuses an axis that stands
// twice.
std::string AddOnceEach(UpgradeContext& context, const std::string& all, const std::string& axes) {
  const std::string equal = AddStep(context, "Equal", {all, all});
  const std::string ones = AddCast(context, equal, ge::DT_BOOL, ge::DT_INT64);
  return AddStep(context, "ReduceSum", {AddStep(context, "Reshape", {context.AddInts("one", {1}), ones}), axes});
}

// Completes pads where only the run knows the axes or the rank. Each given axis becomes a row with its pad at that axis
// and 0 elsewhere; the rows are added up.
void SpreadPads(UpgradeContext& context) {
  const std::string all = AddAllAxes(context, context.Input(0));
  CastInput(context, 3, ge::DT_INT64);
  // An axis counted from the end becomes its number. An axis outside of the rank is refused in the run.
  const std::string axes = AddGather(context, all, context.Input(3)), count = AddStep(context, "Shape", {axes});
  const std::string rows = AddStep(context, "Reshape", {axes, context.AddInts("column", {-1, 1})});
  const std::string equal = AddStep(context, "Equal", {rows, all});
  const std::string factors = AddCast(context, equal, ge::DT_BOOL, ge::DT_INT64);
  const std::string halves = AddConcat(context, {context.AddInts("two", {2}), count, context.AddInts("one", {1})}, 0);
  const std::string split = AddStep(context, "Reshape", {context.Input(1), halves}, {{"allowzero", int64_t{1}}});
  const std::string spread = AddStep(context, "Mul", {split, factors});
  const std::string summed = AddStep(context, "ReduceSum", {spread, context.AddInts("axis", {1})});
  const std::string checked = AddStep(context, "Mul", {summed, AddOnceEach(context, all, axes)});
  context.SetInput(1, AddStep(context, "Reshape", {checked, context.AddInts("list", {-1})}));
}

// Moves pads (in opset 1 "paddings") and the value to inputs. Before opset 11 both were attributes.
Status UpgradePad(UpgradeContext& context) {
  context.Set("paddings_contiguous", false);
  if (context.version() >= 11) {
    if (context.Input(3).empty()) return {};
    const auto axes = context.values().Ints(context.Input(3));
    if (axes && context.values().Rank(context.Input(0))) {
      OPDK_TRY(const std::string pads,
               CheckedList(context, "pads", context.Input(1), 2 * static_cast<int64_t>(axes->size())));
      context.SetInput(1, pads);
      OPDK_TRY(CompletePads(context, *axes));
    } else {
      SpreadPads(context);
    }
    context.node().inputs.resize(3);
    return {};
  }
  context.IntsToInput("paddings", 1);
  context.IntsToInput("pads", 1);
  const auto value = context.Take<float>("value");
  if (value) context.SetInput(2, AddScalarLike(context, "value", *value, context.Input(0)));
  return {};
}

// Pads each axis that is too short and crops each axis that is too long, equally at both ends. An odd element goes to
// the end.
Status UpgradeCenterCropPad(UpgradeContext& context) {
  const std::string x = context.Input(0);
  const auto rank = context.values().Rank(x);
  auto axes = context.Take<std::vector<int64_t>>("axes");
  if (!axes) {
    if (!rank) return context.Refuse("an input of unknown rank needs attribute axes");
    axes.emplace(static_cast<size_t>(*rank));
    std::iota(axes->begin(), axes->end(), 0);
  }
  for (int64_t& axis : *axes) axis += axis < 0 ? rank.value_or(0) : 0;
  OPDK_TRY(const std::string wanted,
           CheckedList(context, "shape", context.Input(1), static_cast<int64_t>(axes->size())));
  context.SetInput(1, wanted);
  CastInput(context, 1, ge::DT_INT64);
  const std::string shape = AddStep(context, "Shape", {x});
  const std::string extents = AddGather(context, shape, context.AddInts("places", *axes));
  const std::string missing = AddStep(context, "Sub", {context.Input(1), extents});
  const std::string begins = AddStep(context, "Div", {missing, context.AddInts("two", {2})});
  const std::string ends = AddStep(context, "Sub", {missing, begins});
  Become(context, "Pad", {x, AddConcat(context, {begins, ends}, 0)}, {{"paddings_contiguous", false}});
  return CompletePads(context, *axes);
}

}  // namespace

OPDK_MAP_ONNX_AS(PadV3, Pad, 1);
OPDK_UPGRADE_ONNX(UpgradePad, "Pad");
OPDK_MAP_ONNX_AS(PadV3, CenterCropPad, 18);
OPDK_UPGRADE_ONNX(UpgradeCenterCropPad, "CenterCropPad");

}  // namespace opdk::onnx_plugin
