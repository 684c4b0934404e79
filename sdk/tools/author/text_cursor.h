// A place in a text, for readers of simple patterns. They take time in proportion to the text and no more stack for a
// longer one. std::regex calls itself for each character, so that a long comment or literal would end the process.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace opdk::author {

inline bool IsWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
inline bool IsSpaceCharacter(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

class TextCursor {
 public:
  TextCursor(std::string_view text, size_t at) : text_(text), at_(at) {}

  size_t at() const { return at_; }

  // Takes the text if it stands here. Returns whether it did.
  bool Take(std::string_view text) {
    if (!text_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }
  // Takes one of the characters if it stands here. Returns whether it did.
  bool TakeOne(std::string_view characters) {
    if (at_ == text_.size() || characters.find(text_[at_]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }
  // Takes white space. Returns whether there was some.
  bool TakeSpaces() {
    return !TakeWhile([](char c) { return IsSpaceCharacter(c); }).empty();
  }
  // Takes a word; "": none begins here.
  std::string_view TakeWord() {
    return TakeWhile([](char c) { return IsWordCharacter(c); });
  }
  // Takes the text up to one of the characters and that character. Nothing is taken where none follows.
  std::optional<std::string_view> TakeThrough(std::string_view characters) {
    const size_t end = text_.find_first_of(characters, at_);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view taken = text_.substr(at_, end - at_);
    at_ = end + 1;
    return taken;
  }
  template <typename Matches>
  std::string_view TakeWhile(Matches matches) {
    const size_t begin = at_;
    while (at_ < text_.size() && matches(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

 private:
  std::string_view text_;
  size_t at_;
};

// Calls `visit` with a cursor behind each place where `begin` stands, in order. `whole_word`: where no letter, digit or
// underscore stands before it. `visit` returns whether the cursor's place is where the search goes on.
template <typename Visit>
void ForEachPlace(std::string_view text, std::string_view begin, bool whole_word, Visit visit) {
  for (size_t at = text.find(begin); at != std::string_view::npos; at = text.find(begin, at)) {
    TextCursor cursor(text, at + begin.size());
    const bool inside = whole_word && at > 0 && IsWordCharacter(text[at - 1]);
    at = !inside && visit(cursor) ? cursor.at() : at + begin.size();
  }
}

// Returns the text without what stands from each '#' to the end of its line.
inline std::string WithoutLineComments(std::string_view text) {
  std::string code;
  for (size_t at = 0; at < text.size();) {
    const size_t comment = std::min(text.find('#', at), text.size());
    code += text.substr(at, comment - at);
    at = std::min(text.find('\n', comment), text.size());
  }
  return code;
}

// Returns whether `visit` of a cursor behind one of the places returns true.
template <typename Visit>
bool AnyPlace(std::string_view text, std::string_view begin, bool whole_word, Visit visit) {
  bool found = false;
  ForEachPlace(text, begin, whole_word, [&](TextCursor& cursor) { return found = found || visit(cursor); });
  return found;
}

}  // namespace opdk::author
