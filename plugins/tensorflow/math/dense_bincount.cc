#include <string>

#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

// Makes a Bincount of the counts of a list. Numbers of int64 above the number of bins become this number, which no bin
// counts.
Status UpgradeDenseBincount(UpgradeContext& context) {
  if (context.Get<bool>("binary_output").value_or(false)) return context.Refuse("binary_output is not supported");
  if (context.values().Rank(context.Input(0)) != 1) {
    return context.Refuse("its numbers are not known to be a list; counts of each row are not supported");
  }
  std::string numbers = context.Input(0), size = context.Input(1);
  if (context.values().ElementType(numbers) == ge::DT_INT64) {
    const AttrMap to_int32 = {{"dst_type", static_cast<int64_t>(ge::DT_INT32)}};
    numbers = AddIrStep(context, "Cast", {AddIrStep(context, "Minimum", {numbers, size})}, to_int32);
    size = AddIrStep(context, "Cast", {size}, to_int32);
  }
  BecomeIr(context, "Bincount", {numbers, size, context.Input(2)});
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW_AS(Bincount, DenseBincount);
OPDK_UPGRADE_TENSORFLOW(UpgradeDenseBincount, "DenseBincount");

}  // namespace opdk::tensorflow_plugin
