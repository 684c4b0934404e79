#include <numeric>
#include <vector>

#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Sets perm to ONNX's default, the axes from rank - 1 to 0. Where the rank isn't known, the axes are computed in the
// run. A list without axes stands for the default, too, as ONNX's reference evaluator has it.
Status UpgradeTranspose(UpgradeContext& context) {
  const auto given = context.Get<std::vector<int64_t>>("perm");
  if (context.Has("perm") && !(given && given->empty())) return {};
  context.Drop("perm");
  const std::string x = context.Input(0);
  const auto rank = context.values().Rank(x);
  if (!rank) {
    const std::string axes = AddStep(context, "Size", {AddStep(context, "Shape", {x})});
    const std::string last = AddStep(context, "Sub", {axes, context.AddInt("one", 1)});
    const std::string down = context.AddInt("down", -1);
    BecomeIr(context, "Transpose", {x, AddStep(context, "Range", {last, down, down})});
    return {};
  }
  std::vector<int64_t> perm(static_cast<size_t>(*rank));
  std::iota(perm.rbegin(), perm.rend(), 0);
  context.Set("perm", perm);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(TransposeD, Transpose, 1);
OPDK_UPGRADE_ONNX(UpgradeTranspose, "Transpose");

}  // namespace opdk::onnx_plugin
