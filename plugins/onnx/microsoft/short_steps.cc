#include "plugins/onnx/microsoft/short_steps.h"

#include <algorithm>

#include "opdk/shape_rules.h"
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
  Halves halves{context.values().NewName(x + "/first"), context.values().NewName(x + "/second")};
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

std::optional<std::vector<int64_t>> DimsToCheck(UpgradeContext& context, const std::string& value) {
  const ge::TensorDesc* desc = context.values().Find(value);
  if (desc == nullptr || IsUnknownRank(desc->GetShape().GetDims())) return std::nullopt;
  return desc->GetShape().GetDims();
}

bool MayBeEqual(const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](int64_t one, int64_t other) { return one < 0 || other < 0 || one == other; });
}

Status CheckList(UpgradeContext& context, size_t index, const char* name, int64_t extent) {
  const auto dims = DimsToCheck(context, context.Input(index));
  if (!dims || (dims->size() == 1 && (dims->front() < 0 || extent < 0 || dims->front() == extent))) return {};
  return context.Refuse(std::string(name) + " has shape " + ShapeText(*dims) + ", not one entry for each of the " +
                        (extent < 0 ? "" : std::to_string(extent) + " ") + "channels of its input");
}

Status Give(UpgradeContext& context, const std::string& value) {
  Become(context, "Identity", {value});
  return {};
}

}  // namespace opdk::onnx_plugin
