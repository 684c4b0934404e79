#include <utility>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/extent_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Moves the axes, an attribute before opset 13 or 18, to an input. In that form no axes or an empty list mean all axes.
void AxesToInput(UpgradeContext& context) {
  const auto axes = context.Take<std::vector<int64_t>>("axes");
  if (axes && !axes->empty()) context.SetInput(1, context.AddInts("axes", *axes));
}

// Returns whether it is known that no axes are given.
bool HasNoAxes(UpgradeContext& context) {
  const std::string axes = context.Input(1);
  if (axes.empty() || context.values().Dim(axes, 0) == 0) return true;
  const auto values = context.values().Ints(axes);
  return values && values->empty();
}

// Returns whether only the run knows if the axes are empty. Ascend IR reduces no axis where the axes are empty.
bool MayHaveNoAxes(UpgradeContext& context) {
  const std::string axes = context.Input(1);
  return !context.values().IsConstant(axes) && !context.values().Dim(axes, 0);
}

// Returns the given axes, or all axes where none are given. Joins the given list with a list of all axes, which is
// empty unless the given list is empty.
std::string GivenOrAllAxes(UpgradeContext& context) {
  const std::string axes = context.Input(1), x = context.Input(0), zero = context.AddInt("zero", 0);
  const std::string none = AddStep(context, "Equal", {AddStep(context, "Size", {axes}), zero});
  const std::string rank = AddStep(context, "Size", {AddStep(context, "Shape", {x})});
  const std::string count = AddStep(context, "Mul", {rank, AddCast(context, none, ge::DT_BOOL, ge::DT_INT64)});
  return AddConcat(context, {axes, AddPlaces(context, count)}, 0);
}

Status UpgradeReduce(UpgradeContext& context) {
  AxesToInput(context);
  OPDK_TRY(context.IntToBool("keepdims"));
  context.Rename("keepdims", "keep_dims");
  if (!context.Has("keep_dims")) context.Set("keep_dims", true);
  const bool none = context.Take<int64_t>("noop_with_empty_axes").value_or(0) != 0;
  if (HasNoAxes(context)) {
    context.SetInput(1, none ? context.AddInts("axes", {}) : AddAllAxes(context, context.Input(0)));
  } else if (!none && MayHaveNoAxes(context)) {
    context.SetInput(1, GivenOrAllAxes(context));
  }
  return {};
}

// Returns the type in which squares are summed: float for the 16-bit floats, and double for the root of integers.
ge::DataType SquareType(ge::DataType type, bool root) {
  if (IsShortFloat(type)) return ge::DT_FLOAT;
  return root && !IsFloating(type) && type != ge::DT_UNDEFINED ? ge::DT_DOUBLE : type;
}

// Sums a function of each element.
Status UpgradeNorm(UpgradeContext& context) {
  OPDK_TRY(UpgradeReduce(context));
  importer::SourceNode& node = context.node();
  const std::string type = node.type, x = context.Input(0);
  if (type == "ReduceL1") {
    context.SetInput(0, AddStep(context, "Abs", {x}));
    return {};
  }
  const bool root = type == "ReduceL2";
  const ge::DataType dtype = context.values().ElementType(x), wide = SquareType(dtype, root);
  context.SetInput(0, AddIrStep(context, "Square", {AddCast(context, x, dtype, wide)}));
  const auto follow = [&](const std::string& step) -> importer::SourceNode& {
    const std::string after = context.values().NewName(node.outputs[0] + "/" + step);
    std::string& wanted = context.after().empty() ? node.outputs[0] : context.after().back().outputs[0];
    const std::string result = std::exchange(wanted, after);
    return context.AddAfter(step, {after}, {result});
  };
  if (root) follow("Sqrt");
  if (wide != dtype) follow("Cast").attributes["to"] = int64_t{ToOnnxType(dtype)};
  return {};
}

}  // namespace

OPDK_MAP_ONNX(ReduceSum, 1);
OPDK_MAP_ONNX(ReduceMean, 1);
OPDK_MAP_ONNX(ReduceMax, 1);
OPDK_MAP_ONNX(ReduceMin, 1);
OPDK_MAP_ONNX(ReduceProd, 1);
OPDK_MAP_ONNX(ReduceLogSum, 1);
OPDK_MAP_ONNX(ReduceLogSumExp, 1);
OPDK_MAP_ONNX_AS(ReduceSum, ReduceL1, 1);
OPDK_MAP_ONNX_AS(ReduceSum, ReduceL2, 1);
OPDK_MAP_ONNX_AS(ReduceSum, ReduceSumSquare, 1);
OPDK_UPGRADE_ONNX(UpgradeReduce, "ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceLogSum",
                  "ReduceLogSumExp");
OPDK_UPGRADE_ONNX(UpgradeNorm, "ReduceL1", "ReduceL2", "ReduceSumSquare");

}  // namespace opdk::onnx_plugin
