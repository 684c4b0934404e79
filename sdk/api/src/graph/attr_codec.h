// Between the C++ types of CANN's attribute functions and opdk::Attr.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/attr_value.h"
#include "opdk/op_desc.h"
#include "opdk/prototype_origin.h"

namespace ge {

class AttrValueImpl {
 public:
  opdk::Attr value;
};

class NamedAttrsImpl {
 public:
  opdk::NamedAttrs value;
};

}  // namespace ge

namespace opdk {

struct AttrAccess {
  static NamedAttrs& Data(const ge::NamedAttrs& attrs) { return attrs.impl_->value; }
};

inline Attr ToAttr(int64_t value) { return value; }
inline Attr ToAttr(int32_t value) { return int64_t{value}; }
inline Attr ToAttr(uint32_t value) { return int64_t{value}; }
inline Attr ToAttr(float value) { return value; }
inline Attr ToAttr(bool value) { return value; }
inline Attr ToAttr(const std::string& value) { return value; }
inline Attr ToAttr(const char* value) { return std::string(value == nullptr ? "" : value); }
inline Attr ToAttr(const ge::AscendString& value) {
  return value.GetString() == nullptr ? std::string() : std::string(value.GetString(), value.GetLength());
}
inline Attr ToAttr(const ge::Tensor& value) { return value; }
inline Attr ToAttr(const ge::DataType& value) { return value; }
inline Attr ToAttr(const ge::NamedAttrs& value) { return std::make_shared<NamedAttrs>(AttrAccess::Data(value)); }
inline Attr ToAttr(const ge::AttrValue& value) { return value.impl == nullptr ? Attr() : value.impl->value; }

template <typename T>
Attr ToAttr(const std::vector<T>& values) {
  if constexpr (std::is_same_v<T, int32_t> || std::is_same_v<T, uint32_t>) {
    return std::vector<int64_t>(values.begin(), values.end());
  } else if constexpr (std::is_same_v<T, ge::AscendString>) {
    std::vector<std::string> texts;
    for (const ge::AscendString& value : values) texts.push_back(std::get<std::string>(ToAttr(value)));
    return texts;
  } else if constexpr (std::is_same_v<T, ge::NamedAttrs>) {
    std::vector<std::shared_ptr<NamedAttrs>> list;
    for (const ge::NamedAttrs& value : values) list.push_back(std::make_shared<NamedAttrs>(AttrAccess::Data(value)));
    return list;
  } else {
    return values;
  }
}

template <typename Narrow>
bool Narrowed(int64_t wide, Narrow& value) {
  if (wide < int64_t{std::numeric_limits<Narrow>::min()} || wide > int64_t{std::numeric_limits<Narrow>::max()}) {
    return false;
  }
  value = static_cast<Narrow>(wide);
  return true;
}

// Reads an attribute. False, and `value` untouched, when the attribute is of another type or does not fit.
template <typename T>
bool FromAttr(const Attr& attr, T& value) {
  if constexpr (std::is_same_v<T, int32_t> || std::is_same_v<T, uint32_t>) {
    const auto* wide = std::get_if<int64_t>(&attr);
    return wide != nullptr && Narrowed(*wide, value);
  } else if constexpr (std::is_same_v<T, std::vector<int32_t>> || std::is_same_v<T, std::vector<uint32_t>>) {
    const auto* wide = std::get_if<std::vector<int64_t>>(&attr);
    if (wide == nullptr) return false;
    T narrow(wide->size());
    for (size_t i = 0; i < wide->size(); ++i) {
      if (!Narrowed((*wide)[i], narrow[i])) return false;
    }
    value = std::move(narrow);
    return true;
  } else if constexpr (std::is_same_v<T, ge::AscendString>) {
    const auto* text = std::get_if<std::string>(&attr);
    if (text == nullptr) return false;
    value = ge::AscendString(text->c_str(), text->size());
    return true;
  } else if constexpr (std::is_same_v<T, std::vector<ge::AscendString>>) {
    const auto* texts = std::get_if<std::vector<std::string>>(&attr);
    if (texts == nullptr) return false;
    value.clear();
    for (const std::string& text : *texts) value.emplace_back(text.c_str(), text.size());
    return true;
  } else if constexpr (std::is_same_v<T, ge::NamedAttrs>) {
    const auto* named = std::get_if<std::shared_ptr<NamedAttrs>>(&attr);
    if (named == nullptr || *named == nullptr) return false;
    AttrAccess::Data(value) = **named;
    return true;
  } else if constexpr (std::is_same_v<T, std::vector<ge::NamedAttrs>>) {
    const auto* list = std::get_if<std::vector<std::shared_ptr<NamedAttrs>>>(&attr);
    if (list == nullptr) return false;
    value.assign(list->size(), ge::NamedAttrs());
    for (size_t i = 0; i < list->size(); ++i) {
      if ((*list)[i] != nullptr) AttrAccess::Data(value[i]) = *(*list)[i];
    }
    return true;
  } else if constexpr (std::is_same_v<T, ge::AttrValue>) {
    value.impl = std::make_shared<ge::AttrValueImpl>();
    value.impl->value = attr;
    return true;
  } else {
    const T* held = std::get_if<T>(&attr);
    if (held == nullptr) return false;
    value = *held;
    return true;
  }
}

// Returns the type's name in lists of attributes ("VT_LIST_INT"); "" for an attribute without a value.
const char* TypeTag(const Attr& attr);
// Returns the "VT_…" tag of a type token; "" for an unknown token.
const char* TagOfToken(const std::string& token);

}  // namespace opdk
