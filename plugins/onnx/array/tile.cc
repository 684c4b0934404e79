#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns the repeats of opset 1 where only a run knows tiles or axis: 1, and `tiles` at `axis`.
std::string RepeatsOfRun(UpgradeContext& context, int rank) {
  std::vector<std::string> rows;  // row i: 1 at axis i
  for (int i = 0; i < rank; ++i) {
    std::vector<int64_t> row(static_cast<size_t>(rank), 0);
    row[static_cast<size_t>(i)] = 1;
    rows.push_back(AddStep(context, "Unsqueeze", {context.AddInts("row", row), context.AddInts("first", {0})}));
  }
  const auto integer = [&](size_t input) {
    const std::string value = context.Input(input);
    return AddCast(context, value, context.values().ElementType(value), ge::DT_INT64);
  };
  const std::string one = context.AddInts("one", {1});
  // Gather refuses an axis outside of the rank.
  const std::string row = AddGather(context, rank == 1 ? rows.front() : AddConcat(context, rows, 0), integer(2));
  const std::string more = AddStep(context, "Sub", {integer(1), one});
  const std::string repeats = AddStep(context, "Add", {AddStep(context, "Mul", {row, more}), one});
  return AddStep(context, "Reshape", {repeats, context.AddInts("all", {-1})});
}

// Converts opset 1, which repeats along one axis. Its inputs tiles and axis are one number each, of the data's type.
Status UpgradeTile(UpgradeContext& context) {
  if (context.version() >= 6) return {};
  OPDK_TRY(const auto tiles, WholeNumbers(context, context.Input(1)));
  OPDK_TRY(const auto axis, WholeNumbers(context, context.Input(2)));
  const auto rank = context.values().Rank(context.Input(0));
  if (!rank || *rank == 0) return context.Refuse("the rank of its input must be known, and not 0");
  if ((tiles && tiles->size() != 1) || (axis && axis->size() != 1)) {
    return context.Refuse("tiles and axis must be one number each");
  }
  if (tiles && axis) {
    std::vector<int64_t> repeats(static_cast<size_t>(*rank), 1);
    const int64_t at = axis->front();
    if (at < 0 || at >= *rank) return context.Refuse("its axis is outside of the input's rank");
    repeats[static_cast<size_t>(at)] = tiles->front();
    context.SetInput(1, context.AddInts("repeats", repeats));
  } else {
    context.SetInput(1, RepeatsOfRun(context, *rank));
  }
  context.node().inputs.pop_back();
  return {};
}

}  // namespace

OPDK_MAP_ONNX(Tile, 1);
OPDK_UPGRADE_ONNX(UpgradeTile, "Tile");

}  // namespace opdk::onnx_plugin
