#include "sdk/tools/author/macro_scan.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <utility>

namespace opdk::cli {
namespace {

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool IsSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string Squeeze(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (!IsSpace(c)) result += c;
    if (IsSpace(c) && !result.empty() && result.back() != ' ') result += ' ';
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

// Returns the index behind the literal that begins at `at` (a quote).
size_t SkipLiteral(std::string_view text, size_t at) {
  const char quote = text[at];
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote || text[i] == '\n') {
      return i + 1;
    }
  }
  return text.size();
}

// Returns whether a literal begins at `at`. A digit separator (1'000) begins none.
bool BeginsLiteral(std::string_view text, size_t at) {
  return text[at] == '"' || (text[at] == '\'' && (at == 0 || !IsWord(text[at - 1])));
}

// The kinds of characters of a source.
enum class Part : char { kCode, kComment, kDirective };

// The source with comments and line continuations blanked, every character in its place; and the kind of each
// character.
struct Cleaned {
  std::string text;
  std::vector<Part> parts;
};

// Returns the index behind the comment or continuation that begins at `at`; `at` itself: none begins there.
size_t SkipBlank(std::string_view text, size_t at) {
  if (text.substr(at, 2) == "//") return std::min(text.find('\n', at), text.size());
  if (text.substr(at, 2) == "/*") {
    const size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  return at;
}

Cleaned Clean(std::string_view source) {
  Cleaned clean{std::string(source), std::vector<Part>(source.size(), Part::kCode)};
  bool directive = false;
  bool line_is_empty = true;
  for (size_t i = 0; i < source.size();) {
    if (source[i] == '#' && line_is_empty) directive = true;
    size_t end = SkipBlank(source, i);
    const bool comment = end > i;
    const bool continued = source[i] == '\\' && (source.substr(i + 1, 1) == "\n" || source.substr(i + 1, 2) == "\r\n");
    if (!comment) end = BeginsLiteral(source, i) ? SkipLiteral(source, i) : i + 1;
    for (size_t k = i; k < end; ++k) {
      clean.parts[k] = comment ? Part::kComment : directive ? Part::kDirective : Part::kCode;
      if ((comment || continued) && source[k] != '\n') clean.text[k] = ' ';
    }
    if (!comment && !IsSpace(source[i])) line_is_empty = false;
    if (source[end - 1] == '\n') {
      line_is_empty = true;
      // A line that ends with a backslash goes on.
      const size_t before = end < 2 ? std::string_view::npos : source.find_last_not_of('\r', end - 2);
      if (before == std::string_view::npos || source[before] != '\\') directive = false;
    }
    i = end;
  }
  return clean;
}

// Returns by line whether it holds a comment and nothing else.
std::vector<bool> CommentLines(const Cleaned& clean) {
  std::vector<bool> lines;
  bool comment = false, other = false;
  for (size_t i = 0; i < clean.text.size(); ++i) {
    if (clean.text[i] == '\n') {
      lines.push_back(comment && !other);
      comment = other = false;
    } else if (clean.parts[i] == Part::kComment) {
      comment = true;
    } else if (!IsSpace(clean.text[i])) {
      other = true;
    }
  }
  lines.push_back(comment && !other);
  return lines;
}

// Finds every NAME(…) of a text, in order, also inside another's arguments.
class UseFinder {
 public:
  explicit UseFinder(const Cleaned& clean) : text_(clean.text), parts_(clean.parts), comments_(CommentLines(clean)) {}

  std::vector<MacroUse> Run() {
    std::vector<MacroUse> uses;
    while (at_ < text_.size()) {
      if (BeginsLiteral(text_, at_)) {
        Advance(SkipLiteral(text_, at_));
      } else if (!IsWord(text_[at_])) {
        Advance(at_ + 1);
      } else if (auto use = Word()) {
        uses.push_back(*std::move(use));
      }
    }
    return uses;
  }

 private:
  void Advance(size_t to) {
    for (; at_ < to; ++at_) {
      if (text_[at_] != '\n') continue;
      ++line_;
      line_start_ = at_ + 1;
    }
  }

  std::optional<MacroUse> Word() {
    size_t end = at_;
    while (end < text_.size() && IsWord(text_[end])) ++end;
    MacroUse use;
    use.name = std::string(text_.substr(at_, end - at_));
    use.line = line_;
    use.column = static_cast<int>(at_ - line_start_) + 1;
    use.commented = line_ >= 2 && comments_[static_cast<size_t>(line_) - 2];
    use.in_directive = parts_[at_] == Part::kDirective;
    Advance(end);
    size_t open = end;
    while (open < text_.size() && IsSpace(text_[open])) ++open;
    if (open == text_.size() || text_[open] != '(') return std::nullopt;
    use.arguments = Arguments(open);
    return use;
  }

  std::vector<std::string> Arguments(size_t open) const {
    std::vector<std::string> arguments;
    int depth = 0;
    size_t begin = open + 1;
    for (size_t i = open; i < text_.size(); ++i) {
      const char c = text_[i];
      if (BeginsLiteral(text_, i)) {
        i = SkipLiteral(text_, i) - 1;
        continue;
      }
      if (c == '(' || c == '{' || c == '[') ++depth;
      if (c == ')' || c == '}' || c == ']') --depth;
      if (depth > 1 || (c != ',' && depth > 0)) continue;
      arguments.push_back(Squeeze(text_.substr(begin, i - begin)));
      begin = i + 1;
      if (depth == 0) break;
    }
    if (arguments.size() == 1 && arguments[0].empty()) arguments.clear();
    return arguments;
  }

  std::string_view text_;
  const std::vector<Part>& parts_;
  const std::vector<bool> comments_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  int line_ = 1;
};

std::map<std::string, std::string> Constants(const std::string& text) {
  static const std::regex variable(R"re(\b(\w+)\s*(?:\[\s*\])?\s*[={(]\s*\{?\s*"([^"]*)"\s*[})]?\s*;)re");
  static const std::regex define(R"re(#\s*define\s+(\w+)\s+"([^"]*)")re");
  std::map<std::string, std::string> constants;
  for (const std::regex* pattern : {&variable, &define}) {
    for (std::sregex_iterator match(text.begin(), text.end(), *pattern), end; match != end; ++match) {
      constants.emplace((*match)[1], (*match)[2]);
    }
  }
  return constants;
}

}  // namespace

MacroScan ScanMacros(std::string_view text) {
  const Cleaned clean = Clean(text);
  return {UseFinder(clean).Run(), Constants(clean.text), CommentLines(clean)[0]};
}

std::string CodeOf(std::string_view source) {
  std::string code = Clean(source).text;
  for (size_t i = 0; i < code.size(); ++i) {
    if (!BeginsLiteral(code, i)) continue;
    const size_t end = SkipLiteral(code, i);
    for (++i; i + 1 < end; ++i) code[i] = code[i] == '\n' ? '\n' : ' ';
    i = end - 1;
  }
  return code;
}

std::optional<std::string> MacroScan::TextOf(const std::string& argument) const {
  if (const std::vector<std::string> literals = Literals(argument); !literals.empty()) return literals[0];
  const auto constant = constants.find(argument);
  return constant == constants.end() ? std::nullopt : std::optional(constant->second);
}

std::vector<std::string> Literals(const std::string& text) {
  static const std::regex literal("\"((?:[^\"\\\\]|\\\\.)*)\"");
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), literal), end; match != end; ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

std::string JoinedArguments(const MacroUse& use, size_t first) {
  std::string text;
  for (size_t i = first; i < use.arguments.size(); ++i) text += (i == first ? "" : ", ") + use.arguments[i];
  return text;
}

}  // namespace opdk::cli
