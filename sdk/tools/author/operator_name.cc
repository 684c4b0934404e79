#include "sdk/tools/author/operator_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace opdk::author {
namespace {

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return IsUpper(c) || IsLower(c); }

// Returns whether the first character is of `begins` and all others are of `follows`.
template <typename Begins, typename Follows>
bool IsMadeOf(std::string_view name, Begins begins, Follows follows) {
  return !name.empty() && begins(name[0]) && std::all_of(name.begin() + 1, name.end(), follows);
}

bool IsOperatorName(std::string_view name) {
  return IsMadeOf(name, IsUpper, [](char c) { return IsLetter(c) || IsDigit(c); });
}

// Returns whether the text is three numbers of one to six digits with dots between them.
bool IsVersion(std::string_view text) {
  int numbers = 0, digits = 0;
  for (const char c : text) {
    if (c == '.' && digits == 0) return false;
    if (c != '.' && (!IsDigit(c) || digits == 6)) return false;
    digits = c == '.' ? 0 : digits + 1;
    numbers += c == '.' ? 1 : 0;
  }
  return numbers == 2 && digits > 0;
}

bool IsKeyword(std::string_view name) {
  static constexpr std::array<std::string_view, 92> kKeywords = {
      "alignas",     "alignof",  "and",        "and_eq",    "asm",       "auto",         "bitand",
      "bitor",       "bool",     "break",      "case",      "catch",     "char",         "char16_t",
      "char32_t",    "char8_t",  "class",      "co_await",  "co_return", "co_yield",     "compl",
      "concept",     "const",    "const_cast", "consteval", "constexpr", "constinit",    "continue",
      "decltype",    "default",  "delete",     "do",        "double",    "dynamic_cast", "else",
      "enum",        "explicit", "export",     "extern",    "false",     "float",        "for",
      "friend",      "goto",     "if",         "inline",    "int",       "long",         "mutable",
      "namespace",   "new",      "noexcept",   "not",       "not_eq",    "nullptr",      "operator",
      "or",          "or_eq",    "private",    "protected", "public",    "register",     "reinterpret_cast",
      "requires",    "return",   "short",      "signed",    "sizeof",    "static",       "static_assert",
      "static_cast", "struct",   "switch",     "template",  "this",      "thread_local", "throw",
      "true",        "try",      "typedef",    "typeid",    "typename",  "union",        "unsigned",
      "using",       "virtual",  "void",       "volatile",  "wchar_t",   "while",        "xor",
      "xor_eq"};
  return std::find(kKeywords.begin(), kKeywords.end(), name) != kKeywords.end();
}

}  // namespace

std::string StemOf(std::string_view op) {
  std::string stem;
  for (size_t i = 0; i < op.size(); ++i) {
    const bool after_small = i > 0 && (IsLower(op[i - 1]) || IsDigit(op[i - 1]));
    const bool ends_run = i > 0 && IsUpper(op[i - 1]) && i + 1 < op.size() && IsLower(op[i + 1]);
    // A digit belongs to a capital behind it at a word's end: Conv2D is conv2d.
    const bool closes_digits =
        i > 0 && IsDigit(op[i - 1]) && (i + 1 == op.size() || !(IsLower(op[i + 1]) || IsDigit(op[i + 1])));
    if (IsUpper(op[i]) && (after_small || ends_run) && !closes_digits) stem += '_';
    stem += static_cast<char>(std::tolower(static_cast<unsigned char>(op[i])));
  }
  return stem;
}

Status CheckOperatorName(const std::string& op) {
  if (IsOperatorName(op)) return {};
  std::string better;
  bool capital = true;
  for (const char c : op) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      capital = true;
      continue;
    }
    better += capital ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    capital = false;
  }
  const bool usable = IsOperatorName(better);
  return Status(ErrorCode::kDefinitionInvalid,
                fmt::format("'{}' is no operator name: letters and digits that begin with a capital, for files are "
                            "named by it (RowSum: row_sum)",
                            op))
      .Hint(usable ? fmt::format("call it {}", better) : "call it in CamelCase: RowSum");
}

Status CheckLowerName(const std::string& name, std::string_view what) {
  const auto follows = [](char c) { return IsLower(c) || IsDigit(c) || c == '_'; };
  if (IsMadeOf(name, IsLower, follows) && !IsKeyword(name)) return {};
  return Status(ErrorCode::kDefinitionInvalid,
                fmt::format("{} '{}': small letters, digits and underscores that begin with a letter{}", what, name,
                            IsKeyword(name) ? "; this is a C++ keyword" : ""));
}

Status CheckPortName(const std::string& name, std::string_view what) {
  const auto follows = [](char c) { return IsLetter(c) || IsDigit(c) || c == '_'; };
  if (IsMadeOf(name, IsLetter, follows) && !IsKeyword(name) && name.find("__") == std::string::npos) return {};
  return Status(ErrorCode::kDefinitionInvalid, fmt::format("{} '{}' can't be a name in C++{}", what, name,
                                                           IsKeyword(name) ? ": it is a keyword" : ""));
}

Status CheckVersion(const std::string& version) {
  if (IsVersion(version)) return {};
  return Status(ErrorCode::kDefinitionInvalid, fmt::format("version '{}': three numbers, as in 1.0.0", version));
}

std::string PackageNameOf(const std::string& directory) {
  std::string name;
  for (const char c : directory) {
    const bool usable = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (usable) name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!usable && !name.empty() && name.back() != '_') name += '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (!name.empty() && IsDigit(name.front())) name = "ops_" + name;
  return name;
}

}  // namespace opdk::author
