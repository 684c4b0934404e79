#include <string>
#include <vector>

#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Puts the element's own place along each of the first `batch_dims` axes in front of its index. Ascend IR's GatherNd
// has no batch axes.
Status UpgradeGatherND(UpgradeContext& context) {
  const int64_t batch = context.Take<int64_t>("batch_dims").value_or(0);
  if (batch < 0) return context.Refuse("batch_dims is " + std::to_string(batch) + ", below 0");
  const std::string indices = context.Input(1);
  if (batch > 0) {
    const std::string axes = context.AddInts("axes", {-1});
    const std::string one = AddIrStep(context, "OnesLike", {AddStep(context, "ReduceSum", {indices, axes})});
    std::vector<std::string> lists;
    for (int64_t axis = 0; axis < batch; ++axis) {
      const std::string along = context.AddInt("axis" + std::to_string(axis), axis);
      lists.push_back(AddStep(context, "CumSum", {one, along}, {{"exclusive", int64_t{1}}}));
    }
    lists.push_back(indices);
    context.SetInput(1, AddConcat(context, lists, -1));
  }
  context.Set("negative_index_support", true);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(GatherNd, GatherND, 11);
OPDK_UPGRADE_ONNX(UpgradeGatherND, "GatherND");

}  // namespace opdk::onnx_plugin
