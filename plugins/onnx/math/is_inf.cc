#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Compares with the infinity of one sign where ONNX asks for one sign alone. With neither sign every element is false.
Status UpgradeIsInf(UpgradeContext& context) {
  const bool negative = context.Take<int64_t>("detect_negative").value_or(1) != 0;
  const bool positive = context.Take<int64_t>("detect_positive").value_or(1) != 0;
  if (negative && positive) return {};
  const std::string x = context.Input(0);
  if (!negative && !positive) {
    Become(context, "Less", {x, x});  // never
    return {};
  }
  const std::string zero = AddScalarLike(context, "zero", 0, x);
  const std::string infinite = AddStep(context, "IsInf", {x});
  Become(context, "And", {infinite, AddStep(context, positive ? "Greater" : "Less", {x, zero})});
  return {};
}

}  // namespace

OPDK_MAP_ONNX(IsInf, 10);
OPDK_UPGRADE_ONNX(UpgradeIsInf, "IsInf");

}  // namespace opdk::onnx_plugin
