#include "sdk/tools/model/attr_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "graph_core/base/type_names.h"
#include "opdk/declaration.h"

namespace opdk {
namespace {

std::optional<int64_t> Int(const std::string& text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<float> Float(const std::string& text) {
  char* end = nullptr;
  const float value = std::strtof(text.c_str(), &end);
  return end != text.c_str() && *end == '\0' ? std::optional(value) : std::nullopt;
}

std::optional<bool> Bool(const std::string& text) {
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return std::nullopt;
}

std::optional<ge::DataType> Type(const std::string& text) {
  ge::DataType dtype = ge::DT_UNDEFINED;
  return ParseDtypeName(text, dtype) ? std::optional(dtype) : std::nullopt;
}

std::optional<std::string> String(const std::string& text) { return text; }

template <typename T>
std::optional<std::vector<T>> List(std::string_view text, std::optional<T> (*element)(const std::string&),
                                   char separator = ',') {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  std::vector<T> list;
  while (!text.empty()) {
    const size_t end = text.find(separator);
    std::string part(text.substr(0, end));
    part.erase(0, part.find_first_not_of(' '));
    auto value = element(part);
    if (!value) return std::nullopt;
    list.push_back(*std::move(value));
    if (end != std::string_view::npos && end + 1 == text.size()) return std::nullopt;
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return list;
}

std::optional<std::vector<int64_t>> IntList(const std::string& text) { return List<int64_t>(text, Int); }

struct Form {
  std::string_view type;
  std::string_view expected;
  std::optional<Attr> (*read)(const std::string& text);
};

template <auto element>
std::optional<Attr> One(const std::string& text) {
  auto value = element(text);
  return value ? std::optional<Attr>(*std::move(value)) : std::nullopt;
}

template <typename T, auto element>
std::optional<Attr> Many(const std::string& text) {
  auto values = List<T>(text, element);
  return values ? std::optional<Attr>(*std::move(values)) : std::nullopt;
}

constexpr Form kForms[] = {
    {"Int", "an integer", One<Int>},
    {"Float", "a number", One<Float>},
    {"Bool", "true or false", One<Bool>},
    {"String", "text", One<String>},
    {"AscendString", "text", One<String>},
    {"Type", "a dtype, like float16", One<Type>},
    {"ListInt", "integers, like 1,2,3", Many<int64_t, Int>},
    {"ListFloat", "numbers, like 1,0.5", Many<float, Float>},
    {"ListBool", "true or false, like true,false", Many<bool, Bool>},
    {"ListString", "texts, like a,b", Many<std::string, String>},
    {"ListAscendString", "texts, like a,b", Many<std::string, String>},
    {"ListType", "dtypes, like float,int64", Many<ge::DataType, Type>},
    {"ListListInt", "lists of integers, like 1,2;3",
     [](const std::string& text) -> std::optional<Attr> {
       auto lists = List<std::vector<int64_t>>(text, IntList, ';');
       return lists ? std::optional<Attr>(*std::move(lists)) : std::nullopt;
     }},
};

}  // namespace

Result<AttrMap> ParseAttrs(const OpDesc& prototype, const std::vector<std::string>& args) {
  AttrMap attrs;
  for (const std::string& arg : args) {
    const size_t equals = arg.find('=');
    if (equals == std::string::npos) return Status(ErrorCode::kUsage, fmt::format("--attr {}: write NAME=VALUE", arg));
    const std::string name = arg.substr(0, equals);
    OPDK_TRY(const IrAttr* declared, FindAttr(prototype, name));
    const auto* form =
        std::find_if(std::begin(kForms), std::end(kForms), [&](const Form& f) { return f.type == declared->type; });
    if (form == std::end(kForms)) {
      return Status(ErrorCode::kAttrInvalid, fmt::format("attribute '{}' of {} is a {}, which can't be written here",
                                                         name, prototype.type, declared->type));
    }
    const auto dtype = DtypeAsInt(*declared, arg.substr(equals + 1));
    auto value = dtype ? std::optional<Attr>(*dtype) : form->read(arg.substr(equals + 1));
    if (!value) {
      return Status(ErrorCode::kUsage,
                    fmt::format("--attr {}: '{}' is {} ({})", arg, name, form->expected, form->type));
    }
    if (!attrs.emplace(name, *std::move(value)).second) {
      return Status(ErrorCode::kUsage, fmt::format("attribute '{}' is given twice", name));
    }
  }
  return attrs;
}

}  // namespace opdk
