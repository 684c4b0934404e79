#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Divides x by its norm along an axis. Slices of the norm 0 stay 0. The norm may be beyond the range of 16 bits.
Status UpgradeLpNormalization(UpgradeContext& context) {
  const int64_t p = context.IntOr("p", 2), axis = context.IntOr("axis", -1);
  if (p != 1 && p != 2) return context.Refuse("p is " + std::to_string(p) + ", not 1 or 2");
  const std::string given = context.Input(0);
  const ge::DataType type = context.values().ElementType(given);
  const bool is_narrow = type == ge::DT_FLOAT16 || type == ge::DT_BF16;
  const std::string x = is_narrow ? AddCast(context, given, type, ge::DT_FLOAT) : given;
  const std::string zero = AddScalarLike(context, "zero", 0, x), one = AddScalarLike(context, "one", 1, x);
  const std::string norm = AddStep(context, p == 1 ? "ReduceL1" : "ReduceL2", {x, context.AddInts("axis", {axis})});
  const std::string is_zero = AddStep(context, "Equal", {norm, zero});
  Become(context, "Div", {x, AddStep(context, "Where", {is_zero, one, norm})});
  if (is_narrow) CastOutput(context, 0, type);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(Div, LpNormalization, 1);
OPDK_UPGRADE_ONNX(UpgradeLpNormalization, "LpNormalization");

}  // namespace opdk::onnx_plugin
