#include <vector>

#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

// Transposes the input, because the channels come last in TensorFlow and first in Ascend IR.
Status UpgradeLrn(UpgradeContext& context) {
  using Ints = std::vector<int64_t>;
  context.SetInput(0, AddIrStep(context, "TransposeD", {context.Input(0)}, {{"perm", Ints{0, 3, 1, 2}}}));
  AddIrStepAfter(context, 0, "TransposeD", {{"perm", Ints{0, 2, 3, 1}}});
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(LRN);
OPDK_UPGRADE_TENSORFLOW(UpgradeLrn, "LRN");

}  // namespace opdk::tensorflow_plugin
