#include <fmt/format.h>

#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeExpandDims(UpgradeContext& context) {
  if (const auto axis = context.values().Ints(context.Input(1))) {
    if (axis->size() != 1) return context.Refuse(fmt::format("its axis has {} numbers, not one", axis->size()));
    BecomeIr(context, "Unsqueeze", {context.Input(0)}, {{"axes", *axis}});
  } else {
    // Another count than one is refused here.
    const std::string one =
        AddIrStep(context, "Reshape", {AsInt64(context, context.Input(1)), context.AddInts("one", {1})});
    BecomeIr(context, "UnsqueezeV3", {context.Input(0), one});
  }
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW_AS(UnsqueezeV3, ExpandDims);
OPDK_UPGRADE_TENSORFLOW(UpgradeExpandDims, "ExpandDims");

}  // namespace opdk::tensorflow_plugin
