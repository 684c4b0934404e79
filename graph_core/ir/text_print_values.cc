#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"
#include "graph_core/ir/text_values.h"

namespace opdk::text {

namespace {

// Returns the shortest decimal that reads back as the same value. It is always recognisable as a float.
template <typename T>
std::string FloatText(T value) {
  std::string text = fmt::format("{}", value);
  bool plain = text.find_first_of(".en") == std::string::npos;  // 'n': nan, inf
  return plain ? text + ".0" : text;
}

std::string ElementText(float value) { return FloatText(value); }
std::string ElementText(double value) { return FloatText(value); }
std::string ElementText(Eigen::half value) { return FloatText(static_cast<float>(value)); }
std::string ElementText(Eigen::bfloat16 value) { return FloatText(static_cast<float>(value)); }
std::string ElementText(bool value) { return value ? "true" : "false"; }
template <typename T>
std::string ElementText(T value) {
  return std::to_string(value);
}

// Returns whether the text of an element gives back its bytes. It doesn't for a NaN with a payload, or a bool that is
// 2.
template <typename T>
bool HasLiteral(const uint8_t* bytes, T value) {
  if constexpr (std::is_same_v<T, bool>) return *bytes <= 1;
  if constexpr (std::is_same_v<T, float>) {
    return !std::isnan(value) || (std::bit_cast<uint32_t>(value) & 0x7fffffffu) == 0x7fc00000u;
  }
  if constexpr (std::is_same_v<T, double>) {
    return !std::isnan(value) || (std::bit_cast<uint64_t>(value) & ~(1ull << 63)) == 0x7ff8000000000000ull;
  }
  if constexpr (std::is_same_v<T, Eigen::half> || std::is_same_v<T, Eigen::bfloat16>) {
    return !std::isnan(static_cast<float>(value));
  }
  return true;
}

// Appends "(a, b, …)". false: some element has no literal.
template <typename T>
bool AppendElements(const uint8_t* data, size_t count, std::string& text) {
  auto load = [&](size_t i) {
    T value{};
    if constexpr (std::is_same_v<T, bool>) {
      value = data[i] != 0;
    } else {
      std::memcpy(&value, data + i * sizeof(T), sizeof(T));
    }
    return value;
  };
  for (size_t i = 0; i < count; ++i) {
    if (!HasLiteral<T>(data + i * sizeof(T), load(i))) return false;
  }
  bool alike = count > 2 && std::memcmp(data, data + sizeof(T), (count - 1) * sizeof(T)) == 0;
  if (alike) {
    text += "(" + ElementText(load(0)) + " ...)";
    return true;
  }
  text += "(";
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) text += ", ";
    text += ElementText(load(i));
  }
  text += ")";
  return true;
}

std::string HexText(const uint8_t* data, size_t size) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "hex\"";
  text.reserve(size * 2 + 8);
  for (size_t i = 0; i < size; ++i) {
    text += kDigits[data[i] >> 4];
    text += kDigits[data[i] & 15];
  }
  return text + "\"";
}

std::string NamedAttrsText(const std::shared_ptr<NamedAttrs>& named, int64_t max_elements) {
  if (named == nullptr) return "&\"\"{}";
  return "&" + NameText(named->name) + AttrMapText(named->attrs, max_elements);
}

// Returns "[a, b]". An empty list names its kind, except for a list of integers.
template <typename List, typename Print>
std::string ListText(const List& list, std::string_view kind, Print print) {
  if (list.empty()) return kind == "int" ? "[]" : fmt::format("[:{}]", kind);
  std::string text = "[";
  for (size_t i = 0; i < list.size(); ++i) {
    if (i > 0) text += ", ";
    text += print(list[i]);
  }
  return text + "]";
}

}  // namespace

std::string NameText(std::string_view name) { return IsBareName(name) ? std::string(name) : Quote(name); }

std::string TensorText(const ge::Tensor& tensor, int64_t max_elements) {
  ge::TensorDesc desc = tensor.GetTensorDesc();
  std::string text = DescText(desc);
  const uint8_t* data = tensor.GetData();
  size_t size = tensor.GetSize();
  int64_t count = ElementCount(desc.GetShape().GetDims());
  if (max_elements >= 0 && count > max_elements) {
    std::string_view bytes(reinterpret_cast<const char*>(data), size);
    return fmt::format("{} hash\"{:016x}\"", text, std::hash<std::string_view>()(bytes));
  }
  bool literal = false;
  std::string elements;
  VisitElementType(desc.GetDataType(), [&](auto element) {
    using T = decltype(element);
    if (count < 0 || static_cast<size_t>(count) * sizeof(T) != size) return;
    literal = AppendElements<T>(data, static_cast<size_t>(count), elements);
  });
  return literal ? text + elements : text + " " + HexText(data, size);
}

std::string AttrText(const Attr& attr, int64_t max_elements) {
  struct Printer {
    int64_t max_elements;
    std::string operator()(std::monostate) const { return "none"; }
    std::string operator()(int64_t value) const { return std::to_string(value); }
    std::string operator()(float value) const { return FloatText(value); }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(const std::string& value) const { return Quote(value); }
    std::string operator()(ge::DataType value) const { return DtypeName(value); }
    std::string operator()(const ge::Tensor& value) const { return TensorText(value, max_elements); }
    std::string operator()(const std::vector<uint8_t>& value) const { return HexText(value.data(), value.size()); }
    std::string operator()(const std::vector<int64_t>& value) const { return ListText(value, "int", *this); }
    std::string operator()(const std::vector<float>& value) const { return ListText(value, "float", *this); }
    std::string operator()(const std::vector<bool>& value) const {
      return ListText(value, "bool", [](bool b) { return b ? "true" : "false"; });
    }
    std::string operator()(const std::vector<std::string>& value) const { return ListText(value, "string", *this); }
    std::string operator()(const std::vector<ge::DataType>& value) const { return ListText(value, "dtype", *this); }
    std::string operator()(const std::vector<ge::Tensor>& value) const { return ListText(value, "tensor", *this); }
    std::string operator()(const std::vector<std::vector<int64_t>>& value) const {
      return ListText(value, "list", *this);
    }
    std::string operator()(const std::shared_ptr<NamedAttrs>& value) const {
      return NamedAttrsText(value, max_elements);
    }
    std::string operator()(const std::vector<std::shared_ptr<NamedAttrs>>& value) const {
      return ListText(value, "attrs", *this);
    }
  };
  return std::visit(Printer{max_elements}, attr);
}

std::string AttrMapText(const AttrMap& attrs, int64_t max_elements) {
  std::string text = "{";
  for (const auto& [name, value] : attrs) {
    if (text.size() > 1) text += ", ";
    text += NameText(name) + ": " + AttrText(value, max_elements);
  }
  return text + "}";
}

}  // namespace opdk::text
