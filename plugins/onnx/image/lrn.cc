#include <fmt/format.h>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// ONNX divides alpha by the number of channels in the window.
Status UpgradeLrn(UpgradeContext& context) {
  const int64_t size = context.Take<int64_t>("size").value_or(0);
  if (size < 1 || size % 2 == 0) {
    return context.Refuse(fmt::format("size {} is not supported, only odd ones are", size));
  }
  context.Set("depth_radius", size / 2);
  context.Set("alpha", context.Take<float>("alpha").value_or(0.0001F) / static_cast<float>(size));
  context.Set("beta", context.Take<float>("beta").value_or(0.75F));
  return {};
}

}  // namespace

OPDK_MAP_ONNX(LRN, 1);
OPDK_UPGRADE_ONNX(UpgradeLrn, "LRN");

}  // namespace opdk::onnx_plugin
