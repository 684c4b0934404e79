// Conversions between std::string and types that may cross the boundary of a shared library. The layout and the mangled
// name of std::string depend on _GLIBCXX_USE_CXX11_ABI, which most CANN projects set to 0 and Linux distributions to 1.
// const char* and ge::AscendString don't depend on it. API functions that take or return a std::string are therefore
// inline and call a function of neutral types.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"

namespace opdk {

// Returns the text; "" for an AscendString without text.
inline std::string ToText(const ge::AscendString& text) {
  return text.GetString() == nullptr ? std::string() : std::string(text.GetString(), text.GetLength());
}
// Returns the texts of a list.
inline std::vector<std::string> ToTexts(const std::vector<ge::AscendString>& texts) {
  std::vector<std::string> result;
  result.reserve(texts.size());
  for (const ge::AscendString& text : texts) result.push_back(ToText(text));
  return result;
}

// Returns a value in a type that may cross the boundary: strings become AscendString, all other values stay unchanged.
inline ge::AscendString Neutral(const std::string& text) { return ge::AscendString(text.data(), text.size()); }
inline std::vector<ge::AscendString> Neutral(const std::vector<std::string>& texts) {
  std::vector<ge::AscendString> result;
  result.reserve(texts.size());
  for (const std::string& text : texts) result.push_back(Neutral(text));
  return result;
}
inline std::map<ge::AscendString, ge::AscendString> Neutral(const std::map<std::string, std::string>& texts) {
  std::map<ge::AscendString, ge::AscendString> result;
  for (const auto& text : texts) result[Neutral(text.first)] = Neutral(text.second);
  return result;
}
template <typename Value>
inline const Value& Neutral(const Value& value) {
  return value;
}

// Calls `read` with a variable whose type may cross, and copies the result if the call succeeded.
template <typename Read>
inline ge::graphStatus ReadNeutral(std::string& value, const Read& read) {
  ge::AscendString text;
  const ge::graphStatus status = read(text);
  if (status == ge::GRAPH_SUCCESS) value = ToText(text);
  return status;
}
template <typename Read>
inline ge::graphStatus ReadNeutral(std::vector<std::string>& value, const Read& read) {
  std::vector<ge::AscendString> texts;
  const ge::graphStatus status = read(texts);
  if (status == ge::GRAPH_SUCCESS) value = ToTexts(texts);
  return status;
}
// Returns the text that `read` writes; "" when it fails.
template <typename Read>
inline std::string ReadText(const Read& read) {
  ge::AscendString text;
  return read(text) == ge::GRAPH_SUCCESS ? ToText(text) : std::string();
}

}  // namespace opdk
