// Words of C++ code, for checks without a compiler.
#pragma once

#include <cctype>
#include <string_view>
#include <vector>

namespace opdk::author {

inline bool IsWordChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

struct CodeWord {
  std::string_view text;
  size_t offset = 0;
};

// Returns the names, keywords and numbers of a code, in order.
inline std::vector<CodeWord> WordsOf(std::string_view code) {
  std::vector<CodeWord> words;
  for (size_t i = 0; i < code.size();) {
    size_t end = i;
    while (end < code.size() && IsWordChar(code[end])) ++end;
    if (end > i) words.push_back({code.substr(i, end - i), i});
    i = end > i ? end : i + 1;
  }
  return words;
}

inline bool HasWord(std::string_view code, std::string_view word) {
  for (const CodeWord& one : WordsOf(code)) {
    if (one.text == word) return true;
  }
  return false;
}

}  // namespace opdk::author
