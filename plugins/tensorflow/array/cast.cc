#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeCast(UpgradeContext& context) {
  TypeToInt(context, "DstT", "dst_type", ge::DT_FLOAT);
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(Cast).IgnoreAttrs({"Truncate"});
OPDK_UPGRADE_TENSORFLOW(UpgradeCast, "Cast");

}  // namespace opdk::tensorflow_plugin
