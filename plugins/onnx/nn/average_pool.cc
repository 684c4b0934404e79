#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Opset 19 let windows have gaps, which the prototype does not know.
Status CheckAveragePool(UpgradeContext& context) {
  const auto dilations = context.Take<std::vector<int64_t>>("dilations").value_or(std::vector<int64_t>());
  for (const int64_t dilation : dilations) {
    if (dilation != 1) return context.Refuse("dilations other than 1 are not supported");
  }
  return {};
}

}  // namespace

OPDK_MAP_ONNX(AveragePool, 1);

OPDK_UPGRADE_ONNX(CheckAveragePool, "AveragePool");

}  // namespace opdk::onnx_plugin
