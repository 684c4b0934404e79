#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

// Moves k, an attribute in version 1, to an input.
Status UpgradeTopK(UpgradeContext& context) {
  context.SetInput(1, AddInt32(context, "k", static_cast<int32_t>(context.Take<int64_t>("k").value_or(1))));
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW_AS(TopK, TopKV2);
OPDK_MAP_TENSORFLOW(TopK);
OPDK_UPGRADE_TENSORFLOW(UpgradeTopK, "TopK");

}  // namespace opdk::tensorflow_plugin
