#include "sdk/tools/author/cpp_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>

#include "graph/utils/type_utils.h"

namespace opdk::author {
namespace {

std::string FloatText(float value) {
  if (std::isnan(value)) return "std::numeric_limits<float>::quiet_NaN()";
  if (std::isinf(value))
    return value < 0 ? "-std::numeric_limits<float>::infinity()" : "std::numeric_limits<float>::infinity()";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + "f";
}

std::string IntText(int64_t value) {
  // The lowest integer has no literal.
  return value == std::numeric_limits<int64_t>::min() ? "INT64_MIN" : std::to_string(value);
}

template <typename T, typename Text>
std::string ListText(const std::vector<T>& values, const Text& text) {
  std::vector<std::string> items;
  for (const auto& value : values) items.push_back(text(value));
  return fmt::format("{{{}}}", fmt::join(items, ", "));
}

// Returns a number as C++ compares it with a `value` of the attribute's type.
std::string BoundText(const AttrDefinition& attr, double bound) {
  if (attr.type.ends_with("Int")) return fmt::format("{:.0f}", bound);
  return FloatText(static_cast<float>(bound));
}

}  // namespace

std::string CppType(ge::DataType type) {
  switch (type) {
    case ge::DT_FLOAT:
      return "float";
    case ge::DT_DOUBLE:
      return "double";
    case ge::DT_FLOAT16:
      return "Eigen::half";
    case ge::DT_BF16:
      return "Eigen::bfloat16";
    case ge::DT_BOOL:
      return "bool";
    case ge::DT_INT8:
      return "int8_t";
    case ge::DT_INT16:
      return "int16_t";
    case ge::DT_INT32:
      return "int32_t";
    case ge::DT_INT64:
      return "int64_t";
    case ge::DT_UINT8:
      return "uint8_t";
    case ge::DT_UINT16:
      return "uint16_t";
    case ge::DT_UINT32:
      return "uint32_t";
    case ge::DT_UINT64:
      return "uint64_t";
    default:
      return "";
  }
}

std::string CppString(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      // Three octal digits: a following digit can't belong to the escape.
      quoted += fmt::format("\\{:03o}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string CppValue(const Attr& value) {
  const auto boolean = [](bool b) { return std::string(b ? "true" : "false"); };
  if (const auto* v = std::get_if<int64_t>(&value)) return IntText(*v);
  if (const auto* v = std::get_if<float>(&value)) return FloatText(*v);
  if (const auto* v = std::get_if<bool>(&value)) return boolean(*v);
  if (const auto* v = std::get_if<std::string>(&value)) return CppString(*v);
  if (const auto* v = std::get_if<ge::DataType>(&value)) return ge::TypeUtils::DataTypeToSerialString(*v);
  if (const auto* v = std::get_if<std::vector<int64_t>>(&value)) return ListText(*v, IntText);
  if (const auto* v = std::get_if<std::vector<float>>(&value)) return ListText(*v, FloatText);
  if (const auto* v = std::get_if<std::vector<bool>>(&value)) return ListText(*v, boolean);
  if (const auto* v = std::get_if<std::vector<std::string>>(&value)) return ListText(*v, CppString);
  if (const auto* v = std::get_if<std::vector<std::vector<int64_t>>>(&value)) {
    return ListText(*v, [](const std::vector<int64_t>& inner) { return ListText(inner, IntText); });
  }
  return "";
}

std::string OriginsText(const std::vector<std::string>& names) {
  if (names.size() == 1) return CppString(names.front());
  std::vector<std::string> items;
  for (const std::string& name : names) items.push_back("ge::AscendString(" + CppString(name) + ")");
  return fmt::format("{{{}}}", fmt::join(items, ", "));
}

std::vector<std::string> WrapComment(const std::string& text) {
  constexpr size_t kColumns = 117;
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    // A backslash at a line's end would join the next line.
    if (word.ends_with('\\')) word += '.';
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > kColumns) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

AttrCheck CheckOf(const AttrDefinition& attr) {
  if (!attr.one_of.empty()) {
    std::vector<std::string> conditions;
    for (const std::string& one : attr.one_of) {
      conditions.push_back("value == " + (attr.type == "String" ? CppString(one) : one));
    }
    return {fmt::format("{}", fmt::join(conditions, " || ")),
            fmt::format("it must be {}", fmt::join(attr.one_of, " or "))};
  }
  if (!attr.min) return {};
  const bool low = !std::isinf(*attr.min), high = !std::isinf(*attr.max);
  std::string condition;
  if (low) condition = "value >= " + BoundText(attr, *attr.min);
  if (low && high) condition += " && ";
  if (high) condition += "value <= " + BoundText(attr, *attr.max);
  if (low && high) return {condition, fmt::format("it must lie in [{}, {}]", *attr.min, *attr.max)};
  if (low) return {condition, fmt::format("it must not be below {}", *attr.min)};
  if (high) return {condition, fmt::format("it must not be above {}", *attr.max)};
  return {};
}

std::string ExampleValue(const AttrDefinition& attr) {
  std::string number = "1";
  if (attr.min && !std::isinf(*attr.min)) number = fmt::format("{:g}", *attr.min);
  if (!attr.one_of.empty()) number = attr.one_of.front();
  if (attr.type == "Int" || attr.type == "Float") return number;
  if (attr.type == "Bool") return "true";
  if (attr.type == "Type") return "float";
  if (attr.type == "String") return attr.one_of.empty() ? "text" : number;
  if (attr.type == "ListInt" || attr.type == "ListFloat") return "[" + number + "]";
  return "[]";
}

}  // namespace opdk::author
