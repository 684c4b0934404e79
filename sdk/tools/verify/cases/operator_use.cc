#include "sdk/tools/verify/cases/operator_use.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/cases/flow_text.h"
#include "sdk/tools/verify/cases/tensor_data.h"

namespace opdk::verify {
namespace {

bool IsInteger(ge::DataType dtype) {
  bool integer = false;
  VisitElementType(dtype, [&]<typename T>(T) { integer = std::is_integral_v<T> && !std::is_same_v<T, bool>; });
  return integer;
}

// "random: {uniform: [0, 3]}" of the values that are there; "" for none, or no integers.
std::string RangeOf(const CaseTensor& tensor) {
  const ge::DataType dtype = tensor.value.GetTensorDesc().GetDataType();
  if (!tensor.has_data || !IsInteger(dtype)) return "";
  std::string text;
  VisitElementType(dtype, [&]<typename T>(T) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      const auto* values = reinterpret_cast<const T*>(tensor.value.GetData());
      const size_t count = tensor.value.GetSize() / sizeof(T);
      if (count == 0) return;
      const auto [low, high] = std::minmax_element(values, values + count);
      text = fmt::format("random: {{uniform: [{}, {}]}}", *low, *high);
    }
  });
  return text;
}

void ReadTexts(const YAML::Node& node, UseInput& input) {
  for (const std::string& key : DataKeys()) {
    if (node[key])
      input.literal += fmt::format("{}{}: {}", input.literal.empty() ? "" : ", ", key, FlowText(node[key]));
  }
  for (const char* key : {"format", "ori_format", "ori_shape"}) {
    if (node[key]) input.layout += fmt::format("{}{}: {}", input.layout.empty() ? "" : ", ", key, FlowText(node[key]));
  }
}

std::string DataText(const UseInput& input, UseValues values) {
  if (input.fixed) return input.literal;
  if (!input.range.empty()) return input.range;
  const bool is_float = input.dtype == ge::DT_FLOAT || input.dtype == ge::DT_DOUBLE || input.dtype == ge::DT_FLOAT16 ||
                        input.dtype == ge::DT_BF16;
  switch (values) {
    case UseValues::kDrawn:
      return "random: uniform";
    case UseValues::kSpecial:
      if (input.dtype == ge::DT_BOOL) return "random: uniform";
      return is_float ? "random: normal, special: [nan, inf, -inf, -0.0, denormal, min, max]"
                      : "random: uniform, special: [min, max, 0]";
    case UseValues::kEdge:
      return "edge: true";
  }
  return "";
}

std::string InputText(const UseInput& input, UseValues values) {
  std::string text = fmt::format("{{dtype: {}, shape: [{}]", DtypeName(input.dtype), fmt::join(input.shape, ", "));
  if (!input.layout.empty()) text += ", " + input.layout;
  return text + ", " + DataText(input, values) + "}";
}

}  // namespace

std::string OperatorUse::ToYaml(const std::string& name) const {
  std::string text = fmt::format("{{name: \"{}\", inputs: {{", name);
  for (size_t i = 0; i < inputs.size();) {
    size_t end = i + 1;
    while (end < inputs.size() && inputs[end].port == inputs[i].port) ++end;
    if (i > 0) text += ", ";
    text += inputs[i].port + ": ";
    if (!inputs[i].dynamic) {
      text += InputText(inputs[i], values);
    } else {
      text += "[";
      for (size_t k = i; k < end; ++k) text += (k == i ? "" : ", ") + InputText(inputs[k], values);
      text += "]";
    }
    i = end;
  }
  text += "}";
  if (!attrs.empty()) {
    text += ", attrs: {";
    bool first = true;
    for (const auto& [attr, value] : attrs) {
      text += fmt::format("{}{}: {}", first ? "" : ", ", attr, value);
      first = false;
    }
    text += "}";
  }
  return text + judged + "}";
}

std::string OperatorUse::Describe() const {
  std::string text;
  for (const UseInput& input : inputs) {
    text += fmt::format("{}{} {}[{}]", text.empty() ? "" : ", ", input.port, DtypeName(input.dtype),
                        fmt::join(input.shape, ","));
  }
  for (const auto& [attr, value] : attrs) {
    std::string shown = value.size() > 40 ? "..." : value;
    std::erase_if(shown, [](char c) { return c == '"' || c == '\\' || c == '\n'; });
    text += fmt::format(", {}={}", attr, shown);
  }
  if (values == UseValues::kSpecial) text += ", special values";
  if (values == UseValues::kEdge) text += ", edge values";
  return text;
}

OperatorUse UseOf(const OpCase& op_case, const CaseInstance& instance) {
  OperatorUse use;
  const OpDesc& op = instance.op;
  std::map<int, size_t> entries;
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    const Port& port = op.inputs[i];
    if (port.desc.GetDataType() == ge::DT_UNDEFINED) continue;
    const IrPort& declared = op.ir_inputs[static_cast<size_t>(port.ir_index)];
    UseInput input;
    input.port = declared.name;
    input.dynamic = declared.kind == PortKind::kDynamic;
    input.optional = declared.kind == PortKind::kOptional;
    input.dtype = port.desc.GetDataType();
    input.shape = port.desc.GetShape().GetDims();
    const YAML::Node given = op_case.node["inputs"][declared.name];
    const size_t entry = entries[port.ir_index]++;
    ReadTexts(given.IsSequence() ? given[entry] : given, input);
    input.range = RangeOf(instance.inputs[i]);
    use.inputs.push_back(std::move(input));
  }
  if (op_case.node["attrs"]) {
    for (const auto& attr : op_case.node["attrs"]) use.attrs[attr.first.Scalar()] = FlowText(attr.second);
  }
  for (const IrPort& output : op.ir_outputs) {
    if (output.kind != PortKind::kDynamic) continue;
    use.judged += fmt::format(", outputs: {{{}: {}}}", output.name, op.OutputCount(output.name));
  }
  // A flat tolerance is made for the example's values; without a golden of its own the bounds of the expression judge.
  if (!op_case.node["golden"]) return use;
  for (const char* key : {"golden", "standard", "standards", "tolerance"}) {
    if (op_case.node[key]) use.judged += fmt::format(", {}: {}", key, FlowText(op_case.node[key]));
  }
  return use;
}

}  // namespace opdk::verify
