#include <fmt/format.h>

#include <cmath>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Converts p, which is a float in opset 1, to an integer.
Status UpgradeLpPool(UpgradeContext& context) {
  const auto p = context.Take<float>("p");
  if (!p) return {};
  if (*p != std::floor(*p)) return context.Refuse(fmt::format("p is {}, not a whole number", *p));
  context.Set("p", static_cast<int64_t>(*p));
  return {};
}

Status UpgradeGlobalLpPool(UpgradeContext& context) {
  if (const auto p = context.Take<int64_t>("p")) context.Set("p", static_cast<float>(*p));
  return {};
}

}  // namespace

OPDK_MAP_ONNX(LpPool, 1);
OPDK_MAP_ONNX(GlobalLpPool, 1);
OPDK_UPGRADE_ONNX(UpgradeLpPool, "LpPool");
OPDK_UPGRADE_ONNX(UpgradeGlobalLpPool, "GlobalLpPool");

}  // namespace opdk::onnx_plugin
