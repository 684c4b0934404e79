#include <string>

#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

// Divides the sums of the segments by their numbers of rows. A segment without rows gives 0.
Status UpgradeSegmentMean(UpgradeContext& context) {
  const std::string x = context.Input(0), ids = context.Input(1);
  const std::string counts = AddIrStep(context, "SegmentSum", {AddIrStep(context, "OnesLike", {x}), ids});
  BecomeIr(context, "DivNoNan", {AddIrStep(context, "SegmentSum", {x, ids}), counts});
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW_AS(DivNoNan, SegmentMean);
OPDK_UPGRADE_TENSORFLOW(UpgradeSegmentMean, "SegmentMean");

}  // namespace opdk::tensorflow_plugin
