#include "plugins/onnx/parser/upgrade_steps.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <utility>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {
namespace {

template <typename T>
Result<std::optional<std::vector<int64_t>>> Whole(const UpgradeContext& context, const ge::Tensor& tensor,
                                                  const std::string& value) {
  constexpr double kMost = 9007199254740992;  // 2^53: the double above has no ones
  std::vector<T> numbers(tensor.GetSize() / sizeof(T));
  if (!numbers.empty()) std::memcpy(numbers.data(), tensor.GetData(), tensor.GetSize());
  std::vector<int64_t> whole;
  for (const T each : numbers) {
    const auto number = static_cast<double>(each);
    if (!(std::abs(number) <= kMost) || number != std::trunc(number)) {
      return context.Refuse(fmt::format("'{}' has {}, which is no whole number", value, number));
    }
    whole.push_back(static_cast<int64_t>(number));
  }
  return std::optional(std::move(whole));
}

}  // namespace

std::string AddScalarLike(UpgradeContext& context, const std::string& hint, float scalar, const std::string& value) {
  const std::string constant = context.AddScalar(hint, scalar);
  const ge::DataType type = context.values().ElementType(value);
  return AddCast(context, constant, ge::DT_FLOAT, type == ge::DT_UNDEFINED ? ge::DT_FLOAT : type);
}

std::string AddStep(UpgradeContext& context, const std::string& type, std::vector<std::string> inputs,
                    AttrMap attributes) {
  const std::string& result = context.node().outputs.front();
  std::string output = context.values().NewName(fmt::format("{}/{}", result, type));
  context.AddBefore(type, std::move(inputs), {output}).attributes = std::move(attributes);
  return output;
}

std::string AddCast(UpgradeContext& context, const std::string& value, ge::DataType from, ge::DataType dtype) {
  if (value.empty() || from == dtype) return value;
  return AddStep(context, "Cast", {value}, {{"to", int64_t{ToOnnxType(dtype)}}});
}

Result<std::optional<std::vector<int64_t>>> WholeNumbers(UpgradeContext& context, const std::string& value) {
  if (auto integers = context.values().Ints(value)) return integers;
  const auto tensor = context.values().ConstantValue(value);
  const ge::DataType type = tensor ? tensor->GetTensorDesc().GetDataType() : ge::DT_UNDEFINED;
  if (type == ge::DT_FLOAT) return Whole<float>(context, *tensor, value);
  if (type == ge::DT_DOUBLE) return Whole<double>(context, *tensor, value);
  return std::optional<std::vector<int64_t>>();
}

Result<std::vector<int64_t>> CheckedAxes(UpgradeContext& context, std::vector<int64_t> axes, int64_t rank) {
  std::vector<bool> stands(static_cast<size_t>(rank));
  for (int64_t& axis : axes) {
    const int64_t given = axis;
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return context.Refuse(fmt::format("axis {} is outside a rank of {}", given, rank));
    const auto at = static_cast<size_t>(axis);
    if (stands[at]) return context.Refuse(fmt::format("axis {} stands twice among its axes", axis));
    stands[at] = true;
  }
  return axes;
}

Result<std::string> CheckedList(UpgradeContext& context, const char* name, const std::string& value, int64_t count) {
  const auto known = context.values().Dim(value, 0);
  if (known == count) return value;
  if (known && *known >= 0) {
    return context.Refuse(fmt::format("its input {} has {} numbers, it must have {}", name, *known, count));
  }
  // With allowzero a count of 0 doesn't copy the list's own.
  return AddStep(context, "Reshape", {value, context.AddInts(name, {count})}, {{"allowzero", int64_t{1}}});
}

AttrMap ConcatAttributes(size_t count, int64_t axis) {
  return {{"concat_dim", axis}, {"N", static_cast<int64_t>(count)}};
}

std::string AddConcat(UpgradeContext& context, std::vector<std::string> inputs, int64_t axis) {
  return AddStep(context, "Concat", std::move(inputs), {{"axis", axis}});
}

std::string AddGather(UpgradeContext& context, const std::string& value, const std::string& indices, int64_t axis) {
  return AddStep(context, "Gather", {value, indices}, {{"axis", axis}});
}

void Become(UpgradeContext& context, const std::string& type, std::vector<std::string> inputs, AttrMap attributes) {
  context.node().domain = kStandardDomain;
  context.node().type = type;
  context.node().inputs = std::move(inputs);
  context.node().attributes = std::move(attributes);
}

void UnsqueezeInput(UpgradeContext& context, size_t index, const std::vector<int64_t>& axes) {
  context.SetInput(index, AddStep(context, "Unsqueeze", {context.Input(index), context.AddInts("axes", axes)}));
}

void CastInput(UpgradeContext& context, size_t index, ge::DataType dtype) {
  const std::string value = context.Input(index);
  context.SetInput(index, AddCast(context, value, context.values().ElementType(value), dtype));
}

void CastOutput(UpgradeContext& context, size_t index, ge::DataType dtype) {
  std::vector<std::string>& outputs = context.node().outputs;
  if (index >= outputs.size() || outputs[index].empty()) return;
  const std::string wanted = outputs[index];
  outputs[index] = context.values().NewName(wanted + "/uncast");
  context.AddAfter("Cast", {outputs[index]}, {wanted}).attributes["to"] = int64_t{ToOnnxType(dtype)};
}

Status UpgradeLegacyBroadcast(UpgradeContext& context) {
  if (context.version() >= 7) return {};
  const bool broadcast = context.Take<int64_t>("broadcast").value_or(0) != 0;
  const auto given = context.Take<int64_t>("axis");
  if (!broadcast || !given) return {};
  const auto rank = context.values().Rank(context.Input(0));
  const auto other_rank = context.values().Rank(context.Input(1));
  if (!rank || !other_rank) return context.Refuse("attribute axis needs inputs of known rank");
  const int64_t axis = *given < 0 ? *given + *rank : *given;
  if (axis < 0 || axis + *other_rank > *rank) {
    return context.Refuse(fmt::format("axis {} does not fit inputs of rank {} and {}", axis, *rank, *other_rank));
  }
  std::vector<int64_t> trailing;
  for (int64_t i = *other_rank; i < *rank - axis; ++i) trailing.push_back(i);
  if (!trailing.empty()) UnsqueezeInput(context, 1, trailing);
  return {};
}

}  // namespace opdk::onnx_plugin
