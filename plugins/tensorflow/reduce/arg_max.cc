#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeArgument(UpgradeContext& context) {
  TypeToType(context, "output_type", "dtype", ge::DT_INT64);
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW_AS(ArgMaxV2, ArgMax);
OPDK_MAP_TENSORFLOW(ArgMin);
OPDK_UPGRADE_TENSORFLOW(UpgradeArgument, "ArgMax", "ArgMin");

}  // namespace opdk::tensorflow_plugin
