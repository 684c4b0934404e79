#include <fmt/format.h>

#include "plugins/tensorflow/parser/mapping.h"

namespace opdk::tensorflow_plugin {
namespace {

// Refuses paddings that are known to be no matrix. Ascend IR takes a list, too.
Status CheckPaddings(UpgradeContext& context) {
  const auto rank = context.values().Rank(context.Input(1));
  if (!rank || *rank == 2) return {};
  return context.Refuse(fmt::format("paddings must have rank 2, and has rank {}", *rank));
}

}  // namespace

OPDK_MAP_TENSORFLOW(MirrorPad);
OPDK_MAP_TENSORFLOW(MirrorPadGrad);
OPDK_MAP_TENSORFLOW(Pad);
OPDK_MAP_TENSORFLOW(PadV2);
OPDK_UPGRADE_TENSORFLOW(CheckPaddings, "MirrorPad", "MirrorPadGrad", "Pad", "PadV2");

}  // namespace opdk::tensorflow_plugin
