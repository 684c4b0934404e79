#include "sdk/tools/verify/cases/operator_use.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
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

// Returns the range of a tensor's integers, "{uniform: [0, 3]}"; nothing for other dtypes or without data.
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

// A kind of values as YAML, in the order of the kinds.
struct KindOfValues {
  const char* shown;
  const char* floats;
  const char* integers;
};
constexpr KindOfValues kKinds[] = {
    {"", "{random: uniform}", "{random: uniform}"},
    {"special values", "{random: normal, special: [nan, inf, -inf, -0.0, denormal, min, max]}",
     "{random: uniform, special: [min, max, 0]}"},
    {"edge values", "{edge: true}", "{edge: true}"},
    {"steps", "{random: steps}", "{random: {uniform: [-2, 2]}}"},
    {"the whole range", "{random: {normal: [0, 1000]}}", "{random: {uniform: [min, max]}}"},
    {"up to 60", "{random: {uniform: [-60, 60]}}", "{random: {uniform: [-60, 60]}}"},
    {"far below 0", "{random: {uniform: [-300, -200]}}", "{random: {uniform: [-120, -100]}}"},
    {"large values", "{random: {uniform: [1000, 1001]}}", "{random: {uniform: [100, 120]}}"},
    {"all lowest", "{fill: -inf}", "{fill: min}"},
    {"all zeros", "{fill: -0.0}", "{fill: 0}"},
};
static_assert(std::size(kKinds) == static_cast<size_t>(UseValues::kZeros) + 1);

// Special values of either part alone, and of both.
constexpr const char* kComplexSpecials =
    "{random: normal, special: [nan+1j, 1+nanj, inf+1j, 1-infj, -inf+infj, -0.0-0.0j, 1-0.0j, -0.0+1j, nan+nanj, "
    "denormal+1j, inf+nanj, max+maxj, -2+0j, 0-1j]}";

TensorValues ValuesFor(const UseInput& input, UseValues kind) {
  if (input.fixed) return input.literal;
  TensorValues values;
  if (input.range) {
    values.random = input.range;
    return values;
  }
  if (IsComplex(input.dtype) && kind == UseValues::kSpecial) {
    return TensorValues::In(YAML::Load(kComplexSpecials));
  }
  const KindOfValues& row = kKinds[static_cast<size_t>(kind)];
  if (input.dtype == ge::DT_BOOL)
    return TensorValues::In(YAML::Load(kind == UseValues::kEdge ? row.floats : kKinds[0].floats));
  return TensorValues::In(YAML::Load(IsFloat(PartOf(input.dtype)) ? row.floats : row.integers));
}

}  // namespace

OpCase OperatorUse::ToCase(const std::string& name) const {
  OpCase op_case = frame;
  op_case.name = name;
  // The case is named and selected by this dtype; each tensor names its own.
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
  const char* shown = kKinds[static_cast<size_t>(values)].shown;
  return *shown == '\0' ? text : text + ", " + shown;
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
    input.fixed = written.fixed;
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
  // A flat tolerance suits the example's values only. Without a golden of its own, the case is judged by the
  // expression's bounds.
  if (!op_case.golden) return use;
  use.frame.golden = op_case.golden;
  use.frame.standard = op_case.standard;
  use.frame.standards = op_case.standards;
  use.frame.tolerance = op_case.tolerance;
  return use;
}

}  // namespace opdk::verify
