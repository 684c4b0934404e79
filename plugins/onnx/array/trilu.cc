#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Returns the mask of the elements of x that are kept: the column lies on the upper or lower side of the row + k.
std::string KeptMask(UpgradeContext& context, const std::string& x, const std::string& k, bool upper) {
  const std::string zero = context.AddInt("zero", 0), one = context.AddInt("one", 1);
  const std::string shape = AddStep(context, "Shape", {x});
  const std::string height = AddGather(context, shape, context.AddInt("rows", -2));
  const std::string width = AddGather(context, shape, context.AddInt("columns", -1));
  const std::string rows = AddStep(context, "Range", {zero, height, one});
  const std::string columns = AddStep(context, "Range", {zero, width, one});
  // Beyond the matrix all diagonals are alike, and a sum with any k doesn't overflow.
  const std::string least = AddStep(context, "Neg", {height});
  // A k of several numbers is refused here, in the run at the latest.
  const std::string number = AddStep(context, "Reshape", {k, context.AddInts("scalar", {})});
  const std::string near = AddStep(context, "Max", {AddStep(context, "Min", {number, width}), least});
  const std::string last = AddStep(context, "Add", {rows, near});
  const std::string column = AddStep(context, "Unsqueeze", {last, context.AddInts("axes", {1})});
  return AddStep(context, upper ? "GreaterOrEqual" : "LessOrEqual", {columns, column});
}

// Makes `k` the attribute diagonal of Ascend IR where it is known. Else a mask is computed in the run.
Status UpgradeTrilu(UpgradeContext& context) {
  const std::string x = context.Input(0), k = context.Input(1);
  OPDK_TRY(context.IntToBool("upper"));
  const bool upper = context.Take<bool>("upper").value_or(true);
  const auto diagonal = k.empty() ? std::vector<int64_t>{0} : context.values().Ints(k);
  if (diagonal && diagonal->size() != 1) return context.Refuse("input k must have one element");
  if (diagonal) {
    context.node().inputs = {x};
    context.Set("diagonal", diagonal->front());
    if (!upper) BecomeIr(context, "Tril", {x}, context.node().attributes);
  } else {
    const std::string kept = KeptMask(context, x, k, upper);
    Become(context, "Where", {kept, x, AddScalarLike(context, "other", 0, x)});
  }
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(Triu, Trilu, 14);
OPDK_MAP_ONNX_OF(com.microsoft, Triu, Trilu, 1);
OPDK_UPGRADE_ONNX(UpgradeTrilu, "Trilu", "com.microsoft::Trilu");

}  // namespace opdk::onnx_plugin
