#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Opset 18 gives the number of pieces, of which the last is smaller where the dimension does not divide.
Status SizesFromCount(UpgradeContext& context, int64_t count) {
  if (count != static_cast<int64_t>(context.node().outputs.size()))
    return context.Refuse("num_outputs is not its number of outputs");
  const int64_t axis = context.IntOr("axis", 0);
  const auto dim = context.values().Dim(context.Input(0), axis);
  if (!dim) return {};  // the operator splits evenly, or refuses when the dimension is known
  const int64_t piece = (*dim + count - 1) / count;
  std::vector<int64_t> sizes(static_cast<size_t>(count), piece);
  sizes.back() = *dim - piece * (count - 1);
  if (sizes.back() < 0) return context.Refuse("its dimension is too small for num_outputs pieces");
  context.SetInput(1, context.AddInts("split", sizes));
  return {};
}

// Before opset 13 the sizes were an attribute.
Status UpgradeSplit(UpgradeContext& context) {
  context.IntsToInput("split", 1);
  const auto count = context.Take<int64_t>("num_outputs");
  return count ? SizesFromCount(context, *count) : Status();
}

}  // namespace

OPDK_MAP_ONNX(Split, 1);
OPDK_UPGRADE_ONNX(UpgradeSplit, "Split");

}  // namespace opdk::onnx_plugin
