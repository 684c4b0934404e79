#include <fmt/format.h>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Moves the axis, an attribute before opset 20, to an input.
Status UpgradeDft(UpgradeContext& context) {
  if (context.version() >= 20) return {};
  context.SetInput(2, context.AddInt("axis", context.Take<int64_t>("axis").value_or(1)));
  return {};
}

// Computes the matrix in float, and cuts off integers.
Status UpgradeMelWeightMatrix(UpgradeContext& context) {
  const auto type = context.Take<int64_t>("output_datatype");
  if (!type) return {};
  const ge::DataType wanted = FromOnnxType(static_cast<int32_t>(*type));
  if (wanted == ge::DT_UNDEFINED) {
    return context.Refuse(
        fmt::format("output_datatype {} is not supported", OnnxTypeName(static_cast<int32_t>(*type))));
  }
  if (wanted != ge::DT_FLOAT) CastOutput(context, 0, wanted);
  return {};
}

// Converts one number of any integer type to a 64-bit number of rank 0.
std::string AsNumber(UpgradeContext& context, const std::string& value) {
  const std::string wide = AddCast(context, value, context.values().ElementType(value), ge::DT_INT64);
  return AddStep(context, "Reshape", {wide, context.AddInts("scalar", {})});
}

// Computes the transforms of the signal's frames, weighted by the window. A frame begins every frame_step elements.
Status UpgradeStft(UpgradeContext& context) {
  const std::string signal = context.Input(0), window = context.Input(2);
  const auto add = [&](const char* type, std::vector<std::string> inputs) {
    return AddStep(context, type, std::move(inputs));
  };
  const std::string zero = context.AddInt("zero", 0), one = context.AddInt("one", 1);
  const std::string step = AsNumber(context, context.Input(1));
  std::string length;
  if (!context.Input(3).empty()) {
    length = AsNumber(context, context.Input(3));
  } else if (!window.empty()) {
    length = AddGather(context, AddStep(context, "Shape", {window}), zero);
  } else {
    return context.Refuse("neither window nor frame_length is given");
  }
  const std::string extent = AddGather(context, AddStep(context, "Shape", {signal}), one);
  const std::string rest = add("Div", {add("Sub", {extent, length}), step});
  const std::string frames = add("Range", {zero, add("Add", {rest, one}), one});
  const std::string column = add("Unsqueeze", {add("Mul", {frames, step}), context.AddInts("column", {1})});
  const std::string places = add("Add", {column, add("Range", {zero, length, one})});
  std::string pieces = AddGather(context, signal, places, 1);
  if (!window.empty()) {
    pieces = add("Mul", {pieces, add("Unsqueeze", {window, context.AddInts("parts", {1})})});
  }
  context.node().type = "DFT";
  context.node().inputs = {pieces, "", context.AddInt("axis", -2)};
  context.Set("onesided", context.IntOr("onesided", 1));
  return {};
}

}  // namespace

OPDK_MAP_ONNX(DFT, 17);
OPDK_MAP_ONNX_AS(DFT, STFT, 17);
OPDK_MAP_ONNX(MelWeightMatrix, 17);
OPDK_UPGRADE_ONNX(UpgradeDft, "DFT");
OPDK_UPGRADE_ONNX(UpgradeStft, "STFT");
OPDK_UPGRADE_ONNX(UpgradeMelWeightMatrix, "MelWeightMatrix");

}  // namespace opdk::onnx_plugin
