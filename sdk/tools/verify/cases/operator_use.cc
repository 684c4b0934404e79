#include "sdk/tools/verify/cases/operator_use.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"

namespace opdk::verify {
namespace {

bool IsInteger(ge::DataType dtype) {
  bool integer = false;
  VisitElementType(dtype, [&]<typename T>(T) { integer = std::is_integral_v<T> && !std::is_same_v<T, bool>; });
  return integer;
}

// "{uniform: [0, 3]}" of the values that are there; nothing for none, or no integers.
Written RangeOf(const CaseTensor& tensor) {
  const ge::DataType dtype = tensor.value.GetTensorDesc().GetDataType();
  if (!tensor.has_data || !IsInteger(dtype)) return Written();
  Written range;
  VisitElementType(dtype, [&]<typename T>(T) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      const auto* values = reinterpret_cast<const T*>(tensor.value.GetData());
      const size_t count = tensor.value.GetSize() / sizeof(T);
      if (count == 0) return;
      const auto [low, high] = std::minmax_element(values, values + count);
      const std::vector<std::string> ends = {std::to_string(*low), std::to_string(*high)};
      range = Written::Entry("uniform", Written::List(ends));
    }
  });
  return range;
}

Written RandomOf(const char* distribution, const std::vector<std::string>& numbers) {
  return Written::Entry(distribution, Written::List(numbers));
}

TensorValues FloatValues(UseValues kind) {
  TensorValues values;
  switch (kind) {
    case UseValues::kDrawn:
      values.random = Written("uniform");
      break;
    case UseValues::kSpecial:
      values.random = Written("normal");
      values.special = Written::List(std::vector<std::string>{"nan", "inf", "-inf", "-0.0", "denormal", "min", "max"});
      break;
    case UseValues::kEdge:
      values.edge = Written("true");
      break;
    case UseValues::kSteps:
      values.random = Written("steps");
      break;
    case UseValues::kWhole:
      values.random = RandomOf("normal", {"0", "1000"});
      break;
    case UseValues::kBelow:
      values.random = RandomOf("uniform", {"-300", "-200"});
      break;
    case UseValues::kAbove:
      values.random = RandomOf("uniform", {"1000", "1001"});
      break;
    case UseValues::kLowest:
      values.fill = Written("-inf");
      break;
    case UseValues::kZeros:
      values.fill = Written("-0.0");
      break;
  }
  return values;
}

TensorValues IntegerValues(UseValues kind) {
  TensorValues values;
  switch (kind) {
    case UseValues::kDrawn:
      values.random = Written("uniform");
      break;
    case UseValues::kSpecial:
      values.random = Written("uniform");
      values.special = Written::List(std::vector<std::string>{"min", "max", "0"});
      break;
    case UseValues::kEdge:
      values.edge = Written("true");
      break;
    case UseValues::kSteps:
      values.random = RandomOf("uniform", {"-2", "2"});
      break;
    case UseValues::kWhole:
      values.random = RandomOf("uniform", {"min", "max"});
      break;
    case UseValues::kBelow:
      values.random = RandomOf("uniform", {"-120", "-100"});
      break;
    case UseValues::kAbove:
      values.random = RandomOf("uniform", {"100", "120"});
      break;
    case UseValues::kLowest:
      values.fill = Written("min");
      break;
    case UseValues::kZeros:
      values.fill = Written("0");
      break;
  }
  return values;
}

TensorValues ValuesFor(const UseInput& input, UseValues kind) {
  if (input.fixed) return input.literal;
  TensorValues values;
  if (input.range) {
    values.random = input.range;
    return values;
  }
  if (input.dtype == ge::DT_BOOL) {
    (kind == UseValues::kEdge ? values.edge : values.random) = Written(kind == UseValues::kEdge ? "true" : "uniform");
    return values;
  }
  return IsFloat(input.dtype) ? FloatValues(kind) : IntegerValues(kind);
}

const char* Described(UseValues values) {
  switch (values) {
    case UseValues::kDrawn:
      return "";
    case UseValues::kSpecial:
      return ", special values";
    case UseValues::kEdge:
      return ", edge values";
    case UseValues::kSteps:
      return ", steps";
    case UseValues::kWhole:
      return ", the whole range";
    case UseValues::kBelow:
      return ", far below 0";
    case UseValues::kAbove:
      return ", large values";
    case UseValues::kLowest:
      return ", all lowest";
    case UseValues::kZeros:
      return ", all zeros";
  }
  return "";
}

}  // namespace

OpCase OperatorUse::ToCase(const std::string& name) const {
  OpCase op_case = frame;
  op_case.name = name;
  // By this the case is called and selected; each tensor names its own.
  if (!inputs.empty()) op_case.dtypes = {inputs[0].dtype};
  for (const UseInput& input : inputs) {
    auto& ports = op_case.inputs.ports;
    if (ports.empty() || ports.back().name.text != input.port) {
      ports.emplace_back();
      ports.back().name.text = input.port;
      ports.back().listed = input.dynamic;
    }
    WrittenTensor tensor;
    tensor.dtype = input.dtype;
    tensor.shape = input.shape;
    tensor.layout = input.layout;
    tensor.values = ValuesFor(input, values);
    ports.back().tensors.push_back(std::move(tensor));
  }
  for (const auto& [attr, value] : attrs) op_case.attrs.push_back({{attr}, value});
  return op_case;
}

std::string ShownAttr(const Written& value, size_t most) {
  std::string shown = value.Text();
  if (shown.size() > most) return "...";
  std::erase_if(shown, [](char c) { return c == '"' || c == '\\' || c == '\n'; });
  return shown;
}

std::string OperatorUse::Describe() const {
  std::string text;
  for (const UseInput& input : inputs) {
    text += fmt::format("{}{} {}[{}]", text.empty() ? "" : ", ", input.port, DtypeName(input.dtype),
                        fmt::join(input.shape, ","));
  }
  for (const auto& [attr, value] : attrs) text += fmt::format(", {}={}", attr, ShownAttr(value, 40));
  return text + Described(values);
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
    const WrittenPort* given = op_case.inputs.Find(declared.name, static_cast<size_t>(port.ir_index));
    const WrittenTensor& written = given->tensors[entries[port.ir_index]++];
    input.layout = written.layout;
    input.literal = written.values;
    input.range = RangeOf(instance.inputs[i]);
    use.inputs.push_back(std::move(input));
  }
  for (const auto& [name, value] : op_case.attrs) use.attrs[name.text] = value;
  use.frame.file = op_case.file;
  use.frame.op = op_case.op;
  for (const IrPort& output : op.ir_outputs) {
    if (output.kind != PortKind::kDynamic) continue;
    use.frame.outputs.push_back({{output.name}, static_cast<size_t>(op.OutputCount(output.name))});
  }
  // A flat tolerance is made for the example's values; without a golden of its own the bounds of the expression judge.
  if (!op_case.golden) return use;
  use.frame.golden = op_case.golden;
  use.frame.standard = op_case.standard;
  use.frame.standards = op_case.standards;
  use.frame.tolerance = op_case.tolerance;
  return use;
}

}  // namespace opdk::verify
