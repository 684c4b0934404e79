#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeUnique(UpgradeContext& context) {
  TypeToType(context, "out_idx", "out_idx", ge::DT_INT32);
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(Unique);
OPDK_MAP_TENSORFLOW(UniqueWithCounts);
OPDK_MAP_TENSORFLOW_AS(UniqueExt2, UniqueV2);
OPDK_UPGRADE_TENSORFLOW(UpgradeUnique, "Unique", "UniqueWithCounts", "UniqueV2");

}  // namespace opdk::tensorflow_plugin
