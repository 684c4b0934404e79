#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Compares the numbers of rows and columns, which follow from x's shape: 1 where the column is the row + k.
Status UpgradeEyeLike(UpgradeContext& context) {
  const std::string x = context.Input(0);
  const int64_t k = context.Take<int64_t>("k").value_or(0);
  const int64_t dtype = context.Take<int64_t>("dtype").value_or(ToOnnxType(context.values().ElementType(x)));
  if (dtype == 0) return context.Refuse("attribute dtype is missing and its input's type is not known");
  const std::string zero = context.AddInt("zero", 0), one = context.AddInt("one", 1);
  const std::string shape = AddStep(context, "Shape", {x});
  const std::string rows = AddStep(context, "Range", {zero, AddGather(context, shape, zero), one});
  const std::string columns = AddStep(context, "Range", {zero, AddGather(context, shape, one), one});
  const std::string diagonal = AddStep(context, "Add", {rows, context.AddInt("k", k)});
  const std::string column = AddStep(context, "Unsqueeze", {diagonal, context.AddInts("axes", {1})});
  Become(context, "Cast", {AddStep(context, "Equal", {columns, column})}, {{"to", dtype}});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(Cast, EyeLike, 9);
OPDK_UPGRADE_ONNX(UpgradeEyeLike, "EyeLike");

}  // namespace opdk::onnx_plugin
