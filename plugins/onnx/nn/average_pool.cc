#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade.h"

namespace opdk::onnx_plugin {
namespace {

// Opset 19 let windows have gaps, which the prototype does not know.
Status CheckAveragePool(UpgradeContext& context) {
  const onnx::AttributeProto dilations = context.Take("dilations");
  for (int64_t dilation : dilations.ints()) {
    if (dilation != 1) return context.Refuse("dilations other than 1 are not supported");
  }
  return {};
}

}  // namespace

OPDK_MAP_ONNX(AveragePool, 1);

OPDK_UPGRADE_ONNX(CheckAveragePool, "AveragePool");

}  // namespace opdk::onnx_plugin
