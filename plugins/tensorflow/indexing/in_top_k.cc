#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeInTopK(UpgradeContext& context) {
  context.SetInput(2, AddInt32(context, "k", static_cast<int32_t>(context.Take<int64_t>("k").value_or(1))));
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(InTopK);
OPDK_UPGRADE_TENSORFLOW(UpgradeInTopK, "InTopK");

}  // namespace opdk::tensorflow_plugin
