#include "plugins/tensorflow/parser/mapping.h"
#include "plugins/tensorflow/parser/steps.h"

namespace opdk::tensorflow_plugin {
namespace {

Status UpgradeMultinomial(UpgradeContext& context) {
  TypeToType(context, "output_dtype", "dtype", ge::DT_INT64);
  return {};
}

}  // namespace

OPDK_MAP_TENSORFLOW(Multinomial);
OPDK_UPGRADE_TENSORFLOW(UpgradeMultinomial, "Multinomial");

}  // namespace opdk::tensorflow_plugin
