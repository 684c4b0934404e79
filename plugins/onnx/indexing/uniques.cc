#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

Status UpgradeUnique(UpgradeContext& context) {
  const auto axis = context.Take<int64_t>("axis");
  context.SetInput(1, context.AddInts("axis", axis ? std::vector<int64_t>{*axis} : std::vector<int64_t>()));
  context.Set("sorted", context.Take<int64_t>("sorted").value_or(1) != 0);
  context.Set("return_inverse", true);
  // ONNX has the counts last.
  std::vector<std::string>& outputs = context.node().outputs;
  outputs.resize(4);
  std::swap(outputs[2], outputs[3]);
  return {};
}

// Gives the elements of a list in the order of their first occurrence. ONNX Runtime had this operator before ONNX.
Status UpgradeUniqueOfList(UpgradeContext& context) {
  context.Set("out_idx", ge::DT_INT64);
  context.node().outputs.resize(3);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, UniqueWithCounts, Unique, 1);
OPDK_UPGRADE_ONNX(UpgradeUniqueOfList, "com.microsoft::Unique");
OPDK_MAP_ONNX_AS(UniqueWithCountsExt2, Unique, 11);
OPDK_UPGRADE_ONNX(UpgradeUnique, "Unique");

}  // namespace opdk::onnx_plugin
