#include "plugins/onnx/microsoft/short_steps.h"

#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

std::string AddUnary(UpgradeContext& context, const char* type, const std::string& x) {
  return AddStep(context, type, {x});
}

std::string AddBinary(UpgradeContext& context, const char* type, const std::string& x, const std::string& y) {
  return AddStep(context, type, {x, y});
}

std::string AddWithInts(UpgradeContext& context, const char* type, const std::string& x,
                        std::initializer_list<int64_t> list) {
  return AddStep(context, type, {x, context.AddInts("list", list)});
}

Halves AddHalves(UpgradeContext& context, const std::string& x, std::optional<int64_t> extent) {
  const Halves halves{context.values().NewName(x + "/first"), context.values().NewName(x + "/second")};
  std::vector<std::string> inputs = {x};
  AttrMap attributes = {{"axis", int64_t{-1}}};
  if (extent) {
    inputs.push_back(context.AddInts("split", {*extent, *extent}));
  } else {
    attributes["num_outputs"] = int64_t{2};
  }
  context.AddBefore("Split", inputs, {halves.first, halves.second}).attributes = attributes;
  return halves;
}

std::string AddCastOfInput(UpgradeContext& context, size_t index, ge::DataType type) {
  const std::string input = context.Input(index);
  return AddCast(context, input, context.values().ElementType(input), type);
}

Status Give(UpgradeContext& context, const std::string& value) {
  Become(context, "Identity", {value});
  return {};
}

}  // namespace opdk::onnx_plugin
