#include <fmt/format.h>

#include <numeric>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Opset 18: pads may tell of `axes` alone; the others get none.
Status CompletePads(UpgradeContext& context, const std::vector<int64_t>& axes) {
  const auto rank = context.values().Rank(context.Input(0));
  if (!rank) return context.Refuse("its input axes needs an input of known rank");
  // Behind the given pads lies a 0.
  const auto count = static_cast<int64_t>(axes.size());
  std::vector<int64_t> pick(2 * static_cast<size_t>(*rank), 2 * count);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t given = axes[static_cast<size_t>(i)];
    const int64_t axis = given < 0 ? given + *rank : given;
    if (axis < 0 || axis >= *rank) return context.Refuse(fmt::format("axis {} is outside a rank of {}", given, *rank));
    pick[static_cast<size_t>(axis)] = i;
    pick[static_cast<size_t>(axis + *rank)] = count + i;
  }
  const std::string given = context.Input(1);
  const std::string joined = context.values().NewName(given + "/joined");
  const std::string complete = context.values().NewName(given + "/complete");
  context.AddBefore("Concat", {given, context.AddInts("none", {0})}, {joined}).attributes["axis"] = int64_t{0};
  context.AddBefore("Gather", {joined, context.AddInts("pick", pick)}, {complete});
  context.SetInput(1, complete);
  return {};
}

// The same of axes that only the run tells: a row of pads for each of them, added up where it is the axis.
Status SpreadPads(UpgradeContext& context) {
  const auto rank = context.values().Rank(context.Input(0));
  if (!rank) return context.Refuse("its input axes needs an input of known rank");
  std::vector<int64_t> all(static_cast<size_t>(*rank));
  std::iota(all.begin(), all.end(), 0);
  const std::string y = context.node().outputs[0];
  const auto name = [&](const char* suffix) { return context.values().NewName(y + suffix); };
  const std::string given = name("/axes"), rows = name("/axis_rows"), wrapped = name("/wrapped"),
                    equal = name("/is_axis"), factors = name("/factors"), split = name("/split_pads"),
                    spread = name("/spread_pads"), summed = name("/summed_pads"), pads = name("/pads");
  const std::string extent = context.AddInts("rank", {*rank});
  context.AddBefore("Cast", {context.Input(3)}, {given}).attributes["to"] = int64_t{ToOnnxType(ge::DT_INT64)};
  context.AddBefore("Reshape", {given, context.AddInts("column", {-1, 1})}, {rows});
  context.AddBefore("Mod", {rows, extent}, {wrapped});
  context.AddBefore("Equal", {wrapped, context.AddInts("all", all)}, {equal});
  context.AddBefore("Cast", {equal}, {factors}).attributes["to"] = int64_t{ToOnnxType(ge::DT_INT64)};
  context.AddBefore("Reshape", {context.Input(1), context.AddInts("halves", {2, -1, 1})}, {split});
  context.AddBefore("Mul", {split, factors}, {spread});
  context.AddBefore("ReduceSum", {spread, context.AddInts("axis", {1})}, {summed});
  context.AddBefore("Reshape", {summed, context.AddInts("list", {-1})}, {pads});
  context.SetInput(1, pads);
  return {};
}

// Before opset 11 pads (in opset 1 "paddings") and the value were attributes.
Status UpgradePad(UpgradeContext& context) {
  if (context.version() >= 11) {
    if (context.Input(3).empty()) return {};
    const auto axes = context.values().Ints(context.Input(3));
    const Status completed = axes ? CompletePads(context, *axes) : SpreadPads(context);
    context.node().inputs.resize(3);
    return completed;
  }
  context.IntsToInput("paddings", 1);
  context.IntsToInput("pads", 1);
  const auto value = context.Take<float>("value");
  if (value) context.SetInput(2, AddScalarLike(context, "value", *value, context.Input(0)));
  return {};
}

// What is missing is put around, what is too much cut off, in the middle; an odd element at the end.
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
  const auto name = [&](const char* suffix) { return context.values().NewName(context.node().outputs[0] + suffix); };
  const std::string wanted = name("/wanted"), shape = name("/shape"), extents = name("/extents"),
                    missing = name("/missing"), begins = name("/begins"), ends = name("/ends"), pads = name("/pads");
  context.AddBefore("Cast", {context.Input(1)}, {wanted}).attributes["to"] = int64_t{ToOnnxType(ge::DT_INT64)};
  context.AddBefore("Shape", {x}, {shape});
  context.AddBefore("Gather", {shape, context.AddInts("places", *axes)}, {extents});
  context.AddBefore("Sub", {wanted, extents}, {missing});
  context.AddBefore("Div", {missing, context.AddInts("two", {2})}, {begins});
  context.AddBefore("Sub", {missing, begins}, {ends});
  context.AddBefore("Concat", {begins, ends}, {pads}).attributes["axis"] = int64_t{0};
  context.node().inputs = {x, pads};
  context.node().type = "Pad";
  return CompletePads(context, *axes);
}

}  // namespace

OPDK_MAP_ONNX(Pad, 1);
OPDK_UPGRADE_ONNX(UpgradePad, "Pad");
OPDK_MAP_ONNX_AS(Pad, CenterCropPad, 18);
OPDK_UPGRADE_ONNX(UpgradeCenterCropPad, "CenterCropPad");

}  // namespace opdk::onnx_plugin
