#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Converts opset 1, which repeats along one axis. Its inputs tiles and axis are one number each.
Status UpgradeTile(UpgradeContext& context) {
  if (context.version() >= 6) return {};
  const auto tiles = context.values().Ints(context.Input(1));
  const auto axis = context.values().Ints(context.Input(2));
  const auto rank = context.values().Rank(context.Input(0));
  if (!tiles || !axis || !rank || tiles->size() != 1 || axis->size() != 1) {
    return context.Refuse("tiles and axis must be constants and the input's rank known");
  }
  std::vector<int64_t> repeats(static_cast<size_t>(*rank), 1);
  const int64_t at = axis->front();
  if (at < 0 || at >= *rank) return context.Refuse("its axis is outside of the input's rank");
  repeats[static_cast<size_t>(at)] = tiles->front();
  context.SetInput(1, context.AddInts("repeats", repeats));
  context.node().inputs.pop_back();
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Tile, 1);
OPDK_UPGRADE_ONNX(UpgradeTile, "Tile");

}  // namespace opdk::onnx_plugin
