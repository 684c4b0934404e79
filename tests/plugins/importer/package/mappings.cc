// The mappings of the made-up framework.
#include "graph/operator_reg.h"
#include "plugins/importer/upgrade.h"
#include "register/register.h"

namespace opdk::toy {
namespace {

// Upgrades version 1, which scaled by a whole number in the node, and took matrices only.
Status UpgradeScale(importer::UpgradeContext& context) {
  if (context.version() >= 2) return {};
  const auto rank = context.values().Rank(context.Input(0));
  if (rank != 2) return context.Refuse("its input must be a matrix");
  const auto factor = context.Take<int64_t>("factor");
  if (!factor) return context.Refuse("it has no factor");
  context.SetInput(1, context.AddScalar("factor", static_cast<float>(*factor)));
  return {};
}

// Scales by the number of the input's rows.
Status UpgradeTimesRows(importer::UpgradeContext& context) {
  const auto rows = context.values().Dim(context.Input(0), 0);
  if (!rows) return context.Refuse("its input's rows must be known");
  context.SetInput(1, context.AddScalar("rows", static_cast<float>(*rows)));
  return {};
}

}  // namespace

REGISTER_CUSTOM_OP("MatMul")
    .FrameworkType(domi::CAFFE)
    .OriginOpType("Dense")
    .ParseParamsByOperatorFn(domi::AutoMappingByOpFn);

REGISTER_CUSTOM_OP("Mul")
    .FrameworkType(domi::CAFFE)
    .OriginOpType("Scale")
    .ParseParamsByOperatorFn(domi::AutoMappingByOpFn);
OPDK_UPGRADE(CAFFE, UpgradeScale, "Scale");

REGISTER_CUSTOM_OP("Mul")
    .FrameworkType(domi::CAFFE)
    .OriginOpType("TimesRows")
    .ParseParamsByOperatorFn(domi::AutoMappingByOpFn);
OPDK_UPGRADE(CAFFE, UpgradeTimesRows, "TimesRows");

}  // namespace opdk::toy

// An operator without a mapping is known by the prototype of its name.
namespace ge {

REG_OP(Blend)
    .INPUT(first, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(second, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(weight, Int, 1)
    .OP_END_FACTORY_REG(Blend)

    // A layer of Caffe that nothing maps.
    REG_OP(Tuned)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(fast, Bool, false)
    .ATTR(scale, Float, 1.0)
    .ATTR(factors, ListFloat, {})
    .ATTR(axes, ListInt, {})
    .OP_END_FACTORY_REG(Tuned)

}  // namespace ge
