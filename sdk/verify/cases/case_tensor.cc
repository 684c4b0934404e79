#include "sdk/verify/cases/case_tensor.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "graph_core/ir/element_type.h"
#include "graph_core/ir/type_names.h"
#include "graph_core/package/yaml_attr.h"

namespace opdk::verify {
namespace {

// "" and the element, or why the text is none.
template <typename T>
std::string ReadElement(const std::string& text, T& element) {
  using Limits = std::numeric_limits<T>;
  if (text == "min" || text == "max") {
    element = text == "min" ? Limits::lowest() : Limits::max();
    return "";
  }
  if (text == "true" || text == "false") {
    element = static_cast<T>(text == "true");
    return "";
  }
  char* end = nullptr;
  // Its mantissa has 64 bits: every integer of every dtype is exact.
  const long double value = std::strtold(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0') return fmt::format("'{}' is no number", text);
  if constexpr (std::is_integral_v<T>) {
    const bool fits = value >= static_cast<long double>(Limits::lowest()) &&
                      value <= static_cast<long double>(Limits::max()) && std::floor(value) == value;
    if (!fits) return fmt::format("'{}' does not fit the dtype", text);
    element = static_cast<T>(value);
  } else {
    element = static_cast<T>(static_cast<double>(value));
  }
  return "";
}

bool IsFloat(ge::DataType dtype) {
  return dtype == ge::DT_FLOAT || dtype == ge::DT_DOUBLE || dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16;
}

// Row-major elements: nested lists count as one.
Status Flatten(const YamlReader& reader, const YAML::Node& node, std::vector<YAML::Node>& elements) {
  OPDK_TRY(const auto items, reader.List(node, "data"));
  for (const YAML::Node& item : items) {
    if (item.IsSequence()) {
      OPDK_TRY(Flatten(reader, item, elements));
    } else {
      elements.push_back(item);
    }
  }
  return Status();
}

Status FillElements(const YamlReader& reader, const std::vector<YAML::Node>& elements, size_t count,
                    const ge::TensorDesc& desc, const YAML::Node& at, CaseTensor& tensor) {
  std::string wrong;
  const YAML::Node* where = &at;
  std::vector<uint8_t> bytes;
  const bool known = VisitElementType(desc.GetDataType(), [&]<typename T>(T) {
    bytes.resize(count * sizeof(T));
    T value{};
    for (size_t i = 0; i < count && wrong.empty(); ++i) {
      if (i < elements.size()) {
        where = &elements[i];
        wrong = where->IsScalar() ? ReadElement<T>(where->Scalar(), value) : "an element must be a number";
      }
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  if (!known) return reader.Error(at, fmt::format("a case can't hold data of {}", DtypeName(desc.GetDataType())));
  if (!wrong.empty()) return reader.Error(*where, wrong);
  if (IsFloat(desc.GetDataType())) {
    for (size_t i = 0; i < count; ++i) {
      const std::string& text = elements[elements.size() == 1 ? 0 : i].Scalar();
      char* end = nullptr;
      const double value = std::strtod(text.c_str(), &end);
      if (value != 0 || !std::signbit(value) || end == text.c_str()) continue;
      tensor.negative_zero.resize(count);
      tensor.negative_zero[i] = true;
    }
  }
  tensor.value = ge::Tensor(desc, bytes);
  return Status();
}

Result<std::vector<int64_t>> ReadDims(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const auto items, reader.List(node, "shape"));
  std::vector<int64_t> dims;
  for (const YAML::Node& item : items) {
    OPDK_TRY(const int64_t dim, reader.Int(item, "an extent"));
    dims.push_back(dim);
  }
  return dims;
}

}  // namespace

Result<CaseTensor> ReadTensor(const YamlReader& reader, const YAML::Node& node, ge::DataType default_dtype) {
  OPDK_TRY(const auto entries, reader.Map(node, "a tensor", {"dtype", "shape", "data", "fill"}));
  static_cast<void>(entries);
  ge::DataType dtype = default_dtype;
  if (node["dtype"]) {
    OPDK_TRY(dtype, ReadYamlDtype(reader, node["dtype"]));
  }
  const YAML::Node data = node["data"];
  const YAML::Node fill = node["fill"];
  if (data && fill) return reader.Error(fill, "a tensor has either data or fill");
  std::vector<YAML::Node> elements;
  if (data) OPDK_TRY(Flatten(reader, data, elements));
  std::vector<int64_t> dims;
  if (node["shape"]) {
    OPDK_TRY(dims, ReadDims(reader, node["shape"]));
  } else if (data && data.IsSequence()) {
    dims = {static_cast<int64_t>(elements.size())};
  }
  CaseTensor tensor;
  tensor.has_data = data || fill;
  const ge::TensorDesc desc(ge::Shape(dims), ge::FORMAT_ND, dtype);
  if (!tensor.has_data) {
    tensor.value = ge::Tensor(desc);
    return tensor;
  }
  const int64_t count = ElementCount(dims);
  if (count < 0) return reader.Error(node, fmt::format("shape [{}] can't hold data", DimsText(dims)));
  if (fill) elements = {fill};
  if (data && static_cast<int64_t>(elements.size()) != count) {
    return reader.Error(data,
                        fmt::format("shape [{}] has {} elements, data has {}", DimsText(dims), count, elements.size()));
  }
  OPDK_TRY(FillElements(reader, elements, static_cast<size_t>(count), desc, data ? data : fill, tensor));
  return tensor;
}

Result<std::vector<CaseTensor>> ReadTensors(const YamlReader& reader, const YAML::Node& node,
                                            ge::DataType default_dtype) {
  std::vector<CaseTensor> tensors;
  if (!node.IsSequence()) {
    OPDK_TRY(CaseTensor tensor, ReadTensor(reader, node, default_dtype));
    tensors.push_back(std::move(tensor));
    return tensors;
  }
  for (const YAML::Node& entry : node) {
    OPDK_TRY(CaseTensor tensor, ReadTensor(reader, entry, default_dtype));
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

}  // namespace opdk::verify
