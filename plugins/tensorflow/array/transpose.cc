#include <algorithm>
#include <string>
#include <vector>

#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

// Makes axes that perm counts from the end axes from 0 on. Where only a run knows perm, the run adds the rank.
Status UpgradeTranspose(UpgradeContext& context) {
  const std::string x = context.Input(0), perm = context.Input(1);
  if (auto known = context.values().Ints(perm)) {
    if (std::all_of(known->begin(), known->end(), [](int64_t axis) { return axis >= 0; })) return {};
    for (int64_t& axis : *known) axis += axis < 0 ? static_cast<int64_t>(known->size()) : 0;
    context.SetInput(1, context.AddInts("perm", *known));
    return {};
  }
  const ge::DataType type = context.values().ElementType(perm);
  const std::string none = AddInt32(context, "none", 0);
  const std::string below = AddIrStep(context, "Less", {perm, type == ge::DT_INT64 ? AsInt64(context, none) : none});
  const std::string rank = AddIrStep(context, "Shape", {perm}, {{"dtype", static_cast<int64_t>(type)}});
  context.SetInput(1, AddIrStep(context, "SelectV2", {below, AddIrStep(context, "Add", {perm, rank}), perm}));
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(ConjugateTranspose);
OPDK_MAP_TENSORFLOW(Transpose);
OPDK_UPGRADE_TENSORFLOW(UpgradeTranspose, "ConjugateTranspose", "Transpose");

}  // namespace opdk::tensorflow_plugin
