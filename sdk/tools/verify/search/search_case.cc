#include "sdk/tools/verify/search/search_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/cases/operator_use.h"

namespace opdk::verify {
namespace {

std::string ElementText(ge::DataType dtype, long double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (dtype == ge::DT_BOOL) return value != 0 ? "true" : "false";
  if (dtype == ge::DT_DOUBLE) return fmt::format("{}", static_cast<double>(value));
  if (dtype == ge::DT_FLOAT || dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16) {
    return fmt::format("{}", static_cast<float>(value));
  }
  return fmt::format("{:.0f}", value);
}

WrittenTensor TensorOf(const SearchTensor& tensor, ge::DataType case_dtype) {
  WrittenTensor written;
  if (tensor.dtype != case_dtype) written.dtype = tensor.dtype;
  written.shape = tensor.shape;
  written.layout = tensor.layout;
  std::vector<std::string> elements;
  for (const long double value : tensor.data) elements.push_back(ElementText(tensor.dtype, value));
  const bool same = elements.size() > 1 && std::count(elements.begin(), elements.end(), elements[0]) ==
                                               static_cast<std::ptrdiff_t>(elements.size());
  if (same) {
    written.values.fill = Written(elements[0]);
  } else {
    written.values.data = Written::List(elements);
  }
  return written;
}

}  // namespace

ge::DataType SearchCase::dtype() const {
  for (const SearchPort& port : inputs) {
    if (!port.entries.empty()) return port.entries[0].dtype;
  }
  return ge::DT_FLOAT;
}

size_t SearchCase::elements() const {
  size_t count = 0;
  for (const SearchPort& port : inputs) {
    for (const SearchTensor& tensor : port.entries) count += tensor.data.size();
  }
  return count;
}

bool SearchCase::IsBounded(size_t max_elements) const {
  bool bounded = elements() <= max_elements;
  for (const SearchPort& port : inputs) {
    for (const SearchTensor& tensor : port.entries) bounded = bounded && verify::IsBounded(tensor.shape, max_elements);
  }
  return bounded;
}

OpCase SearchCase::ToCase(const std::string& name) const {
  OpCase op_case = frame;
  op_case.op = op;
  op_case.name = name;
  op_case.dtypes = {dtype()};
  for (const SearchPort& port : inputs) {
    if (port.entries.empty()) continue;
    WrittenPort written;
    written.name.text = port.name;
    written.listed = port.kind == PortKind::kDynamic;
    for (const SearchTensor& tensor : port.entries) written.tensors.push_back(TensorOf(tensor, dtype()));
    op_case.inputs.ports.push_back(std::move(written));
  }
  for (const auto& [attr, value] : attrs) op_case.attrs.push_back({{attr}, value});
  return op_case;
}

std::optional<SearchCase> SearchCaseOf(const OpCase& op_case, const CaseInstance& instance, const std::string& engine) {
  const OperatorUse use = UseOf(op_case, instance);
  SearchCase found{op_case.op, engine, {}, use.attrs, use.frame};
  for (const IrPort& declared : instance.op.ir_inputs) found.inputs.push_back({declared.name, declared.kind, {}});
  size_t next = 0;  // index into the use, which has only the present inputs
  for (size_t i = 0; i < instance.inputs.size(); ++i) {
    if (instance.op.inputs[i].desc.GetDataType() == ge::DT_UNDEFINED) continue;
    const UseInput& input = use.inputs[next++];
    const ge::Tensor& value = instance.inputs[i].value;
    const std::vector<uint8_t> bytes(value.GetData(), value.GetData() + value.GetSize());
    SearchTensor tensor{input.dtype, input.shape, ElementsOf(input.dtype, bytes), input.layout};
    const bool complete = static_cast<int64_t>(tensor.data.size()) == ElementCount(tensor.shape);
    if (!instance.inputs[i].has_data || !complete) return std::nullopt;
    found.inputs[static_cast<size_t>(instance.op.inputs[i].ir_index)].entries.push_back(std::move(tensor));
  }
  return found;
}

std::vector<long double> ElementsOf(ge::DataType dtype, const std::vector<uint8_t>& bytes) {
  std::vector<long double> elements;
  VisitElementType(dtype, [&]<typename T>(T value) {
    for (size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
      std::memcpy(&value, bytes.data() + at, sizeof(T));
      if constexpr (std::is_arithmetic_v<T>) {
        elements.push_back(static_cast<long double>(value));
      } else {
        elements.push_back(static_cast<long double>(static_cast<float>(value)));
      }
    }
  });
  return elements;
}

long double RoundTo(ge::DataType dtype, long double value) {
  long double rounded = value;
  VisitElementType(dtype, [&]<typename T>(T) {
    if constexpr (std::is_same_v<T, bool>) {
      rounded = value != 0 ? 1 : 0;
    } else if constexpr (std::is_integral_v<T>) {
      using Limits = std::numeric_limits<T>;
      if (std::isnan(value)) value = 0;
      rounded = std::clamp(std::trunc(value), static_cast<long double>(Limits::lowest()),
                           static_cast<long double>(Limits::max()));
    } else if constexpr (std::is_same_v<T, double>) {
      rounded = static_cast<double>(value);
    } else {
      rounded = static_cast<float>(static_cast<T>(static_cast<float>(value)));
    }
  });
  return rounded;
}

bool IsBounded(const std::vector<int64_t>& shape, size_t max_elements) {
  std::vector<int64_t> filled = shape;
  std::replace(filled.begin(), filled.end(), int64_t{0}, int64_t{1});
  const int64_t count = ElementCount(filled);
  return count >= 0 && static_cast<size_t>(count) <= max_elements;
}

void Reshape(SearchTensor& tensor, std::vector<int64_t> shape) {
  const int64_t count = std::max<int64_t>(ElementCount(shape), 0);
  std::vector<long double> data(static_cast<size_t>(count), 0);
  if (!tensor.data.empty()) {
    for (size_t i = 0; i < data.size(); ++i) data[i] = tensor.data[i % tensor.data.size()];
  }
  tensor.data = std::move(data);
  tensor.shape = std::move(shape);
}

}  // namespace opdk::verify
