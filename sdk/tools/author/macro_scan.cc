#include "sdk/tools/author/macro_scan.h"

#include <algorithm>
#include <utility>

#include "sdk/tools/author/text_cursor.h"

namespace opdk::author {
namespace {

std::string Squeeze(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (!IsSpaceCharacter(c)) result += c;
    if (IsSpaceCharacter(c) && !result.empty() && result.back() != ' ') result += ' ';
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
  return text[at] == '"' || (text[at] == '\'' && (at == 0 || !IsWordCharacter(text[at - 1])));
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
    if (!comment && !IsSpaceCharacter(source[i])) line_is_empty = false;
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
    } else if (!IsSpaceCharacter(clean.text[i])) {
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
      } else if (!IsWordCharacter(text_[at_])) {
        Advance(at_ + 1);
      } else if (auto use = Word()) {
        uses.push_back(*std::move(use));
      }
    }
    return uses;
  }

 private:
  // Uses inside of so many others aren't looked for, because each of these reads them again.
  static constexpr size_t kMostNested = 64;

  void Advance(size_t to) {
    for (; at_ < to; ++at_) {
      if (text_[at_] != '\n') continue;
      ++line_;
      line_start_ = at_ + 1;
    }
  }

  std::optional<MacroUse> Word() {
    size_t end = at_;
    while (end < text_.size() && IsWordCharacter(text_[end])) ++end;
    MacroUse use;
    use.name = std::string(text_.substr(at_, end - at_));
    use.line = line_;
    use.column = static_cast<int>(at_ - line_start_) + 1;
    use.commented = line_ >= 2 && comments_[static_cast<size_t>(line_) - 2];
    use.in_directive = parts_[at_] == Part::kDirective;
    Advance(end);
    size_t open = end;
    while (open < text_.size() && IsSpaceCharacter(text_[open])) ++open;
    if (open == text_.size() || text_[open] != '(') return std::nullopt;
    while (!ends_.empty() && ends_.back() <= open) ends_.pop_back();
    if (ends_.size() == kMostNested) return std::nullopt;
    ends_.push_back(text_.size());
    use.arguments = Arguments(open, ends_.back());
    return use;
  }

  // Reads the arguments from the parenthesis on. `end`: becomes the place of the last one's end, if there is one.
  std::vector<std::string> Arguments(size_t open, size_t& end) const {
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
      if (depth == 0) {
        end = i;
        break;
      }
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
  std::vector<size_t> ends_;  // of the uses around the current place
};

// Reads  NAME = "value";  NAME[] = "value";  NAME{"value"};  NAME("value");  from behind the name.
std::optional<std::string_view> ValueOfVariable(TextCursor& cursor) {
  cursor.TakeSpaces();
  if (cursor.Take("[")) {
    cursor.TakeSpaces();
    if (!cursor.Take("]")) return std::nullopt;
    cursor.TakeSpaces();
  }
  if (!cursor.TakeOne("={(")) return std::nullopt;
  cursor.TakeSpaces();
  if (cursor.Take("{")) cursor.TakeSpaces();
  if (!cursor.Take("\"")) return std::nullopt;
  const auto value = cursor.TakeThrough("\"");
  cursor.TakeSpaces();
  if (cursor.TakeOne("})")) cursor.TakeSpaces();
  return cursor.Take(";") ? value : std::nullopt;
}

// Takes  define NAME "value"  behind a '#'. Returns whether it stood there.
bool TakeDefine(TextCursor& cursor, std::map<std::string, std::string>& constants) {
  cursor.TakeSpaces();
  if (!cursor.Take("define") || !cursor.TakeSpaces()) return false;
  const std::string_view name = cursor.TakeWord();
  if (name.empty() || !cursor.TakeSpaces() || !cursor.Take("\"")) return false;
  const auto value = cursor.TakeThrough("\"");
  if (value) constants.emplace(name, *value);
  return value.has_value();
}

std::map<std::string, std::string> Constants(std::string_view text) {
  std::map<std::string, std::string> constants;
  for (TextCursor cursor(text, 0); cursor.at() < text.size();) {
    const std::string_view name = cursor.TakeWord();
    if (name.empty()) {
      cursor.TakeWhile([](char c) { return !IsWordCharacter(c); });
      continue;
    }
    TextCursor behind = cursor;
    const auto value = ValueOfVariable(behind);
    if (!value) continue;
    constants.emplace(name, *value);
    cursor = behind;
  }
  ForEachPlace(text, "#", false, [&](TextCursor& cursor) { return TakeDefine(cursor, constants); });
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
  std::vector<std::string> found;
  for (size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at)) {
    size_t end = at + 1;
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    if (end >= text.size()) break;
    found.push_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return found;
}

std::string JoinedArguments(const MacroUse& use, size_t first) {
  std::string text;
  for (size_t i = first; i < use.arguments.size(); ++i) text += (i == first ? "" : ", ") + use.arguments[i];
  return text;
}

}  // namespace opdk::author
