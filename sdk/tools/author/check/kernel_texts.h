// Literals in the sources of an operator, for checks without a compiler.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "sdk/tools/author/package_folder.h"

namespace opdk::author {

struct SourceLiteral {
  std::string text;
  size_t line = 0;           // counted from 1
  bool compared = false;     // == or != stands beside it
  bool of_get_attr = false;  // the first argument of GetAttr
};

// Returns the string literals of a C++ source that stand outside of comments and #include, without escapes.
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
      const size_t begin = std::exchange(i, end);
      if (front.ends_with("#include")) continue;
      const size_t next = std::min(code.find_first_not_of(" \t\n", end + 1), code.size());
      const std::string_view sign = front.size() < 2 ? front : front.substr(front.size() - 2);
      literals.push_back(
          {std::string(code.substr(begin + 1, end - begin - 1)),
           static_cast<size_t>(std::count(code.begin(), code.begin() + static_cast<ptrdiff_t>(begin), '\n')) + 1,
           compares(sign) || compares(code.substr(next, 2)), front.ends_with("GetAttr(")});
    }
  }
  return literals;
}

// Returns the integers that code compares something with: "== 3", "!= -1", "case 3:". `code` has no comments.
inline std::vector<int64_t> ComparedNumbers(std::string_view code) {
  std::vector<int64_t> numbers;
  for (const std::string_view sign : {"==", "!=", "case "}) {
    for (size_t at = code.find(sign); at != std::string_view::npos; at = code.find(sign, at + 1)) {
      const size_t begin = std::min(code.find_first_not_of(" \t\n", at + sign.size()), code.size());
      int64_t number = 0;
      const auto [end, error] = std::from_chars(code.data() + begin, code.data() + code.size(), number);
      const bool is_float = end != code.data() + code.size() && (*end == '.' || *end == 'e');
      if (error == std::errc() && !is_float) numbers.push_back(number);
    }
  }
  return numbers;
}

// Returns the literals of a file; none if it can't be read.
inline std::vector<SourceLiteral> LiteralsOfFile(const std::string& path) {
  const auto text = ReadTextFile(path);
  return text.ok() ? LiteralsOf(*text) : std::vector<SourceLiteral>();
}

}  // namespace opdk::author
