#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {
namespace {

// 1 where the column is the row + k: numbers of rows and columns that follow from x's shape, compared.
Status UpgradeEyeLike(UpgradeContext& context) {
  const std::string x = context.Input(0), y = context.node().outputs[0];
  const int64_t k = context.Take<int64_t>("k").value_or(0);
  const int64_t dtype = context.Take<int64_t>("dtype").value_or(ToOnnxType(context.values().ElementType(x)));
  if (dtype == 0) return context.Refuse("attribute dtype is missing and its input's type is not known");
  const auto name = [&](const char* suffix) { return context.values().NewName(y + suffix); };
  const std::string shape = name("/shape"), row_count = name("/row_count"), column_count = name("/column_count"),
                    rows = name("/rows"), columns = name("/columns"), diagonal = name("/diagonal"),
                    column = name("/column"), equal = name("/equal");
  const std::string zero = context.AddInt("zero", 0), one = context.AddInt("one", 1);
  context.AddBefore("Shape", {x}, {shape});
  context.AddBefore("Gather", {shape, zero}, {row_count});
  context.AddBefore("Gather", {shape, one}, {column_count});
  context.AddBefore("Range", {zero, row_count, one}, {rows});
  context.AddBefore("Range", {zero, column_count, one}, {columns});
  context.AddBefore("Add", {rows, context.AddInt("k", k)}, {diagonal});
  context.AddBefore("Unsqueeze", {diagonal, context.AddInts("axes", {1})}, {column});
  context.AddBefore("Equal", {columns, column}, {equal});
  context.node().type = "Cast";
  context.node().inputs = {equal};
  context.Set("to", dtype);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(Cast, EyeLike, 9);
OPDK_UPGRADE_ONNX(UpgradeEyeLike, "EyeLike");

}  // namespace opdk::onnx_plugin
