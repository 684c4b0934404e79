// Parts of a definition as C++ source text.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/definition.h"

namespace opdk::author {

// Returns "float", "Eigen::half", "int64_t"; "" for a dtype without a C++ type.
std::string CppType(ge::DataType type);
// Returns a value as the prototype's macro takes it: 0.5f, "text", {1, 2}, DT_FLOAT.
std::string CppValue(const Attr& value);
// Returns a C++ string literal, "\"text\"", with the necessary escapes.
std::string CppString(const std::string& text);
// Returns the argument of OriginOpType: "a", or {ge::AscendString("a"), ge::AscendString("b")}.
std::string OriginsText(const std::vector<std::string>& names);
// Splits a comment's text into pieces that fit beside "// " in 120 columns.
std::vector<std::string> WrapComment(const std::string& text);

// The demand of a definition on an attribute: `condition` on a C++ variable `value`, and its words ("it must lie in [0,
// 1]"). Both are "" if there is no demand.
struct AttrCheck {
  std::string condition;
  std::string must;
};
AttrCheck CheckOf(const AttrDefinition& attr);
// Returns a value that a required attribute may have, as YAML.
std::string ExampleValue(const AttrDefinition& attr);

}  // namespace opdk::author
