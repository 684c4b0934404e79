#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeReverseSequence(UpgradeContext& context) {
  context.Set("seq_dim", context.Take<int64_t>("time_axis").value_or(0));
  context.Set("batch_dim", context.Take<int64_t>("batch_axis").value_or(1));
  return {};
}

}  // namespace

OPDK_MAP_ONNX(ReverseSequence, 10);
OPDK_UPGRADE_ONNX(UpgradeReverseSequence, "ReverseSequence");

}  // namespace opdk::onnx_plugin
