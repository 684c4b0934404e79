#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeExpandDims(UpgradeContext& context) {
  if (const auto axis = context.values().Ints(context.Input(1)); axis && axis->size() == 1) {
    BecomeIr(context, "Unsqueeze", {context.Input(0)}, {{"axes", *axis}});
  } else {
    const std::string flat =
        AddIrStep(context, "Reshape", {AsInt64(context, context.Input(1)), context.AddInts("flat", {-1})});
    BecomeIr(context, "UnsqueezeV3", {context.Input(0), flat});
  }
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW_AS(UnsqueezeV3, ExpandDims);
OPDK_UPGRADE_TENSORFLOW(UpgradeExpandDims, "ExpandDims");

}  // namespace opdk::tensorflow_plugin
