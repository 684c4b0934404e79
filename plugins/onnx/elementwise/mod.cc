#include <fmt/format.h>

#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Chooses between two operators of Ascend IR by fmod.
Status UpgradeMod(UpgradeContext& context) {
  const int64_t fmod = context.Take<int64_t>("fmod").value_or(0);
  if (fmod != 0 && fmod != 1) return context.Refuse(fmt::format("fmod is {}, not 0 or 1", fmod));
  if (fmod == 1) BecomeIr(context, "TruncateMod", context.node().inputs);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(FloorMod, Mod, 10);
OPDK_UPGRADE_ONNX(UpgradeMod, "Mod");

}  // namespace opdk::onnx_plugin
