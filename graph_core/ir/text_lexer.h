// Tokens of the text form, each with its place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk::text {

enum class Kind : uint8_t {
  kEnd,
  kName,     // graph, Relu, x0
  kNode,     // %conv1, %"a b"; `value` without the % and the quotes
  kString,   // "…"; `value` unescaped
  kInteger,  // -3
  kFloat,    // 0.5, -1e-05
  kSymbol    // { } ( ) [ ] : , = @ & ? * - .. ...
};

struct Token {
  Kind kind = Kind::kEnd;
  std::string value;
  int line = 1;
  int column = 1;

  bool Is(std::string_view symbol) const { return kind == Kind::kSymbol && value == symbol; }
  bool IsName(std::string_view name) const { return kind == Kind::kName && value == name; }
  // Returns the token as messages show it: "'{'", "end of text".
  std::string Describe() const;
};

// Returns whether `name` can stand after % without quotes (node) or alone without quotes (name).
bool IsBareNode(std::string_view name);
bool IsBareName(std::string_view name);
// Puts the text in quotes: "…" with \" \\ \n \t \r and \xNN for other control characters.
std::string Quote(std::string_view text);

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view source_name) : text_(text), source_name_(source_name) {}

  const Token& peek() const { return token_; }
  // Moves to the next token; the first call reads the first token. E2005: the text isn't a token.
  Status Advance();
  // Makes an error located at a token ("file:line:column").
  Status ErrorAt(const Token& token, std::string message) const;

 private:
  Status ReadString(std::string& value);
  Status ReadNode();
  void ReadNumber();
  char At(size_t offset) const { return position_ + offset < text_.size() ? text_[position_ + offset] : '\0'; }
  void Skip(size_t count);

  std::string_view text_;
  std::string_view source_name_;
  size_t position_ = 0;
  int line_ = 1;
  int column_ = 1;
  Token token_;
};

}  // namespace opdk::text
