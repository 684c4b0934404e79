#include <string>

#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

// Computes y[x[i]] = i.
Status UpgradeInvertPermutation(UpgradeContext& context) {
  const ge::DataType type = context.values().ElementType(context.Input(0));
  const AttrMap dtype = {{"dtype", static_cast<int64_t>(type)}};
  const std::string x = context.Input(0);
  const std::string shape = AddIrStep(context, "Shape", {x}, dtype), count = AddIrStep(context, "Size", {x}, dtype);
  const auto number = [&](const char* hint, int32_t value) {
    const std::string constant = AddInt32(context, hint, value);
    return type == ge::DT_INT32 ? constant : AsInt64(context, constant);
  };
  const std::string places = AddIrStep(context, "Range", {number("from", 0), count, number("step", 1)});
  BecomeIr(context, "ScatterNd", {AddUnsqueeze(context, x, -1), places, shape});
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW_AS(ScatterNd, InvertPermutation);
OPDK_UPGRADE_TENSORFLOW(UpgradeInvertPermutation, "InvertPermutation");

}  // namespace opdk::tensorflow_plugin
