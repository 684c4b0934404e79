// Parts of a definition as C++ source text.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/definition.h"

namespace opdk::cli {

// "float", "Eigen::half", "int64_t"; "" for a dtype without a C++ type.
std::string CppType(ge::DataType type);
// A value as the prototype's macro takes it: 0.5f, "text", {1, 2}, DT_FLOAT.
std::string CppValue(const Attr& value);
// "\"text\"", with what C++ would misread escaped.
std::string CppString(const std::string& text);
// The argument of OriginOpType: "a", or {ge::AscendString("a"), ge::AscendString("b")}.
std::string OriginsText(const std::vector<std::string>& names);
// A comment's text in pieces that fit beside "// " in 120 columns.
std::vector<std::string> WrapComment(const std::string& text);

// What a definition demands of an attribute: `condition` on a C++ variable `value`, and its words ("it must lie in
// [0, 1]"). Both "" when it demands nothing.
struct AttrCheck {
  std::string condition;
  std::string must;
};
AttrCheck CheckOf(const AttrDefinition& attr);
// A value that a required attribute may have, as YAML.
std::string ExampleValue(const AttrDefinition& attr);

}  // namespace opdk::cli
