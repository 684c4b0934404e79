#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns the sizes of the pieces where only the run knows the dimension. Each piece has (dim + count - 1) / count
// elements. The last piece has the rest, dim - piece * (count - 1).
std::string SizesOfRun(UpgradeContext& context, int64_t axis, int64_t count) {
  const std::string shape = AddStep(context, "Shape", {context.Input(0)});
  const std::string dim = AddGather(context, shape, context.AddInts("axis", {axis}));
  const std::string up = AddStep(context, "Add", {dim, context.AddInts("rest", {count - 1})});
  const std::string piece = AddStep(context, "Div", {up, context.AddInts("count", {count})});
  std::vector<int64_t> pieces(static_cast<size_t>(count), 1), dims(static_cast<size_t>(count), 0);
  pieces.back() = 1 - count;
  dims.back() = 1;
  const std::string whole = AddStep(context, "Mul", {piece, context.AddInts("pieces", pieces)});
  return AddStep(context, "Add", {whole, AddStep(context, "Mul", {dim, context.AddInts("last", dims)})});
}

// Computes the sizes from the number of pieces (opset 18). The last piece is smaller where the dimension does not
// divide. `sizes` stays "" where the pieces have equal sizes or the operator refuses them.
Status SizesFromCount(UpgradeContext& context, int64_t axis, std::string& sizes) {
  const auto count = context.Take<int64_t>("num_outputs");
  if (!count) return {};
  if (*count != static_cast<int64_t>(context.node().outputs.size()))
    return context.Refuse("num_outputs is not its number of outputs");
  const auto dim = context.values().Dim(context.Input(0), axis);
  if (!dim) {
    if (*count > 1) sizes = SizesOfRun(context, axis, *count);
    return {};
  }
  const int64_t piece = (*dim + *count - 1) / *count;
  std::vector<int64_t> pieces(static_cast<size_t>(*count), piece);
  pieces.back() = *dim - piece * (*count - 1);
  // A branch that is never taken may hold such a node. Inference refuses the node where it would run.
  if (pieces.back() < 0) return {};
  sizes = context.AddInts("size_splits", pieces);
  return {};
}

// Returns the sizes of opset 1, which have the type of the data, as integers.
Result<std::string> SizesOfData(UpgradeContext& context, const std::string& sizes) {
  OPDK_TRY(const auto numbers, WholeNumbers(context, sizes));
  if (numbers) return context.AddInts("size_splits", *numbers);
  return AddCast(context, sizes, context.values().ElementType(sizes), ge::DT_INT64);
}

// Moves the sizes, an attribute before opset 13, to an input. An empty list cuts equal pieces, like no list.
Status UpgradeSplit(UpgradeContext& context) {
  const auto given = context.Get<std::vector<int64_t>>("split");
  if (given && given->empty()) context.Drop("split");
  context.IntsToInput("split", 1);
  const int64_t axis = context.Take<int64_t>("axis").value_or(0);
  std::string sizes = context.Input(1);
  if (context.version() == 1 && !sizes.empty()) {
    OPDK_TRY(sizes, SizesOfData(context, sizes));
  }
  OPDK_TRY(SizesFromCount(context, axis, sizes));
  const auto pieces = static_cast<int64_t>(context.node().outputs.size());
  if (sizes.empty()) {
    BecomeIr(context, "SplitD", {context.Input(0)}, {{"split_dim", axis}, {"num_split", pieces}});
  } else {
    context.node().inputs = {context.Input(0), sizes, context.AddInt("split_dim", axis)};
    context.Set("num_split", pieces);
  }
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(SplitV, Split, 1);
OPDK_UPGRADE_ONNX(UpgradeSplit, "Split");

}  // namespace opdk::onnx_plugin
