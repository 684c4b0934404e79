// String literals in the source of a kernel, for checks without a compiler.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "sdk/tools/author/package_folder.h"

namespace opdk::author {

struct SourceLiteral {
  std::string text;
  size_t line = 0;           // counted from 1
  bool compared = false;     // == or != stands beside it
  bool of_get_attr = false;  // the first argument of GetAttr
};

// Returns the string literals of a C++ source that stand outside of comments, without escapes.
inline std::vector<SourceLiteral> LiteralsOf(std::string_view code) {
  std::vector<SourceLiteral> literals;
  const auto before = [&](size_t at) {
    const size_t last = at == 0 ? std::string_view::npos : code.find_last_not_of(" \t\n", at - 1);
    return last == std::string_view::npos ? std::string_view() : code.substr(0, last + 1);
  };
  const auto compares = [](std::string_view sign) { return sign == "==" || sign == "!="; };
  for (size_t i = 0; i < code.size(); ++i) {
    if (code.substr(i, 2) == "//") {
      i = std::min(code.find('\n', i), code.size());
    } else if (code.substr(i, 2) == "/*") {
      i = std::min(code.find("*/", i + 2), code.size());
    } else if (code.substr(i, 3) == "'\"'") {
      i += 2;
    } else if (code[i] == '"') {
      size_t end = i + 1;
      while (end < code.size() && code[end] != '"' && code[end] != '\n') end += code[end] == '\\' ? 2 : 1;
      if (end >= code.size()) break;
      const std::string_view front = before(i);
      const size_t next = std::min(code.find_first_not_of(" \t\n", end + 1), code.size());
      const std::string_view sign = front.size() < 2 ? front : front.substr(front.size() - 2);
      literals.push_back(
          {std::string(code.substr(i + 1, end - i - 1)),
           static_cast<size_t>(std::count(code.begin(), code.begin() + static_cast<ptrdiff_t>(i), '\n')) + 1,
           compares(sign) || compares(code.substr(next, 2)), front.ends_with("GetAttr(")});
      i = end;
    }
  }
  return literals;
}

// Returns the literals of a file; none if it can't be read.
inline std::vector<SourceLiteral> LiteralsOfFile(const std::string& path) {
  const auto text = ReadTextFile(path);
  return text.ok() ? LiteralsOf(*text) : std::vector<SourceLiteral>();
}

}  // namespace opdk::author
