#include <numeric>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// Without perm ONNX turns the axes around.
Status UpgradeTranspose(UpgradeContext& context) {
  if (context.Has("perm")) return {};
  const auto rank = context.values().Rank(context.Input(0));
  if (!rank) return context.Refuse("without perm the input's rank must be known");
  std::vector<int64_t> perm(static_cast<size_t>(*rank));
  std::iota(perm.rbegin(), perm.rend(), 0);
  context.Set("perm", perm);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(TransposeD, Transpose, 1);
OPDK_UPGRADE_ONNX(UpgradeTranspose, "Transpose");

}  // namespace opdk::onnx_plugin
