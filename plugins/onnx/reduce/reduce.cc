#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// The prototypes take the axes as an input, as ReduceSum does since opset 13 and the others since 18. No axes meant
// all of them in the older form, also when the list was empty.
Status UpgradeReduce(UpgradeContext& context) {
  const auto axes = context.Take<std::vector<int64_t>>("axes");
  if (axes && !axes->empty()) context.SetInput(1, context.AddInts("axes", *axes));
  return {};
}

}  // namespace

OPDK_MAP_ONNX(ReduceSum, 1);
OPDK_MAP_ONNX(ReduceMean, 1);
OPDK_MAP_ONNX(ReduceMax, 1);
OPDK_MAP_ONNX(ReduceMin, 1);
OPDK_MAP_ONNX(ReduceProd, 1);
OPDK_MAP_ONNX(ReduceL1, 1);
OPDK_MAP_ONNX(ReduceL2, 1);
OPDK_MAP_ONNX(ReduceLogSum, 1);
OPDK_MAP_ONNX(ReduceLogSumExp, 1);
OPDK_MAP_ONNX(ReduceSumSquare, 1);
OPDK_UPGRADE_ONNX(UpgradeReduce, "ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1",
                  "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare");

}  // namespace opdk::onnx_plugin
