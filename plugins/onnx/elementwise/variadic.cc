#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Makes a chain of Maximum or Minimum, which take two inputs. ONNX's Max and Min take any number.
Status UpgradeExtremum(UpgradeContext& context) {
  const std::string type = context.node().type;
  const std::vector<std::string> x = context.node().inputs;
  if (x.size() == 1) {
    Become(context, "Identity", x);
    return {};
  }
  std::string joined = x[0];
  for (size_t i = 1; i + 1 < x.size(); ++i) joined = AddStep(context, type, {joined, x[i]});
  context.node().inputs = {joined, x.back()};
  return {};
}

// Makes a chain of Add, and a division for Mean. The 16-bit floats are added in float: they are rounded once, and no
// intermediate sum overflows.
Status UpgradeSum(UpgradeContext& context) {
  const bool mean = context.node().type == "Mean";
  std::vector<std::string> x = context.node().inputs;
  if (x.size() == 1) {
    Become(context, "Identity", x);
    return {};
  }
  const ge::DataType type = context.values().ElementType(x[0]);
  const bool wide = (type == ge::DT_FLOAT16 || type == ge::DT_BF16) && (mean || x.size() > 2);
  for (std::string& value : x) value = AddCast(context, value, type, wide ? ge::DT_FLOAT : type);
  std::string sum = x[0];
  for (size_t i = 1; i + 1 < x.size(); ++i) sum = AddStep(context, "Add", {sum, x[i]});
  if (mean) {
    sum = AddStep(context, "Add", {sum, x.back()});
    const auto count = static_cast<float>(x.size());
    context.node().inputs = {sum, AddScalarLike(context, "count", count, wide ? sum : x[0])};
  } else {
    context.node().inputs = {sum, x.back()};
  }
  if (wide) CastOutput(context, 0, type);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(Maximum, Max, 1);
OPDK_MAP_ONNX_AS(Minimum, Min, 1);
OPDK_MAP_ONNX_AS(Add, Sum, 1);
OPDK_MAP_ONNX_AS(RealDiv, Mean, 1);
OPDK_UPGRADE_ONNX(UpgradeExtremum, "Max", "Min");
OPDK_UPGRADE_ONNX(UpgradeSum, "Sum", "Mean");

}  // namespace opdk::onnx_plugin
